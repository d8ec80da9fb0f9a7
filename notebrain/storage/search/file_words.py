"""Query the words of files: which pieces of their text contain which words, and which notes hold these files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from notebrain.domain.notes.attachments import Sha
from notebrain.storage.connection import Connection

_BATCH = 400
_SAME_PAGE = "other.sha = piece.sha and other.page is piece.page"
_OF_NOTES = "join attachment_use as used on used.sha = attachment_text.sha and used.source = 'note'"


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A piece of a file that contains what was looked for.

    Attributes:
        place: Counted from 0 within its page, or within a file without pages.
        pieces: How many that has.
        name: What the file is called.
    """

    sha: Sha
    name: str
    page: int | None
    text: str
    place: int
    pieces: int


def size(db: Connection) -> int:
    """Return about how many pieces there are; 0 if no file has a text."""
    row = db.execute("select max(id) from attachment_text").fetchone()
    return row[0] or 0


def count(db: Connection, expression: str) -> int:
    """Return how many pieces match."""
    row = db.execute(
        "select count(*) from attachment_fts where attachment_fts match ?", (expression,)
    ).fetchone()
    return int(row[0])


def matching(db: Connection, expression: str, *, limit: int) -> list[int]:
    """Return the ids of the newest pieces that match."""
    rows = db.execute(
        "select rowid from attachment_fts where attachment_fts match ? order by rowid desc limit ?",
        (expression, limit),
    )
    return [row[0] for row in rows]


def notes_with(db: Connection, expression: str) -> set[int]:
    """Return the keys of all notes with a file of which a piece matches."""
    rows = db.execute(
        f"""select distinct used.owner from attachment_fts join attachment_text on id = attachment_fts.rowid
        {_OF_NOTES} where attachment_fts match ?""",
        (expression,),
    )
    return {row[0] for row in rows}


def holders(db: Connection, pieces: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield each of these pieces with the key of each note that holds its file."""
    for at in range(0, len(pieces), _BATCH):
        part = pieces[at : at + _BATCH]
        yield from db.execute(
            f"""select id, used.owner from attachment_text {_OF_NOTES}
            where id in ({", ".join("?" * len(part))})""",
            part,
        )


def piece(db: Connection, number: int) -> FoundPiece | None:
    """Return a piece of a file, or None if it is gone."""
    row: Sequence[Any] | None = db.execute(
        f"""select piece.sha, name, page, text,
        (select count(*) from attachment_text as other where {_SAME_PAGE} and other.id < piece.id),
        (select count(*) from attachment_text as other where {_SAME_PAGE})
        from attachment_text as piece join attachment using (sha) where id = ?""",
        (number,),
    ).fetchone()
    return None if row is None else FoundPiece(Sha(row[0]), *row[1:])
