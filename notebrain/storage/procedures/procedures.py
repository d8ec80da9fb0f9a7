"""The procedures of a vault, and the changes of them that can be undone."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.procedures.markdown_file import FiledProcedure
from notebrain.domain.procedures.procedures import (
    Procedure,
    ProcedureDraft,
    ProcedureId,
    Source,
    Trigger,
    TriggerKind,
    is_same,
)
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms

_COLUMNS: Final = (
    "id, text, category, trigger_kind, trigger_text, source, is_off, created_at, updated_at"
)
_CHANGES_KEPT: Final = 500
"""So many changes of all procedures together can be undone."""


def all_procedures(db: Connection) -> list[Procedure]:
    """Return all procedures, the newest first."""
    rows = db.execute(f"select {_COLUMNS} from procedure order by created_at desc, id desc")
    return [_procedure(row) for row in rows]


def get(db: Connection, procedure_id: ProcedureId) -> Procedure:
    """Return one procedure.

    Raises:
        NotFound: There is none with this id.
    """
    row = _row(db, procedure_id)
    if row is None:
        raise NotFound(_("This procedure is no longer there."))
    return _procedure(row)


def find(db: Connection, typed: str) -> ProcedureId:
    """Return the id that begins or ends with what the user typed.

    Raises:
        NotFound: None does, or several do.
    """
    ids = [row[0] for row in db.execute("select id from procedure order by id")]
    ids += [row[0] for row in db.execute("select distinct procedure_id from procedure_change")]
    part = typed.strip().lower()
    found = {one for one in ids if part and one.startswith(part)}
    found = found or {one for one in ids if part and one.endswith(part)}
    if not found:
        raise NotFound(_("There is no procedure “{id}”.").format(id=typed))
    if len(found) > 1:
        raise NotFound(_("More than one procedure has “{id}” in its id.").format(id=typed))
    return ProcedureId(found.pop())


def add(
    db: Connection,
    draft: ProcedureDraft,
    *,
    id: ProcedureId,  # noqa: A002 - as the field is called
    source: Source,
    at: datetime,
) -> int:
    """Add a checked procedure; return the number of the change."""
    _write(
        db,
        Procedure(id, draft.content, draft.category, draft.trigger, source, draft.is_off, at, at),
    )
    return _record(db, id, None)


def learn(db: Connection, draft: ProcedureDraft, *, id: ProcedureId, at: datetime) -> int | None:  # noqa: A002 - as above
    """Add a procedure that was noticed, unless there is one that says the same; return the number of the change."""
    if any(is_same(draft, known) for known in all_procedures(db)):
        return None
    return add(db, draft, id=id, source=Source.EXTRACTED, at=at)


def take(
    db: Connection, filed: Iterable[FiledProcedure], *, new_id: Callable[[], str], at: datetime
) -> list[ProcedureId]:
    """Add the procedures of a file, without those that say what a known one says; return the new ones."""
    known: list[Procedure | ProcedureDraft] = [*all_procedures(db)]
    new: list[ProcedureId] = []
    for one in reversed(list(filed)):  # the first of the file is the newest
        if not any(is_same(one.draft, other) for other in known):
            new.append(ProcedureId(new_id()))
            add(db, one.draft, id=new[-1], source=one.source, at=at)
            known.append(one.draft)
    return new


def remove_unchanged(db: Connection, ids: Iterable[ProcedureId]) -> list[int]:
    """Remove those of these procedures that nobody changed since they were added; return the numbers of the changes."""
    rows = db.execute(
        """select id from procedure
        where (select count(*) from procedure_change where procedure_id = procedure.id) <= 1"""
    )
    untouched = {row[0] for row in rows}
    return [remove(db, one) for one in ids if one in untouched]


def change(
    db: Connection, procedure_id: ProcedureId, draft: ProcedureDraft, *, at: datetime
) -> int | None:
    """Give a procedure other texts; return the number of the change, None if they are the same.

    Raises:
        NotFound: It is no longer there.
    """
    known = get(db, procedure_id)
    if known.draft == draft:
        return None
    row = _row(db, procedure_id)
    _write(
        db,
        replace(
            known,
            content=draft.content,
            category=draft.category,
            trigger=draft.trigger,
            is_off=draft.is_off,
            updated_at=at,
        ),
    )
    return _record(db, procedure_id, row)


def remove(db: Connection, procedure_id: ProcedureId) -> int:
    """Remove a procedure; return the number of the change.

    Raises:
        NotFound: It is no longer there.
    """
    get(db, procedure_id)
    row = _row(db, procedure_id)
    db.execute("delete from procedure where id = ?", (procedure_id,))
    return _record(db, procedure_id, row)


def last_change(db: Connection, procedure_id: ProcedureId | None = None) -> int | None:
    """Return the number of the last change, of one procedure or of all, that can be undone."""
    found: int | None = db.execute(
        "select max(id) from procedure_change where ?1 is null or procedure_id = ?1",
        (procedure_id,),
    ).fetchone()[0]
    return found


def undo(db: Connection, number: int) -> ProcedureId | None:
    """Take a change back; None if its procedure was changed since, and then nothing happens."""
    row = db.execute(
        "select procedure_id, before from procedure_change where id = ?", (number,)
    ).fetchone()
    if row is None or last_change(db, row[0]) != number:
        return None
    procedure_id = ProcedureId(row[0])
    db.execute("delete from procedure where id = ?", (procedure_id,))
    if row[1] is not None:
        _write(db, _procedure(json.loads(row[1])))
    db.execute("delete from procedure_change where id = ?", (number,))
    return procedure_id


def _row(db: Connection, procedure_id: ProcedureId) -> tuple[Any, ...] | None:
    row: tuple[Any, ...] | None = db.execute(
        f"select {_COLUMNS} from procedure where id = ?", (procedure_id,)
    ).fetchone()
    return row


def _write(db: Connection, one: Procedure) -> None:
    db.execute(
        f"insert or replace into procedure ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            one.id,
            one.content,
            one.category,
            one.trigger.kind,
            one.trigger.text,
            one.source,
            one.is_off,
            to_ms(one.created_at),
            to_ms(one.updated_at),
        ),
    )


def _record(db: Connection, procedure_id: ProcedureId, before: tuple[Any, ...] | None) -> int:
    number = db.execute(
        "insert into procedure_change (procedure_id, before) values (?, ?)",
        (procedure_id, None if before is None else json.dumps(list(before))),
    ).lastrowid
    number = number or 0
    db.execute("delete from procedure_change where id <= ?", (number - _CHANGES_KEPT,))
    return number


def _procedure(row: Any) -> Procedure:  # noqa: ANN401 - a row of the table
    # a rescue may bring what no program wrote
    kind = TriggerKind(row[3]) if row[3] in set(TriggerKind) else TriggerKind.WORDS
    source = Source(row[5]) if row[5] in set(Source) else Source.MANUAL
    return Procedure(
        ProcedureId(row[0]),
        row[1],
        row[2],
        Trigger(kind, row[4]),
        source,
        bool(row[6]),
        from_ms(row[7]),
        from_ms(row[8]),
    )
