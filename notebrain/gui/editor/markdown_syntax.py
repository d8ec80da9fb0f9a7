"""The Markdown syntax of single lines: which span has which style. What is within a line is in `inline_syntax`."""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from notebrain.domain.markdown.editing.tables import is_row
from notebrain.gui.editor.code_syntax import LANGUAGES, code_spans
from notebrain.gui.editor.inline_syntax import inline_spans
from notebrain.gui.editor.text_style import Span, Style, flat


class Block(IntEnum):
    """The state the next line starts in; each kind adds its details above `FENCE_BITS`.

    A line of text adds the quote it belongs to and the backticks of code that continues in the next line.
    """

    TEXT = 0
    FRONT_MATTER = 1
    FENCE = 2
    FENCE_END = 3
    """The line that closed a fence: part of the code block, but followed by text."""


FENCE_BITS = 2


LONGEST = 3_000
"""The number of code points examined per line: a 100 KB line would take too long for a key press."""

_FENCE = re.compile(r"\s{0,3}(?P<ticks>`{3,}|~{3,})\s*(?P<language>[^\s`]*)")
_HEADING = re.compile(r"(?P<mark>#{1,6}[ \t]+)\S")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
_LIST = re.compile(r"\s*(?P<sign>(?:[-*+]|\d{1,9}[.)])\s+)(?P<box>\[(?P<tick>[ xX])\](?:\s+|$))?")
_RULE = re.compile(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
_CALLOUT = re.compile(r"\[!(?P<kind>[\w-]+)\][+-]?[ \t]*")
_TICKS = re.compile(r"(?<![`\\])`+")
_MAY_OPEN = frozenset("`~> \t")
_HEADINGS = (Style.H1, Style.H2, Style.H3)

_QUOTE_SHIFT, _TICKS_SHIFT, _FOUR_BITS = 2, 6, 15
_TILDE_SHIFT, _LENGTH_SHIFT, _WITHIN_SHIFT, _LANGUAGE_SHIFT = 2, 3, 9, 11
_LONGEST_FENCE = 63


class Quote(IntEnum):
    """What a line with `>` belongs to: a plain quote, or a callout of one of five colors."""

    NONE = 0
    PLAIN = 1
    NOTE = 2
    TIP = 3
    WARNING = 4
    DANGER = 5
    OTHER = 6


_CALLOUTS = {
    **dict.fromkeys(("note", "info", "todo", "abstract", "summary", "tldr"), Quote.NOTE),
    **dict.fromkeys(("tip", "hint", "important", "success", "check", "done"), Quote.TIP),
    **dict.fromkeys(("warning", "caution", "attention", "question", "help", "faq"), Quote.WARNING),
    **dict.fromkeys(("danger", "error", "bug", "failure", "fail", "missing"), Quote.DANGER),
}

Closes = Callable[[int], bool]
"""Returns whether a later line of the paragraph has the backticks, so many, that close code."""


class Line(NamedTuple):
    """The appearance of a line: disjoint spans in order, and the state it leaves."""

    spans: list[Span]
    state: int


def _never(_count: int) -> bool:
    return False


def parse_line(line: str, state: int, *, first: bool = False, closes: Closes = _never) -> Line:
    """Return how a line looks if the line before it left `state`; `first` means the first line of the note."""
    kind = state & (1 << FENCE_BITS) - 1 if state > 0 else Block.TEXT
    shown = line[:LONGEST]
    if kind == Block.FENCE:
        return _in_fence(shown, state)
    if kind == Block.FRONT_MATTER or (first and line.rstrip() == "---"):
        return _front_matter(shown, first=first)
    fence = _fence(shown)
    if fence:
        return Line([Span(0, len(shown), Style.CODE | Style.MARK)], _fence_state(fence))
    before = state if kind == Block.TEXT and state > 0 else Block.TEXT
    if before == Block.TEXT and "`" not in shown and ">" not in shown[:4]:
        return Line(flat(_text_spans(shown)), Block.TEXT)
    return _continued(shown, before, closes)


def skim(line: str, state: int, *, first: bool = False, closes: Closes = _never) -> int:
    """Return only the state that a line leaves, for lines that are not visible yet."""
    fresh = state in (-1, Block.TEXT, Block.FENCE_END)
    if fresh and line[:1] not in _MAY_OPEN and "`" not in line and not first:
        return Block.TEXT
    return parse_line(line, state, first=first, closes=closes).state


def quote_of(state: int) -> Quote:
    """Return what the line that left this state belongs to."""
    if state <= 0 or state & (1 << FENCE_BITS) - 1 != Block.TEXT:
        return Quote.NONE
    return Quote(state >> _QUOTE_SHIFT & _FOUR_BITS)


def open_ticks(state: int) -> int:
    """Return how many backticks close the code that continues after the line that left this state; 0 for none."""
    if state <= 0 or state & (1 << FENCE_BITS) - 1 != Block.TEXT:
        return 0
    return state >> _TICKS_SHIFT & _FOUR_BITS


def loose_ticks(line: str) -> tuple[int, int] | None:
    """Return where in a line backticks stand that nothing closes, and how many; None if there are none."""
    at = 0
    while found := _TICKS.search(line, at):
        close = _closing(line, len(found[0]), found.end())
        if close is None:
            return found.span()[0], len(found[0])
        at = close.end()
    return None


def ends_code(below: Iterable[str], count: int, *, quoted: bool) -> bool:
    """Return whether the lines below one have the backticks, so many, that close code in the same paragraph."""
    for line in below:
        quote = quote_at(line)
        if bool(quote) != quoted or _breaks_off(line[quote:]):
            return False
        if _closing(line, count, 0):
            return True
    return False


def _breaks_off(line: str) -> bool:
    """Return whether a line begins something new, so that code from the line before cannot continue in it."""
    return (
        not line.strip()
        or is_row(line)
        or any(pattern.match(line) for pattern in (_HEADING, _RULE, _FENCE, _LIST))
    )


def _closing(line: str, count: int, at: int) -> re.Match[str] | None:
    return re.compile(rf"(?<!`)`{{{count}}}(?!`)").search(line, at)


def _continued(line: str, before: int, closes: Closes) -> Line:
    """Return how a line looks that has backticks, is quoted, or continues what the line before began."""
    mark = _QUOTE.match(line)
    quote = _quote(line, mark, quote_of(before)) if mark else Quote.NONE
    ticks, at = open_ticks(before), 0
    same = bool(quote_of(before)) == bool(quote)
    spans: list[Span] = []
    if ticks and same and not _breaks_off(line[mark.end() if mark else 0 :]):
        start = mark.end() if mark else 0
        close = _closing(line, ticks, start)
        at = close.end() if close else len(line)
        inner = Span(start, close.start() if close else len(line), Style.CODE)
        spans.append(inner)
        if mark:
            spans += Span(0, start, Style.MARK), Span(start, len(line), Style.QUOTE)
        if close:
            spans.append(Span(close.start(), close.end(), Style.CODE | Style.MARK))
            spans += inline_spans(line, at, len(line))
            ticks = 0
    else:
        spans += _text_spans(line)
        ticks = 0
    loose = None if ticks or _no_code(line) else loose_ticks(line[at:])
    if loose and loose[1] <= _FOUR_BITS and closes(loose[1]):
        ticks, start = loose[1], at + loose[0]
        spans = [span for span in spans if span.start < start or span.style & Style.QUOTE]
        spans.append(Span(start, start + ticks, Style.CODE | Style.MARK))
        spans.append(Span(start + ticks, len(line), Style.CODE))
    return Line(flat(spans), Block.TEXT | quote << _QUOTE_SHIFT | ticks << _TICKS_SHIFT)


def _no_code(line: str) -> bool:
    """Return whether code that begins in this line also ends in it."""
    return is_row(line) or any(pattern.match(line) for pattern in (_HEADING, _RULE))


def _quote(line: str, mark: re.Match[str], before: Quote) -> Quote:
    found = _CALLOUT.match(line, mark.end())
    if found:
        return callout_of(found["kind"])
    return before or Quote.PLAIN


def callout_of(kind: str) -> Quote:
    """Return the callout that a kind as written means."""
    return _CALLOUTS.get(kind.lower(), Quote.OTHER)


def is_code(state: int) -> bool:
    """Return whether a line that left this state belongs to a code block, including its fences."""
    return state > 0 and state & (1 << FENCE_BITS) - 1 in (Block.FENCE, Block.FENCE_END)


def list_at(line: str) -> re.Match[str] | None:
    """Return the marks of a list item, with the groups `sign`, `box` and `tick`, or None."""
    quote = _QUOTE.match(line)
    return _LIST.match(line, quote.end() if quote else 0)


def quote_at(line: str) -> int:
    """Return how long the marks of a quote at the start of a line are."""
    quote = _QUOTE.match(line)
    return quote.end() if quote else 0


def callout_at(line: str) -> tuple[int, int, str] | None:
    """Return where a line names the kind of a callout, and the kind as written, or None."""
    found = _CALLOUT.match(line, quote_at(line))
    return (found.start(), found.end(), found["kind"]) if found else None


def is_rule(line: str) -> bool:
    """Return whether a line outside of code is a thematic break."""
    return bool(_RULE.match(line)) and not _HEADING.match(line)


def language_of(line: str) -> str | None:
    """Return what stands after an opening fence, or None if this line cannot be one."""
    fence = _fence(line)
    return fence["language"] if fence else None


def box_at(line: str) -> tuple[int, bool] | None:
    """Return the position of the tick in a line's check box, and whether it is set."""
    found = list_at(line)
    if found is None or not found["box"]:
        return None
    return found.start("tick"), found["tick"] != " "


def _fence(line: str) -> re.Match[str] | None:
    fence = _FENCE.match(line)
    if fence and "`" in fence["ticks"] and "`" in line[fence.end("ticks") :]:
        return None
    return fence


def _fence_state(fence: re.Match[str]) -> int:
    language = LANGUAGES.get(fence["language"].lower(), 0)
    tilde = fence["ticks"][0] == "~"
    length = min(len(fence["ticks"]), _LONGEST_FENCE)
    return (
        Block.FENCE | tilde << _TILDE_SHIFT | length << _LENGTH_SHIFT | language << _LANGUAGE_SHIFT
    )


def _in_fence(line: str, state: int) -> Line:
    tilde, length = state >> _TILDE_SHIFT & 1, state >> _LENGTH_SHIFT & _LONGEST_FENCE
    bare = line.strip()
    sign = "~" if tilde else "`"
    if len(bare) >= length and set(bare) == {sign}:
        return Line([Span(0, len(line), Style.CODE | Style.MARK)], Block.FENCE_END)
    mask = (1 << _LANGUAGE_SHIFT - _WITHIN_SHIFT) - 1
    within = state >> _WITHIN_SHIFT & mask
    spans, within = code_spans(line, state >> _LANGUAGE_SHIFT, within)
    return Line(flat(spans), state & ~(mask << _WITHIN_SHIFT) | within << _WITHIN_SHIFT)


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
    elif is_row(line):
        yield from _table_spans(line)
    else:
        yield from _block_spans(line)


def _block_spans(line: str) -> Iterator[Span]:
    start = 0
    quote = _QUOTE.match(line)
    if quote:
        start = quote.end()
        yield Span(0, start, Style.MARK)
        callout = _CALLOUT.match(line, start)
        if callout:
            yield Span(start, callout.end(), Style.MARK)
            yield Span(callout.end(), len(line), Style.STRONG)
            start = callout.end()
        else:
            yield Span(start, len(line), Style.QUOTE)
    item = _LIST.match(line, start)
    if item:
        done = item["box"] and item["tick"] != " "
        # as wide as the bullets, to show how deep an item is nested
        yield Span(start, item.start("sign"), Style.LIST)
        start = item.end()
        yield Span(item.start("sign"), start, Style.LIST | (Style.MARK if done else Style.PLAIN))
        if done:
            yield Span(start, len(line), Style.DONE)
    yield from inline_spans(line, start, len(line))


def _table_spans(line: str) -> Iterator[Span]:
    # columns are aligned
    yield Span(0, len(line), Style.TABLE)
    if not line.strip("|-: \t"):
        yield Span(0, len(line), Style.MARK)
        return
    yield from (Span(at, at + 1, Style.MARK) for at, char in enumerate(line) if char == "|")
    yield from inline_spans(line, 0, len(line))


def words_begin(line: str) -> int:
    """Return where the words of a line begin, after the marks of its quote and of its list item."""
    item = list_at(line)
    return item.end() if item else quote_at(line)
