"""Comparing what the account has with what is here, and putting right what differs."""

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
    """A note that is shared, as this computer knows it."""

    id: str
    title: str


def compare(db: Connection, item: Item) -> Drift | None:
    """Tell in which way a thing of the account differs from here; None when it does not, or is on its way."""
    if item.name.kind is not Kind.NOTE:
        return compare_settings.compare(db, item)
    local = state.of(db, item.name.id)
    return None if _is_on_its_way(db, local, item) else _drift(local, item)


def missing_there(db: Connection, there: set[str]) -> list[Seen]:
    """Return the notes that should be in the account and are not there, but for new ones that wait to be sent.

    Args:
        there: The notes that the account has, or has a mark of.
    """
    rows = db.execute(
        """select id, title from note left join sync_note on sync_note.note_rowid = note.rowid
        where not local_only and not coalesce(gone, 0) and (rev is not null or (sending_rev is null and not exists (
            select 1 from outbox where outbox.note_rowid = note.rowid and kind = 'send')))
        order by id"""
    )
    return [Seen(row[0], row[1]) for row in rows if row[0] not in there]


def titles(db: Connection, ids: Sequence[str]) -> dict[str, str]:
    """Return what these notes are called here; those that are not here are left out."""
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
    """Meet what the account has of a note as a stranger: both texts are kept."""
    db.execute(
        "delete from sync_note where note_rowid = (select rowid from note where id = ?)", (note_id,)
    )


def withdraw(db: Connection, note_id: str, rev: str) -> None:
    """Let the account forget a note that stays here."""
    db.execute(
        f"""insert or replace into sync_gone (note_id, rev, key, withdrawn, vectors)
        values (?, ?, {_NEW_KEY}, 1, 1)""",
        (note_id, rev),
    )


def _is_on_its_way(db: Connection, local: state.Local, item: Item) -> bool:
    """Tell whether the next round brings the two together by itself."""
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


def _drift(local: state.Local, item: Item) -> Drift | None:
    if item.gone:
        return None if local.key is None or local.local_only else Drift.BEHIND
    if local.local_only:
        # a copy of what another computer kept to itself for a while does not keep it from the others
        copy = local.forgotten is not None and local.forgotten.elsewhere
        return None if copy else Drift.PRIVATE
    if local.note is None or local.key is None:
        return Drift.MISSING_HERE
    if local.known is None or local.known.rev != item.rev:
        return Drift.BEHIND
    return None if local.queued is not None or _says(item, local) else Drift.CONTENT


def _says(item: Item, local: state.Local) -> bool:
    if item.content is None or local.note is None:
        return False
    try:
        return record_from(item.content).says_the_same(local.note)
    except BadRecord:
        return False
