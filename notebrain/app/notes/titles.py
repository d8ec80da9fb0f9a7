"""The titles of all notes, searchable by parts of their words."""

import heapq
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.text.fuzzy import RECENTLY_USED, Fuzzy, fold
from notebrain.storage.sql import from_ms

_SLICE, _LETTERS_SLICE = 1_000, 500


@dataclass(frozen=True, slots=True)
class Title:
    """A note as shown in the note switcher.

    Attributes:
        key: The key for looking up the note.
    """

    key: int
    text: str
    workspace: str
    updated_at: datetime


class Titles:
    """The titles of a vault when they were read, newest first."""

    def __init__(self, rows: Sequence[tuple[int, str, str, int]]) -> None:
        """Take rows of key, title, workspace and date (ms)."""
        # turned into titles only when shown: for 100,000 notes that takes longer than reading them
        self._rows = rows
        self._folded = [fold(row[1]) for row in rows]

    def __len__(self) -> int:
        return len(self._rows)

    def recent(self, limit: int) -> Sequence[Title]:
        """Return the most recently edited notes."""
        return [title_of(row) for row in self._rows[:limit]]

    def find(
        self, wanted: Fuzzy, limit: int, *, recent: Collection[int] = ()
    ) -> Iterator[Sequence[Title]]:
        """Yield the best matches among the titles searched so far, repeatedly, until all are searched.

        Each step takes about a millisecond, so that key presses can be handled in between.

        Args:
            recent: The keys of notes viewed lately, which come before others that match about as well.
        """
        best: list[tuple[float, int]] = []
        for at in range(0, len(self._rows), _SLICE):
            found = self._parts(wanted, range(at, min(at + _SLICE, len(self._rows))))
            fresh = [
                (score + RECENTLY_USED if self._rows[-place][0] in recent else score, place)
                for score, place in found
            ]
            best = heapq.nlargest(limit, [*best, *fresh])
            yield self._of(best)
        if len(best) < limit:
            yield from self._find_letters(wanted, best, limit)

    def _find_letters(
        self, wanted: Fuzzy, best: list[tuple[float, int]], limit: int
    ) -> Iterator[Sequence[Title]]:
        """Search all titles again for separate letters; used only if parts of words find few."""
        seen = {-at for _score, at in best}
        for at in range(0, len(self._rows), _LETTERS_SLICE):
            rest = range(at, min(at + _LETTERS_SLICE, len(self._rows)))
            fresh = (
                (score, -entry)
                for entry in rest
                if entry not in seen and (score := wanted.letters(self._folded[entry]))
            )
            best = heapq.nlargest(limit, [*best, *fresh])
            yield self._of(best)

    def _parts(self, wanted: Fuzzy, among: range) -> list[tuple[float, int]]:
        """Return the scores and positions of the titles that contain all words of the query as parts."""
        folded, places = self._folded, [*among]
        for word in wanted.words:
            places = [at for at in places if word in folded[at]]
        # the position counts down, so that the newer of two equal titles sorts higher
        return [(wanted.parts(folded[at]), -at) for at in places]

    def _of(self, best: Sequence[tuple[float, int]]) -> Sequence[Title]:
        return [title_of(self._rows[-at]) for _score, at in best]


def title_of(row: tuple[int, str, str, int]) -> Title:
    """Return the title for a row."""
    key, text, workspace, updated_at = row
    return Title(key, text, workspace, from_ms(updated_at))
