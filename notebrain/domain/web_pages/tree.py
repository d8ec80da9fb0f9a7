"""The elements of a web page, as many and as deep as is sensible, whoever wrote it."""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final

from notebrain.domain.markdown.html.cleaning import with_whole_tags, without_comments

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CHARACTERS: Final = 25_000_000
_MOST_NODES: Final = 150_000
"""More than all but a few pages in the world have; reading so many takes some 7 seconds."""
_MOST_WORDS: Final = 8_000_000
"""In signs: four times what is kept of a page."""
_AT_ONCE: Final = 200_000
_DEEPEST: Final = 80
_VOID: Final = frozenset(
    [
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
        *("source", "track", "wbr", "frame", "keygen", "basefont"),
    ]
)
BLOCKS: Final = frozenset(
    [
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "center",
            "dd",
            "details",
            "dir",
            "div",
        ),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4"),
        *(
            "h5",
            "h6",
            "header",
            "hr",
            "html",
            "li",
            "main",
            "menu",
            "nav",
            "ol",
            "p",
            "pre",
            "section",
        ),
        *("summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    ]
)
_HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
# which open elements an opening tag ends, and those beyond which it does not look
_ENDS: Final = {
    **{tag: (frozenset(["p"]), frozenset(["button", "table", "td", "th"])) for tag in BLOCKS},
    "li": (frozenset(["li", "p"]), frozenset(["ul", "ol", "menu", "dir", "table"])),
    **dict.fromkeys(("dt", "dd"), (frozenset(["dt", "dd", "p"]), frozenset(["dl", "table"]))),
    **dict.fromkeys(("td", "th"), (frozenset(["td", "th", "p"]), frozenset(["tr", "table"]))),
    "tr": (frozenset(["tr", "td", "th", "p"]), frozenset(["table"])),
    **dict.fromkeys(
        ("tbody", "thead", "tfoot"),
        (frozenset(["tbody", "thead", "tfoot", "tr", "td", "th", "p"]), frozenset(["table"])),
    ),
    "option": (frozenset(["option"]), frozenset(["select"])),
    "a": (frozenset(["a"]), frozenset(["td", "th", "table"])),
}
_CELLS: Final = frozenset(["td", "th", "table"])
_OF_TABLES: Final = frozenset(["td", "th", "tr", "table", "tbody", "thead", "tfoot"])
_NEVER_READ: Final = re.compile(r"<(script|style)\b", re.IGNORECASE)
_ENDINGS: Final = {tag: re.compile(f"</{tag}", re.IGNORECASE) for tag in ("script", "style")}
_LONGEST_TAG: Final = 1_000
_FACTS: Final = re.compile(r"application/ld\+json", re.IGNORECASE)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\ud800-\udfff]")


@dataclass(slots=True, eq=False)
class Element:
    """A tag with what is in it.

    Attributes:
        children: Texts and elements, in order.
        depth: How many elements it is in.
        table, cell: The innermost table and cell that it is in or is, or None.
    """

    tag: str
    attributes: dict[str, str]
    parent: "Element | None" = None
    depth: int = 0
    table: "Element | None" = None
    cell: "Element | None" = None
    children: "list[Element | str]" = field(default_factory=list["Element | str"])

    def __post_init__(self) -> None:
        above = self.parent
        self.table = self if self.tag == "table" else above and above.table
        self.cell = self if self.tag in ("td", "th") else above and above.cell

    def get(self, name: str) -> str:
        """Return the value of an attribute, or an empty string."""
        return self.attributes.get(name, "")

    @property
    def elements(self) -> "list[Element]":
        """The elements directly in it."""
        return [child for child in self.children if isinstance(child, Element)]

    def all(self) -> "Iterator[Element]":
        """Yield it and every element in it, in the order of the page."""
        waiting: list[Element] = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting.extend(reversed(one.elements))

    def text(self) -> str:
        """Return its words, with single spaces between them."""
        parts: list[str] = []
        waiting: list[Element | str] = [self]
        while waiting:
            one = waiting.pop()
            if isinstance(one, str):
                parts.append(one)
                continue
            if one.tag in BLOCKS or one.tag == "br":
                parts.append(" ")
                waiting.append(" ")
            waiting.extend(reversed(one.children))
        return " ".join("".join(parts).split())


