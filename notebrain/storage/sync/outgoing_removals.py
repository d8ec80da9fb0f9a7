"""The removals to send: notes that were permanently removed, or that stay on this computer."""

from collections.abc import Sequence
from datetime import datetime

from notebrain.domain.sync.remote import Kind, Name
from notebrain.domain.sync.reports import ReceiptKind
from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms, waits
from notebrain.storage.sync.outgoing import Outgoing
from notebrain.storage.sync.outgoing_settings import STAYS_HERE

MAY_GO = "(withdrawn or not exists (select 1 from sync_missing))"
"""The condition for sending a removal: if the account has lost something, it gets withdrawals but no removals."""


class GoneSource:
    """The `Source` of removals; a removal keeps its name until it is accepted, so none is ever under way."""

    def under_way(self, db: Connection, *, limit: int) -> list[Outgoing]:  # noqa: ARG002 - a port
        """Return nothing: what was sent without an answer is still waiting under the same name."""
        return []

    def ready(self, db: Connection, *, now: datetime, limit: int, size: int) -> list[Outgoing]:  # noqa: ARG002
        """Return removals."""
        rows = db.execute(
            f"""select note_id, key, rev, attempts, withdrawn from sync_gone
            where key is not null and not {waits("retry_at")} and {MAY_GO} limit ?2""",
            (to_ms(now), limit),
        )
        return [
            Outgoing(Name(Kind.NOTE, row[0]), 0, row[1], row[2], None, row[3], bool(row[4]))
            for row in rows
        ]

    def begin(self, db: Connection, sent: Sequence[Outgoing]) -> list[Outgoing]:
        """Return the removals that are still waiting."""
        return [outgoing for outgoing in sent if self.is_wanted(db, outgoing)]

    def is_wanted(self, db: Connection, outgoing: Outgoing) -> bool:
        """Return whether the removal is still waiting."""
        row = db.execute(
            "select 1 from sync_gone where note_id = ? and key = ?",
            (outgoing.name.id, outgoing.rev),
        ).fetchone()
        return row is not None

    def accepted(self, db: Connection, outgoing: Outgoing) -> None:
        """Record that the account has the removal marker."""
        db.execute(
            """update sync_gone set rev = key, key = null, sending_rev = null, last_error = null
            where note_id = ? and key = ?""",
            (outgoing.name.id, outgoing.rev),
        )

    def passed_over(self, db: Connection, outgoing: Outgoing) -> None:
        """Do nothing: the account's state decides whether the removal still applies."""

    def failed(
        self, db: Connection, outgoing: Outgoing, *, reason: str, retry_at: datetime
    ) -> None:
        """Record that the account rejected it."""
        db.execute(
            """update sync_gone set attempts = attempts + 1, last_error = ?, retry_at = ?
            where note_id = ? and key = ?""",
            (reason, to_ms(retry_at), outgoing.name.id, outgoing.rev),
        )


def with_vectors(db: Connection, *, limit: int) -> list[str]:
    """Return notes that were removed from the account, except perhaps their vectors."""
    rows = db.execute(
        "select note_id from sync_gone where vectors and key is null limit ?", (limit,)
    )
    return [row[0] for row in rows]


def without_vectors(db: Connection, note_ids: Sequence[str], *, at: datetime) -> None:
    """Record that nothing of these notes is left in the account, with receipts for those that stay here."""
    for note_id in note_ids:
        db.execute(
            """insert into sync_receipt (at, note_id, what) select ?, note_id, ?
            from sync_gone where note_id = ? and withdrawn and vectors""",
            (to_ms(at), ReceiptKind.TAKEN_OUT, note_id),
        )
        db.execute("update sync_gone set vectors = 0 where note_id = ?", (note_id,))


def unfinished(db: Connection) -> int:
    """Return for how many notes, and cards about them, the account may still have something to remove."""
    number: int = db.execute(
        f"""select (select count(*) from sync_gone where key is not null or vectors)
        + (select count(*) from sync_thing where key is not null and rev is not null and {STAYS_HERE})"""
    ).fetchone()[0]
    return number
