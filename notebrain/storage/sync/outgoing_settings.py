"""The settings, cards and blocks to send, their content and their sync state."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from notebrain.domain.errors import BadText
from notebrain.domain.review.card_json import from_content, to_content
from notebrain.domain.review.cards import CardId
from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.sql import to_ms, waits
from notebrain.storage.sync import shared_blocks
from notebrain.storage.sync.incoming import IS_HELD
from notebrain.storage.sync.outgoing import Outgoing
from notebrain.storage.sync.shared_blocks import BLOCK_STAYS_HERE

STAYS_HERE = f"""(({BLOCK_STAYS_HERE}) or (sync_thing.kind = 'card' and exists (
    select 1 from card join note on note.id in (older_id, newer_id) where card.id = sync_thing.id and local_only)))"""
"""The condition for rows of `sync_thing` that are local-only blocks, or cards about a local-only note."""


def content_of(db: Connection, name: Name) -> str | None:
    """Return an item's content; None for a local-only block and for a card that is gone or about a local-only note."""
    if name.kind is Kind.BLOCK:
        return shared_blocks.content_of(db, name.id)
    if name.kind is Kind.CARD:
        return None if stays_here(db, name) else _card(db, name)
    called, _colon, scope = name.id.partition(":")
    value = settings.get(db, called, scope=scope)
    return json.dumps({"name": called, "scope": scope, "value": value}, sort_keys=True)


def write(db: Connection, name: Name, content: str) -> bool:
    """Give an item the content `content`; return whether it was understood."""
    return (_write_card if name.kind is Kind.CARD else _write_setting)(db, name, content)


def remove(db: Connection, name: Name) -> None:
    """Remove a card; a setting is never removed but reset to its default."""
    if name.kind is Kind.CARD:
        db.execute("delete from card where id = ?", (name.id,))


def stays_here(db: Connection, name: Name) -> bool:
    """Return whether an item must not leave this computer."""
    row = db.execute(
        f"select 1 from (select ? as kind, ? as id) as sync_thing where {STAYS_HERE}",
        (name.kind, name.id),
    ).fetchone()
    return row is not None


def notes_of(db: Connection, name: Name) -> list[str]:
    """Return the notes a card is about."""
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


_NEW_KEY = "lower(hex(randomblob(16)))"
# Sent without an answer and then made local only: it is not sent again. Its removal is sent instead.
_KEPT_BACK = f"(sending is not null and {STAYS_HERE})"


@dataclass(frozen=True, slots=True)
class SharedSetting:
    """The sync state of a setting or card; its fields have the same meaning as a note's (`state.RemoteNoteState`).

    Attributes:
        base: Its content at `rev`, even if nothing has changed since.
        content: Its content here, or None.
    """

    name: Name
    rev: str | None
    base: str | None = field(repr=False)
    sending_rev: str | None
    sending: str | None = field(repr=False)
    queued: str | None
    content: str | None = field(repr=False)


def of(db: Connection, name: Name) -> SharedSetting:
    """Return the sync state of an item."""
    row = db.execute(
        "select rev, base, sending_rev, sending, key from sync_thing where kind = ? and id = ?",
        (name.kind, name.id),
    ).fetchone()
    rev, base, sending_rev, sending, queued = row or (None, None, None, None, None)
    return SharedSetting(name, rev, base, sending_rev, sending, queued, content_of(db, name))


def settle(db: Connection, name: Name, rev: str, content: str | None) -> None:
    """Record that the account has an item as it is here."""
    db.execute(
        "insert or replace into sync_thing (kind, id, rev, base) values (?, ?, ?, ?)",
        (name.kind, name.id, rev, content),
    )


def differ(db: Connection, name: Name, rev: str | None, base: str | None) -> None:
    """Record that an item differs from the account's `rev` and is to be sent on top of it.

    Args:
        rev: None if the account has nothing of it.
    """
    db.execute(
        f"insert or replace into sync_thing (kind, id, rev, base, key) values (?, ?, ?, ?, {_NEW_KEY})",
        (name.kind, name.id, rev, base),
    )


class SettingSource:
    """The `Source` of settings, cards and blocks."""

    def under_way(self, db: Connection, *, limit: int) -> list[Outgoing]:
        """Return what was sent without an answer."""
        rows = db.execute(
            f"""select kind, id, sending_rev, rev, sending from sync_thing
            where sending_rev is not null and key is not null and not {_KEPT_BACK} and not {IS_HELD} limit ?""",
            (limit,),
        )
        return [Outgoing(Name(Kind(row[0]), row[1]), 0, *row[2:]) for row in rows]

    def ready(self, db: Connection, *, now: datetime, limit: int, size: int) -> list[Outgoing]:
        """Return items that changed."""
        rows = db.execute(
            f"""select kind, id, key, rev, attempts from sync_thing
            where key is not null and (sending_rev is null or {_KEPT_BACK}) and not {waits("retry_at")}
            and not {IS_HELD} limit ?2""",
            (to_ms(now), limit),
        ).fetchall()
        found: list[Outgoing] = []
        for kind, id_, key, rev, attempts in rows:
            name = Name(Kind(kind), id_)
            found.append(Outgoing(name, 0, key, rev, content_of(db, name), attempts))
            size -= found[-1].size
            if size < 0:
                break
        return found

    def begin(self, db: Connection, sent: Sequence[Outgoing]) -> list[Outgoing]:
        """Save what is about to be sent, unless it changed meanwhile."""
        return [
            outgoing
            for outgoing in sent
            if db.execute(
                "update sync_thing set sending_rev = key, sending = ? where kind = ? and id = ? and key = ?",
                (outgoing.content, outgoing.name.kind, outgoing.name.id, outgoing.rev),
            ).rowcount
        ]

    def is_wanted(self, db: Connection, outgoing: Outgoing) -> bool:
        """Return whether it was not made local only."""
        return outgoing.content is None or not stays_here(db, outgoing.name)

    def accepted(self, db: Connection, outgoing: Outgoing) -> None:
        """Record that the account has it."""
        db.execute(
            """update sync_thing set rev = sending_rev, sending_rev = null, sending = null,
                base = sending,
                key = case when key <> sending_rev then key end
            where kind = ? and id = ? and sending_rev = ?""",
            (outgoing.name.kind, outgoing.name.id, outgoing.rev),
        )

    def passed_over(self, db: Connection, outgoing: Outgoing) -> None:
        """Record that another write came first."""
        db.execute(
            f"""update sync_thing set sending_rev = null, sending = null,
                key = case when key = sending_rev then {_NEW_KEY} else key end
            where kind = ? and id = ? and sending_rev = ?""",
            (outgoing.name.kind, outgoing.name.id, outgoing.rev),
        )

    def failed(
        self, db: Connection, outgoing: Outgoing, *, reason: str, retry_at: datetime
    ) -> None:
        """Record that the account rejected it."""
        db.execute(
            """update sync_thing set attempts = attempts + 1, last_error = ?, retry_at = ?,
                sending_rev = null, sending = null where kind = ? and id = ? and key = ?""",
            (reason, to_ms(retry_at), outgoing.name.kind, outgoing.name.id, outgoing.rev),
        )
