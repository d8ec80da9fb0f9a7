"""Compares texts by words and by characters."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from typing import NamedTuple

from notebrain.domain.text.alignment import DiffBudget, Run, common

# A word includes its apostrophes, and a number its point and comma: "it’s" and "0.85" change as a whole. So do a check
# box and the asterisks around emphasized text.
_TOKEN = re.compile(r"\n|[^\S\n]+|\[[ xX]\]|\*+|\w+(?:['’.,:/-]\w+)*|[^\w\s]")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\w+(?:['’.,:/-]\w+)*")
# what counts as one: not the mark of a check box, nor underscores alone
_COUNTED = re.compile(r"(?!(?<=\[)[xX]\])[^\W_]\w*(?:['’.,:/-]\w+)*")
_LONGEST_GLUE = 3


class Kind(Enum):
    """What happened to a piece of text."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text that is in both texts or only in one."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Amount:
    """How much a change added and removed.

    Attributes:
        lines_removed: How many lines with words are gone as a whole.
        is_change: Whether the texts differ at all.
    """

    words_added: int = 0
    words_removed: int = 0
    lines_removed: int = 0
    is_change: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts combined: without the additions it is the old one, without the removals the new one."""

    pieces: tuple[Piece, ...]

    @property
    def old(self) -> str:
        """The old text."""
        return "".join(piece.text for piece in self.pieces if piece.kind is not Kind.ADDED)

    @property
    def new(self) -> str:
        """The new text."""
        return "".join(piece.text for piece in self.pieces if piece.kind is not Kind.REMOVED)

    @property
    def changed(self) -> bool:
        """Whether the texts differ."""
        return any(piece.kind is not Kind.SAME for piece in self.pieces)

    def words(self, kind: Kind) -> int:
        """Return how many words are in pieces of this kind."""
        return sum(len(_COUNTED.findall(piece.text)) for piece in self.pieces if piece.kind is kind)

    def reverted(self, number: int) -> str:
        """Return the new text with one of its `changes` taken back; every other character stays as it is."""
        start, end = self.changes()[number]
        at, parts = 0, list[str]()
        for piece in self.pieces:
            is_reverted = piece.kind is not Kind.SAME and start <= at < end
            if piece.kind is not (Kind.ADDED if is_reverted else Kind.REMOVED):
                parts.append(piece.text)
            at += len(piece.text)
        return "".join(parts)

    def amount(self) -> Amount:
        """Return how much changed."""
        return Amount(
            self.words(Kind.ADDED), self.words(Kind.REMOVED), self._lines_removed(), self.changed
        )

    def _lines_removed(self) -> int:
        removed = [piece.text for piece in self.pieces if piece.kind is Kind.REMOVED]
        worded = [sum(1 for line in text.split("\n") if _COUNTED.search(line)) for text in removed]
        if len(removed) == len(self.pieces):
            return sum(worded)
        # with every line end, one line is gone; which of those beside it does not matter
        ends = [text.count("\n") for text in removed]
        return sum(min(both) for both in zip(worded, ends, strict=True))

    def changes(self) -> Sequence[tuple[int, int]]:
        """Return the ranges of changes in all pieces together, as (start, end), with adjacent ones merged."""
        found: list[tuple[int, int]] = []
        at = 0
        for piece in self.pieces:
            end = at + len(piece.text)
            if piece.kind is not Kind.SAME:
                if found and found[-1][1] == at:
                    found[-1] = (found[-1][0], end)
                else:
                    found.append((at, end))
            at = end
        return found


def compare(old: str, new: str) -> Comparison:
    """Return what changed from `old` to `new`.

    Lines are matched first, then the words of changed lines. A comparison of any size finishes (1 MB with a word
    changed in every line: below a second), at worst with whole paragraphs marked as changed.
    """
    effort = DiffBudget()
    pieces: list[Piece] = []
    for before, after in _hunks(_LINE.findall(old), _LINE.findall(new), effort):
        if before == after:
            pieces.append(Piece(Kind.SAME, "".join(before)))
        else:
            pieces += _words("".join(before), "".join(after), effort)
    return Comparison(tuple(_tidied(pieces)))


def _hunks(
    old: Sequence[str], new: Sequence[str], effort: DiffBudget
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield the common parts, and the parts between them, as (old, new), in order."""
    at = new_at = 0
    for run in (*common(old, new, effort), Run(len(old), len(new), 0)):
        if at < run.old or new_at < run.new:
            yield old[at : run.old], new[new_at : run.new]
        at, new_at = run.old + run.size, run.new + run.size
        if run.size:
            yield old[run.old : at], new[run.new : new_at]


