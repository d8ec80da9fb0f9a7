"""Check the vault's file for consistency, using SQLite's checks and our own."""

import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Space
from notebrain.storage import privacy
from notebrain.storage.connection import Connection, connect_untouched, in_words
from notebrain.storage.embedding import chunks, queue
from notebrain.storage.embedding.chunks import space_id
from notebrain.storage.maintenance import text_hashes
from notebrain.storage.search import text_index


@dataclass(frozen=True, slots=True)
class QueueState:
    """The state of the indexing queue.

    Attributes:
        waiting: Notes queued for indexing.
        failed: How many of them have failed at least once.
        error: The latest reason for a failure, or None.
        substrings: Notes that the substring index lacks.
    """

    waiting: int
    failed: int
    error: str | None
    substrings: int


@dataclass(frozen=True, slots=True)
class VectorState:
    """How notes and vectors match.

    Attributes:
        lacking: Notes that count as indexed although a passage has no vector.
        unused: Vectors that no passage uses; they are kept for a week so that undo costs nothing.
        forgotten: Notes outside the trash that are neither indexed nor queued.
    """

    lacking: int
    unused: int
    forgotten: int


def file_fault(db: Connection) -> str | None:
    """Return what SQLite finds wrong with the file, except for the word index, or None; checks every index."""
    answers = (row[0] for row in db.execute("pragma integrity_check"))
    return next((answer for answer in answers if answer != "ok" and not is_of_words(answer)), None)


def missing_parts(db: Connection) -> list[str]:
    """Return the names of tables, indexes and triggers of this program's schema that the vault lacks."""
    from notebrain.storage.schema import migrations

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrations.migrate(model, before=lambda: None)
        wanted = model.execute("select name from sqlite_schema").fetchall()
    present = set(db.execute("select name from sqlite_schema"))
    return sorted(name for (name,) in set(wanted) - present)


def loose_links(db: Connection) -> list[tuple[str, int]]:
    """Return the tables with rows that refer to missing rows, e.g. of a note, and how many there are."""
    counts = Counter(row[0] for row in db.execute("pragma foreign_key_check"))
    return sorted(counts.items())


def is_of_words(fault: str) -> bool:
    """Return whether a fault found by SQLite affects only the word index, which can be rebuilt."""
    return "FTS5 table" in fault


def word_index_fault(db: Connection, near: Path) -> str | None:
    """Return what is wrong with the word index compared with the notes, or None.

    FTS5 checks only inside a write, which in a large vault would block saving for too long. Instead, this checks a
    consistent temporary copy of the vault in the folder `near`.
    """
    with tempfile.TemporaryDirectory(prefix="check-", dir=near) as folder:
        path = Path(folder) / "copy.db"
        privacy.reserve(path)
        with in_words(path), closing(sqlite3.connect(path, isolation_level=None)) as copy:
            copy.execute("pragma synchronous = off")
            db.backup(copy)
            text_index.catch_up_all_words(copy)
            return _integrity_fault(copy)


