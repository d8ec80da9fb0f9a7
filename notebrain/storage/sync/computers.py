"""What is known of the vault's computers: names, what others spent today, and what runs here used and told nobody."""

from collections.abc import Mapping
from datetime import datetime

from notebrain.domain.sync.computers import WINDOW_S, Others, Use, clean_name
from notebrain.storage import settings
from notebrain.storage.connection import Connection

OWN_NAME = "computer.name"
"""The setting with what the user calls this computer; it holds for this copy of the vault."""
_USE = "account.use"


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


def leave_use(db: Connection, requests: int, *, at: datetime) -> None:
    """Keep how often a run asked the account that ends without telling the other computers of it."""
    window = _window(at)
    rows = _use(db, window)
    made, untold = rows.get(window, (0, 0))
    _put_use(db, rows | {window: (made + requests, untold + requests)})


def take_use(db: Connection, *, at: datetime) -> int:
    """Return how many requests of the last minutes are to be told to the other computers; they are told once."""
    rows = _use(db, _window(at))
    _put_use(db, {window: (made, 0) for window, (made, _untold) in rows.items()})
    return sum(untold for _made, untold in rows.values())


def has_use(db: Connection, *, at: datetime) -> bool:
    """Tell whether there is something for `take_use`."""
    return any(untold for _made, untold in _use(db, _window(at)).values())


def used(db: Connection, *, at: datetime) -> Use:
    """Return how often such runs asked the account in the last minutes."""
    window = _window(at)
    rows = _use(db, window)
    before, now = (rows.get(one, (0, 0))[0] for one in (window - 1, window))
    return Use(before, now, at.timestamp() % WINDOW_S)


def _window(at: datetime) -> int:
    return int(at.timestamp()) // WINDOW_S


def _use(db: Connection, window: int) -> dict[int, tuple[int, int]]:
    """Return the requests of these five minutes and of those before, and how many of them nobody was told."""
    match settings.get(db, _USE):
        case list(rows):
            kept = [row for row in rows if isinstance(row, list)]
        case _:
            kept = []
    return {
        at: (made, untold)
        for at, made, untold in kept
        if isinstance(at, int)
        and isinstance(made, int)
        and isinstance(untold, int)
        and at in (window - 1, window)
    }


def _put_use(db: Connection, rows: Mapping[int, tuple[int, int]]) -> None:
    settings.put(db, _USE, [[window, made, untold] for window, (made, untold) in rows.items()])
