"""The pictures of a web page: which there are, and which address of several is the real one."""

import re
from dataclasses import dataclass
from typing import Final

from notebrain.domain.web_pages.addresses import absolute, is_web
from notebrain.domain.web_pages.tree import Element

_LAZY: Final = (
    *(
        "data-src",
        "data-original",
        "data-lazy-src",
        "data-lazy",
        "data-full-src",
        "data-hi-res-src",
    ),
    *("data-image", "data-url", "data-orig-file", "data-actualsrc"),
)
_SETS: Final = ("data-srcset", "data-lazy-srcset", "srcset")
_CANDIDATE: Final = re.compile(r"(\S*[^\s,])(?:\s+([\d.]+)([wx]))?\s*(?:,|$)")
_PLACEHOLDER: Final = re.compile(
    r"(?:blank|spacer|placeholder|platzhalter|pixel|transparent|lazy|loading|1x1)[\w-]*\.(?:gif|png|svg|jpe?g|webp)",
    re.IGNORECASE,
)
_SHORTEST_DATA: Final = 400
_LONGEST_SET: Final = 20_000
_SMALLEST: Final = 3
_LONGEST_SIGN: Final = 8
_PERSONS: Final = re.compile(r"\b(?:avatar|gravatar|userpic)\b", re.IGNORECASE)
_LONGEST_WORDS: Final = 300


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a page.

    Attributes:
        source: As the page names it: an address, a path beside it, or the picture itself as `data:`.
        address: Where it is on the web, or "".
        words: What the page says it shows.
    """

    source: str
    address: str
    words: str


def picture_of(element: Element, base: str) -> Picture | None:
    """Return the picture that an `img` shows; None if it shows none that is worth keeping."""
    if _is_tiny(element) or _PERSONS.search(element.get("class")):
        return None
    source = _source(element)
    words = " ".join((element.get("alt") or element.get("title")).split())[:_LONGEST_WORDS]
    if not source:
        return None
    address = absolute(source, base)
    return Picture(source, address if is_web(address) else "", words)


def is_sign(picture: Picture, element: Element) -> bool:
    """Return whether a picture stands for a sign in the text, such as an emoji."""
    signs = picture.words
    if not signs or len(signs) > _LONGEST_SIGN:
        return False
    is_named = "emoji" in f"{element.get('class')} {picture.source}".lower()
    return is_named or not any(sign.isalnum() or sign.isascii() for sign in signs)


def real(element: Element) -> bool:
    """Return whether an `img` names a picture, and not only a place for one."""
    return bool(_source(element)) and not _is_empty(_source(element))


def _source(element: Element) -> str:
    """Return the address of the largest form of a picture that the page gives."""
    sets = [element.get(name) for name in _SETS]
    lazy = [element.get(name).strip() for name in _LAZY]
    plain = element.get("src").strip()
    is_placeholder = _is_empty(plain)
    best = next(filter(None, (_largest(one) for one in sets)), "")
    for source in (best, *lazy, "" if is_placeholder else plain, _of_sources(element)):
        if source and not _is_empty(source):
            return source
    return ""


def _is_empty(source: str) -> bool:
    """Return whether an address leads to nothing, or to what stands there until the picture has come."""
    if not source or source.startswith(("about:", "#", "javascript:")):
        return True
    if source.lower().startswith("data:"):
        return len(source) < _SHORTEST_DATA
    return _PLACEHOLDER.search(source) is not None


def _largest(sources: str) -> str:
    """Return the address in a `srcset` with the highest width or density."""
    best, highest = "", -1.0
    for found in _CANDIDATE.finditer(sources[:_LONGEST_SET].strip()):
        size = float(found[2]) if found[2] and found[2].count(".") < 2 and found[2] != "." else 1.0  # noqa: PLR2004
        if size > highest:
            best, highest = found[1], size
    return best


def _of_sources(element: Element) -> str:
    """Return the address of a picture that only its `<source>` elements name."""
    if element.parent is None or element.parent.tag != "picture":
        return ""
    for one in element.parent.elements:
        if one.tag == "source" and (
            source := _largest(one.get("srcset") or one.get("data-srcset"))
        ):
            return source
    return ""


def _is_tiny(element: Element) -> bool:
    sizes = [element.get(name).strip().removesuffix("px") for name in ("width", "height")]
    return any(size.isascii() and size.isdigit() and int(size[:6]) < _SMALLEST for size in sizes)
