"""Compare notes, settings and cards with the account, define the kinds of differences, and resolve them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from notebrain.domain.errors import BadText
from notebrain.domain.review.card_json import from_content, to_content
from notebrain.domain.sync.records import BadRecord, record_from
from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.domain.sync.rules import same
from notebrain.storage.connection import Connection
from notebrain.storage.sync import outgoing_settings, state
from notebrain.storage.sync.outgoing_settings import SharedSetting, content_of, stays_here


class Drift(StrEnum):
    """A way in which the account differs."""

    MISSING_THERE = "missing_there"
    """The account has lost a note, setting or card that this computer has."""
    MISSING_HERE = "missing_here"
    """This computer has lost a note, setting or card that the account has."""
    BEHIND = "behind"
    """The account has another state that was never fetched."""
    CONTENT = "content"
    """Both sides believe they have the same state, but their contents differ."""
    PRIVATE = "private"
    """A local-only note, or a card about one, is in the account."""


def compare_item(db: Connection, item: Item) -> Drift | None:
    """Return how an item in the account differs from the one here; None if it does not or is about to be synced."""
    shared = outgoing_settings.of(db, item.name)
    if _item_is_on_its_way(shared) or _is_held(db, item.name):
        return None
    if item.content is not None and stays_here(db, item.name):
        # a block that another computer shares, while this one keeps its own text to itself
        is_theirs = item.name.kind is Kind.BLOCK and item.rev != shared.rev
        return None if is_theirs else Drift.PRIVATE
    if item.rev != shared.rev:
        return Drift.BEHIND
    theirs = _as_written_here(item)
    if same(shared.content, theirs):
        return None
    return Drift.MISSING_HERE if _was_lost(db, shared.content, item) else Drift.CONTENT


def items_missing_there(db: Connection, there: set[Name]) -> list[Name]:
    """Return the items that should be in the account but are missing, and are not waiting to be sent."""
    rows = db.execute(
        """select 'setting', name || ':' || scope from setting where scope <> ''
        union all select 'card', id from card
        union all select 'block', key from block where not sharing order by 1, 2"""
    ).fetchall()
    here = [Name(Kind(kind), named) for kind, named in rows]
    return [name for name in here if name not in there and _is_missed(db, name)]


def send(db: Connection, name: Name, rev: str | None) -> None:
    """Send an item's content here over the account's, because the user set or answered it.

    An item without content here, or one that stays here, is removed from the account.
    """
    outgoing_settings.differ(db, name, rev, None)


def forget_state_of_item(db: Connection, name: Name) -> None:
    """Treat what the account has of an item as unknown."""
    db.execute("delete from sync_thing where kind = ? and id = ?", (name.kind, name.id))


def _is_missed(db: Connection, name: Name) -> bool:
    return content_of(db, name) is not None and not (
        _item_is_on_its_way(outgoing_settings.of(db, name)) or _is_held(db, name)
    )


def _item_is_on_its_way(shared: SharedSetting) -> bool:
    return shared.queued is not None or shared.sending_rev is not None


def _is_held(db: Connection, name: Name) -> bool:
    row = db.execute(
        "select 1 from sync_held where kind = ? and id = ?", (name.kind, name.id)
    ).fetchone()
    return row is not None


def _was_lost(db: Connection, mine: str | None, item: Item) -> bool:
    """Return whether only the account still has an item's content; a card removed with its notes is not lost."""
    if item.content is None:
        return False
    if item.name.kind is Kind.SETTING:
        return mine is not None and json.loads(mine)["value"] is None
    return mine is None and _are_here(db, item.content)


def _are_here(db: Connection, content: str) -> bool:
    """Return whether the notes a card is about are here."""
    try:
        card = from_content(content)
    except BadText:
        return False
    notes = {card.older, card.newer}
    found: int = db.execute(
        "select count(*) from note where id in (?, ?)", (card.older, card.newer)
    ).fetchone()[0]
    return found == len(notes)


def _as_written_here(item: Item) -> str | None:
    """Return an item's content as this program writes it, since other versions may leave out other parts of a card."""
    if item.content is None or item.name.kind is not Kind.CARD:
        return item.content
    try:
        return to_content(from_content(item.content))
    except BadText:
        return item.content


_NEW_KEY = "lower(hex(randomblob(16)))"


@dataclass(frozen=True, slots=True)
class Seen:
    """A shared note as this computer knows it."""

    id: str
    title: str


def compare_note(db: Connection, item: Item) -> Drift | None:
    """Return how a note in the account differs from the one here; None if it does not or is about to be synced."""
    if item.name.kind is not Kind.NOTE:
        return compare_item(db, item)
    local = state.of(db, item.name.id)
    return None if _is_on_its_way(db, local, item) else _drift(local, item)


def notes_missing_there(db: Connection, there: set[str]) -> list[Seen]:
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


def forget_state_of_note(db: Connection, note_id: str) -> None:
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
