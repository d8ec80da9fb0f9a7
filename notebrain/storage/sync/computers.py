"""What is known about the vault's computers: their names, their usage today, and local usage not yet reported."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from notebrain.domain.sync.computers import WINDOW_S, Computer, Others, Use, clean_name
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.sql import maybe_from_ms

_USE = "account.use"


def own_name(db: Connection) -> str:
    """Return the user's name for this computer; empty if it was not set."""
    name = settings.get(db, settings.OWN_NAME)
    return clean_name(name) if isinstance(name, str) else ""


def names(db: Connection) -> Mapping[str, str]:
    """Return the names of the computers, by the device names under which they write."""
    return dict(db.execute("select device, name from computer"))


def known(db: Connection) -> Sequence[Computer]:
    """Return the computers that share a name, this one first, then those seen last."""
    own = db.execute("select device from sync_account").fetchone()
    seen: dict[str, int] = dict(
        db.execute(
            """select json_extract(value, '$[2]') as device, max(at) from sync_run, json_each(things)
            where device is not null group by device"""
        )
    )
    found = [
        Computer(name, maybe_from_ms(seen.get(device)), own is not None and device == own[0])
        for device, name in names(db).items()
    ]
    found.sort(key=lambda one: one.name.casefold())
    found.sort(key=lambda one: one.last_seen.timestamp() if one.last_seen else 0.0, reverse=True)
    return sorted(found, key=lambda one: not one.is_here)


def elsewhere(db: Connection, day: int) -> float:
    """Return the neurons used by other computers on a day (counted from 1970, UTC)."""
    row = db.execute("select elsewhere from neuron_day where day = ?", (day,)).fetchone()
    return 0.0 if row is None else row[0]


def is_news(db: Connection, others: Others, day: int) -> bool:
    """Return whether some of this is new, on the day according to this computer's clock."""
    return elsewhere(db, day) != others.neurons or not (others.names.items() <= names(db).items())


def put_others(db: Connection, others: Others, day: int) -> None:
    """Store the report of the other computers; names of vanished computers stay, because cards refer to them.

    Args:
        day: The day according to this computer's clock, which may differ from the account's.
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
    """Store the number of requests of a run that ends without reporting them to the other computers."""
    window = _window(at)
    rows = _use(db, window)
    made, unreported = rows.get(window, (0, 0))
    _put_use(db, rows | {window: (made + requests, unreported + requests)})


def report_use(db: Connection, *, at: datetime) -> int:
    """Return how many recent requests are still to be reported to the other computers; they are reported once."""
    rows = _use(db, _window(at))
    _put_use(db, {window: (made, 0) for window, (made, _untold) in rows.items()})
    return sum(unreported for _made, unreported in rows.values())


def has_use(db: Connection, *, at: datetime) -> bool:
    """Return whether there is something for `report_use`."""
    return any(unreported for _made, unreported in _use(db, _window(at)).values())


def used(db: Connection, *, at: datetime) -> Use:
    """Return how many requests such runs made in the last minutes."""
    window = _window(at)
    rows = _use(db, window)
    before, now = (rows.get(number, (0, 0))[0] for number in (window - 1, window))
    return Use(before, now, at.timestamp() % WINDOW_S)


def _window(at: datetime) -> int:
    return int(at.timestamp()) // WINDOW_S


def _use(db: Connection, window: int) -> dict[int, tuple[int, int]]:
    """Return the requests of these five minutes and of those before, and how many of them were not reported."""
    match settings.get(db, _USE):
        case list(rows):
            rows_in = [row for row in rows if isinstance(row, list)]
        case _:
            rows_in = []
    return {
        at: (made, unreported)
        for at, made, unreported in rows_in
        if isinstance(at, int)
        and isinstance(made, int)
        and isinstance(unreported, int)
        and at in (window - 1, window)
    }


def _put_use(db: Connection, rows: Mapping[int, tuple[int, int]]) -> None:
    settings.put(
        db, _USE, [[window, made, unreported] for window, (made, unreported) in rows.items()]
    )
