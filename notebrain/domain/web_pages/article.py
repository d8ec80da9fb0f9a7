"""Finds the article of a web page: the element with its text, without what stands around and between."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from notebrain.domain.web_pages.tree import BLOCKS, Element, Tree

_NEVER: Final = frozenset(
    [
        *(
            "template",
            "svg",
            "button",
            "select",
            "textarea",
            "input",
            "object",
            "embed",
            "applet",
            "canvas",
        ),
        *(
            "datalist",
            "dialog",
            "noframes",
            "meta",
            "link",
            "title",
            "base",
            "map",
            "audio",
            "video",
            "menu",
        ),
        *("rp", "rt", "label", "output", "progress", "meter"),
    ]
)
_AROUND: Final = frozenset(["nav", "aside", "footer"])
_ROLES: Final = frozenset(
    [
        *(
            "navigation",
            "banner",
            "contentinfo",
            "complementary",
            "search",
            "dialog",
            "alertdialog",
            "alert",
        ),
        *("menu", "menubar", "toolbar", "tablist", "tooltip", "status", "form"),
    ]
)
# words of class and id that say what a part of a page is for; matched as whole words
_BESIDE: Final = frozenset(
    [
        *("ad", "ads", "adslot", "adverts", "banner", "catlinks", "comment", "comments"),
        *("commentlist", "consent", "discussion", "disqus", "dropdown", "editsection"),
        *("flyout", "footer", "gdpr", "headerlink", "jumbotron", "login", "masthead", "menu"),
        *("metanav", "modal", "nav", "navbar", "navi", "navigation", "noprint", "onetrust"),
        *("outbrain", "overlay", "pager", "pagination", "paywall", "pinterest", "popular"),
        *("popup", "printfooter", "privacy", "promo", "promoted", "promotion", "rating"),
        *("rail", "recirc", "respond", "shares", "sidenav", "signin", "signup", "skip"),
        *("skiplink", "skiplinks", "subnav", "syndication", "taboola", "teaser", "teasers"),
        *("toc", "toolbar", "topbar", "trending", "ufi", "upsell", "widget", "yarpp"),
        *("jumplinks", "backlink", "gnav", "globalnav", "globalheader", "taglist", "hidden"),
        "screenreader",
    ]
)
_BEGINNINGS: Final = (
    *(
        "advert",
        "breadcrumb",
        "cookie",
        "newsletter",
        "recommend",
        "related",
        "share",
        "sidebar",
        "social",
        "sponsor",
    ),
    *("subscri", "suggested", "votecell"),
)
_PAIRS: Final = (
    *(
        "screen-reader",
        "sr-only",
        "visually-hidden",
        "post-nav",
        "read-next",
        "read-more",
        "most-read",
        "sign-up",
    ),
    *(
        "back-to-top",
        "author-box",
        "tag-list",
        "also-like",
        "skip-link",
        "post-tags",
        "entry-footer",
        "post-taglist",
    ),
)
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_HIDDEN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_CONTENT: Final = re.compile(r"article-?body|articlebody", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[,.;:!?\u3001\u3002\uff0c\uff01\uff1f\u061f\u060c]")
_WIDE: Final = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]")
_PARAGRAPHS: Final = frozenset(
    ["p", "pre", "td", "blockquote", "li", "dd", "figcaption", "section", "div"]
)
_LEAST: Final = 25
_HOLDERS: Final = frozenset(["html", "body", "main", "article"])


@dataclass(slots=True)
class _Weight:
    """How much text an element has, how much of it in links, and how many pictures."""

    text: int = 0
    linked: int = 0
    pictures: int = 0
    score: float = 0.0

    @property
    def own(self) -> int:
        return self.text - self.linked


class Weights:
    """How much text each element of a page has."""

    def __init__(self, root: Element) -> None:
        self.order = list(root.all())
        self._of = {id(one): _Weight() for one in self.order}
        for one in reversed(self.order):  # what is in an element comes after it
            weight = self._of[id(one)]
            weight.text += sum(_length(child) for child in one.children if isinstance(child, str))
            if one.tag == "a" and one.get("href"):
                weight.linked = weight.text
            weight.pictures += one.tag == "img"
            if one is not root and one.parent is not None:
                above = self._of[id(one.parent)]
                above.text += weight.text
                above.linked += weight.linked
                above.pictures += weight.pictures

    def __getitem__(self, element: Element) -> _Weight:
        return self._of[id(element)]


def strip(tree: Tree) -> None:
    """Remove from a page what is never part of a text: controls, hidden parts, and what readers do not see."""
    for one in list(tree.root.all()):
        if one.tag in _NEVER or _is_hidden(one):
            remove(one)


def article_of(tree: Tree) -> Element:
    """Return the element with the article of a page, and remove what stands around it; `strip` comes first."""
    weights = Weights(tree.root)
    _remove_beside(tree.root, weights)
    weights = Weights(tree.root)
    found = _named(tree.root, weights) or _weighed(tree.root, weights)
    _remove_tail(found, weights)
    return found


def remove(element: Element) -> None:
    """Take an element out of the page."""
    if element.parent is not None:
        element.parent.children = [one for one in element.parent.children if one is not element]
        element.parent = None


def _remove_tail(article: Element, weights: Weights) -> None:
    """Remove what stands below the last line of a page, if that is only links."""
    for at in range(len(article.children) - 1, 0, -1):
        one = article.children[at]
        if isinstance(one, Element) and one.tag == "hr":
            tail = article.children[at:]
            linked = sum(weights[part].linked for part in tail if isinstance(part, Element))
            words = sum(
                _length(part) if isinstance(part, str) else weights[part].own for part in tail
            )
            if words <= linked:
                del article.children[at:]
            return


def _remove_beside(root: Element, weights: Weights) -> None:
    whole = weights[root].own
    for one in weights.order:
        if one.tag in _HOLDERS or one.parent is None:
            continue
        # a name is only believed if it does not stand at half of the page
        if weights[one].own * 2 > whole and one.tag != "footer":
            continue
        if _is_beside(one):
            remove(one)


def _is_beside(element: Element) -> bool:
    if element.tag in _AROUND or element.get("role").lower() in _ROLES:
        return True
    if element.tag == "header":
        return not any(one.tag in ("article", "main") for one in _above(element))
    named = f"{element.get('class')} {element.get('id')}"
    if not named.strip():
        return False
    if any(pair in named.lower() for pair in _PAIRS):
        return True
    words = [word.lower() for word in _WORDS.findall(named)]
    return any(word in _BESIDE or word.startswith(_BEGINNINGS) for word in words)


def _is_hidden(element: Element) -> bool:
    return (
        "hidden" in element.attributes
        or _HIDDEN.search(element.get("style")) is not None
        or (element.get("aria-hidden").lower() == "true" and element.tag in BLOCKS)
    )


def _above(element: Element) -> Iterable[Element]:
    above = element.parent
    while above is not None:
        yield above
        above = above.parent


def _named(root: Element, weights: Weights) -> Element | None:
    """Return the element that the page itself says is its article, if it has most of the text."""
    whole = weights[root].own
    bodies = [one for one in weights.order if _CONTENT.search(one.get("itemprop"))]
    articles = [
        one
        for one in weights.order
        if one.tag == "article" or one.get("role") == "article" or "Article" in one.get("itemtype")
    ]
    mains = [one for one in weights.order if one.tag == "main" or one.get("role") == "main"]
    for candidates, share in ((articles, 0.5), (bodies, 0.5), (mains, 0.3)):
        best = max(candidates, key=lambda one: weights[one].own, default=None)
        if best is not None and weights[best].own > _LEAST and weights[best].own >= whole * share:
            return best
    return None


def _weighed(root: Element, weights: Weights) -> Element:
    """Return the smallest element with most of the text that is not in links."""
    for one in weights.order:
        if one.tag not in _PARAGRAPHS or one.parent is None:
            continue
        direct = _direct(one, weights)
        if direct < _LEAST:
            continue
        own = 1 + direct / 50 + _commas(one)
        part = 1.0
        for above in (one, *_above(one)):
            if one.tag in ("p", "pre", "li", "dd") and above is one:
                continue
            weights[above].score += own * part
            part *= 0.75
            if part < 0.2:  # noqa: PLR2004
                break
    best = max(
        weights.order,
        key=lambda one: weights[one].score * (weights[one].own / (weights[one].text or 1)),
        default=root,
    )
    return _widened(best, root, weights)


def _widened(best: Element, root: Element, weights: Weights) -> Element:
    """Return the element around the best one, as long as it adds text or pictures more than links."""
    found = best
    for above in _above(best):
        if above is root and any(one.tag == "body" for one in root.elements):
            break
        added = weights[above].own - weights[found].own
        links = weights[above].linked - weights[found].linked
        if added == links == 0 and weights[above].pictures == weights[found].pictures:
            continue
        if links > added or (above.tag in ("tr", "tbody", "table") and links):
            if weights[above].linked > weights[above].own:
                break
            continue
        found = above
    return found


def _direct(element: Element, weights: Weights) -> int:
    """Return how much text is in an element itself and in its words, without the blocks in it."""
    length = 0
    for child in element.children:
        if isinstance(child, str):
            length += _length(child)
        elif child.tag not in BLOCKS:
            length += weights[child].own
    return length


def _commas(element: Element) -> int:
    return sum(
        len(_SENTENCE.findall(child)) for child in element.children if isinstance(child, str)
    )


def _length(text: str) -> int:
    """Return the length of a text, in which a sign of Chinese or Japanese counts as three."""
    words = " ".join(text.split())
    return len(words) + 2 * len(_WIDE.findall(words))