def _integrity_fault(copy: Connection) -> str | None:
    try:
        # rank 1: compare the index with the notes themselves, not only with itself
        copy.execute("insert into note_fts (note_fts, rank) values ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        return str(error)
    return None


def queue_state(db: Connection) -> QueueState:
    """Return the state of the indexing queue."""
    waiting, failed = db.execute(
        "select count(*), count(last_error) from outbox where kind = 'index'"
    ).fetchone()
    last = db.execute(
        """select last_error from outbox where kind = 'index' and last_error is not null
        order by retry_at desc limit 1"""
    ).fetchone()
    return QueueState(
        waiting, failed, None if last is None else last[0], text_index.missing_substrings(db)
    )


def vector_state(db: Connection, space: Space) -> VectorState:
    """Return how notes and the vectors of a space match."""
    number = space_id(db, space)
    lacking = db.execute(
        """select count(distinct chunk.note_rowid) from chunk
        join note_indexed on note_indexed.note_rowid = chunk.note_rowid and space_id = ?1
        join note on note.rowid = chunk.note_rowid and note.version = note_indexed.version
        where not exists (select 1 from vector
            where vector.content_hash = chunk.content_hash and vector.space_id = ?1)""",
        (number,),
    ).fetchone()[0]
    unused = db.execute(
        "select count(*) from vector where content_hash not in (select content_hash from chunk)"
    ).fetchone()[0]
    forgotten = db.execute(
        """select count(*) from note where deleted_at is null
        and not exists (select 1 from outbox where note_rowid = note.rowid and kind = 'index')
        and not exists (select 1 from note_indexed where note_rowid = note.rowid
            and space_id is ? and note_indexed.version = note.version)""",
        (number,),
    ).fetchone()[0]
    return VectorState(lacking, unused, forgotten)


def sqlite_version() -> str:
    """Return the version of SQLite in use."""
    return sqlite3.sqlite_version


def is_all_queued(db: Connection, space: Space) -> bool:
    """Return whether as many notes are indexed in this space or queued as there are (100,000 notes: 25 ms).

    Only counts are compared: an older version that passes for the newest, or a missing vector, shows only in a look at
    the notes themselves (2.5 s).
    """
    done, total = chunks.coverage(db, space)
    return done + queue.waiting(db) >= total


def slipped_out(db: Connection, space: Space, keys: range) -> list[tuple[int, NoteId, int]]:
    """Return those of some notes that are neither indexed in this space nor queued, as key, id and version."""
    # by key, because the notes and what belongs to them lie in the file in this order
    return db.execute(
        """select rowid, id, version from note not indexed where rowid between ?2 and ?3 and deleted_at is null
        and not exists (select 1 from outbox where note_rowid = note.rowid and kind = 'index')
        and (not exists (select 1 from note_indexed where note_rowid = note.rowid
                and space_id is ?1 and note_indexed.version = note.version)
            or exists (select 1 from chunk where chunk.note_rowid = note.rowid and not exists (
                select 1 from vector
                where vector.content_hash = chunk.content_hash and vector.space_id is ?1)))
        order by rowid""",
        (space_id(db, space), keys.start, keys.stop - 1),
    ).fetchall()


def _save_evidence(vault: Path) -> None:
    """Copy the file in its state before this transaction, unless that was done before."""
    original = vault.with_name(f"{vault.stem}-before-rebuild{vault.suffix}")
    if original.exists():
        return
    part = original.with_suffix(".part")
    privacy.reserve(part)
    with closing(connect_untouched(vault)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
    part.replace(original)


def requeue(db: Connection, space: Space, keys: range, *, at: datetime) -> int:
    """Queue those of some notes that are neither indexed in this space nor queued; return how many."""
    rows = slipped_out(db, space, keys)
    for key, note_id, version in rows:
        queue.queue_index(db, key, note_id, version, lane=queue.Lane.BACKFILL, at=at)
    return len(rows)


def embedded(db: Connection, space: Space) -> tuple[int, int]:
    """Return how many notes are outside the trash, and how many vectors this space has."""
    notes: int = db.execute("select count(*) from note where deleted_at is null").fetchone()[0]
    vectors: int = db.execute(
        "select count(*) from vector where space_id is ?", (space_id(db, space),)
    ).fetchone()[0]
    return notes, vectors


def delete_vectors(db: Connection, space: Space, *, limit: int) -> int:
    """Delete up to `limit` vectors of a space; return how many. Notes that lack vectors can be queued again."""
    return db.execute(
        "delete from vector where id in (select id from vector where space_id is ? limit ?)",
        (space_id(db, space), limit),
    ).rowcount


def begin_words_anew(db: Connection) -> None:
    """Empty both word indexes of the notes, which `text_index` rebuilds step by step, and rebuild that of the files.

    If texts are damaged, the old index may be the only record of their words, so the file is copied first.
    """
    if text_hashes.inspect(db).damaged:
        _save_evidence(Path(db.execute("pragma database_list").fetchone()[2]))
    text_index.begin_words_anew(db)
    text_index.begin_substrings_anew(db)
    db.execute("insert into attachment_fts (attachment_fts) values ('rebuild')")
