"""Finding notes by parts of the words of their titles."""

import heapq
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.text.fuzzy import RECENTLY_USED, Fuzzy, fold
from notebrain.storage.connection import Connection
from notebrain.storage.notes import titles
from notebrain.storage.notes.titles import TitleRow
from notebrain.storage.sql import from_ms

_MOST_SCORED = 1_000
_MOST_READ = 20_000
"""Titles read for an abbreviation; Python takes 10 ms for each thousand."""


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


def find(
    db: Connection, wanted: Fuzzy, limit: int, *, recent: Collection[int] = ()
) -> Sequence[Title]:
    """Return the notes whose titles match best, and of those that match alike the newer ones.

    Titles that contain the words as abbreviations are looked for only if parts of words find few.

    Args:
        recent: The keys of notes viewed lately, which come before others that match about as well.
    """
    if not wanted:
        return []
    rows = titles.with_parts(db, wanted.words, first=recent, limit=_MOST_SCORED)
    scored = ((wanted.parts(fold(row[1])), row) for row in rows)
    best = _best(
        ((score + RECENTLY_USED * (row[0] in recent), row) for score, row in scored if score), limit
    )
    if len(best) < limit:
        seen = {row[0] for _score, row in best}
        rows = [
            row
            for row in titles.with_letters(db, wanted.words, limit=_MOST_READ)
            if row[0] not in seen
        ]
        best = _best([*best, *((wanted.letters(fold(row[1])), row) for row in rows)], limit)
    return [title_of(row) for _score, row in best]


def title_of(row: TitleRow) -> Title:
    """Return the title for a row."""
    key, text, workspace, updated_at = row
    return Title(key, text, workspace, from_ms(updated_at))


def _best(scored: Iterable[tuple[float, TitleRow]], limit: int) -> Sequence[tuple[float, TitleRow]]:
    matching = (one for one in scored if one[0])
    return heapq.nlargest(limit, matching, key=lambda one: (one[0], one[1][3], one[1][0]))
