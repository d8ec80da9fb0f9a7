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
from notebrain.storage.notes import notes
from notebrain.storage.review import cards
from notebrain.storage.sync import outgoing_settings

_IMPORTED: Final = "import:"
# passages belong to their note, so they are created again; vectors are found by their text
_FOLLOWING: Final = ("tag", "revision", "fullest", "imported", "original", "vector_owner")
_NEW_KEY: Final = "lower(hex(randomblob(16)))"
_COPIED: Final = """workspace, title, title_is_set, body, front_matter, snippet, category, importance, pinned,
    local_only, source, created_at, updated_at, deleted_at, access_count, reinforcement_count, last_accessed_at,
    version, repeat_hash"""


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
    for table in _FOLLOWING:
        db.execute(f"update {table} set note_rowid = ? where note_rowid = ?", (new, key))
    (version,) = db.execute("select version from note where rowid = ?", (new,)).fetchone()
    queue.queue_index(db, new or 0, NoteId(under), version, lane=queue.Lane.BACKFILL, at=at)
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
    older, newer = (under if one == mine else one for one in (card.older, card.newer))
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
