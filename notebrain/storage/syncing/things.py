"""Settings of workspaces and review cards that wait to be sent."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage.database import Connection
from notebrain.storage.syncing.contents import STAYS_HERE, content_of, stays_here
from notebrain.storage.syncing.held import IS_HELD
from notebrain.storage.syncing.outgoing import Outgoing
from notebrain.storage.times import to_ms, waits

_NEW_KEY = "lower(hex(randomblob(16)))"
# Sent without an answer, and then marked to stay here: it does not leave again. Its removal goes in its place.
_KEPT_BACK = f"(sending is not null and {STAYS_HERE})"


@dataclass(frozen=True, slots=True)
class Thing:
    """What is known of one small thing; its parts mean the same as a note's (`states.Known`).

    Attributes:
        base: What it said at `rev`, also where nothing changed since.
        content: What it says here; None when it says nothing.
    """

    name: Name
    rev: str | None
    base: str | None = field(repr=False)
    sending_rev: str | None
    sending: str | None = field(repr=False)
    queued: str | None
    content: str | None = field(repr=False)


def of(db: Connection, name: Name) -> Thing:
    """Return what is known of a thing."""
    row = db.execute(
        "select rev, base, sending_rev, sending, key from sync_thing where kind = ? and id = ?",
        (name.kind, name.id),
    ).fetchone()
    rev, base, sending_rev, sending, queued = row or (None, None, None, None, None)
    return Thing(name, rev, base, sending_rev, sending, queued, content_of(db, name))


def settle(db: Connection, name: Name, rev: str, content: str | None) -> None:
    """Note down that the account has a thing as it is here."""
    db.execute(
        "insert or replace into sync_thing (kind, id, rev, base) values (?, ?, ?, ?)",
        (name.kind, name.id, rev, content),
    )


def differ(db: Connection, name: Name, rev: str | None, base: str | None) -> None:
    """Note down that a thing says something else than the account's `rev`, and is to be sent over it.

    Args:
        rev: None where the account has nothing of it.
    """
    db.execute(
        f"insert or replace into sync_thing (kind, id, rev, base, key) values (?, ?, ?, ?, {_NEW_KEY})",
        (name.kind, name.id, rev, base),
    )


class ThingSource:
    """The `Source` of small things."""

    def under_way(self, db: Connection, *, limit: int) -> list[Outgoing]:
        """Return what was sent without an answer."""
        rows = db.execute(
            f"""select kind, id, sending_rev, rev, sending from sync_thing
            where sending_rev is not null and key is not null and not {_KEPT_BACK} and not {IS_HELD} limit ?""",
            (limit,),
        )
        return [Outgoing(Name(Kind(row[0]), row[1]), 0, *row[2:]) for row in rows]

    def ready(self, db: Connection, *, now: datetime, limit: int, size: int) -> list[Outgoing]:
        """Return things that changed."""
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
        """Keep what is about to be sent, unless it changed meanwhile."""
        return [
            one
            for one in sent
            if db.execute(
                "update sync_thing set sending_rev = key, sending = ? where kind = ? and id = ? and key = ?",
                (one.content, one.name.kind, one.name.id, one.rev),
            ).rowcount
        ]

    def is_wanted(self, db: Connection, one: Outgoing) -> bool:
        """Tell whether it was not kept back."""
        return one.content is None or not stays_here(db, one.name)

    def taken(self, db: Connection, one: Outgoing) -> None:
        """Note down that the account has it."""
        db.execute(
            """update sync_thing set rev = sending_rev, sending_rev = null, sending = null,
                base = sending,
                key = case when key <> sending_rev then key end
            where kind = ? and id = ? and sending_rev = ?""",
            (one.name.kind, one.name.id, one.rev),
        )

    def passed_over(self, db: Connection, one: Outgoing) -> None:
        """Note down that another write came first."""
        db.execute(
            f"""update sync_thing set sending_rev = null, sending = null,
                key = case when key = sending_rev then {_NEW_KEY} else key end
            where kind = ? and id = ? and sending_rev = ?""",
            (one.name.kind, one.name.id, one.rev),
        )

    def failed(self, db: Connection, one: Outgoing, *, reason: str, retry_at: datetime) -> None:
        """Note down that the account does not take it."""
        db.execute(
            """update sync_thing set attempts = attempts + 1, last_error = ?, retry_at = ?,
                sending_rev = null, sending = null where kind = ? and id = ? and key = ?""",
            (reason, to_ms(retry_at), one.name.kind, one.name.id, one.rev),
        )
