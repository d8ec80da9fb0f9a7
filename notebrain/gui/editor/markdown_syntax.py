"""The Markdown syntax of single lines: which span has which style."""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum, IntFlag
from itertools import pairwise
from typing import NamedTuple

from notebrain.domain.notes.tags import TAG_PATTERN


class Style(IntFlag):
    """How a span looks; styles are combined where marks are nested."""

    PLAIN = 0
    MARK = 1
    """The Markdown characters themselves."""
    H1 = 2
    H2 = 4
    H3 = 8
    STRONG = 16
    EMPHASIS = 32
    STRIKE = 64
    CODE = 128
    LINK = 256
    TAG = 512
    LIST = 1024
    """The bullet and check box of a list item, so that its text is aligned."""
    DONE = 2048
    """The text after a ticked check box."""
    QUOTE = 4096
    VALUE = 8192
    """A number or string within code."""
    COMMENT = 16384
    TABLE = 32768
    """A row of a table: a monospaced font keeps its columns aligned."""


class Block(IntEnum):
    """The state the next line starts in; a fence adds its details above `FENCE_BITS`."""

    TEXT = 0
    FRONT_MATTER = 1
    FENCE = 2
    FENCE_END = 3
    """The line that closed a fence: part of the code block, but followed by text."""


FENCE_BITS = 2


class Span(NamedTuple):
    """A span of one line in one style, in code points."""

    start: int
    end: int
    style: Style


LONGEST = 3_000
"""The number of code points examined per line: a 100 KB line would take too long for a key press."""

_FENCE = re.compile(r"\s{0,3}(?P<ticks>`{3,}|~{3,})\s*(?P<language>[^\s`]*)")
_HEADING = re.compile(r"(?P<mark>#{1,6}[ \t]+)\S")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
_LIST = re.compile(r"\s*(?P<sign>(?:[-*+]|\d{1,9}[.)])\s+)(?P<box>\[(?P<tick>[ xX])\](?:\s+|$))?")
_RULE = re.compile(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
_TABLE = re.compile(r"\s*\|.*\|\s*$")
_MAY_OPEN = frozenset("`~ \t")
_HEADINGS = (Style.H1, Style.H2, Style.H3)


class Line(NamedTuple):
    """The appearance of a line: disjoint spans in order, and the state it leaves."""

    spans: list[Span]
    state: int


def parse_line(line: str, state: int, *, first: bool = False) -> Line:
    """Return how a line looks if the line before it left `state`; `first` means the first line of the note."""
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
    """Return only the state that a line leaves, for lines that are not visible yet."""
    if state in (-1, Block.TEXT, Block.FENCE_END) and line[:1] not in _MAY_OPEN and not first:
        return Block.TEXT
    return parse_line(line, state, first=first).state


def is_code(state: int) -> bool:
    """Return whether a line that left this state belongs to a code block, including its fences."""
    return state > 0 and state & (1 << FENCE_BITS) - 1 in (Block.FENCE, Block.FENCE_END)


def box_at(line: str) -> tuple[int, bool] | None:
    """Return the position of the tick in a line's check box, and whether it is set."""
    found = _LIST.match(line)
    if found is None or not found["box"]:
        return None
    return found.start("tick"), found["tick"] != " "


def flat(spans: Iterable[Span]) -> list[Span]:
    """Return spans that do not overlap, combining styles where spans did."""
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


# Most lines of prose contain none of these and need no closer look.
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
    |"""
    + TAG_PATTERN,
    re.VERBOSE,
)
_WRAPPED = {
    "strong": (2, Style.STRONG),
    "strike": (2, Style.STRIKE),
    "emphasis": (1, Style.EMPHASIS),
}


def inline_spans(line: str, start: int, end: int) -> Iterator[Span]:
    """Yield the marked spans between `start` and `end`; inner ones follow outer ones."""
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
    """Return the address or note title that the link at this position points to."""
    for found in _INLINE.finditer(line):
        if found.start() <= at <= found.end():
            if found.lastgroup == "link":
                return found[0].partition("](")[2].rstrip(")").split(" ")[0]
            if found.lastgroup in ("wiki", "url"):
                return found[0].strip("[]") if found.lastgroup == "wiki" else found[0]
    return ""


_VALUE = r"(?P<value>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|(?<![\w.])\d[\w.:]*)"
_COMMENTS = (
    ("", ()),
    ("#", ("py", "python", "sh", "bash", "zsh", "yaml", "yml", "toml", "rb", "ruby", "r", "make",
           "perl", "conf", "dockerfile")),
    (r"[;#]", ("ini", "cfg", "properties", "lisp", "asm", "clojure")),
    ("//", ("c", "cpp", "c++", "h", "js", "javascript", "ts", "typescript", "java", "go", "rust",
            "rs", "swift", "kotlin", "cs", "json5", "jsonc", "scss", "php", "dart")),
    ("--", ("sql", "lua", "haskell", "hs", "ada", "elm")),
)  # fmt: skip
LANGUAGES = {name: kind for kind, (_mark, names) in enumerate(_COMMENTS) for name in names}
_RULES = tuple(
    re.compile(_VALUE + (rf"|(?P<comment>(?:^|(?<=\s))(?:{mark}).*)" if mark else ""))
    for mark, _names in _COMMENTS
)


def code_spans(line: str, kind: int) -> Iterator[Span]:
    """Yield the highlighted spans in a line of code; `kind` comes from `LANGUAGES`, 0 means any other."""
    yield Span(0, len(line), Style.CODE)
    for found in _RULES[kind if kind < len(_RULES) else 0].finditer(line):
        style = Style.VALUE if found.lastgroup == "value" else Style.COMMENT
        yield Span(found.start(), found.end(), style)
