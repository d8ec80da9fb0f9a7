"""What a vault needs now and then: a daily backup, a check after an unclean end, old vectors let go."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path

from notebrain.app.backups import Backups
from notebrain.app.events import Event, TrashRemoved, WordsDamaged
from notebrain.app.setting_values import Settings
from notebrain.app.settings import TRASH_DAYS
from notebrain.domain.changes import Act, Changes, touched
from notebrain.domain.errors import Unwritable, VaultError
from notebrain.domain.messages import _
from notebrain.domain.note import NoteId
from notebrain.domain.ports import Clock
from notebrain.domain.trash import overdue_before
from notebrain.storage import backup, link_index, notes, privacy, revisions
from notebrain.storage.database import Connection
from notebrain.storage.room import hindrance, told
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome
from notebrain.sync.indexing import Indexer

BACKUP_EVERY = timedelta(days=1)
MARK = "in-use"
_TRY_AGAIN = timedelta(hours=1)
# Removing a note from both indexes takes 1 to 3 ms.
_REMOVED_AT_ONCE = 20
_THIN_EVERY = timedelta(hours=1)
log = logging.getLogger("notebrain.upkeep")


class Upkeep:
    """Keeps one vault in good order; done by the one process that holds the indexer's lease.

    A file marks that the vault is in use. When it is there already at the start, the last holder was killed.
    """

    def __init__(
        self,
        store: Store,
        indexer: Indexer,
        clock: Clock,
        tell: Callable[[Event], object] = lambda _event: None,
    ) -> None:
        self._store = store
        self._indexer = indexer
        self._clock = clock
        self._mark = store.path.parent / MARK
        self._checked = False
        self.tell = tell
        self._settings = Settings(store)
        self._backups = Backups(store, self._settings, clock)
        self._copied: int | None = None
        self._rests_until: datetime | None = None
        self._looked_at: date | None = None
        self._thinned_at: datetime | None = None

    def begin(self, keep_going: Callable[[], bool]) -> None:
        """Mark the vault as in use; after an unclean end, check the file first.

        Raises:
            DamagedVault: The file is damaged; names the newest backup that opens.
        """
        if self._checked:
            return
        if self._mark.exists():
            log.info("the vault was not closed last time: checking it")
            if not self._store.check(keep_going):
                log.warning("the word index does not agree with the notes")
                self.tell(WordsDamaged())
        try:
            self._mark.touch(privacy.PRIVATE_FILE)
        except OSError as error:
            folder = self._mark.parent
            raise Unwritable(told(hindrance(folder), folder)) from error
        self._indexer.queue_missing(keep_going)
        self._checked = keep_going()

    def end(self) -> None:
        """Note down that the vault was closed in good order."""
        if self._checked:
            with suppress(OSError):  # the next start looks at the file once more
                self._mark.unlink(missing_ok=True)

    def fill_links(self) -> bool:
        """Read the links of some of the notes whose links are not known yet; tell whether there were any."""
        now = self._clock.now()
        with self._store.read() as db:
            if not link_index.waiting(db, now=now):
                return False
        self._store.write(lambda db: link_index.fill(db, now=now)).result()
        return True

    def backup_due(self) -> bool:
        """Tell whether backups are wanted, the newest is older than a day, and something changed since."""
        if not self._backups.automatic or self._store.data_version() == self._copied:
            return False
        newest = self._backups.newest_at()
        if newest is not None and self._clock.now() - newest < BACKUP_EVERY:
            return False
        with self._store.read() as db:
            return notes.any_there(db)

    def daily(self, keep_going: Callable[[], bool]) -> Path | None:
        """Do what is due: remove what was in the trash long enough, back up, let go of vectors no passage uses.

        Returns:
            The backup that was made.

        Raises:
            VaultError: No backup could be made; the next attempt is an hour away.
        """
        now = self._clock.now()
        if self._rests_until is not None and now < self._rests_until:
            return None
        self._empty_trash(now)
        if not self.backup_due():
            return None
        copied = self._store.data_version()
        try:
            made = self._back_up(keep_going)
        except VaultError:
            self._rests_until = now + _TRY_AGAIN
            raise
        self._copied = copied
        self._indexer.forget_unused(keep_going)
        return made

    def thin_history(self, keep_going: Callable[[], bool]) -> None:
        """Thin out old versions of notes, a few at a time, unless that was done within the hour."""
        now = self._clock.now()
        last = self._thinned_at
        if last is not None and timedelta(0) <= now - last < _THIN_EVERY:
            return
        self._thinned_at = now
        with self._store.read() as db:
            keys = revisions.to_thin(db, now=now)
        for key in keys:
            while keep_going() and outcome(self._store.write(partial(_thin, key=key, now=now))):
                pass
        outcome(self._store.write(partial(revisions.drop_aside, now=now)))

    def _back_up(self, keep_going: Callable[[], bool]) -> Path:
        if not self._backups.has_room():
            raise VaultError(
                _(
                    "There is no room for a backup in {folder}. Free some space, or choose another folder."
                ).format(folder=self._backups.folder)
            )
        return self._backups.make(backup.DAILY, keep_going=keep_going)

    def _empty_trash(self, now: datetime) -> None:
        """Remove notes that were in the trash for as long as the user wants, a few at a time."""
        before = overdue_before(now, int(self._settings.get(TRASH_DAYS)))
        if before is None or self._looked_at == now.date():
            return
        removed = 0
        while ids := self._remove_overdue(before):
            removed += len(ids)
        self._looked_at = now.date()
        if removed:
            log.info("removed %d notes for good that were in the trash long enough", removed)
            self.tell(TrashRemoved(removed))

    def _remove_overdue(self, before: datetime) -> Sequence[NoteId]:
        def act(db: Connection) -> Changes:
            ids = notes.overdue(db, before, limit=_REMOVED_AT_ONCE)
            notes.remove(db, ids)
            return touched(Act.PURGE, ids, text=True)

        with self._store.read() as db:
            if not notes.overdue(db, before, limit=1):
                return ()
        return outcome(self._store.write(act)).notes


def _thin(db: Connection, key: int, now: datetime) -> int:
    return revisions.thin(db, key, now=now, most=_REMOVED_AT_ONCE)
