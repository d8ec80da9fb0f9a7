"""How much of the account's daily allowance was used, by UTC day."""

from datetime import datetime

from notebrain.storage.connection import Connection
from notebrain.storage.sql import maybe_from_ms, to_ms, waits

_DAYS_KEPT = 60


def spent(db: Connection, day: int) -> float:
    """Return the neurons used on a day (counted from 1970, UTC)."""
    row = db.execute("select spent from neuron_day where day = ?", (day,)).fetchone()
    return 0.0 if row is None else row[0]


def spend(db: Connection, day: int, neurons: float) -> None:
    """Add to the neurons used on a day."""
    db.execute(
        """insert into neuron_day (day, spent) values (?, ?)
        on conflict do update set spent = spent + excluded.spent""",
        (day, neurons),
    )
    # not by date: a single wrong clock would delete today's usage
    db.execute(
        "delete from neuron_day where day not in (select day from neuron_day order by day desc limit ?)",
        (_DAYS_KEPT,),
    )


def mark_used_up(db: Connection, day: int, *, until: datetime) -> None:
    """Record that the account's allowance is used up until a moment."""
    db.execute(
        """insert into neuron_day (day, used_up_until) values (?, ?)
        on conflict do update set used_up_until = excluded.used_up_until""",
        (day, to_ms(until)),
    )


def used_up_until(db: Connection, *, now: datetime) -> datetime | None:
    """Return when the account's allowance is renewed, or None if it is not known to be used up."""
    (moment,) = db.execute(
        f"select max(used_up_until) from neuron_day where {waits('used_up_until')}", (to_ms(now),)
    ).fetchone()
    return maybe_from_ms(moment)
