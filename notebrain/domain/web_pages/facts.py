"""What a web page says of itself: its title, its own address, and its date."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, cast

from notebrain.domain.web_pages.addresses import absolute, is_same_site, is_web, known_by, path_of
from notebrain.domain.web_pages.tree import BLOCKS, Element, Tree

_LONGEST_TITLE: Final = 300
_MOST_CUTS: Final = 10
_DATE: Final = re.compile(r"\s*(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d{2}(?!\d))")
_SAVED: Final = (
    re.compile(r"<!--\s*saved from url=\(\d+\)(\S+)", re.IGNORECASE),
    re.compile(r"<!--\s*Page saved with SingleFile\s+url:\s*(\S+)", re.IGNORECASE),
)
_BEGINNING: Final = 10_000
_DATES: Final = (
    *("article:published_time", "datepublished", "og:published_time", "parsely-pub-date"),
    *(
        "citation_publication_date",
        "citation_date",
        "citation_online_date",
        "dc.date.issued",
        "dc.date",
    ),
    *(
        "dcterms.date",
        "dcterms.created",
        "pubdate",
        "publishdate",
        "publish-date",
        "sailthru.date",
        "date",
    ),
)
_TITLES: Final = ("og:title", "twitter:title", "citation_title", "dc.title", "dcterms.title")
_BETWEEN: Final = re.compile(r"\s+[|–—·»«:-]+\s+|\s*[\uff5c|]\s*|: ")
_OF_PAGES: Final = re.compile(
    r"(?:\w*Article|BlogPosting|Recipe|\w*Posting|Report|HowTo|WebPage|Event|VideoObject)"
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a page says of itself.

    Attributes:
        title: Without the name of the site.
        address: The address by which it is known, or "" if nobody told.
        base: What relative addresses in it are relative to.
        published: When it was published, if it says so.
    """

    title: str
    address: str
    base: str
    published: date | None = None


def facts_of(tree: Tree, html: str, address: str) -> Facts:
    """Return what a page says of itself.

    Args:
        address: Where it was read, or "" if the file may say.
    """
    elements = list(tree.root.all())
    metas = _metas(elements)
    address = address or _saved_from(html)
    base = next(
        (
            absolute(one.get("href"), address)
            for one in elements
            if one.tag == "base" and one.get("href")
        ),
        "",
    )
    told = list(_told(tree))
    own = _own_address(elements, metas, address)
    return Facts(
        _title(elements, metas, told, address),
        own,
        base or address or own,
        _date(elements, metas, told),
    )


def _metas(elements: list[Element]) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in elements:
        if one.tag == "meta" and (value := " ".join(one.get("content").split())):
            for name in ("property", "name", "itemprop"):
                found.setdefault(one.get(name).lower(), value)
    return found


def _saved_from(html: str) -> str:
    for pattern in _SAVED:
        found = pattern.search(html[:_BEGINNING])
        if found and is_web(found[1]):
            return found[1]
    return ""


def _own_address(elements: list[Element], metas: dict[str, str], address: str) -> str:
    """Return the address that a page gives itself, if it is on the same site and not that of all its pages."""
    links = [
        one.get("href")
        for one in elements
        if one.tag == "link" and "canonical" in one.get("rel").lower()
    ]
    for told in (*links, metas.get("og:url", "")):
        own = absolute(told, address)
        if not is_web(own) or (address and not is_same_site(own, address)):
            continue
        if path_of(own).strip("/") or not path_of(address).strip("/"):
            return known_by(own)
    return known_by(address)


def _told(tree: Tree) -> Iterator[dict[str, object]]:
    """Yield what the page says of itself for search engines."""
    for text in tree.facts:
        try:
            waiting: list[object] = [json.loads(text)]
        except (ValueError, RecursionError):
            continue
        while waiting:
            one = waiting.pop()
            if isinstance(one, list):
                waiting.extend(reversed(cast("list[object]", one)))
            elif isinstance(one, dict):
                said = cast("dict[str, object]", one)
                kind = said.get("@type")
                kinds = cast("list[object]", kind) if isinstance(kind, list) else [kind]
                if any(isinstance(name, str) and _OF_PAGES.fullmatch(name) for name in kinds):
                    yield said
                waiting.append(said.get("@graph"))


