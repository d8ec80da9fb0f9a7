"""What is true of every sound vault, whatever happened to it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from notebrain.storage.connection import Connection
from notebrain.storage.store import FILE_NAME


def faults_of(db: Connection) -> list[str]:
    """Return what is wrong with the vault behind an idle connection, each in a line."""
    found = [row[0] for row in db.execute("pragma quick_check") if row[0] != "ok"]
    found += [f"foreign key: {row}" for row in db.execute("pragma foreign_key_check")]
    found += _index_faults(db)
    found += [
        f"{what}: {number}"
        for what, query in _NEVER.items()
        if (number := db.execute(f"select count(*) from ({query})").fetchone()[0])
    ]
    return found


def faults_in(folder: Path) -> list[str]:
    """Return what is wrong with the vault in a folder."""
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as db:
        return faults_of(db)


_NEVER = {
    "short notes the word index waits for": """select 1 from unworded
        where not later and not exists (select 1 from worded where worded.note_rowid = unworded.note_rowid)""",
    "chunks outside their note": """select 1 from chunk join note on note.rowid = chunk.note_rowid
        join note_indexed on note_indexed.note_rowid = note.rowid and note_indexed.version = note.version
        where start < 0 or start > "end" or ("end" > length(body) and instr(body, char(0)) = 0)""",
    "notes whose repeats are not found": """select 1 from note where repeat_hash is not null
        and not exists (select 1 from ungrammed where note_rowid = note.rowid)
        and not exists (select 1 from repeat where hash = repeat_hash and note_rowid = note.rowid)""",
    "repeats of a text that is gone": """select 1 from repeat
        where not exists (select 1 from note where rowid = note_rowid and repeat_hash = hash)""",
    "indexed notes without a vector": """select 1 from note_indexed
        join note on note.rowid = note_indexed.note_rowid and note.version = note_indexed.version
        join chunk on chunk.note_rowid = note.rowid
        where not exists (select 1 from vector where vector.content_hash = chunk.content_hash
            and vector.space_id = note_indexed.space_id)""",
    "notes neither indexed nor queued": """select 1 from note
        where not exists (select 1 from outbox where outbox.note_rowid = note.rowid)
        and not exists (select 1 from note_indexed where note_indexed.note_rowid = note.rowid
            and note_indexed.version = note.version)""",
    "chunks without an owner": """select 1 from chunk where not exists (
        select 1 from vector_owner where vector_owner.note_rowid = chunk.note_rowid
        and vector_owner.content_hash = chunk.content_hash)""",
    "vectors without an owner": """select 1 from vector where not exists (
        select 1 from vector_owner where vector_owner.content_hash = vector.content_hash)""",
    "import records without a note": """select 1 from imported
        where not exists (select 1 from note where rowid = note_rowid)""",
    "chunk positions held twice": "select 1 from chunk group by note_rowid, position having count(*) > 1",
}


def _index_faults(db: Connection) -> list[str]:
    # rank 1 compares with the notes; the substring index may lag behind them, so it is compared only when complete
    # (as does the word index of long notes that are being typed)
    found: list[str] = []
    for table, waiting in (("note_fts", "unworded"), ("note_gram", "ungrammed")):
        rank = 0 if db.execute(f"select 1 from {waiting} limit 1").fetchone() else 1
        try:
            db.execute(f"insert into {table} ({table}, rank) values ('integrity-check', {rank})")
        except sqlite3.DatabaseError as error:
            found.append(f"{table}: {error}")
    return found
