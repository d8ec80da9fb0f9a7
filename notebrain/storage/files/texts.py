"""The text of files in notes, as it was read: which wait to be read, and what came of it.

A file without a row in `attachment_reading` waits, so the transaction that adds a file also queues it, and a kill
loses nothing. Its pieces are written a few at a time, because the words of a long text take a second to index.
"""

from collections.abc import Sequence
from typing import Final

from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.file_texts import READABLE, READER, FileText, Piece, Reading, ReadState
from notebrain.storage.connection import Connection

AT_ONCE: Final = 10
"""How many pieces are written or deleted in one transaction (40,000 characters, about 40 ms)."""
_TYPES: Final = ", ".join(f"'{kind}'" for kind in READABLE)
_WAITS: Final = f"""media_type in ({_TYPES}) and not exists (
    select 1 from attachment_reading where attachment_reading.sha = attachment.sha and reader >= {READER})"""


def waiting(db: Connection) -> list[tuple[Sha, str, int]]:
    """Return the files to read with their media types and sizes, last added first; damaged ones are left out."""
    rows = db.execute(
        f"""select sha, media_type, size from attachment where {_WAITS} and fault = ''
        order by added_at desc, sha"""
    )
    return [(Sha(sha), kind, size) for sha, kind, size in rows]


def drop_some(db: Connection, sha: Sha) -> bool:
    """Delete some of the text of a file, which then waits to be read; return whether there is more."""
    db.execute("delete from attachment_reading where sha = ?", (sha,))
    gone = db.execute(
        "delete from attachment_text where id in (select id from attachment_text where sha = ? limit ?)",
        (sha, AT_ONCE),
    )
    return gone.rowcount == AT_ONCE


def add_some(db: Connection, sha: Sha, pieces: Sequence[Piece]) -> None:
    """Add pieces of a text, in their order; only of a file that is still there."""
    db.executemany(
        """insert into attachment_text (sha, page, text) select ?1, ?2, ?3
        where exists (select 1 from attachment where sha = ?1)""",
        [(sha, piece.page, piece.text) for piece in pieces],
    )


def finish(db: Connection, sha: Sha, text: FileText) -> None:
    """Record that a file was read, or why not."""
    db.execute(
        """insert or replace into attachment_reading (sha, reader, state, pages, characters)
        select ?1, ?2, ?3, ?4, ?5 where exists (select 1 from attachment where sha = ?1)""",
        (sha, READER, text.state.value, text.pages, text.characters),
    )


def readings(db: Connection) -> dict[Sha, Reading]:
    """Return how reading went for every file that has a text or waits to be read."""
    rows = db.execute(
        f"""select attachment.sha, state, pages, characters from attachment
        left join attachment_reading on attachment_reading.sha = attachment.sha and reader >= {READER}
        where media_type in ({_TYPES})"""
    )
    return {
        Sha(sha): Reading(ReadState(state or ReadState.WAITING), pages, characters or 0)
        for sha, state, pages, characters in rows
    }


def reading(db: Connection, sha: Sha) -> Reading | None:
    """Return how reading a file went, or None if it is of a type that has no text."""
    return readings(db).get(sha)
