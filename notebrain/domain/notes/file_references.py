"""The places in a Markdown text that name a file: links, pictures, their definitions, `[[file.pdf]]` and `<img>`."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from notebrain.domain.notes.attachments import alt_parts
from notebrain.domain.notes.links import code_spans

# in brackets < >, or without blanks and with balanced parentheses; then perhaps a title
_ADDRESS: Final = r"(?:<(?P<bracketed>[^<>\n]*)>|(?P<bare>[^()\s<>]+(?:\([^()\s<>]*\)[^()\s<>]*)*))"
_LINK_END: Final = re.compile(
    rf"""\]\([ \t]*{_ADDRESS}(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)"""
)
_DEFINITION: Final = re.compile(rf"^ {{0,3}}\[(?!\^)[^\[\]\n]+\]:[ \t]*{_ADDRESS}", re.MULTILINE)
_WIKI: Final = re.compile(r"(?P<mark>!?)\[\[(?P<inner>[^\[\]\n]+)\]\]")
_IMAGE: Final = re.compile(r"<img\b(?P<inner>[^<>\n]*)>")
_ATTRIBUTE: Final = re.compile(r"""(?<![\w-])(src|alt|width)=(?:"([^"\n]*)"|'([^'\n]*)')""")
_BAR: Final = re.compile(r"\\?\|")  # in a table, it is escaped
_LONGEST_TEXT: Final = 2_000


@dataclass(frozen=True, slots=True)
class FileReference:
    """A place that may name a file.

    Attributes:
        start, end: The range of the whole link; in a definition, that of the address.
        address_start, address_end: The range of the address, with the `< >` around it.
        address: As it is written, without `< >`, a bar or what follows it.
        alt: The text to show; of a wiki link, what follows the bar.
        width: How wide to show the picture, in pixels, or None.
        is_picture: Whether it begins with `!`.
        is_wiki: Whether it is `[[…]]`.
        is_html: Whether it is `<img src="…">`, as Joplin writes a picture with a size.
    """

    start: int
    end: int
    address_start: int
    address_end: int
    address: str
    alt: str = ""
    width: int | None = None
    is_picture: bool = False
    is_wiki: bool = False
    is_html: bool = False


def file_references(text: str) -> list[FileReference]:
    """Return the places in a text that may name a file, in order, except in code; none overlap.

    Example:
        >>> [
        ...     found.address
        ...     for found in file_references("![](a.png) [b](<b c.pdf>) ![[d.png|300]] `[e](e)`")
        ... ]
        ['a.png', 'b c.pdf', 'd.png']
    """
    if not any(sign in text for sign in ("](", "]:", "[[", "<img")):
        return []
    found = sorted(
        [*_links(text), *_definitions(text), *_wiki_links(text), *_html_pictures(text)],
        key=lambda one: one.address_start,
    )
    code = code_spans(text)
    starts = [start for start, _end in code]
    kept: list[FileReference] = []
    for reference in found:
        at = bisect_right(starts, reference.start) - 1
        in_code = at >= 0 and reference.start < code[at][1]
        if not in_code and not (kept and reference.address_start < kept[-1].address_end):
            kept.append(reference)
    return kept


def _links(text: str) -> Iterator[FileReference]:
    for found in _LINK_END.finditer(text):
        opening = _opening(text, found.start())
        if opening is None:
            continue
        is_picture = text[opening - 1 : opening] == "!" and not _escaped(text, opening - 1)
        alt, width = alt_parts(text[opening + 1 : found.start()])
        start, end = _address_range(found)
        yield FileReference(
            opening - is_picture, found.end(), start, end, _address(found), alt, width, is_picture
        )


def _definitions(text: str) -> Iterator[FileReference]:
    for found in _DEFINITION.finditer(text):
        start, end = _address_range(found)
        yield FileReference(start, end, start, end, _address(found))


def _wiki_links(text: str) -> Iterator[FileReference]:
    for found in _WIKI.finditer(text):
        if _escaped(text, found.start("inner") - 2):
            continue
        address, *words = _BAR.split(found["inner"])
        alt, width = alt_parts("|" + "|".join(words)) if words else ("", None)
        yield FileReference(
            found.start(),
            found.end(),
            found.start(),
            found.end(),
            address.strip(),
            alt.strip("| "),
            width,
            bool(found["mark"]),
            is_wiki=True,
        )


def _html_pictures(text: str) -> Iterator[FileReference]:
    for found in _IMAGE.finditer(text):
        said = {one[1]: one for one in _ATTRIBUTE.finditer(text, *found.span("inner"))}
        words = {name: one[2] or one[3] or "" for name, one in said.items()}
        width = words.get("width", "").removesuffix("px")
        if words.get("src"):
            yield FileReference(
                *found.span(),
                *said["src"].span(2 if said["src"][2] else 3),
                words["src"].replace("&amp;", "&"),
                words.get("alt", ""),
                int(width) if re.fullmatch("[1-9][0-9]{0,3}", width) else None,
                is_picture=True,
                is_html=True,
            )


def _opening(text: str, closing: int) -> int | None:
    """Return where the bracket opens that closes here, or None."""
    depth = 0
    for at in range(closing - 1, max(-1, closing - _LONGEST_TEXT), -1):
        sign = text[at]
        if sign in "[]" and not _escaped(text, at):
            depth += 1 if sign == "]" else -1
            if depth < 0:
                return at
        elif sign == "\n" and text[at - 1 : at] in ("\n", ""):
            return None
    return None


def _escaped(text: str, at: int) -> bool:
    before = text[max(0, at - 20) : at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _address_range(found: "re.Match[str]") -> tuple[int, int]:
    if found["bare"] is not None:
        return found.span("bare")
    start, end = found.span("bracketed")
    return start - 1, end + 1


def _address(found: "re.Match[str]") -> str:
    return found["bare"] if found["bare"] is not None else found["bracketed"]