def _title(
    elements: list[Element], metas: dict[str, str], told: list[dict[str, object]], address: str
) -> str:
    whole = next(
        (one.text() for one in elements if one.tag == "title" and not _in_picture(one)), ""
    )
    headings = [one.text() for one in elements if one.tag in ("h1", "h2") or _is_line(one)]
    given = [metas[name] for name in _TITLES if name in metas]
    given += [
        value
        for one in told
        for name in ("headline", "name")
        if isinstance(value := one.get(name), str)
    ]
    site = metas.get("og:site_name", "")
    for title in given:
        if _bare(title):
            return _short(_without_site(title, site, headings))
    if whole:
        return _short(_without_site(whole, site, headings))
    named = (one.text() for one in elements if one.tag in ("h1", "h2"))
    return _short(next(filter(None, named), "") or address.partition("://")[2].rstrip("/"))


def _without_site(title: str, site: str, headings: list[str]) -> str:
    """Return a title without the name of its site, which stands before or after it."""
    title = " ".join(title.split())
    cuts = [(found.start(), found.end()) for found in _BETWEEN.finditer(title)]
    parts = [title[:start] for start, _end in cuts] + [title[end:] for _start, end in cuts]
    parts += (
        [title[a[1] : b[0]] for at, a in enumerate(cuts) for b in cuts[at + 1 :]]
        if len(cuts) < _MOST_CUTS
        else []
    )
    names = {_bare(heading) for heading in headings if _bare(heading)}
    if _bare(title) in names:
        return title
    same = [part for part in parts if _bare(part) in names and _bare(part) != _bare(site)]
    if same:
        return max(same, key=len)
    if site:
        return next(
            (title[:start] for start, end in cuts if _bare(title[end:]) == _bare(site)), title
        )
    spaced = [(start, end) for start, end in cuts if title[start:end].strip() not in (":", "")]
    if spaced:
        head = title[: spaced[-1][0]]
        return head if len(head) >= len(title[spaced[-1][1] :]) else title
    return title


def _is_line(element: Element) -> bool:
    """Return whether an element has only words, and few: without a heading, it may be one."""
    words = element.children
    return (
        element.tag in BLOCKS
        and len(words) == 1
        and isinstance(words[0], str)
        and len(words[0]) < _LONGEST_TITLE
    )


def _bare(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _short(title: str) -> str:
    title = " ".join(title.split())
    return title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE].rstrip()}…"


def _in_picture(element: Element) -> bool:
    return element.parent is not None and element.parent.tag == "svg"


def _date(
    elements: list[Element], metas: dict[str, str], told: list[dict[str, object]]
) -> date | None:
    for name in _DATES[:2]:
        if found := date_in(metas.get(name, "")):
            return found
    for one in told:
        for name in ("datePublished", "uploadDate", "startDate", "dateCreated"):
            if isinstance(value := one.get(name), str) and (found := date_in(value)):
                return found
    for name in _DATES[2:]:
        if found := date_in(metas.get(name, "")):
            return found
    dated = [one for one in elements if one.tag == "time" or _is_published(one)]
    marked = [one for one in dated if _is_published(one) or "pubdate" in one.attributes]
    return next(
        filter(
            None, (date_in(one.get("datetime") or one.get("content")) for one in (*marked, *dated))
        ),
        None,
    )


def _is_published(element: Element) -> bool:
    return "datePublished" in element.get("itemprop")


def date_in(text: str) -> date | None:
    """Return the date that a text for programs begins with, as 2026-03-14 or 20260314, or None."""
    found = _DATE.match(text)
    try:
        return None if found is None else date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None
