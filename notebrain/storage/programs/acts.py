"""What other programs did to notes, counted and to be taken back."""

from datetime import datetime
from typing import Any, NamedTuple

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId
from notebrain.domain.programs.program import ProgramAct, ProgramVerb
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms

_KEPT = 20_000
"""So many acts of all programs together are listed."""
_COLUMNS = "id, program, verb, note_id, version, at, undone_at"


class Recorded(NamedTuple):
    """An act with what undoing it needs.

    Attributes:
        revision_id: The text from before, for an act that changed the text.
        text_hash: The hash of the text that the act left.
    """

    act: ProgramAct
    revision_id: int | None
    text_hash: bytes | None


def record(
    db: Connection,
    program: str,
    verb: ProgramVerb,
    note_id: NoteId,
    *,
    revision_id: int | None,
    at: datetime,
) -> int:
    """Add an act to the list, after its change and in the same transaction; return its number."""
    number = db.execute(
        """insert into program_act (program, verb, note_id, version, revision_id, text_hash, at)
        select ?, ?, id, version, ?, text_hash, ? from note where id = ?""",
        (program, verb, revision_id, to_ms(at), note_id),
    ).lastrowid
    number = number or 0
    db.execute("delete from program_act where id <= ?", (number - _KEPT,))
    return number


def count(db: Connection, since: datetime, now: datetime, verb: ProgramVerb | None = None) -> int:
    """Return how many acts there were from a moment to now, of one kind or all; those undone are counted too.

    Acts from while the clock was ahead are not: they would count until it gets there.
    """
    found: int = db.execute(
        "select count(*) from program_act where at > ?1 and at <= ?2 and (?3 is null or verb = ?3)",
        (to_ms(since), to_ms(now), verb),
    ).fetchone()[0]
    return found


def newest(
    db: Connection, *, program: str | None = None, since: datetime | None = None, limit: int = -1
) -> list[ProgramAct]:
    """Return the acts, of one program or all, the newest first."""
    rows = db.execute(
        f"""select {_COLUMNS} from program_act
        where (?1 is null or program = ?1) and (?2 is null or at >= ?2) order by id desc limit ?3""",
        (program, None if since is None else to_ms(since), limit),
    )
    return [_act(row) for row in rows]


def get(db: Connection, number: int) -> Recorded:
    """Return one act.

    Raises:
        NotFound: There is none with this number.
    """
    row = db.execute(
        f"select {_COLUMNS}, revision_id, text_hash from program_act where id = ?", (number,)
    ).fetchone()
    if row is None:
        raise NotFound(_("There is no act {number} of another program.").format(number=number))
    return Recorded(_act(row[:-2]), row[-2], row[-1])


def mark_undone(db: Connection, number: int, *, at: datetime) -> None:
    """Note that an act was taken back."""
    db.execute("update program_act set undone_at = ? where id = ?", (to_ms(at), number))


def _act(row: Any) -> ProgramAct:  # noqa: ANN401 - a row of the table
    number, program, verb, note_id, version, at, undone = row
    return ProgramAct(
        number,
        program,
        ProgramVerb(verb),
        NoteId(note_id),
        version,
        from_ms(at),
        None if undone is None else from_ms(undone),
    )
