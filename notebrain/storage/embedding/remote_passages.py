"""What the account should have of a note: its passages with their texts and vectors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from hashlib import sha256

from notebrain.domain.embedding.passages import passage_text
from notebrain.domain.embedding.vector_ids import note_of, point_id
from notebrain.domain.notes.content import content_hash
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.chunks import space_id

_NO_NOTE = NoteId("")


class Standing(Enum):
    """Whether a note should be in the account."""

    GONE = auto()
    """It was permanently removed."""
    STAYS = auto()
    """It never leaves this computer."""
    TRASHED = auto()
    UNREAD = auto()
    """The indexer has not read its present text yet, and will queue it again afterwards."""
    LACKING = auto()
    """Some of its passages have no vector."""
    READY = auto()


@dataclass(frozen=True, slots=True)
class Passages:
    """The passages of a note that the account should have; if nothing is to be sent now, only the reason.

    Attributes:
        hashes: Hashes of its passages in order, without duplicates.
        lacking: The texts that have no vector yet, by their hashes.
    """

    key: int
    standing: Standing
    note_id: NoteId = _NO_NOTE
    workspace: str = ""
    version: int = 0
    hashes: Sequence[bytes] = ()
    lacking: dict[bytes, str] = field(default_factory=dict[bytes, str], repr=False)

    @property
    def digest(self) -> bytes:
        """A value that changes with the passages."""
        return sha256(b"".join(self.hashes)).digest()


def passages_of(db: Connection, key: int, *, local: Space, account: Space) -> Passages:
    """Return what the account should have of a note.

    Args:
        local: The space that the indexer keeps up to date; it tells whether the passages match the present text.
    """
    row = db.execute(
        """select id, workspace, version, local_only, deleted_at, version is (select version from note_indexed
            where note_rowid = note.rowid and space_id = ?) from note where rowid = ?""",
        (space_id(db, local), key),
    ).fetchone()
    if row is None:
        return Passages(key, Standing.GONE)
    note_id, workspace, version, local_only, deleted_at, read = row
    standing = _standing(local_only=local_only, trashed=deleted_at is not None, read=read)
    if standing is not Standing.READY:
        return Passages(key, standing)
    rows = db.execute(
        """select content_hash, start, "end", exists (select 1 from vector
            where vector.content_hash = chunk.content_hash and vector.space_id is ?)
        from chunk where note_rowid = ? order by position""",
        (space_id(db, account), key),
    ).fetchall()
    hashes = tuple(dict.fromkeys(row[0] for row in rows))
    without = {row[0]: (row[1], row[2]) for row in rows if not row[3]}
    lacking = _texts(db, key, without) if without else {}
    if len(lacking) < len(without):  # the text has just changed; the indexer queues it again
        return Passages(key, Standing.UNREAD)
    standing = Standing.LACKING if lacking else Standing.READY
    return Passages(key, standing, note_id, workspace, version, hashes, lacking)


def _standing(*, local_only: int, trashed: bool, read: int) -> Standing:
    if local_only:
        return Standing.STAYS
    if trashed:
        return Standing.TRASHED
    return Standing.READY if read else Standing.UNREAD


def _texts(db: Connection, key: int, spans: dict[bytes, tuple[int, int]]) -> dict[bytes, str]:
    """Return the texts of those passages that still match their hashes."""
    # slice in Python: SQLite ends a text at its first NUL
    title, body = db.execute("select title, body from note where rowid = ?", (key,)).fetchone()
    texts = {
        digest: passage_text(body, start, end) if end > start else title
        for digest, (start, end) in spans.items()
    }
    return {digest: text for digest, text in texts.items() if content_hash(text) == digest}


def vectors(db: Connection, hashes: Sequence[bytes], space: Space) -> dict[bytes, bytes]:
    """Return the vectors of passages in a space, leaving out missing ones."""
    number = space_id(db, space)
    rows = (
        db.execute(
            "select data from vector where content_hash = ? and space_id is ?", (digest, number)
        ).fetchone()
        for digest in hashes
    )
    return {digest: row[0] for digest, row in zip(hashes, rows, strict=True) if row is not None}


def uses(db: Connection, content_hash: bytes) -> bool:
    """Return whether any note still uses a vector of this text."""
    row = db.execute(
        "select 1 from vector_owner where content_hash = ? limit 1", (content_hash,)
    ).fetchone()
    return row is not None


def wanted_points(db: Connection, *, local: Space, account: Space) -> tuple[set[str], set[NoteId]]:
    """Return the points the account's index should contain, and all existing notes.

    Points of notes that the indexer has not read since their last change are left as they are, because it is not known
    what they should be.
    """
    wanted: set[str] = set()
    here: set[NoteId] = set()
    rows = db.execute(
        """select note.id, content_hash from note
        left join note_indexed on note_indexed.note_rowid = note.rowid and space_id is ?1
            and note_indexed.version = note.version and deleted_at is null and local_only = 0
        left join chunk on chunk.note_rowid = note_indexed.note_rowid and exists (select 1 from vector
            where vector.content_hash = chunk.content_hash and vector.space_id is ?2)
        where note_indexed.version is not null or deleted_at is not null or local_only = 1""",
        (space_id(db, local), space_id(db, account)),
    )
    for note_id, content_hash_ in rows:
        here.add(note_id)
        if content_hash_ is not None:
            wanted.add(point_id(note_id, content_hash_))
    return wanted, here


def owners(db: Connection, points: Sequence[str]) -> list[tuple[int, str]]:
    """Return the notes that points belong to, as (key, point)."""
    found: list[tuple[int, str]] = []
    for point in points:
        row = db.execute("select rowid from note where id = ?", (note_of(point),)).fetchone()
        if row is not None:
            found.append((row[0], point))
    return found
