"""Record sync rounds and what the user is told about notes kept elsewhere, and read what could not be sent."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from notebrain.domain.sync.remote import Kind, Name
from notebrain.domain.sync.reports import FailedPart, Failure, Receipt, ReceiptKind, Run
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms
from notebrain.storage.sync import computers

_KEPT = 200
MOST_ITEMS = 20
"""How many of the fetched items of a round are listed, and how many of the sent ones."""


_COLUMNS = (
    "at, sent, fetched, merged, conflicts, requests, problem, things, files_sent, files_fetched"
)


def add(db: Connection, run: Run, devices: Mapping[str, str] | None = None) -> None:
    """Record a round, replacing the previous one if it had the same problem.

    Args:
        devices: The device names of the computers that wrote the fetched items, by the item's id.
    """
    fetched = [_row(name, (devices or {}).get(name.id, "")) for name in run.fetched_items]
    sent = [[name.kind.value, name.id, None] for name in run.sent_items]
    if run.problem is not None:
        db.execute(
            """delete from sync_run where id = (select max(id) from sync_run) and problem = ?
            and sent + fetched + files_sent + files_fetched = 0""",
            (run.problem,),
        )
    db.execute(
        f"insert into sync_run ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            to_ms(run.at),
            run.sent,
            run.fetched,
            run.merged,
            run.conflicts,
            run.requests,
            run.problem,
            json.dumps(fetched + sent),
            run.files_sent,
            run.files_fetched,
        ),
    )
    db.execute("delete from sync_run where id <= (select max(id) from sync_run) - ?", (_KEPT,))


def last(db: Connection, *, limit: int = _KEPT) -> Sequence[Run]:
    """Return the last rounds, newest first."""
    rows = db.execute(f"select {_COLUMNS} from sync_run order by id desc limit ?", (limit,))
    found = [(row, [_Moved(*item) for item in json.loads(row[7])]) for row in rows]
    titles = _titles(db, {item.id for _row, moved in found for item in moved})
    known = computers.names(db)
    return [
        Run(
            from_ms(row[0]),
            sent=row[1],
            fetched=row[2],
            merged=row[3],
            conflicts=row[4],
            requests=row[5],
            problem=row[6],
            files_sent=row[8],
            files_fetched=row[9],
            fetched_items=tuple(item.name for item in moved if item.device is not None),
            sent_items=tuple(item.name for item in moved if item.device is None),
            titles={item.id: titles[item.id] for item in moved if item.id in titles},
            writers={
                item.id: known[item.device]
                for item in moved
                if item.device is not None and item.device in known
            },
        )
        for row, moved in found
    ]


class _Moved(NamedTuple):
    """An item as the log has it: sent if there is no device; rounds of earlier versions do not know the device."""

    kind: str
    id: str
    device: str | None = ""

    @property
    def name(self) -> Name:
        return Name(Kind(self.kind), self.id)


def _row(name: Name, device: str) -> list[str]:
    return [name.kind.value, name.id, device] if device else [name.kind.value, name.id]


def _titles(db: Connection, ids: set[str]) -> Mapping[str, str]:
    rows = db.execute(
        "select id, title from note where id in (select value from json_each(?))",
        (json.dumps(sorted(ids)),),
    )
    return dict(rows)


def all_of(db: Connection, *, limit: int = 100) -> Sequence[Failure]:
    """Return what the account rejected at the last attempt."""
    rows = db.execute(
        f"""select note.id, title, last_error, retry_at, '{FailedPart.CHANGE}'
            from outbox join note on note.rowid = note_rowid
            where kind = 'send' and last_error is not null and not local_only
        union all select note_id, '', last_error, retry_at, '{FailedPart.CHANGE}' from sync_gone
            where key is not null and last_error is not null
        union all select id, '', last_error, retry_at, '{FailedPart.CHANGE}' from sync_thing
            where key is not null and last_error is not null
        union all select note.id, title, error, not_before, '{FailedPart.VECTORS}'
            from vector_todo join note on note.rowid = note_rowid
            where error is not null and not local_only and deleted_at is null
        union all select note.id, title, reason, not_before, '{FailedPart.OPINION}'
            from ruling_try join card using (older_hash, newer_hash) join note on note.id = newer_id
            where reason is not null and state = 'open' and judged_by = ''
                and not local_only and deleted_at is null
        limit ?""",
        (limit,),
    )
    return [Failure(row[0], row[1], row[2], from_ms(row[3]), FailedPart(row[4])) for row in rows]


def add_receipt(db: Connection, note_id: str, what: ReceiptKind, *, at: datetime) -> None:
    """Record what was done with a note."""
    db.execute(
        "insert into sync_receipt (at, note_id, what) values (?, ?, ?)", (to_ms(at), note_id, what)
    )


def last_receipts(db: Connection, *what: ReceiptKind, limit: int) -> Sequence[Receipt]:
    """Return the latest receipts of these kinds, newest first."""
    rows = db.execute(
        f"""select at, note_id, what, coalesce(title, '') from sync_receipt
        left join note on note.id = note_id where what in ({", ".join("?" * len(what))})
        order by sync_receipt.id desc limit ?""",
        (*what, limit),
    )
    return [Receipt(from_ms(row[0]), row[1], ReceiptKind(row[2]), row[3]) for row in rows]
