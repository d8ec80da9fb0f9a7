"""Which stretches of a line of Markdown look how, and what the line leaves open for the next."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from notebrain.gui.editor.code import LANGUAGES, code_spans
from notebrain.gui.editor.inline import inline_spans
from notebrain.gui.editor.styles import FENCE_BITS, Block, Span, Style

LONGEST = 3_000
"""Code points of a line that are looked at: a 100 KB line would take longer than a key may."""

_FENCE = re.compile(r"\s{0,3}(?P<ticks>`{3,}|~{3,})\s*(?P<language>[^\s`]*)")
_HEADING = re.compile(r"(?P<mark>#{1,6}[ \t]+)\S")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
_LIST = re.compile(r"\s*(?P<sign>(?:[-*+]|\d{1,9}[.)])\s+)(?P<box>\[(?P<tick>[ xX])\](?:\s+|$))?")
_RULE = re.compile(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
_TABLE = re.compile(r"\s*\|.*\|\s*$")
_MAY_OPEN = frozenset("`~ \t")
_HEADINGS = (Style.H1, Style.H2, Style.H3)


class Line(NamedTuple):
    """What a line looks like: disjoint spans in order; and the state it leaves."""

    spans: list[Span]
    state: int


def look(line: str, state: int, *, first: bool = False) -> Line:
    """Return how a line looks when the line before it left `state`; `first` of the note or not."""
    kind = state & (1 << FENCE_BITS) - 1 if state > 0 else Block.TEXT
    shown = line[:LONGEST]
    if kind == Block.FENCE:
        return _in_fence(shown, state)
    if kind == Block.FRONT_MATTER or (first and line.rstrip() == "---"):
        return _front_matter(shown, first=first)
    fence = _FENCE.match(shown)
    if fence and not ("`" in fence["ticks"] and "`" in shown[fence.end("ticks") :]):
        return Line([Span(0, len(shown), Style.CODE | Style.MARK)], _fence_state(fence))
    return Line(flat(_text_spans(shown)), Block.TEXT)


def skim(line: str, state: int, *, first: bool = False) -> int:
    """Return only the state a line leaves; for lines that nobody sees yet."""
    if state in (-1, Block.TEXT, Block.FENCE_END) and line[:1] not in _MAY_OPEN and not first:
        return Block.TEXT
    return look(line, state, first=first).state


def is_code(state: int) -> bool:
    """Whether a line that left this state belongs to a code block, fences included."""
    return state > 0 and state & (1 << FENCE_BITS) - 1 in (Block.FENCE, Block.FENCE_END)


def box_at(line: str) -> tuple[int, bool] | None:
    """Return where the tick of a line's check box is, and whether it is set."""
    found = _LIST.match(line)
    if found is None or not found["box"]:
        return None
    return found.start("tick"), found["tick"] != " "


def flat(spans: Iterable[Span]) -> list[Span]:
    """Return spans that do not overlap; where some did, their styles are combined."""
    found = sorted(span for span in spans if span.end > span.start)
    if all(one.end <= other.start for one, other in pairwise(found)):
        return found
    edges = sorted({edge for span in found for edge in span[:2]})
    styles = dict.fromkeys(edges, Style.PLAIN)
    for span in found:
        for edge in edges:
            if span.start <= edge < span.end:
                styles[edge] |= span.style
    return [Span(start, end, styles[start]) for start, end in pairwise(edges) if styles[start]]


def _fence_state(fence: re.Match[str]) -> int:
    language = LANGUAGES.get(fence["language"].lower(), 0)
    tilde = fence["ticks"][0] == "~"
    length = min(len(fence["ticks"]), 63)
    return Block.FENCE | (tilde << FENCE_BITS) | (length << 3) | (language << 9)


def _in_fence(line: str, state: int) -> Line:
    tilde, length, language = state >> FENCE_BITS & 1, state >> 3 & 63, state >> 9
    bare = line.strip()
    sign = "~" if tilde else "`"
    if len(bare) >= length and set(bare) == {sign}:
        return Line([Span(0, len(line), Style.CODE | Style.MARK)], Block.FENCE_END)
    return Line(flat(code_spans(line, language)), state)


def _front_matter(line: str, *, first: bool) -> Line:
    ends = not first and line.rstrip() in ("---", "...")
    style = Style.MARK if first or ends else Style.COMMENT
    return Line(
        [Span(0, len(line), Style.CODE | style)], Block.TEXT if ends else Block.FRONT_MATTER
    )


def _text_spans(line: str) -> Iterator[Span]:
    heading = _HEADING.match(line)
    if heading:
        level = len(heading["mark"].strip())
        style = _HEADINGS[min(level, len(_HEADINGS)) - 1]
        yield Span(0, heading.end("mark"), style | Style.MARK)
        yield Span(heading.end("mark"), len(line), style)
        yield from inline_spans(line, heading.end("mark"), len(line))
    elif _RULE.match(line):
        yield Span(0, len(line), Style.MARK)
    elif _TABLE.match(line):
        yield from _table_spans(line)
    else:
        yield from _block_spans(line)


def _block_spans(line: str) -> Iterator[Span]:
    start = 0
    quote = _QUOTE.match(line)
    if quote:
        start = quote.end()
        yield Span(0, start, Style.MARK)
        yield Span(start, len(line), Style.QUOTE)
    item = _LIST.match(line, start)
    if item:
        done = item["box"] and item["tick"] != " "
        # as wide as signs are, so that it is seen how deep an item stands
        yield Span(start, item.start("sign"), Style.LIST)
        start = item.end()
        yield Span(item.start("sign"), start, Style.LIST | (Style.MARK if done else Style.PLAIN))
        if done:
            yield Span(start, len(line), Style.DONE)
    yield from inline_spans(line, start, len(line))


def _table_spans(line: str) -> Iterator[Span]:
    # columns stand below each other
    yield Span(0, len(line), Style.TABLE)
    if not line.strip("|-: \t"):
        yield Span(0, len(line), Style.MARK)
        return
    yield from (Span(at, at + 1, Style.MARK) for at, char in enumerate(line) if char == "|")
    yield from inline_spans(line, 0, len(line))
