"""What small things say, as it is shared: settings of workspaces, and review cards."""

import json

from notebrain.domain.errors import BadText
from notebrain.domain.review.card_json import from_content, to_content
from notebrain.domain.review.cards import CardId
from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage import cards, settings
from notebrain.storage.database import Connection

STAYS_HERE = """(sync_thing.kind = 'card' and exists (
    select 1 from card join note on note.id in (older_id, newer_id) where card.id = sync_thing.id and local_only))"""
"""The condition by which a row of `sync_thing` is a card about a note that must not leave this computer."""


def content_of(db: Connection, name: Name) -> str | None:
    """Return what a thing says; None for a card that is gone, or about a note that is local only."""
    if name.kind is Kind.CARD:
        return None if stays_here(db, name) else _card(db, name)
    called, _colon, scope = name.id.partition(":")
    value = settings.get(db, called, scope=scope)
    return json.dumps({"name": called, "scope": scope, "value": value}, sort_keys=True)


def write(db: Connection, name: Name, content: str) -> bool:
    """Make a thing say what `content` does; tell whether that can be understood."""
    return (_write_card if name.kind is Kind.CARD else _write_setting)(db, name, content)


def remove(db: Connection, name: Name) -> None:
    """Remove a card; a setting is never removed, but goes back to its default."""
    if name.kind is Kind.CARD:
        db.execute("delete from card where id = ?", (name.id,))


def stays_here(db: Connection, name: Name) -> bool:
    """Tell whether a thing is a card about a note that must not leave this computer."""
    row = db.execute(
        f"select 1 from (select ? as kind, ? as id) as sync_thing where {STAYS_HERE}",
        (name.kind, name.id),
    ).fetchone()
    return row is not None


def notes_of(db: Connection, name: Name) -> list[str]:
    """Return the notes that a card is about."""
    row = db.execute("select older_id, newer_id from card where id = ?", (name.id,)).fetchone()
    return [] if row is None or name.kind is not Kind.CARD else sorted(set(row))


def _card(db: Connection, name: Name) -> str | None:
    card = cards.maybe(db, CardId(name.id))
    return None if card is None else to_content(card)


def _write_card(db: Connection, name: Name, content: str) -> bool:
    try:
        card = from_content(content)
    except BadText:
        return False
    if card.id != name.id:
        return False
    cards.put(db, card)
    return True


def _write_setting(db: Connection, name: Name, content: str) -> bool:
    called, _colon, scope = name.id.partition(":")
    try:
        value: object = json.loads(content)["value"]
    except (ValueError, KeyError, TypeError):
        return False
    if not scope or not (value is None or isinstance(value, str | int | float | bool)):
        return False
    settings.put(db, called, value, scope=scope)
    return True
