"""Record sync rounds, and read what could not be sent."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms

_KEPT = 200
MOST_THINGS = 20
"""How many of the fetched items of a round are listed."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one round did.

    Attributes:
        sent, fetched, merged, conflicts: Numbers of items; merged and conflicting ones are also counted as fetched.
        requests: Number of requests to the account.
        problem: Why the round was not completed, as a sentence for the user, or None.
        things: The first of the fetched items.
        titles: The present titles of the notes among them, if they are still here.
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
    """Record a round, replacing the previous one if it had the same problem."""
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


class What(StrEnum):
    """Which part of a note cannot be sent."""

    CHANGE = "change"
    """Its text or its removal, or a setting or card."""
    VECTORS = "vectors"
    """Its vectors, which let a new computer find it by meaning."""
    OPINION = "opinion"
    """A question to a model about it and another note."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that could not be sent.

    Attributes:
        id: The id of the note or setting.
        title: The note's title; empty for anything else.
        retry_at: When it is retried automatically; in the year 9999 if it has to be changed first.
    """

    id: str
    title: str
    reason: str
    retry_at: datetime
    what: What = What.CHANGE


def all_of(db: Connection, *, limit: int = 100) -> Sequence[Failure]:
    """Return what the account rejected at the last attempt."""
    rows = db.execute(
        f"""select note.id, title, last_error, retry_at, '{What.CHANGE}'
            from outbox join note on note.rowid = note_rowid
            where kind = 'send' and last_error is not null and not local_only
        union all select note_id, '', last_error, retry_at, '{What.CHANGE}' from sync_gone
            where key is not null and last_error is not null
        union all select id, '', last_error, retry_at, '{What.CHANGE}' from sync_thing
            where key is not null and last_error is not null
        union all select note.id, title, error, not_before, '{What.VECTORS}'
            from vector_todo join note on note.rowid = note_rowid
            where error is not null and not local_only and deleted_at is null
        union all select note.id, title, reason, not_before, '{What.OPINION}'
            from ruling_try join card using (older_hash, newer_hash) join note on note.id = newer_id
            where reason is not null and state = 'open' and judged_by = ''
                and not local_only and deleted_at is null
        limit ?""",
        (limit,),
    )
    return [Failure(row[0], row[1], row[2], from_ms(row[3]), What(row[4])) for row in rows]
