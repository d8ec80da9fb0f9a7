"""Converts a passage of Markdown to plain text on one line and keeps track of highlighted words."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from notebrain.domain.notes.attachments import SCHEME, marks_in
from notebrain.domain.notes.content import BEFORE_ALIAS

# What is removed: marks at the start of a line, marks around words, and link targets.
_MARKS = re.compile(
    rf"""(?m:^[ \t]*(?:```|~~~)[^\n]*$)
    |(?m:^[ \t]*(?:(?:\#{{1,6}}|>(?:[ \t]*\[!\w+\][-+]?)?|[-*+](?:[ \t]+\[[ xX]\])?)(?:[ \t]+|(?<=\])$))+)
    |(?m:^[ \t]*(?:\||-{{3,}})[ \t:|-]*$)
    |{BEFORE_ALIAS}|\*\*|~~|`+|\[\[|\]\]
    |!?\[(?=[^\]\n]*\]\([^)\n]*\))
    |(?<=.)\]\([^)\n]*\)""",
    re.VERBOSE,
)
# Single and double marks around words, outside code; within a word they belong to it, as in snake_case.
_EMPHASIS = re.compile(
    r"""(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)
    |(?<![\w\\*_])(?P<mark>\*|__?)(?=[^\s*_])(?P<words>(?:[^*_\n]|\*\*|(?<=\w)_+(?=\w))+)(?<=\S)(?P=mark)(?![\w*_])""",
    re.VERBOSE,
)
# most passages have none of these, and finding that out is ten times as fast
_MAY_MARK = re.compile(r"(?m)[#>*`~|\[\]_]|^[ \t]*[-+]")
_HEADING = re.compile(r"#{1,6}[ \t]+")
_TABLE_ROW = re.compile(r"(?m)^[ \t]*\|.*\|[ \t]*$")
_LONG_LINK = 200
_BLANKS = re.compile(r"\s+")
# Words separated by single spaces stay as they are: most passages are one such run.
_RUN = re.compile(r"[^\s\0]+(?: [^\s\0]+)*|[\s\0]+")

Span = tuple[int, int]


def plain(text: str, spans: Iterable[Span]) -> tuple[str, tuple[Span, ...]]:
    """Return a passage as plain text, and the given spans at their new positions; empty spans are left out."""
    pieces: list[str] = []
    runs: list[int] = []  # the start of each kept run in the text ...
    places: list[int] = []  # ... and in the result
    length = 0
    for start, end in _pieces(text):
        for run in _RUN.finditer(text, start, end):
            signs = run[0]
            if signs[0].isspace() or signs[0] == "\0":
                if not length or pieces[-1] == " ":
                    continue
                signs = " "
            runs.append(run.start())
            places.append(length)
            pieces.append(signs)
            length += len(signs)
    moved = (_moved(span, runs, places, pieces) for span in spans)
    return "".join(pieces), tuple(span for span in moved if span[0] < span[1])


def _moved(span: Span, runs: Sequence[int], places: Sequence[int], pieces: Sequence[str]) -> Span:
    return _place(span[0], runs, places, pieces), _place(span[1], runs, places, pieces)


def _place(at: int, runs: Sequence[int], places: Sequence[int], pieces: Sequence[str]) -> int:
    """Return a position of the text in the result; one inside a removed part is where that part was."""
    index = bisect_right(runs, at) - 1
    if index < 0:
        return 0
    return places[index] + min(at - runs[index], len(pieces[index]))


def _pieces(text: str) -> Sequence[Span]:
    """Return the parts of a text between its marks."""
    if SCHEME not in text and not _MAY_MARK.search(text):
        return [(0, len(text))]
    pieces: list[Span] = []
    at = 0
    for start, end in sorted(_marks(text), key=lambda span: (span[0], -span[1])):
        if start >= at:
            pieces.append((at, start))
            at = end
    return [*pieces, (at, len(text))]


def _marks(text: str) -> Iterator[Span]:
    """Yield the positions of the marks in a text."""
    if SCHEME in text:
        yield from marks_in(text)
    for mark in _MARKS.finditer(text):
        yield mark.span()
    if "|" in text:
        for row in _TABLE_ROW.finditer(text):
            for bar in re.finditer(r"\|", row[0]):
                yield row.start() + bar.start(), row.start() + bar.end()
    if "*" in text or "_" in text:
        for found in _EMPHASIS.finditer(text):
            if found["mark"]:
                yield found.start(), found.start("words")
                yield found.end("words"), found.end()


def after_title(text: str, title: str) -> int:
    """Return where a text continues after a first line that only repeats the title; 0 if it does not, or ends there."""
    lead = len(text) - len(text.lstrip())
    end = text.find("\n", lead)
    if end < 0 or not text[end:].strip():
        return 0
    # marks and links rarely make a line more than three times as long as its plain text
    if end - lead > 3 * len(title) + _LONG_LINK:
        return 0
    heading = _HEADING.match(text, lead, end)
    start = heading.end() if heading else lead
    line = _BLANKS.sub(" ", plain(text[start:end], ())[0]).strip()
    if not line or line.casefold() != title.strip().casefold():
        return 0
    return end + len(text[end:]) - len(text[end:].lstrip())
