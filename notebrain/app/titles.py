"""The titles of all notes, to be found by parts of their words."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.fuzzy import Fuzzy, fold

_SLICE, _LETTERS_SLICE = 2_000, 500


@dataclass(frozen=True, slots=True)
class Title:
    """A note as the switcher shows it.

    Attributes:
        key: What the note is looked up by.
    """

    key: int
    text: str
    workspace: str
    updated_at: datetime


class Titles:
    """The titles of a vault as they were when they were read, newest first."""

    def __init__(self, titles: Sequence[Title]) -> None:
        self._titles = titles
        self._folded = [fold(title.text) for title in titles]

    def __len__(self) -> int:
        return len(self._titles)

    def recent(self, limit: int) -> Sequence[Title]:
        """Return the notes that were written in last."""
        return self._titles[:limit]

    def find(self, wanted: Fuzzy, limit: int) -> Iterator[Sequence[Title]]:
        """Yield the titles that fit best among those seen so far, again and again, until all are seen.

        Every step takes about a millisecond, so that the keyboard may be listened to in between.
        """
        best: list[tuple[float, int]] = []
        for at in range(0, len(self._titles), _SLICE):
            fresh = self._parts(wanted, range(at, min(at + _SLICE, len(self._titles))))
            best = heapq.nlargest(limit, [*best, *fresh])
            yield self._of(best)
        if len(best) < limit:
            yield from self._find_letters(wanted, best, limit)

    def _find_letters(
        self, wanted: Fuzzy, best: list[tuple[float, int]], limit: int
    ) -> Iterator[Sequence[Title]]:
        """Go through all titles again for letters that stand apart: only where parts find few."""
        seen = {-at for _score, at in best}
        for at in range(0, len(self._titles), _LETTERS_SLICE):
            rest = range(at, min(at + _LETTERS_SLICE, len(self._titles)))
            fresh = (
                (score, -one)
                for one in rest
                if one not in seen and (score := wanted.letters(self._folded[one]))
            )
            best = heapq.nlargest(limit, [*best, *fresh])
            yield self._of(best)

    def _parts(self, wanted: Fuzzy, among: range) -> list[tuple[float, int]]:
        """Return the scores and places of the titles that have all words of the query as parts."""
        folded, places = self._folded, [*among]
        for word in wanted.words:
            places = [at for at in places if word in folded[at]]
        # the place counts down, so that of two equals the newer one is the greater
        return [(wanted.parts(folded[at]), -at) for at in places]

    def _of(self, best: Sequence[tuple[float, int]]) -> Sequence[Title]:
        return [self._titles[-at] for _score, at in best]
