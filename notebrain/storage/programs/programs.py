"""The other programs that asked, what each may see, and how much went out to them."""

import json
from datetime import datetime
from typing import Any

from notebrain.domain.notes.note import NoteId
from notebrain.domain.programs.program import KnownProgram, ProgramUse, ProgramVerb, Scope
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms

_DAYS_KEPT = 400


def see(db: Connection, name: str, *, at: datetime) -> bool:
    """Note that a program asked; return whether it is new."""
    is_new = not db.execute("select 1 from program where name = ?", (name,)).fetchone()
    db.execute(
        """insert into program (name, first_at, last_at, content) values (?1, ?2, ?2, '{}')
        on conflict do update set last_at = max(last_at, excluded.last_at)""",
        (name, to_ms(at)),
    )
    return is_new


def scope_of(db: Connection, name: str) -> Scope:
    """Return what a program may see; all notes if nothing was set."""
    row = db.execute("select content from program where name = ?", (name,)).fetchone()
    return Scope() if row is None else _scope(row[0])


def put_scope(db: Connection, name: str, scope: Scope, *, at: datetime) -> None:
    """Set what a program may see, also of one that has not asked yet."""
    see(db, name, at=at)
    content = {
        "workspaces": list(scope.workspaces),
        "tags": list(scope.tags),
        "blocked": scope.is_blocked,
        "only_synced": scope.only_synced,
        "may": None if scope.may is None else sorted(scope.may),
    }
    db.execute(
        """update program set content =
            json_patch(case when json_valid(content) then content else '{}' end, ?) where name = ?""",
        (json.dumps(content), name),
    )


def known(db: Connection) -> list[KnownProgram]:
    """Return all programs, the one that asked last first."""
    rows = db.execute(
        """select name, first_at, last_at, content,
            (select count(*) from program_act where program = name),
            (select coalesce(sum(calls), 0) from program_use where program = name),
            (select coalesce(sum(characters), 0) from program_use where program = name)
        from program order by last_at desc, name"""
    )
    return [
        KnownProgram(name, from_ms(first), from_ms(last), _scope(scope), *counts)
        for name, first, last, scope, *counts in rows
    ]


def count_use(
    db: Connection, name: str, tool: str, *, calls: int, characters: int, at: datetime
) -> None:
    """Add to what went out to a program today."""
    day = at.astimezone().date().isoformat()
    db.execute(
        """insert into program_use values (?, ?, ?, ?, ?) on conflict do update
        set calls = calls + excluded.calls, characters = characters + excluded.characters""",
        (name, day, tool, calls, characters),
    )
    db.execute("delete from program_use where day < date(?, ?)", (day, f"-{_DAYS_KEPT} days"))


def uses(db: Connection, at: datetime) -> list[ProgramUse]:
    """Return what went out to all programs on one day, the function called most often first."""
    rows = db.execute(
        """select program, tool, calls, characters from program_use
        where day = ? order by program, calls desc, tool""",
        (at.astimezone().date().isoformat(),),
    )
    return [ProgramUse(*row) for row in rows]


def untold_writers(db: Connection) -> list[str]:
    """Return the programs that wrote, and of which the user was not told yet."""
    rows = db.execute(
        """select name from program where json_valid(content)
            and not coalesce(json_extract(content, '$.told'), 0)
            and exists (select 1 from program_act where program = name)
        order by first_at, name"""
    )
    return [row[0] for row in rows]


def mark_told(db: Connection, name: str) -> None:
    """Note that the user was told that a program writes."""
    db.execute(
        """update program set content = json_set(content, '$.told', json('true'))
        where name = ? and json_valid(content)""",
        (name,),
    )


def allow(db: Connection, note_id: NoteId, *, allowed: bool) -> None:
    """Let other programs read and change one note that they may not otherwise, or no longer."""
    if allowed:
        db.execute("insert or ignore into program_allowed values (?)", (note_id,))
    else:
        db.execute("delete from program_allowed where note_id = ?", (note_id,))


def allowed_notes(db: Connection) -> frozenset[str]:
    """Return the notes that other programs may read and change although they otherwise could not."""
    return frozenset(row[0] for row in db.execute("select note_id from program_allowed"))


def synced_notes(db: Connection, note_id: NoteId | None = None) -> frozenset[str]:
    """Return the notes that the account has, or of one whether it has it."""
    rows = db.execute(
        """select note.id from sync_note join note on note.rowid = note_rowid
        where rev is not null and not gone and (?1 is null or note.id = ?1)""",
        (note_id,),
    )
    return frozenset(row[0] for row in rows)


def _scope(text: object) -> Scope:
    """Read a scope; of one that cannot be understood, the program is blocked, never free."""
    try:
        content: Any = json.loads(str(text))
        return Scope(
            tuple(map(str, content.get("workspaces", ()))),
            tuple(map(str, content.get("tags", ()))),
            bool(content.get("blocked", False)),
            bool(content.get("only_synced", False)),
            _verbs(content.get("may")),
        )
    except (ValueError, AttributeError, TypeError):
        return Scope(is_blocked=True)


def _verbs(names: Any) -> frozenset[ProgramVerb] | None:  # noqa: ANN401 - as it was stored
    if names is None:
        return None
    known = {verb.value for verb in ProgramVerb}  # a later version may have more
    return frozenset(ProgramVerb(name) for name in names if name in known)
