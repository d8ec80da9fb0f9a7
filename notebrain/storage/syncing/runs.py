"""The log of the last rounds that did something or met a problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.storage.database import Connection
from notebrain.storage.times import from_ms, to_ms

_KEPT = 200


@dataclass(frozen=True, slots=True)
class Run:
    """What one round did.

    Attributes:
        sent, fetched, merged, conflicts: Numbers of things; what was merged or is in conflict is among the fetched.
        requests: How often the account was asked.
        problem: Why it did not reach its end, as a sentence for the user, or None.
    """

    at: datetime
    sent: int = 0
    fetched: int = 0
    merged: int = 0
    conflicts: int = 0
    requests: int = 0
    problem: str | None = None


_COLUMNS = "at, sent, fetched, merged, conflicts, requests, problem"


def add(db: Connection, run: Run) -> None:
    """Write a round down; one that meets the same problem as the one before takes its place."""
    if run.problem is not None:
        db.execute(
            """delete from sync_run where id = (select max(id) from sync_run) and problem = ?
            and sent + fetched = 0""",
            (run.problem,),
        )
    db.execute(
        f"insert into sync_run ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)",
        (
            to_ms(run.at),
            run.sent,
            run.fetched,
            run.merged,
            run.conflicts,
            run.requests,
            run.problem,
        ),
    )
    db.execute("delete from sync_run where id <= (select max(id) from sync_run) - ?", (_KEPT,))


def last(db: Connection, *, limit: int = _KEPT) -> Sequence[Run]:
    """Return the last rounds, newest first."""
    rows = db.execute(f"select {_COLUMNS} from sync_run order by id desc limit ?", (limit,))
    return [Run(from_ms(row[0]), *row[1:]) for row in rows]
