"""The rows of the results: hits, their older versions, or recent notes; without Qt."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.notes.note import NoteId, NoteRow
from notebrain.domain.search.types import Hit


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        hit: None for a note that is listed because it is recent.
        joined: Found by meaning after the words were shown.
        place: Rank among the hits from 0; older versions have the rank of the newest.
        older: An older version, shown under its newest one.
        unfolded: Its older versions are shown below it.
    """

    note_id: NoteId
    title: str
    quote: str
    marks: tuple[tuple[int, int], ...]
    updated_at: datetime
    pinned: bool
    local_only: bool
    hit: Hit | None = None
    joined: bool = False
    place: int = 0
    older: bool = False
    unfolded: bool = False


def hit_rows(
    hits: Sequence[Hit], *, joined: Collection[str], unfolded: Collection[str]
) -> list[Row]:
    """Return the rows of these hits, with older versions below those that are unfolded."""
    rows: list[Row] = []
    for place, hit in enumerate(hits):
        is_open = hit.note_id in unfolded and bool(hit.older_versions)
        rows.append(_hit_row(hit, place, joined=hit.note_id in joined, unfolded=is_open))
        if is_open:
            rows += [_hit_row(version, place, older=True) for version in hit.older_versions]
    return rows


def recent_rows(notes: Iterable[NoteRow]) -> list[Row]:
    """Return the rows of notes that are listed without being searched."""
    return [
        Row(
            note.id,
            note.title,
            note.snippet,
            (),
            note.updated_at,
            note.pinned,
            note.local_only,
            place=place,
        )
        for place, note in enumerate(notes)
    ]


def _hit_row(
    hit: Hit, place: int, *, joined: bool = False, older: bool = False, unfolded: bool = False
) -> Row:
    return Row(
        hit.note_id,
        hit.title,
        hit.snippet,
        hit.marks,
        hit.updated_at,
        hit.pinned,
        hit.local_only,
        hit=hit,
        joined=joined,
        place=place,
        older=older,
        unfolded=unfolded,
    )
