"""Read the notes that may answer a question: those right before and after hits, and the texts to quote."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.sql import CHANGED_AT, from_ms

_WITHIN_MS: Final = timedelta(minutes=10) // timedelta(milliseconds=1)
_NUMBERED: Final = re.compile(r"(.*?)(\d{1,9})(\D*)", re.DOTALL)


def around(db: Connection, keys: Iterable[int]) -> dict[int, tuple[int | None, int | None]]:
    """Return the notes right before and after each of these notes, None where there is none.

    Files that were imported from one folder follow each other by the last number in their names (`talk 9.md`,
    `talk 10.md`), other notes by when they were made, at most ten minutes apart.
    """
    found: dict[int, tuple[int | None, int | None]] = {}
    for key in keys:
        file = db.execute("select root, path from imported where note_rowid = ?", (key,)).fetchone()
        found[key] = _by_time(db, key) if file is None else _by_number(db, *file)
    return found


def _by_number(db: Connection, root: str, path: str) -> tuple[int | None, int | None]:
    numbered = _NUMBERED.fullmatch(path)
    if numbered is None:
        return None, None
    begin, digits, end = numbered.groups()
    paths = [
        f"{begin}{number:0{len(digits) if digits[0] == '0' else 0}d}{end}"
        for number in (int(digits) - 1, int(digits) + 1)
    ]
    before, after = (_imported(db, root, one) for one in paths)
    return before, after


def _imported(db: Connection, root: str, path: str) -> int | None:
    row = db.execute(
        """select note_rowid from imported join note on note.rowid = note_rowid
        where root = ? and path = ? and deleted_at is null""",
        (root, path),
    ).fetchone()
    return None if row is None else row[0]


def _by_time(db: Connection, key: int) -> tuple[int | None, int | None]:
    row = db.execute("select created_at from note where rowid = ?", (key,)).fetchone()
    if row is None:
        return None, None
    at = row[0]
    before, after = (
        db.execute(
            f"""select rowid from note where deleted_at is null and created_at between ? and ? and rowid != ?
            order by created_at {direction} limit 1""",
            (*span, key),
        ).fetchone()
        for direction, span in (
            ("desc", (at - _WITHIN_MS, at - 1)),
            ("asc", (at + 1, at + _WITHIN_MS)),
        )
    )
    return before and before[0], after and after[0]


def keys_of(db: Connection, note_ids: Sequence[str]) -> dict[str, int]:
    """Return the keys of notes outside the trash by their ids."""
    marks = ", ".join("?" * len(note_ids))
    rows = db.execute(
        f"select id, rowid from note where deleted_at is null and id in ({marks})", list(note_ids)
    )
    return dict(rows.fetchall())


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a note's body, with what is shown beside a quote.

    Attributes:
        version: The version of the note's text.
    """

    note_id: NoteId
    version: int
    title: str
    source: str
    created_at: datetime
    updated_at: datetime
    local_only: bool
    text: str


def part(db: Connection, key: int, start: int, length: int) -> Part | None:
    """Return `length` code points of a note from `start` on, or None if it is in the trash or gone."""
    row = db.execute(
        f"""select id, version, title, source, created_at, {CHANGED_AT}, local_only, substr(body, ?, ?)
        from note where rowid = ? and deleted_at is null""",
        (start + 1, length, key),
    ).fetchone()
    if row is None:
        return None
    note_id, version, title, source, created, changed, local_only, text = row
    return Part(
        NoteId(note_id),
        version,
        title,
        source,
        from_ms(created),
        from_ms(changed),
        bool(local_only),
        text,
    )
