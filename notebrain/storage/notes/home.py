"""Read what Home shows about a whole vault from indexes and from the bodies of only a few notes."""

from collections.abc import Sequence
from datetime import datetime

from notebrain.domain.notes.home import PRIME, Old
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.sql import CHANGED_AT, from_ms, maybe_from_ms, to_ms

# The substring index matches three characters exactly, so notes with a box are found without reading bodies.
BOX = "[ ]"
_NEVER_AGAIN = "home.never_again"


def draw(
    db: Connection, workspace: str | None, *, before: datetime, lot: tuple[int, int], count: int
) -> list[Old]:
    """Return some notes last changed before a moment, drawn evenly by their keys and the day's lot."""
    here, values = _here(workspace)
    factor, offset = lot
    keys = db.execute(
        f"""select rowid from note where deleted_at is null
        and (updated_at < ? or rowid in (select note_rowid from dated_ahead) and {CHANGED_AT} < ?) {here}
        order by (rowid * ? + ?) % ? limit ?""",
        (to_ms(before), to_ms(before), *values, factor, offset, PRIME, count),
    ).fetchall()
    marks = ",".join("?" * len(keys))
    rows = db.execute(
        f"""select id, importance, created_at, {CHANGED_AT}, last_accessed_at from note where rowid in ({marks})
        and not exists (select 1 from setting where scope = ? and name = note.id)""",
        (*(key for (key,) in keys), _NEVER_AGAIN),
    )
    return [
        Old(NoteId(id_), importance, from_ms(created), from_ms(updated), maybe_from_ms(opened))
        for id_, importance, created, updated, opened in rows
    ]


def never_again(db: Connection, note_id: NoteId) -> None:
    """Never show this note on Home again."""
    db.execute(
        "insert or replace into setting (scope, name, value) values (?, ?, 'true')",
        (_NEVER_AGAIN, note_id),
    )


def again(db: Connection, note_id: NoteId) -> None:
    """Allow a note to be shown on Home again."""
    db.execute("delete from setting where scope = ? and name = ?", (_NEVER_AGAIN, note_id))


def written_between(db: Connection, workspace: str | None, start: datetime, end: datetime) -> int:
    """Return how many notes were written in this period."""
    here, values = _here(workspace)
    number: int = db.execute(
        f"""select count(*) from note
        where deleted_at is null and created_at >= ? and created_at < ? {here}""",
        (to_ms(start), to_ms(end), *values),
    ).fetchone()[0]
    return number


def written_notes(
    db: Connection, workspace: str | None, start: datetime, end: datetime
) -> Sequence[NoteId]:
    """Return the notes that were written in this period, newest first."""
    here, values = _here(workspace)
    rows = db.execute(
        f"""select id from note where deleted_at is null and created_at >= ? and created_at < ? {here}
        order by created_at desc, rowid desc""",
        (to_ms(start), to_ms(end), *values),
    )
    return [NoteId(row[0]) for row in rows]


def edited_since(db: Connection, workspace: str | None, start: datetime) -> int:
    """Return how many older notes were edited since a moment."""
    here, values = _here(workspace)
    # use both date indexes: reading the rows would mean skipping over their bodies
    counts: list[int] = [
        db.execute(
            f"select count(*) from note where deleted_at is null and {column} >= ? {here}",
            (to_ms(start), *values),
        ).fetchone()[0]
        for column in ("updated_at", "created_at")
    ]
    changed, new = counts
    return max(0, changed - new)


def oldest(db: Connection, workspace: str | None) -> datetime | None:
    """Return when the first note was written."""
    here, values = _here(workspace)
    row = db.execute(
        f"select created_at from note where deleted_at is null {here} order by created_at limit 1",
        values,
    ).fetchone()
    return None if row is None else from_ms(row[0])


def with_parts(
    db: Connection, workspace: str | None, parts: Sequence[str], *, limit: int, unread: int
) -> Sequence[tuple[NoteId, str, str, datetime]]:
    """Return id, title, body and date of writing of the most recently changed notes that may have one of these parts.

    Args:
        parts: Texts of at least three characters, compared without regard to case.
        unread: How many of the newest notes not yet in the substring index to read as well.
    """
    here, values = _here(workspace)
    wanted = " OR ".join(map(_trigrams, parts))
    rows = db.execute(
        f"""select id, title, body, created_at from note where rowid in (
            select rowid from note where deleted_at is null {here} and (
                rowid in (select note_rowid from note_gram join word_doc on doc = note_gram.rowid
                    where note_gram match ?)
                or rowid in (select note_rowid from ungrammed order by note_rowid desc limit ?))
            order by updated_at desc limit ?)
        order by updated_at desc, rowid desc""",
        (*values, wanted, unread, limit),
    )
    return [(NoteId(id_), title, body, from_ms(made)) for id_, title, body, made in rows]


def _trigrams(part: str) -> str:
    """Return the condition for all runs of three characters of a text; the substring index knows no longer ones."""
    runs = dict.fromkeys(part[at : at + 3] for at in range(len(part) - 2))
    quoted = (run.replace('"', '""') for run in runs)
    return "(" + " AND ".join(f'"{run}"' for run in quoted) + ")"


def _here(workspace: str | None) -> tuple[str, tuple[str, ...]]:
    """Return the condition for a workspace; the plus makes SQLite use the date index, which contains it too."""
    return ("", ()) if workspace is None else ("and +workspace = ?", (workspace,))
