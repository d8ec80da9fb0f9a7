"""What changed between two texts, word by word."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from notebrain.domain.alignment import Effort, Run, common

# A word keeps its apostrophes and a number its point and comma: "it’s" and "0.85" change as one.
# So does a check box, and the stars around what is emphasized.
_TOKEN = re.compile(r"\n|[^\S\n]+|\[[ xX]\]|\*+|\w+(?:['’.,:/-]\w+)*|[^\w\s]")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\w+(?:['’.,:/-]\w+)*")
_LONGEST_GLUE = 3


class Kind(Enum):
    """What became of a piece of text."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that is in both texts, or in one."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts as one: without what was added it is the old one, without what was removed the new one."""

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
        """Return how many words pieces of this kind have."""
        return sum(len(_WORD.findall(piece.text)) for piece in self.pieces if piece.kind is kind)

    def changes(self) -> Sequence[tuple[int, int]]:
        """Return where the changes are in all pieces together, as (start, end); neighbours count as one."""
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

    Lines are matched first, then the words of lines that changed; a comparison of any size ends (1 MB with a word
    changed in every line: below a second), at worst with whole paragraphs as changed.
    """
    effort = Effort()
    pieces: list[Piece] = []
    for before, after in _hunks(_LINE.findall(old), _LINE.findall(new), effort):
        if before == after:
            pieces.append(Piece(Kind.SAME, "".join(before)))
        else:
            pieces += _words("".join(before), "".join(after), effort)
    return Comparison(tuple(_tidied(pieces)))


def _hunks(
    old: Sequence[str], new: Sequence[str], effort: Effort
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield what both have, and what stands between, as (old, new), in order."""
    at = new_at = 0
    for run in (*common(old, new, effort), Run(len(old), len(new), 0)):
        if at < run.old or new_at < run.new:
            yield old[at : run.old], new[new_at : run.new]
        at, new_at = run.old + run.size, run.new + run.size
        if run.size:
            yield old[run.old : at], new[run.new : new_at]


def _words(old: str, new: str, effort: Effort) -> Iterator[Piece]:
    for before, after in _hunks(_TOKEN.findall(old), _TOKEN.findall(new), effort):
        if before == after:
            yield Piece(Kind.SAME, "".join(before))
            continue
        if before:
            yield Piece(Kind.REMOVED, "".join(before))
        if after:
            yield Piece(Kind.ADDED, "".join(after))


def _tidied(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Join neighbours; a blank or a comma between two changes changes with them, so that a phrase reads as one."""
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
