"""The Markdown syntax within a line: emphasis, code, links and tags.

Takes time in proportion to the length of the line, whatever is in it: a line can come from anywhere, and is read with
each key.
"""

import re
from collections.abc import Iterator

from notebrain.domain.notes.attachments import SCHEME
from notebrain.domain.notes.tags import TAG_PATTERN
from notebrain.gui.editor.text_style import Span, Style

_BEGINS = re.compile(r"[*_`~\[#\\$]|!(?=\[)|\bhttps?://")
_INLINE = re.compile(
    r"""(?P<escape>\\[\\`*_{}\[\]()#+\-.!~>|])
    |(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))
    |(?P<math>\$\$.+?\$\$|\$(?=[^\s$])[^$]*[^\s$\\]\$(?!\d)|\$[^\s$]\$(?!\d))
    |(?P<note>\[\^[^\[\]\s]+\]:?)
    |(?P<wiki>\[\[[^\[\]]+\]\])
    |(?P<link>!?\[[^\[\]]*\]\([^()\s]*(?:\s+"[^"]*")?\))
    |(?P<url>\bhttps?://[^\s<>()\[\]]*[^\s<>()\[\].,:;!?'"])
    |(?P<strong>(?P<two>\*\*|(?<!\w)__)(?=[^\s*_]).+?(?<=\S)(?P=two)(?!\*))
    |(?P<strike>~~(?=\S).+?(?<=\S)~~)
    |(?P<emphasis>\*(?=[^\s*])[^*]*[^\s*]\*(?!\*)|(?<!\w)_(?=[^\s_])[^_]*[^\s_]_(?!\w)
      |\*[^\s*]\*(?!\*)|(?<!\w)_[^\s_]_(?!\w))
    |"""
    + TAG_PATTERN,
    re.VERBOSE,
)
_FILE = re.compile(rf"\]\({SCHEME}[0-9a-f]{{64}}/([^()\s]*)")
_WRAPPED = {
    "strong": (2, Style.STRONG),
    "strike": (2, Style.STRIKE),
    "emphasis": (1, Style.EMPHASIS),
}


def inline_spans(line: str, start: int, end: int) -> Iterator[Span]:
    """Yield the marked spans between `start` and `end`; inner ones follow outer ones."""
    for found in _found(line, start, end):
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
        case "math":  # a formula stays as it was written
            pass
        case "note":
            yield Span(start, start + 2, Style.MARK)
            yield Span(start + 2, found.string.index("]", start), Style.LINK | Style.RAISED)
            yield Span(found.string.index("]", start), end, Style.MARK)
        case "wiki":
            alias = found[0].find("|") + 1
            words = start + (alias if 0 < alias < len(found[0]) - 2 else 2)
            yield Span(start, words, Style.MARK)
            yield Span(words, end - 2, Style.LINK | Style.INSIDE)
            yield Span(end - 2, end, Style.MARK)
        case "link":
            middle = found.string.index("](", start)
            opening = found.string.index("[", start) + 1
            if opening == middle:  # without words, the address is all there is to see
                yield from _wordless(found[0], start)
                return
            yield Span(start, opening, Style.MARK)
            inside = Style.INSIDE if found.string.startswith(SCHEME, middle + 2) else Style.PLAIN
            yield Span(opening, middle, Style.LINK | inside)
            yield from inline_spans(found.string, opening, middle)
            yield Span(middle, end, Style.MARK)
        case "tag":
            yield Span(start, end, Style.TAG)
        case _:
            yield Span(start, end, Style.LINK)


def _wordless(link: str, start: int) -> Iterator[Span]:
    """Yield the spans of a link without words; of one to a file, only its name is to be seen."""
    found = _FILE.search(link)
    if found is None or not found[1]:
        yield Span(start, start + len(link), Style.LINK)
        return
    yield Span(start, start + found.start(1), Style.MARK)
    yield Span(start + found.start(1), start + found.end(1), Style.LINK | Style.INSIDE)
    yield Span(start + found.end(1), start + len(link), Style.MARK)


def link_at(line: str, at: int) -> str:
    """Return the address or note title that the link at this position points to."""
    start, end = 0, len(line)
    while found := next((one for one in _found(line, start, end) if one.end() >= at), None):
        kind = found.lastgroup or ""
        if found.start() > at:
            break
        if kind in _WRAPPED:
            start, end = found.start() + _WRAPPED[kind][0], found.end() - _WRAPPED[kind][0]
        elif kind == "link":
            return found[0].partition("](")[2].rstrip(")").split(" ")[0]
        elif kind == "wiki":
            return found[0].strip("[]")
        elif kind == "url":
            return found[0]
        else:
            start = found.end()
    return ""


def _found(line: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield what is marked between `start` and `end`, without what is in it.

    Where a mark would have to be closed, the whole line is only searched if it is: else a line full of open marks would
    be searched once for each of them.
    """
    last: dict[str, int] = {}
    while begins := _BEGINS.search(line, start, end):
        at, mark = begins.start(), line[begins.start() : begins.start() + 2]
        if mark in _CLOSES and mark not in last:
            ends = _CLOSES[mark].finditer(line, at, end)
            last[mark] = max((one.start() for one in ends), default=-1)
        closed = mark not in _CLOSES or last[mark] > at
        found = _INLINE.match(line, at, end) if closed else None
        if found is not None:
            yield found
        start = found.end() if found is not None else at + 1


_CLOSES = {
    "**": re.compile(r"(?<=\S)(?=\*\*(?!\*))"),
    "__": re.compile(r"(?<=\S)(?=__(?!\*))"),
    "~~": re.compile(r"(?<=\S)(?=~~)"),
}
"""Where a mark can be closed; there may be places where it is not, but no others where it is."""
