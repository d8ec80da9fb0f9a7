"""Notes that two computers created from the same file of an imported folder, with different ids."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Card, CardKind, conflict_id, pair_id
from notebrain.domain.sync.records import NoteRecord
from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import notes, revisions
from notebrain.storage.review import cards
from notebrain.storage.sync import outgoing_settings

_IMPORTED: Final = "import:"
_REASON: Final = "sync"
# passages belong to their note, so they are created again; vectors are found by their text
_FOLLOWING: Final = ("revision", "fullest", "imported", "original", "vector_owner")
_NEW_KEY: Final = "lower(hex(randomblob(16)))"
_COPIED: Final = """workspace, title, title_is_set, body, front_matter, snippet, category, importance, pinned,
    local_only, source, created_at, updated_at, deleted_at, access_count, reinforcement_count, last_accessed_at,
    version, repeat_hash, title_key, title_folded"""


def has_unsent(db: Connection) -> bool:
    """Return whether there are imported notes that were never sent: another computer may have sent them first."""
    row = db.execute(
        """select 1 from outbox cross join imported on imported.note_rowid = outbox.note_rowid
        where kind = 'send' and not exists (select 1 from sync_note
            where sync_note.note_rowid = outbox.note_rowid and coalesce(rev, sending_rev) is not null) limit 1"""
    ).fetchone()
    return row is not None


def of(db: Connection, theirs: NoteRecord) -> str | None:
    """Return the note that this computer imported from the same file as `theirs`, which is not here yet, or None.

    If the account already has both, the one with the greater id gives way, on every computer.
    """
    if not theirs.source.startswith(_IMPORTED) or theirs.deleted_at is not None:
        return None
    path = theirs.source.removeprefix(_IMPORTED)
    rows = db.execute(
        """select note.id, title = ? and body = ? from imported join note on note.rowid = imported.note_rowid
        left join sync_note on sync_note.note_rowid = note.rowid
        where imported.path = ? and note.source = ? and not local_only and deleted_at is null
        and note.id not in (select id from sync_adopted)
        and (coalesce(rev, sending_rev) is null or note.id > ?)""",
        (theirs.title, theirs.body, path, theirs.source, theirs.id),
    ).fetchall()
    same = [str(row[0]) for row in rows if row[1]]
    found = same or [str(row[0]) for row in rows]
    # if several folders contain such a file, it is unknown which one it is
    return found[0] if same or len(found) == 1 else None


def of_returned(db: Connection, note_id: str) -> tuple[str, str] | None:
    """Return two notes from the same file, one of which is `note_id`: the one that gives way, and the other.

    A note in the trash has no twin, so its file may have been imported again here before another computer's edit brings
    it back. As in `of`, the greater id gives way, or the one that was never sent. A note that was imported here itself
    is from a file of another folder. Indexes answer this in any vault, because many notes may come back at once.
    """
    row = db.execute(
        """select source from note where id = ? and source glob 'import:*' and not local_only
        and rowid not in (select note_rowid from imported)""",
        (note_id,),
    ).fetchone()
    if row is None:
        return None
    others = db.execute(
        """select note.id, coalesce(rev, sending_rev) is null from imported
        join note on note.rowid = imported.note_rowid
        left join sync_note on sync_note.note_rowid = note.rowid
        where imported.path = ? and note.source = ? and not local_only and deleted_at is null
        and note.id not in (select id from sync_adopted)""",
        (row[0].removeprefix(_IMPORTED), row[0]),
    ).fetchall()
    if len(others) != 1:  # if several folders contain such a file, it is unknown which one it is
        return None
    other, is_unsent = str(others[0][0]), bool(others[0][1])
    return (other, note_id) if is_unsent or other > note_id else (note_id, other)


def gave_way_to(db: Connection, note_id: str) -> str | None:
    """Return the shared note that this one gave way to here, or None.

    A computer that has not heard of that may still write into it.
    """
    row = db.execute(
        """select note.id from note_alias join note on note.rowid = note_rowid
        where note_alias.id = ? and not local_only""",
        (note_id,),
    ).fetchone()
    return None if row is None else str(row[0])


def has_other(db: Connection, key: int) -> bool:
    """Return whether another note from the same file has the same text, so that this one can go without loss."""
    row = db.execute(
        """select 1 from note as mine join note as other on other.source = mine.source and other.title = mine.title
            and other.body = mine.body and other.rowid <> mine.rowid
        where mine.rowid = ? and mine.source like 'import:%' and other.deleted_at is null""",
        (key,),
    ).fetchone()
    return row is not None


def adopt(db: Connection, mine: str, *, under: str, at: datetime) -> None:
    """Give a note the id it has on another computer, with its history and its cards.

    Its former id is removed from the account; code that still uses the former id, e.g. a window, still finds the note.
    """
    key = notes.key_of(db, NoteId(mine))
    new = db.execute(
        f"insert into note (id, {_COPIED}) select ?, {_COPIED} from note where rowid = ?",
        (under, key),
    ).lastrowid
    db.execute("update tag set note_rowid = ? where note_rowid = ?", (new, key))
    (version,) = db.execute("select version from note where rowid = ?", (new,)).fetchone()
    queue.queue_index(db, new or 0, NoteId(under), version, lane=queue.Lane.BACKFILL, at=at)
    _give_way(db, mine, key, under, new or 0)


def unite(db: Connection, mine: str, *, into: str, at: datetime) -> None:
    """Let a note give way to another one from the same file, which gets its history and its cards, not its text."""
    key, other = notes.key_of(db, NoteId(mine)), notes.key_of(db, NoteId(into))
    # its present text becomes a version, and with it the longest one since the last version
    revisions.save_before(db, key, "", at=at, reason=_REASON, session=_REASON, always=True)
    # a later change of the file replaces only the text that the import gave its note; 0 means it was changed here
    db.execute(
        """update imported set note_version = coalesce((select stays.version from note as gives
            join note as stays on (stays.title, stays.body) = (gives.title, gives.body)
            where gives.rowid = ?1 and stays.rowid = ?2 and gives.version = note_version), 0)
        where note_rowid = ?1""",
        (key, other),
    )
    _give_way(db, mine, key, into, other)


def _give_way(db: Connection, mine: str, key: int, under: str, new: int) -> None:
    """Move what belongs to a note to the one that stays, and remove it here and from the account."""
    for table in _FOLLOWING:
        db.execute(f"update or ignore {table} set note_rowid = ? where note_rowid = ?", (new, key))
    db.execute("insert or ignore into sync_adopted (id) values (?)", (under,))
    _let_forget(db, mine, key)
    for card in cards.about(db, NoteId(mine)):
        _rename(db, card, NoteId(mine), NoteId(under))
    db.execute("update card_answer_note set note_id = ? where note_id = ?", (under, mine))
    notes.remove(db, [NoteId(mine)])
    db.execute("insert or replace into note_alias (id, note_rowid) values (?, ?)", (mine, new))


def _let_forget(db: Connection, note_id: str, key: int) -> None:
    db.execute(
        f"""insert or replace into sync_gone (note_id, rev, sending_rev, key, withdrawn, vectors)
        select ?, rev, sending_rev, {_NEW_KEY}, 0, 1 from sync_note
        where note_rowid = ? and coalesce(rev, sending_rev) is not null""",
        (note_id, key),
    )
    db.execute("delete from sync_note where note_rowid = ?", (key,))
    db.execute("delete from sync_held where kind = 'note' and id = ?", (note_id,))


def _rename(db: Connection, card: Card, mine: NoteId, under: NoteId) -> None:
    """Give a card the ids it has on the other computer."""
    older, newer = (under if note_id == mine else note_id for note_id in (card.older, card.newer))
    is_conflict = card.kind is CardKind.CONFLICT
    renamed = conflict_id(under) if is_conflict else pair_id(older, newer)
    db.execute("delete from card where id = ?", (card.id,))
    db.execute("update card_answer set card_id = ? where card_id = ?", (renamed, card.id))
    db.execute(
        """delete from sync_thing where kind = 'card' and id = ? and rev is null and sending_rev is null""",
        (card.id,),
    )
    db.execute(
        f"update sync_thing set key = {_NEW_KEY}, retry_at = 0 where kind = 'card' and id = ?",
        (card.id,),
    )
    name = Name(Kind.CARD, renamed)
    if cards.maybe(db, renamed) is None:
        cards.put(db, replace(card, id=renamed, older=older, newer=newer))
        if outgoing_settings.of(db, name).rev is None and not outgoing_settings.stays_here(
            db, name
        ):
            outgoing_settings.differ(db, name, None, None)
