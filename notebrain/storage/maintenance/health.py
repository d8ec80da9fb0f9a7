"""Whether the vault's file is sound: what SQLite and our own rules say about it."""

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
from notebrain.storage.embedding import queue
from notebrain.storage.embedding.chunks import space_id
from notebrain.storage.maintenance import text_hashes
from notebrain.storage.search import substring_index, word_index


@dataclass(frozen=True, slots=True)
class QueueState:
    """The work that waits.

    Attributes:
        waiting: Notes queued for indexing.
        failed: Those of them that failed at least once.
        error: The latest reason for a failure, or None.
        substrings: Notes that the substring index does not hold yet.
    """

    waiting: int
    failed: int
    error: str | None
    substrings: int


@dataclass(frozen=True, slots=True)
class VectorState:
    """How notes and vectors fit together.

    Attributes:
        lacking: Notes that count as indexed although a passage has no vector.
        unused: Vectors that no passage uses; they are kept a week so that undo costs nothing.
        forgotten: Notes outside the trash that are neither indexed nor queued.
    """

    lacking: int
    unused: int
    forgotten: int


def file_fault(db: Connection) -> str | None:
    """Return what SQLite finds wrong with the file, the word index apart, or None; every index is compared."""
    answers = (row[0] for row in db.execute("pragma integrity_check"))
    return next((one for one in answers if one != "ok" and not is_of_words(one)), None)


def missing_parts(db: Connection) -> list[str]:
    """Return the names of tables, indexes and triggers that a vault of this program has and this one lacks."""
    from notebrain.storage.schema import migrations

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrations.migrate(model, before=lambda: None)
        wanted = model.execute("select name from sqlite_schema").fetchall()
    present = set(db.execute("select name from sqlite_schema"))
    return sorted(name for (name,) in set(wanted) - present)


def loose_links(db: Connection) -> list[tuple[str, int]]:
    """Return the tables with rows that belong to a note, or the like, that is not there, and how many there are."""
    counts = Counter(row[0] for row in db.execute("pragma foreign_key_check"))
    return sorted(counts.items())


def is_of_words(fault: str) -> bool:
    """Tell whether a fault that SQLite found is one of the word index alone, which can be made anew."""
    return "FTS5 table" in fault


def word_index_fault(db: Connection, near: Path) -> str | None:
    """Return what is wrong with the word index compared with the notes, or None.

    FTS5 only answers inside a write, which for a large vault would hold up everybody who saves; so
    a copy in the folder `near` is asked, made from one moment of the vault, and removed again.
    """
    with tempfile.TemporaryDirectory(prefix="check-", dir=near) as folder:
        path = Path(folder) / "copy.db"
        privacy.reserve(path)
        with in_words(path), closing(sqlite3.connect(path, isolation_level=None)) as copy:
            copy.execute("pragma synchronous = off")
            db.backup(copy)
            word_index.catch_up_all(copy)
            return _integrity_fault(copy)


def _integrity_fault(copy: Connection) -> str | None:
    try:
        # rank 1: compare with the notes themselves, not only the index with itself
        copy.execute("insert into note_fts (note_fts, rank) values ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        return str(error)
    return None


def queue_state(db: Connection) -> QueueState:
    """Return what waits to be indexed."""
    waiting, failed = db.execute(
        "select count(*), count(last_error) from outbox where kind = 'index'"
    ).fetchone()
    last = db.execute(
        """select last_error from outbox where kind = 'index' and last_error is not null
        order by retry_at desc limit 1"""
    ).fetchone()
    return QueueState(
        waiting, failed, None if last is None else last[0], substring_index.missing(db)
    )


def vector_state(db: Connection, space: Space) -> VectorState:
    """Return how notes and the vectors of a space fit together."""
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


def slipped_out(db: Connection, space: Space, *, limit: int) -> list[tuple[int, NoteId, int]]:
    """Return notes that are neither indexed in this space nor queued, as key, id and version."""
    return db.execute(
        """select rowid, id, version from note where deleted_at is null
        and not exists (select 1 from outbox where note_rowid = note.rowid and kind = 'index')
        and (not exists (select 1 from note_indexed where note_rowid = note.rowid
                and space_id is ?1 and note_indexed.version = note.version)
            or exists (select 1 from chunk where chunk.note_rowid = note.rowid and not exists (
                select 1 from vector
                where vector.content_hash = chunk.content_hash and vector.space_id is ?1)))
        limit ?2""",
        (space_id(db, space), limit),
    ).fetchall()


def _keep_evidence(vault: Path) -> None:
    """Copy the file as it was before this transaction, unless that was done before."""
    kept = vault.with_name(f"{vault.stem}-before-rebuild{vault.suffix}")
    if kept.exists():
        return
    part = kept.with_suffix(".part")
    privacy.reserve(part)
    with closing(connect_untouched(vault)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
    part.replace(kept)


def requeue(db: Connection, space: Space, *, at: datetime, limit: int) -> int:
    """Queue notes that slipped out of the index: neither indexed in this space nor queued.

    Return how many were; at most `limit`, so that the write lock is not held for long.
    """
    rows = slipped_out(db, space, limit=limit)
    for key, note_id, version in rows:
        queue.queue_index(db, key, note_id, version, lane=queue.Lane.BACKFILL, at=at)
    return len(rows)


def embedded(db: Connection, space: Space) -> tuple[int, int]:
    """Return how many notes are outside the trash, and how many vectors of this space there are."""
    notes: int = db.execute("select count(*) from note where deleted_at is null").fetchone()[0]
    vectors: int = db.execute(
        "select count(*) from vector where space_id is ?", (space_id(db, space),)
    ).fetchone()[0]
    return notes, vectors


def forget_vectors(db: Connection, space: Space, *, limit: int) -> int:
    """Drop up to `limit` vectors of a space; return how many went. Notes that lack one can be queued again."""
    return db.execute(
        "delete from vector where id in (select id from vector where space_id is ? limit ?)",
        (space_id(db, space), limit),
    ).rowcount


def begin_words_anew(db: Connection) -> None:
    """Empty both indexes of words; they are filled again step by step, see `words.renew_some` and `grams.fill`.

    Where texts are damaged, the old index may be all that tells their words: then the file is copied first.
    """
    if text_hashes.inspect(db).damaged:
        _keep_evidence(Path(db.execute("pragma database_list").fetchone()[2]))
    word_index.begin_anew(db)
    substring_index.begin_anew(db)
