"""Settings and cards; kinds of difference."""

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
    """One way."""

    MISSING_THERE = "missing_there"
    """A note, setting or card of this computer that the account has lost."""
    MISSING_HERE = "missing_here"
    """A note, setting or card of the account that this computer has lost."""
    BEHIND = "behind"
    """The account has another state, which was never fetched."""
    CONTENT = "content"
    """Both believe to have the same state, and say different things."""
    PRIVATE = "private"
    """A note that is to stay on this computer, or a card about such a note, and is in the account."""


def compare(db: Connection, item: Item) -> Drift | None:
    """Tell in which way a thing of the account differs from here; None when it does not, or is on its way."""
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
    """Return the things that should be in the account, are not waiting to be sent, and are not there."""
    rows = db.execute(
        """select 'setting', name || ':' || scope from setting where scope <> ''
        union all select 'card', id from card order by 1, 2"""
    ).fetchall()
    here = [Name(Kind(kind), named) for kind, named in rows]
    return [name for name in here if name not in there and _is_missed(db, name)]


def send(db: Connection, name: Name, rev: str | None) -> None:
    """Send what a thing says here over what the account has of it: it was set or answered by the user.

    What says nothing here, or stays here, is removed from the account.
    """
    outgoing_settings.differ(db, name, rev, None)


def forget_state(db: Connection, name: Name) -> None:
    """Meet what the account has of a thing as a stranger."""
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
    """Tell whether only the account still has what a thing said; a card goes with its notes, and is not lost then."""
    if item.content is None:
        return False
    if item.name.kind is Kind.SETTING:
        return mine is not None and json.loads(mine)["value"] is None
    return mine is None and _are_here(db, item.content)


def _are_here(db: Connection, content: str) -> bool:
    """Tell whether the notes are here that a card is about."""
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
    """Return what a thing says as this program writes it: another version leaves out other parts of a card."""
    if item.content is None or item.name.kind is not Kind.CARD:
        return item.content
    try:
        return to_content(from_content(item.content))
    except BadText:
        return item.content
