"""Compare the account's notes with those on this computer, and resolve differences."""

from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.domain.sync.records import BadRecord, record_from
from notebrain.domain.sync.remote import Item, Kind
from notebrain.storage.connection import Connection
from notebrain.storage.sync import compare_settings, state
from notebrain.storage.sync.compare_settings import Drift

_NEW_KEY = "lower(hex(randomblob(16)))"


@dataclass(frozen=True, slots=True)
class Seen:
    """A shared note as this computer knows it."""

    id: str
    title: str


def compare(db: Connection, item: Item) -> Drift | None:
    """Return how a note in the account differs from the one here; None if it does not or is about to be synced."""
    if item.name.kind is not Kind.NOTE:
        return compare_settings.compare(db, item)
    local = state.of(db, item.name.id)
    return None if _is_on_its_way(db, local, item) else _drift(local, item)


def missing_there(db: Connection, there: set[str]) -> list[Seen]:
    """Return the notes that are missing from the account, except for new ones that are waiting to be sent.

    Args:
        there: The notes of which the account has the text or a removal marker.
    """
    rows = db.execute(
        """select id, title from note left join sync_note on sync_note.note_rowid = note.rowid
        where not local_only and not coalesce(gone, 0) and (rev is not null or (sending_rev is null and not exists (
            select 1 from outbox where outbox.note_rowid = note.rowid and kind = 'send')))
        order by id"""
    )
    return [Seen(row[0], row[1]) for row in rows if row[0] not in there]


def titles(db: Connection, ids: Sequence[str]) -> dict[str, str]:
    """Return the titles of these notes, leaving out those that are not here."""
    marks = ",".join("?" * len(ids))
    return dict(db.execute(f"select id, title from note where id in ({marks})", tuple(ids)))


def send_again(db: Connection, note_id: str) -> None:
    """Send a note as if the account had never had it."""
    db.execute(
        "delete from sync_note where note_rowid = (select rowid from note where id = ?)", (note_id,)
    )
    db.execute(
        f"""insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at)
        select 'send', rowid, {_NEW_KEY}, 0, 0 from note where id = ? and not local_only
        on conflict (note_rowid, kind) do nothing""",
        (note_id,),
    )


def forget_state(db: Connection, note_id: str) -> None:
    """Forget what the account has of a note, so that both texts are kept when it is fetched."""
    db.execute(
        "delete from sync_note where note_rowid = (select rowid from note where id = ?)", (note_id,)
    )


def withdraw(db: Connection, note_id: str, rev: str) -> None:
    """Remove a note that stays on this computer from the account."""
    db.execute(
        f"""insert or replace into sync_gone (note_id, rev, key, withdrawn, vectors)
        values (?, ?, {_NEW_KEY}, 1, 1)""",
        (note_id, rev),
    )


def _is_on_its_way(db: Connection, local: state.LocalNote, item: Item) -> bool:
    """Return whether the next round resolves the difference by itself."""
    if local.known is not None and local.known.sending_rev is not None:
        return True
    if local.forgotten is not None and (
        local.forgotten.key is not None or local.forgotten.rev == item.rev
    ):
        return True
    if local.known is not None and local.known.gone and item.gone:
        return True
    row = db.execute(
        "select 1 from sync_held where kind = ? and id = ?", (item.name.kind, item.name.id)
    ).fetchone()
    return row is not None


def _drift(local: state.LocalNote, item: Item) -> Drift | None:
    if item.gone:
        return None if local.key is None or local.local_only else Drift.BEHIND
    if local.local_only:
        # a copy that another computer kept to itself for a while does not withhold it from the others
        copy = local.forgotten is not None and local.forgotten.elsewhere
        return None if copy else Drift.PRIVATE
    if local.note is None or local.key is None:
        return Drift.MISSING_HERE
    if local.known is None or local.known.rev != item.rev:
        return Drift.BEHIND
    return None if local.queued is not None or _says(item, local) else Drift.CONTENT


def _says(item: Item, local: state.LocalNote) -> bool:
    if item.content is None or local.note is None:
        return False
    try:
        return record_from(item.content).says_the_same(local.note)
    except BadRecord:
        return False
