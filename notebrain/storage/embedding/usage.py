"""What was spent of the account's share, by UTC day."""

from datetime import datetime

from notebrain.storage.connection import Connection
from notebrain.storage.sql import maybe_from_ms, to_ms, waits

_DAYS_KEPT = 60


def spent(db: Connection, day: int) -> float:
    """Return the neurons spent on a day (counted from 1970, UTC)."""
    row = db.execute("select spent from neuron_day where day = ?", (day,)).fetchone()
    return 0.0 if row is None else row[0]


def spend(db: Connection, day: int, neurons: float) -> None:
    """Add what something cost."""
    db.execute(
        """insert into neuron_day (day, spent) values (?, ?)
        on conflict do update set spent = spent + excluded.spent""",
        (day, neurons),
    )
    # not by the date: one wrong clock would let go of what was spent today
    db.execute(
        "delete from neuron_day where day not in (select day from neuron_day order by day desc limit ?)",
        (_DAYS_KEPT,),
    )


def mark_used_up(db: Connection, day: int, *, until: datetime) -> None:
    """Note down that the account gives nothing more before a moment."""
    db.execute(
        """insert into neuron_day (day, used_up_until) values (?, ?)
        on conflict do update set used_up_until = excluded.used_up_until""",
        (day, to_ms(until)),
    )


def used_up_until(db: Connection, *, now: datetime) -> datetime | None:
    """Return when the account gives something again, or None if it does now, as far as we know."""
    (moment,) = db.execute(
        f"select max(used_up_until) from neuron_day where {waits('used_up_until')}", (to_ms(now),)
    ).fetchone()
    return maybe_from_ms(moment)
