"""The log of the last rounds that did something or met a problem."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage.database import Connection
from notebrain.storage.times import from_ms, to_ms

_KEPT = 200
MOST_THINGS = 20
"""So many of the things that a round fetched are named."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one round did.

    Attributes:
        sent, fetched, merged, conflicts: Numbers of things; what was merged or is in conflict is among the fetched.
        requests: How often the account was asked.
        problem: Why it did not reach its end, as a sentence for the user, or None.
        things: What was fetched, the first of them.
        titles: The titles of the notes among them as they are now, where they are still here.
    """

    at: datetime
    sent: int = 0
    fetched: int = 0
    merged: int = 0
    conflicts: int = 0
    requests: int = 0
    problem: str | None = None
    things: Sequence[Name] = ()
    titles: Mapping[str, str] = field(default_factory=dict[str, str])


_COLUMNS = "at, sent, fetched, merged, conflicts, requests, problem, things"


def add(db: Connection, run: Run) -> None:
    """Write a round down; one that meets the same problem as the one before takes its place."""
    if run.problem is not None:
        db.execute(
            """delete from sync_run where id = (select max(id) from sync_run) and problem = ?
            and sent + fetched = 0""",
            (run.problem,),
        )
    db.execute(
        f"insert into sync_run ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            to_ms(run.at),
            run.sent,
            run.fetched,
            run.merged,
            run.conflicts,
            run.requests,
            run.problem,
            json.dumps([[one.kind.value, one.id] for one in run.things]),
        ),
    )
    db.execute("delete from sync_run where id <= (select max(id) from sync_run) - ?", (_KEPT,))


def last(db: Connection, *, limit: int = _KEPT) -> Sequence[Run]:
    """Return the last rounds, newest first."""
    rows = db.execute(f"select {_COLUMNS} from sync_run order by id desc limit ?", (limit,))
    found = [(row, _things(row[7])) for row in rows]
    titles = _titles(db, {one.id for _row, things in found for one in things})
    return [
        Run(
            from_ms(row[0]),
            sent=row[1],
            fetched=row[2],
            merged=row[3],
            conflicts=row[4],
            requests=row[5],
            problem=row[6],
            things=things,
            titles={one.id: titles[one.id] for one in things if one.id in titles},
        )
        for row, things in found
    ]


def _things(written: str) -> tuple[Name, ...]:
    return tuple(Name(Kind(kind), id_) for kind, id_ in json.loads(written))


def _titles(db: Connection, ids: set[str]) -> Mapping[str, str]:
    rows = db.execute(
        "select id, title from note where id in (select value from json_each(?))",
        (json.dumps(sorted(ids)),),
    )
    return dict(rows)
