"""Which texts use which files: notes, earlier versions, cards and what undoes their answers, drafts, held changes.

Triggers record which texts to read (see `m025_attachments`), and the writer reads them before each commit, so no code
path that changes a text can miss one. A file counts as used even where a text names it in code.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.domain.notes.attachments import SCHEME, Sha, mentioned_in
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection


@dataclass(frozen=True, slots=True)
class _Source:
    """A table with texts that may name files.

    Attributes:
        key: The expression for the key of a row, as in the table of uses.
        note: The condition under which a row goes with the note `:note_id`.
    """

    key: str
    columns: tuple[str, ...]
    note: str = "0"


_OF_NOTE: Final = "note_rowid = (select rowid from note where id = :note_id)"
_OF_CARD: Final = ":note_id in (older_id, newer_id)"
_OF_ANSWER: Final = "(select answer_id from card_answer_note where note_id = :note_id)"
SOURCES: Final = {
    "note": _Source("rowid", ("body", "front_matter"), "id = :note_id"),
    "revision": _Source("id", ("body", "front_matter"), _OF_NOTE),
    "fullest": _Source("note_rowid", ("body",), _OF_NOTE),
    "card": _Source("id", ("proposed", "merge", "theirs"), _OF_CARD),
    "card_answer": _Source("id", ("proposed", "card_before"), f"id in {_OF_ANSWER}"),
    "card_answer_note": _Source("answer_id", ("before", "after"), f"answer_id in {_OF_ANSWER}"),
    "sync_held": _Source("kind || ':' || id", ("content",)),
    "block": _Source("id", ("text",)),
    "block_version": _Source("id", ("text",)),
    "setting": _Source("scope || ':' || name", ("value",)),
}
_ALSO: Final[Mapping[str, tuple[str, ...]]] = {
    "sync_note": ("base", "sending"),
    "sync_thing": ("base", "sending"),
}
"""Other tables with texts: what they name is not in the index, but is looked at before a file is removed for good."""


def catch_up(db: Connection) -> None:
    """Read every text that this transaction changed; called before each commit."""
    for source, owner in db.execute("select source, owner from attachment_unread").fetchall():
        _read(db, source, owner)


def _read(db: Connection, source: str, owner: object) -> None:
    table = SOURCES[source]
    rows = db.execute(
        f"select {', '.join(table.columns)} from {source} where {table.key} = ?", (owner,)
    )
    named = {sha for row in rows for text in row if text for sha in mentioned_in(str(text))}
    present = {
        Sha(row[0])
        for row in db.execute(
            "select sha from attachment_use where source = ? and owner = ?", (source, owner)
        )
    }
    db.executemany(
        "delete from attachment_use where sha = ? and source = ? and owner = ?",
        [(sha, source, owner) for sha in present - named],
    )
    db.executemany(
        "insert into attachment_use (sha, source, owner) values (?, ?, ?)",
        [(sha, source, owner) for sha in named - present],
    )
    db.execute("delete from attachment_unread where source = ? and owner = ?", (source, owner))


def rebuild(db: Connection) -> None:
    """Read all texts again, because the index may be wrong."""
    db.execute("delete from attachment_use")
    for name, source in SOURCES.items():
        db.execute(
            f"""insert or ignore into attachment_unread (source, owner) select '{name}', {source.key}
            from {name} where {_any_named(source.columns)}"""
        )
    catch_up(db)


def named_anywhere(db: Connection) -> set[Sha]:
    """Return every file that any text of the vault names, read from the texts themselves rather than the index."""
    return _named(db, {**_columns(), **_ALSO})


def unindexed(db: Connection) -> set[Sha]:
    """Return the files that texts name and the index lacks, because it is damaged."""
    return _named(db, _columns()) - set(used(db))


def _columns() -> dict[str, tuple[str, ...]]:
    return {name: source.columns for name, source in SOURCES.items()}


def _named(db: Connection, columns: Mapping[str, Sequence[str]]) -> set[Sha]:
    return {
        sha
        for name, some in columns.items()
        for row in db.execute(f"select {', '.join(some)} from {name} where {_any_named(some)}")
        for text in row
        if text
        for sha in mentioned_in(str(text))
    }


def _any_named(columns: Sequence[str]) -> str:
    return " or ".join(f"instr({column}, '{SCHEME}')" for column in columns)


def is_used(db: Connection, sha: Sha) -> bool:
    """Return whether any text uses a file."""
    row = db.execute("select 1 from attachment_use where sha = ? limit 1", (sha,)).fetchone()
    return row is not None


def used(db: Connection) -> Iterator[Sha]:
    """Yield every file that a text uses, whether the vault has it or not."""
    for (sha,) in db.execute("select distinct sha from attachment_use"):
        yield Sha(sha)


def in_notes(db: Connection) -> list[Sha]:
    """Return every file that the present text of a note uses, whether the vault has it or not."""
    rows = db.execute("select distinct sha from attachment_use where source = 'note'")
    return [Sha(row[0]) for row in rows]


def notes_with(db: Connection, sha: Sha) -> list[tuple[NoteId, str, bool]]:
    """Return the notes whose present text uses a file, as id, title and whether it is in the trash; newest first."""
    rows = db.execute(
        """select note.id, title, deleted_at is not null from attachment_use
        join note on attachment_use.source = 'note' and note.rowid = owner where sha = ? order by updated_at desc""",
        (sha,),
    )
    return [(NoteId(row[0]), row[1], bool(row[2])) for row in rows]


def going_with(db: Connection, note_ids: Iterable[NoteId]) -> list[Sha]:
    """Return the files that nothing would use any more if these notes were deleted for good."""
    going = {
        (name, owner)
        for note_id in note_ids
        for name, source in SOURCES.items()
        for owner in _owners(db, name, source, note_id)
    }
    named = {
        Sha(row[0])
        for use in going
        for row in db.execute("select sha from attachment_use where (source, owner) = (?, ?)", use)
    }
    select = "select source, owner from attachment_use where sha = ?"
    return sorted(sha for sha in named if going.issuperset(db.execute(select, (sha,))))


def _owners(db: Connection, name: str, source: _Source, note_id: NoteId) -> list[object]:
    """Return the keys of the rows of a table that are deleted with a note."""
    rows = db.execute(
        f"""select {source.key} from {name} where {source.note}
        and {source.key} in (select owner from attachment_use where source = :source)""",
        {"note_id": note_id, "source": name},
    )
    return [row[0] for row in rows]
