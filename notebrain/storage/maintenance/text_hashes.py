"""Hash exact texts: fill in missing hashes of older vaults in the background, and check texts against them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from notebrain.domain.notes.content import bytes_hash
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection

_ROWS, _BYTES = 200, 1_000_000
_EVERY = 64
TEXTS = "cast(title as blob), cast(body as blob), cast(front_matter as blob)"
"""The columns that `bytes_hash` takes, as stored bytes."""


@dataclass(frozen=True, slots=True)
class DamagedText:
    """A text that differs from what was written.

    Attributes:
        key: The row of the note or the earlier version.
        title: As much of it as can be read.
        revision: Whether it is an earlier version of the note.
        bad_bytes: How many bytes are invalid; 0 if it is a valid but different text.
        expected: The hash of what was written, or None if there was none yet.
        present: The hash of the present text.
    """

    key: int
    note_id: NoteId
    title: str
    revision: bool
    bad_bytes: int
    expected: bytes | None
    present: bytes


@dataclass(slots=True)
class TextState:
    """The result of checking every text.

    Attributes:
        notes: How many notes were read, the trash included.
        revisions: How many earlier versions were read.
        unhashed: How many of both have no hash yet: in these only invalid bytes were noticed.
    """

    notes: int = 0
    revisions: int = 0
    unhashed: int = 0
    damaged: list[DamagedText] = field(default_factory=list[DamagedText])


def waiting(db: Connection) -> bool:
    """Return whether `fill` has something to do."""
    row = db.execute("select 1 from text_hash_fill where notes > 0 or revisions > 0").fetchone()
    return row is not None


def fill(db: Connection) -> None:
    """Hash some rows that have no hash, newest first; this holds the write lock for a few ms."""
    upto, earlier_upto = db.execute("select notes, revisions from text_hash_fill").fetchone()
    if upto:
        db.execute("update text_hash_fill set notes = ?", (_fill(db, "note", "rowid", upto),))
    elif earlier_upto:
        left = _fill(db, "revision", "id", earlier_upto)
        db.execute("update text_hash_fill set revisions = ?", (left,))


def _fill(db: Connection, table: str, key: str, upto: int) -> int:
    """Return the largest key still to be processed, or 0 if there is none."""
    rows = db.execute(
        f"select {key}, text_hash is null, {TEXTS} from {table} where {key} <= ? order by {key} desc limit ?",
        (upto, _ROWS),
    )
    found: list[tuple[bytes, int]] = []
    size = number = 0
    for number, lacks_hash, *texts in rows:
        if lacks_hash:
            found.append((bytes_hash(*texts), number))
            size += sum(map(len, texts))
        if size > _BYTES:
            break
    db.executemany(f"update {table} set text_hash = ? where {key} = ?", found)
    return max(0, number - 1)


def inspect(db: Connection, keep_going: Callable[[], bool] = lambda: True) -> TextState:
    """Check every text in a vault of any schema: whether its bytes are valid, and whether they are what was written.

    Raises:
        sqlite3.Error: The file is so damaged that a text cannot be reached.
    """
    state = TextState()
    for table, key, note_id in (
        ("note", "rowid", "id"),
        ("revision", "id", "(select id from note where note.rowid = note_rowid)"),
    ):
        hash_column = "text_hash" if has_hashes(db, table) else "null"
        rows = db.execute(
            f"select {key}, cast({note_id} as text), {hash_column}, {TEXTS} from {table}"
        )
        earlier = table == "revision"
        for number, (row_key, of_note, expected, *texts) in enumerate(rows):
            if number % _EVERY == 0 and not keep_going():
                return state
            state.notes += not earlier
            state.revisions += earlier
            state.unhashed += expected is None
            bad, present = sum(map(bad_bytes, texts)), bytes_hash(*texts)
            if bad or expected not in (None, present):
                title = (texts[0] or b"").decode("utf-8", "replace")
                state.damaged.append(
                    DamagedText(
                        row_key, NoteId(of_note or ""), title, earlier, bad, expected, present
                    )
                )
    return state


def damaged_blocks(db: Connection) -> list[tuple[str, bool]]:
    """Return the blocks of the profile whose text differs from what was written: the key, and whether it is earlier."""
    found: list[tuple[str, bool]] = []
    for table, earlier in (("block", False), ("block_version", True)):
        if not has_hashes(db, table):
            continue
        rows = db.execute(f"select cast(key as text), text_hash, cast(text as blob) from {table}")
        for key, expected, text in rows:
            if bad_bytes(text) or expected not in (None, bytes_hash(b"", text, b"")):
                found.append((key, earlier))
    return found


def has_hashes(db: Connection, table: str) -> bool:
    """Return whether this table has hashes; a backup with an older schema has none."""
    return any(row[1] == "text_hash" for row in db.execute(f"pragma table_info({table})"))


def bad_bytes(text: bytes | None) -> int:
    """Return how many bytes are not valid UTF-8; a missing text counts as one."""
    if text is None:
        return 1
    try:
        text.decode()
    except UnicodeDecodeError:
        return sum("\udc80" <= c <= "\udcff" for c in text.decode("utf-8", "surrogateescape"))
    return 0
