"""Permanent deletion of notes: the only way a note disappears, and always after a backup."""

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

# Deleting a note from both indexes takes 1 to 3 ms.
REMOVED_AT_ONCE = 20
log = logging.getLogger("notebrain.shredder")


class Shredder:
    """Permanently deletes notes in the trash, with their history, passages and vectors.

    A note is deleted only if the newest good backup contains its current state; otherwise a new backup is made first.
    """

    def __init__(self, store: Store, backups: Backups) -> None:
        self._store = store
        self._backups = backups
        self._pool: ThreadPoolExecutor | None = None
        self._closing = False

    def remove(self, note_ids: Iterable[NoteId]) -> Future[Changes]:
        """Delete notes at the user's request on a separate thread; returns at once and may be called from any thread.

        Raises:
            UserError: (through the future) One of them is not in the trash; no note is deleted.
            VaultError: (through the future) No backup could be made; no note is deleted.
            Interrupted: (through the future) The program is closing.
        """
        wanted = tuple(note_ids)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="shredder")
        return self._pool.submit(lambda: self._remove_now(wanted))

    def carry_out(self, some: Sequence[Trashed], keep_going: Callable[[], bool]) -> Changes:
        """Delete notes if they are still as they were when checked; blocks, and returns which were deleted.

        Large numbers are deleted a few at a time, so that a large trash delays nobody; a note that is restored or
        changed meanwhile stays.

        Raises:
            VaultError: No backup could be made; no note is deleted.
            Interrupted: `keep_going` returned False.
        """
        try:
            going = self._backups.secure(some, keep_going)
        except VaultError as error:
            raise VaultError(
                _(
                    "Nothing was deleted for good, because no backup could be made first. {reason}"
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
        """Stop a backup in progress; what is already deleted stays deleted."""
        self._closing = True
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def _remove_now(self, note_ids: Sequence[NoteId]) -> Changes:
        with self._store.read() as db:
            some = trash.states_of(db, note_ids)
        return self.carry_out(some, lambda: not self._closing)


def _removed(db: Connection, some: Sequence[Trashed]) -> Changes:
    return touched(Act.PURGE, trash.remove(db, some), text=True)
