"""What was spent of the account's share, by UTC day."""

from datetime import datetime

from notebrain.storage.database import Connection
from notebrain.storage.times import from_ms, to_ms

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
    db.execute("delete from neuron_day where day < ?", (day - _DAYS_KEPT,))


def mark_used_up(db: Connection, day: int, *, until: datetime) -> None:
    """Note down that the account gives nothing more before a moment."""
    db.execute(
        """insert into neuron_day (day, used_up_until) values (?, ?)
        on conflict do update set used_up_until = excluded.used_up_until""",
        (day, to_ms(until)),
    )


def used_up_until(db: Connection, *, now: datetime) -> datetime | None:
    """Return when the account gives something again, or None if it does now, as far as we know."""
    moment: int | None = db.execute("select max(used_up_until) from neuron_day").fetchone()[0]
    return from_ms(moment) if moment is not None and moment > to_ms(now) else None
