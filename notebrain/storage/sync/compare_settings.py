"""Compare settings and cards with the account, and define the kinds of differences."""

import json
from enum import StrEnum

from notebrain.domain.errors import BadText
from notebrain.domain.review.card_json import from_content, to_content
from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.domain.sync.rules import same
from notebrain.storage.connection import Connection
from notebrain.storage.sync import outgoing_settings
from notebrain.storage.sync.outgoing_settings import Thing, content_of, stays_here


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


def compare(db: Connection, item: Item) -> Drift | None:
    """Return how an item in the account differs from the one here; None if it does not or is about to be synced."""
    thing = outgoing_settings.of(db, item.name)
    if _is_on_its_way(thing) or _is_held(db, item.name):
        return None
    if item.content is not None and stays_here(db, item.name):
        return Drift.PRIVATE
    if item.rev != thing.rev:
        return Drift.BEHIND
    theirs = _as_written_here(item)
    if same(thing.content, theirs):
        return None
    return Drift.MISSING_HERE if _was_lost(db, thing.content, item) else Drift.CONTENT


def missing_there(db: Connection, there: set[Name]) -> list[Name]:
    """Return the items that should be in the account but are missing, and are not waiting to be sent."""
    rows = db.execute(
        """select 'setting', name || ':' || scope from setting where scope <> ''
        union all select 'card', id from card order by 1, 2"""
    ).fetchall()
    here = [Name(Kind(kind), named) for kind, named in rows]
    return [name for name in here if name not in there and _is_missed(db, name)]


def send(db: Connection, name: Name, rev: str | None) -> None:
    """Send an item's content here over the account's, because the user set or answered it.

    An item without content here, or one that stays here, is removed from the account.
    """
    outgoing_settings.differ(db, name, rev, None)


def forget_state(db: Connection, name: Name) -> None:
    """Treat what the account has of an item as unknown."""
    db.execute("delete from sync_thing where kind = ? and id = ?", (name.kind, name.id))


def _is_missed(db: Connection, name: Name) -> bool:
    return content_of(db, name) is not None and not (
        _is_on_its_way(outgoing_settings.of(db, name)) or _is_held(db, name)
    )


def _is_on_its_way(thing: Thing) -> bool:
    return thing.queued is not None or thing.sending_rev is not None


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
