"""Removing notes for good: the one way by which a note goes, and it always follows a backup."""

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

from notebrain.app.maintenance.backups import Backups
from notebrain.domain.errors import VaultError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.notes import trash
from notebrain.storage.notes.trash import Trashed
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

# Removing a note from both indexes takes 1 to 3 ms.
REMOVED_AT_ONCE = 20
log = logging.getLogger("notebrain.shredder")


class Shredder:
    """Removes notes of the trash for good, with their history, passages and vectors.

    Nothing goes that the newest good backup does not have as it is; where it has not, another one is made first.
    """

    def __init__(self, store: Store, backups: Backups) -> None:
        self._store = store
        self._backups = backups
        self._pool: ThreadPoolExecutor | None = None
        self._closing = False

    def remove(self, note_ids: Iterable[NoteId]) -> Future[Changes]:
        """Remove notes as the user asks for it, on a thread of their own; any thread may call it, it does not wait.

        Raises:
            UserError: (through the future) One of them is not in the trash; then none is removed.
            VaultError: (through the future) No backup could be made; then none is removed.
            Interrupted: (through the future) The program ends.
        """
        wanted = tuple(note_ids)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="shredder")
        return self._pool.submit(lambda: self._remove_now(wanted))

    def carry_out(self, some: Sequence[Trashed], keep_going: Callable[[], bool]) -> Changes:
        """Remove notes as they were when somebody looked; waits, and returns which went.

        Many go a few at a time, so that a large trash holds nobody up; a note that somebody brings back or changes
        meanwhile stays.

        Raises:
            VaultError: No backup could be made; then none is removed.
            Interrupted: `keep_going` said no.
        """
        try:
            going = self._backups.secure(some, keep_going)
        except VaultError as error:
            raise VaultError(
                _(
                    "Nothing was removed for good, since no backup could be made first. {reason}"
                ).format(reason=error)
            ) from error
        if len(going) < len(some):
            log.warning("%d notes stay in the trash: no backup has them", len(some) - len(going))
        done = touched(Act.PURGE, [], text=True)
        for start in range(0, len(going), REMOVED_AT_ONCE):
            part = going[start : start + REMOVED_AT_ONCE]
            done |= outcome(self._store.write(partial(_removed, some=part)))
        return done

    def close(self) -> None:
        """Stop a backup that is being made; what is removed by now stays removed."""
        self._closing = True
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def _remove_now(self, note_ids: Sequence[NoteId]) -> Changes:
        with self._store.read() as db:
            some = trash.look(db, note_ids)
        return self.carry_out(some, lambda: not self._closing)


def _removed(db: Connection, some: Sequence[Trashed]) -> Changes:
    return touched(Act.PURGE, trash.remove(db, some), text=True)