def _words(old: str, new: str, effort: DiffBudget) -> Iterator[Piece]:
    for before, after in _hunks(_TOKEN.findall(old), _TOKEN.findall(new), effort):
        if before == after:
            yield Piece(Kind.SAME, "".join(before))
            continue
        if before:
            yield Piece(Kind.REMOVED, "".join(before))
        if after:
            yield Piece(Kind.ADDED, "".join(after))


def _tidied(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Merge adjacent pieces, including a space or a comma between two changes, so that a phrase changes as a whole."""
    removed, added, glue = "", "", ""
    for piece in pieces:
        if piece.kind is Kind.SAME and removed and added and not glue and _is_glue(piece.text):
            glue = piece.text
        elif piece.kind is Kind.SAME:
            yield from _changed(removed, added)
            yield Piece(Kind.SAME, glue + piece.text)
            removed = added = glue = ""
        else:
            removed, added, glue = removed + glue, added + glue, ""
            removed += piece.text if piece.kind is Kind.REMOVED else ""
            added += piece.text if piece.kind is Kind.ADDED else ""
    yield from _changed(removed, added)
    if glue:
        yield Piece(Kind.SAME, glue)


def _changed(removed: str, added: str) -> Iterator[Piece]:
    if removed:
        yield Piece(Kind.REMOVED, removed)
    if added:
        yield Piece(Kind.ADDED, added)


def _is_glue(text: str) -> bool:
    return len(text) <= _LONGEST_GLUE and "\n" not in text and not _WORD.search(text)


LONGEST_BY_CHARACTER = 600
"""Longer texts are compared by lines first: comparing characters costs the product of both lengths."""


class Match(NamedTuple):
    """`size` characters at `old` in the old text are at `new` in the new one."""

    old: int
    new: int
    size: int


def matches(old: str, new: str) -> list[Match]:
    """Return the parts of `new` that come from `old`, in order."""
    head = common_head(old, new)
    tail = common_head(old[head:][::-1], new[head:][::-1])
    middle = _between(old[head : len(old) - tail], new[head : len(new) - tail])
    found = [
        Match(0, 0, head),
        *(Match(head + match.old, head + match.new, match.size) for match in middle),
        Match(len(old) - tail, len(new) - tail, tail),
    ]
    return [match for match in found if match.size]


def _between(old: str, new: str) -> Iterator[Match]:
    if not old or not new:
        return
    if len(old) + len(new) <= LONGEST_BY_CHARACTER:
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        yield from (Match(*block) for block in matcher.get_matching_blocks())
    elif "\n" in old[:-1] and "\n" in new[:-1]:
        yield from _by_line(old, new)


def _by_line(old: str, new: str) -> Iterator[Match]:
    """Yield matches by line; equal numbers of changed lines are compared one to one."""
    ours, theirs = old.split("\n"), new.split("\n")
    our_starts, their_starts = _starts(ours), _starts(theirs)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        if tag != "equal" and last - first != new_last - new_first:
            continue
        for line, new_line in zip(range(first, last), range(new_first, new_last), strict=True):
            at, new_at = our_starts[line], their_starts[new_line]
            for match in matches(
                old[at : our_starts[line + 1]], new[new_at : their_starts[new_line + 1]]
            ):
                yield Match(at + match.old, new_at + match.new, match.size)


def _starts(lines: list[str]) -> list[int]:
    """Return the start of each line, and the end of the text."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    starts[-1] -= 1
    return starts


def common_head(one: str, other: str) -> int:
    """Return how many characters two texts share at the beginning, by bisection, since comparing texts is fast."""
    shortest = min(len(one), len(other))
    if one[:shortest] == other[:shortest]:
        return shortest
    low, high = 0, shortest
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low