@dataclass(frozen=True, slots=True)
class Tree:
    """A web page.

    Attributes:
        root: The element that has all others.
        facts: What the page says of itself for search engines, as JSON.
        is_cut: Whether the page is longer than what was read.
    """

    root: Element
    facts: tuple[str, ...] = ()
    is_cut: bool = False


def tree_of(html: str) -> Tree:
    """Return the elements of a page; scripts, styles and comments are not among them."""
    is_cut = len(html) > MOST_CHARACTERS
    readable, facts = _without_scripts(html[:MOST_CHARACTERS])
    builder = _Builder()
    clean, at = without_comments(_CONTROL.sub("", readable)), 0
    while at < len(clean) and not builder.is_full:  # the rest would only take time
        end = clean.find("<", at + _AT_ONCE)
        end = len(clean) if end < 0 else end
        builder.feed(
            with_whole_tags(clean[at:end])
        )  # in parts: its lists take ten times their room
        at = end
    builder.close()
    return Tree(builder.root, facts, is_cut or builder.is_full)


def _without_scripts(html: str) -> tuple[str, tuple[str, ...]]:
    parts, facts, at = list[str](), list[str](), 0
    while found := _NEVER_READ.search(html, at):
        parts.append(html[at : found.start()])
        begin = html.find(">", found.end())
        end = _ENDINGS[found[1].lower()].search(html, begin) if begin >= 0 else None
        if end is None:
            return "".join(parts), tuple(facts)
        if _FACTS.search(html[found.end() : min(begin, found.end() + _LONGEST_TAG)]):
            facts.append(html[begin + 1 : end.start()])
        at = end.end()
        parts.append("<wbr")  # what is left of the closing tag, up to its end
    return "".join([*parts, html[at:]]), tuple(facts)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("html", {})
        self.is_full = False
        self._open = [self.root]
        self._tags = Counter[str]()  # of the open elements
        self._beyond = 0  # open elements that are too deep to be told apart
        self._nodes = 0
        self._room = _MOST_WORDS

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("html", "head") or (tag == "body" and self._tags["body"]):
            return
        given = {name: value or "" for name, value in reversed(attrs)}
        if self.is_full or (tag == "a" and not given.get("href")):
            return  # an anchor is often left open
        if tag in _ENDS and not self._beyond:
            self._end(*_ENDS[tag])
        parent = self._open[-1]
        if parent.depth >= _DEEPEST and tag not in _VOID:
            self._beyond += 1
            return
        self._nodes += 1
        self.is_full = self._nodes > _MOST_NODES or self._room < 0
        element = Element(tag, given, parent, parent.depth + 1)
        parent.children.append(element)
        if tag not in _VOID:
            self._open.append(element)
            self._tags[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # in HTML, the slash means nothing

    def handle_endtag(self, tag: str) -> None:
        if self._beyond and tag not in _VOID:
            self._beyond -= 1
            return
        if not self._tags[tag] and tag not in _HEADINGS:
            return
        is_block = tag in BLOCKS
        for at in range(len(self._open) - 1, 0, -1):
            open_ = self._open[at].tag
            if open_ == tag or (tag in _HEADINGS and open_ in _HEADINGS):
                self._close(at)
                return
            through = open_ not in _CELLS or tag in _OF_TABLES
            if not through or (not is_block and open_ in BLOCKS):
                return

    def handle_data(self, data: str) -> None:
        if not self.is_full:
            self._open[-1].children.append(data)
            self._room -= len(data)
            self.is_full = self._room < 0

    def _end(self, tags: frozenset[str], beyond: frozenset[str]) -> None:
        """End the open elements with these tags, up to the nearest one that they cannot be ended through."""
        if not any(self._tags[tag] for tag in tags):
            return
        outermost = 0
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].tag in beyond:
                break
            if self._open[at].tag in tags:
                outermost = at
        if outermost:
            self._close(outermost)

    def _close(self, start: int) -> None:
        for one in self._open[start:]:
            self._tags[one.tag] -= 1
        del self._open[start:]
