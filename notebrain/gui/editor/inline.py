"""Marks within a line of Markdown: emphasis, code, links, tags."""

import re
from collections.abc import Iterator

from notebrain.gui.editor.styles import Span, Style

# Most lines of prose hold none of these and need no closer look.
_ANY = re.compile(r"[*_`~\[#\\]|://")
_INLINE = re.compile(
    r"""(?P<escape>\\[\\`*_{}\[\]()#+\-.!~>|])
    |(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))
    |(?P<wiki>\[\[[^\[\]]+\]\])
    |(?P<link>!?\[[^\[\]]*\]\([^()\s]*(?:\s+"[^"]*")?\))
    |(?P<url>\bhttps?://[^\s<>()\[\]]*[^\s<>()\[\].,:;!?'"])
    |(?P<strong>(?P<two>\*\*|(?<!\w)__)(?=[^\s*_]).+?(?<=\S)(?P=two)(?!\*))
    |(?P<strike>~~(?=\S).+?(?<=\S)~~)
    |(?P<emphasis>\*(?=[^\s*])[^*]*[^\s*]\*(?!\*)|(?<!\w)_(?=[^\s_])[^_]*[^\s_]_(?!\w)
      |\*[^\s*]\*(?!\*)|(?<!\w)_[^\s_]_(?!\w))
    |(?P<tag>(?<![\w\#&/])\#(?!(?:[0-9a-fA-F]{3}){1,2}(?![\w/-]))\w*[^\W\d_][\w/-]*)""",
    re.VERBOSE,
)
_WRAPPED = {
    "strong": (2, Style.STRONG),
    "strike": (2, Style.STRIKE),
    "emphasis": (1, Style.EMPHASIS),
}


def inline_spans(line: str, start: int, end: int) -> Iterator[Span]:
    """Yield the marked stretches between `start` and `end`; inner ones come after outer ones."""
    if not _ANY.search(line, start, end):
        return
    for found in _INLINE.finditer(line, start, end):
        kind = found.lastgroup or ""
        if kind in _WRAPPED:
            yield from _wrapped(line, found.start(), found.end(), *_WRAPPED[kind])
        else:
            yield from _whole(found, kind)


def _wrapped(line: str, start: int, end: int, width: int, style: Style) -> Iterator[Span]:
    yield Span(start, start + width, Style.MARK)
    yield Span(start + width, end - width, style)
    yield Span(end - width, end, Style.MARK)
    yield from inline_spans(line, start + width, end - width)


def _whole(found: re.Match[str], kind: str) -> Iterator[Span]:
    start, end = found.span()
    match kind:
        case "escape":
            yield Span(start, start + 1, Style.MARK)
        case "code":
            width = len(found["ticks"])
            yield Span(start, start + width, Style.CODE | Style.MARK)
            yield Span(start + width, end - width, Style.CODE)
            yield Span(end - width, end, Style.CODE | Style.MARK)
        case "wiki":
            yield Span(start, start + 2, Style.MARK)
            yield Span(start + 2, end - 2, Style.LINK)
            yield Span(end - 2, end, Style.MARK)
        case "link":
            middle = found.string.index("](", start)
            opening = found.string.index("[", start) + 1
            yield Span(start, opening, Style.MARK)
            yield Span(opening, middle, Style.LINK)
            yield Span(middle, end, Style.MARK)
        case "tag":
            yield Span(start, end, Style.TAG)
        case _:
            yield Span(start, end, Style.LINK)


def link_at(line: str, at: int) -> str:
    """Return the address, or the title of the note, that the link at this place leads to."""
    for found in _INLINE.finditer(line):
        if found.start() <= at <= found.end():
            if found.lastgroup == "link":
                return found[0].partition("](")[2].rstrip(")").split(" ")[0]
            if found.lastgroup in ("wiki", "url"):
                return found[0].strip("[]") if found.lastgroup == "wiki" else found[0]
    return ""
