"""What is known of the vault's computers: their names, and what the others spent of the day's budget."""

from collections.abc import Mapping

from notebrain.domain.computers import Others, clean_name
from notebrain.storage import settings
from notebrain.storage.database import Connection

OWN_NAME = "computer.name"
"""The setting with what the user calls this computer; it holds for this copy of the vault."""


def own_name(db: Connection) -> str:
    """Return what the user calls this computer; empty where nothing was set."""
    name = settings.get(db, OWN_NAME)
    return clean_name(name) if isinstance(name, str) else ""


def names(db: Connection) -> Mapping[str, str]:
    """Return what the computers are called, by the names under which they write."""
    return dict(db.execute("select device, name from computer"))


def elsewhere(db: Connection, day: int) -> float:
    """Return the neurons that other computers spent on a day (counted from 1970, UTC)."""
    row = db.execute("select elsewhere from neuron_day where day = ?", (day,)).fetchone()
    return 0.0 if row is None else row[0]


def is_news(db: Connection, others: Others, day: int) -> bool:
    """Tell whether something of it is not known here, on the day that it is by this computer's clock."""
    return elsewhere(db, day) != others.neurons or not (others.names.items() <= names(db).items())


def hear(db: Connection, others: Others, day: int) -> None:
    """Keep what the other computers told; names of computers that are gone stay, since cards name them.

    Args:
        day: The day that it is by this computer's clock, which may be another one than the account's.
    """
    db.executemany(
        "insert into computer (device, name) values (?, ?) on conflict do update set name = excluded.name",
        list(others.names.items()),
    )
    db.execute(
        """insert into neuron_day (day, spent, elsewhere) values (?, 0, ?)
        on conflict do update set elsewhere = excluded.elsewhere""",
        (day, others.neurons),
    )
