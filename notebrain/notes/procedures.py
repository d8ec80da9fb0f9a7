"""Add, change and remove procedures; each act is one transaction and can be undone."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.procedures.procedures import (
    Procedure,
    ProcedureDraft,
    ProcedureId,
    Source,
    checked,
)
from notebrain.storage.connection import Connection
from notebrain.storage.procedures import procedures
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.domain.ports import Clock, Ids


@dataclass(slots=True)
class ProcedureAct:
    """An act that was started, which also serves to undo it.

    Attributes:
        number: The number of the change once it is done; None if nothing changed.
    """

    id: ProcedureId
    future: Future[Changes]
    number: int | None = None


class ProcedureService:
    """The procedures of one vault."""

    def __init__(self, store: Store, clock: "Clock", ids: "Ids") -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    def all(self) -> Sequence[Procedure]:
        """Return all procedures, the newest first."""
        with self._store.read() as db:
            return procedures.all_procedures(db)

    def get(self, procedure_id: ProcedureId) -> Procedure:
        """Return one procedure.

        Raises:
            NotFound: It is no longer there.
        """
        with self._store.read() as db:
            return procedures.get(db, procedure_id)

    def find(self, typed: str) -> ProcedureId:
        """Return the id that begins or ends with this, also of a procedure that was removed.

        Raises:
            NotFound: None does, or several do.
        """
        with self._store.read() as db:
            return procedures.find(db, typed)

    def add(self, draft: ProcedureDraft) -> ProcedureAct:
        """Add a procedure.

        Raises:
            UserError: The draft says too little or too much; nothing is written.
        """
        tidy, at = checked(draft), self._clock.now()
        new = ProcedureId(self._ids.new(at))
        act = partial(procedures.add, draft=tidy, id=new, source=Source.MANUAL, at=at)
        return self._start(new, act)

    def change(self, procedure_id: ProcedureId, draft: ProcedureDraft) -> ProcedureAct:
        """Give a procedure other texts.

        Raises:
            UserError: The draft says too little or too much; nothing is written.
        """
        tidy, at = checked(draft), self._clock.now()

        def act(db: Connection) -> int | None:
            return procedures.change(db, procedure_id, tidy, at=at)

        return self._start(procedure_id, act)

    def remove(self, procedure_id: ProcedureId) -> ProcedureAct:
        """Remove a procedure."""
        return self._start(procedure_id, lambda db: procedures.remove(db, procedure_id))

    def undo(self, act: ProcedureAct) -> ProcedureAct:
        """Take an act back; the future fails with `NotFound` if the procedure was changed since."""
        return self._start(act.id, lambda db: _undone(db, act.number))

    def undo_last(self, procedure_id: ProcedureId) -> ProcedureAct:
        """Take the last change of a procedure back; the future fails with `NotFound` if there is none."""
        return self._start(
            procedure_id, lambda db: _undone(db, procedures.last_change(db, procedure_id))
        )

    def _start(
        self, procedure_id: ProcedureId, change: Callable[[Connection], int | None]
    ) -> ProcedureAct:
        def act(db: Connection) -> Changes:
            started.number = change(db)
            return Changes(Act.PROCEDURES)

        started = ProcedureAct(procedure_id, Future())
        started.future = self._store.write(act)
        return started


def _undone(db: Connection, number: int | None) -> None:
    if number is None or procedures.undo(db, number) is None:
        raise NotFound(_("There is no change of this procedure that can be undone."))
