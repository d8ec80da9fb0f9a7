"""The regular maintenance of a vault: a daily backup, a check after an unclean shutdown, removing old vectors."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from notebrain.app.account.vault_clock import ClockCheck, VaultClock, asks_the_user, doubt_text
from notebrain.app.events import BackupFailed, DateDoubted, Event, TrashRemoved, WordsDamaged
from notebrain.app.maintenance.backups import Backups
from notebrain.app.maintenance.file_care import FileCare
from notebrain.app.maintenance.shredder import Shredder
from notebrain.app.settings.setting import Settings
from notebrain.domain.errors import (
    DamagedVault,
    Interrupted,
    NoteBrainError,
    Unwritable,
    VaultError,
)
from notebrain.domain.ports import Clock
from notebrain.domain.sync.vault_time import Doubt, Reading
from notebrain.indexing.indexer import Indexer
from notebrain.storage import privacy, vault_time
from notebrain.storage.connection import Connection
from notebrain.storage.maintenance import backup, plain_titles, text_hashes
from notebrain.storage.notes import notes, revisions
from notebrain.storage.notes.trash import Trashed
from notebrain.storage.room import hindrance, hindrance_text
from notebrain.storage.search import text_index
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

MARK = "in-use"
_TRY_AGAIN = timedelta(hours=1)
# A round of the background follows every pause in typing.
_LOOK_EVERY = timedelta(minutes=1)
# 100 ms of work
_LOOKED_AT = 5_000
_THINNED_AT_ONCE = 20
_THIN_EVERY = timedelta(hours=1)
log = logging.getLogger("notebrain.upkeep")


class Upkeep:
    """Maintains one vault; run by the one process that holds the indexer's lease.

    Args:
        look_after: Sums up the conversations that ended, once a minute.

    A file marks that the vault is in use. If it already exists at startup, the last holder was killed.
    """

    def __init__(
        self,
        store: Store,
        indexer: Indexer,
        clock: Clock,
        publish: Callable[[Event], object] = lambda _event: None,
        look_after: Callable[[], object] = lambda: None,
    ) -> None:
        self._look_after = look_after
        self._store = store
        self._indexer = indexer
        self._clock = clock
        self._mark = store.path.parent / MARK
        self._checked = False
        self.publish = publish
        self._backups = Backups(store, Settings(store), clock)
        self._shredder = Shredder(store, self._backups)
        self._files = FileCare(store, Settings(store), clock)
        self._tidied = False
        self._vault_clock = VaultClock(store, clock)
        self._failed_at: datetime | None = None
        self._doubt: Doubt | None = None
        self._thinned_at: datetime | None = None
        self._looked_at: datetime | None = None
        self._all_hashed = False
        self._quiet_at, self._quiet_version = clock.now(), -1
        self._to_look_at: range | None = None
        self._titles_upto: int | None = 0
        """The last note whose title was mended, if it had to be; None once all are."""

    def begin(self, keep_going: Callable[[], bool]) -> None:
        """Mark the vault as in use; after an unclean shutdown, check the file first.

        Raises:
            DamagedVault: The file is damaged; the message names the newest backup that opens.
        """
        if self._checked:
            return
        if self._mark.exists():
            log.info("the vault was not closed last time: checking it")
            if not self._store.check(keep_going):
                log.warning("the word index does not agree with the notes")
                self.publish(WordsDamaged())
        try:
            self._mark.touch(privacy.PRIVATE_FILE)
        except OSError as error:
            folder = self._mark.parent
            raise Unwritable(hindrance_text(hindrance(folder), folder)) from error
        if not self._indexer.is_all_queued():
            self._indexer.queue_missing(keep_going)
        self._checked = keep_going()

    def end(self) -> None:
        """Record that the vault was closed cleanly."""
        if self._checked:
            with suppress(OSError):  # the next start checks the file again
                self._mark.unlink(missing_ok=True)

    def fill_links(self) -> bool:
        """Read the links of some notes whose links are not known yet; return whether there were any."""
        now = self._clock.now()
        with self._store.read() as db:
            if not text_index.links_wait(db, now=now):
                return False
        self._store.write(lambda db: text_index.fill_links(db, now=now)).result()
        return True

    def fill_hashes(self) -> bool:
        """Compute the missing hashes of some texts of an older vault; return whether there were any."""
        if self._all_hashed:
            return False
        with self._store.read() as db:
            self._all_hashed = not text_hashes.waiting(db)
        if not self._all_hashed:
            self._store.write(text_hashes.fill).result()
        return not self._all_hashed

    def mend_titles(self) -> bool:
        """Mend some titles of an older vault that have marks in them; return whether there may be more."""
        if self._titles_upto is None:
            return False
        with self._store.read() as db:
            keys = plain_titles.waiting(db, self._titles_upto)
        if keys:
            self._store.write(lambda db: plain_titles.mend(db, keys)).result()
        self._titles_upto = keys[-1] if keys else None
        return bool(keys)

    def backup_due(self, checked: ClockCheck) -> bool:
        """Return whether notes changed since the last backup, and a day of use has passed or many notes changed."""
        with self._store.read() as db:
            changed = vault_time.not_backed_up(db)
            if not changed or not notes.any_there(db):
                return False
        enough = checked.running >= vault_time.BACKUP_EVERY or changed >= vault_time.MANY_CHANGED
        return enough or self._backups.newest_at() is None

    def maintain(self, keep_going: Callable[[], bool]) -> float | None:
        """Do what is due and thin out old versions, unless that was done within the last minute.

        Returns:
            How many seconds are left of that minute, or None if it was done now.

        Raises:
            DamagedVault: The file is damaged.
            Interrupted: `keep_going` returned False.
        """
        now = self._clock.now()
        if self._looked_at is not None and timedelta(0) <= now - self._looked_at < _LOOK_EVERY:
            return (self._looked_at + _LOOK_EVERY - now).total_seconds()
        self._looked_at = None  # until it is done, whatever is raised
        try:
            self.daily(keep_going)
        except (DamagedVault, Interrupted):
            raise
        except NoteBrainError as error:
            # not worth stopping the indexer for; the front end is told when the vault itself cannot be written
            log.warning("no daily backup: %s", error)
            self.publish(BackupFailed(str(error)))
        try:
            self.thin_history(keep_going)
            self._files.hash_some(keep_going)
            if keep_going():
                self._look_after()
        except NoteBrainError as error:  # full or damaged: whatever writes a note tells the user
            log.warning("old versions, files or conversations were not seen to: %s", error)
        self._looked_at = now
        return None

    def look_for_missing(self, keep_going: Callable[[], bool]) -> float | None:
        """Look at some notes that may have slipped out of the index unnoticed, once nothing was written for a minute.

        Returns:
            How many seconds to wait before the next ones; None once all were looked at since the start.
        """
        now, version = self._clock.now(), self._store.data_version()
        if self._to_look_at is None:
            self._to_look_at = range(1, self._indexer.newest_key() + 1)
        if not self._to_look_at:
            return None
        if version != self._quiet_version or now < self._quiet_at:
            self._quiet_at, self._quiet_version = now, version
        left = self._quiet_at + _LOOK_EVERY - now
        if left > timedelta(0):
            return left.total_seconds()
        some, rest = self._to_look_at[:_LOOKED_AT], self._to_look_at[_LOOKED_AT:]
        queued = self._indexer.queue_missing(keep_going, among=some)
        if keep_going():
            self._to_look_at = rest
        return 0.0 if queued or self._to_look_at else None

    def daily(self, keep_going: Callable[[], bool]) -> Path | None:
        """Do what is due: back up, delete what was in the trash long enough, drop vectors that no passage uses.

        Returns:
            The backup that was made, if any.

        Raises:
            VaultError: No backup could be made; the next attempt is an hour away.
            Interrupted: `keep_going` returned False.
        """
        try:
            look = self._vault_clock.check()
        except Unwritable:
            return None  # reported wherever somebody writes
        self._report_doubt(look.reading)
        now = self._clock.now()
        if self._failed_at is not None and abs(now - self._failed_at) < _TRY_AGAIN:
            return None
        made = None
        try:
            if self._backups.automatic and self.backup_due(look):
                made = self._backups.make_within_room(backup.DAILY, keep_going)
            self._remove(self._vault_clock.overdue(look) if look.kept else (), keep_going)
            self._care_for_files(look, keep_going)
        except VaultError:
            self._failed_at = now
            raise
        self._failed_at = None
        if made is not None:
            self._indexer.delete_unused(keep_going)
        return made

    def try_daily(self, keep_going: Callable[[], bool]) -> str | None:
        """Do what is due, for users who never open the window; return why it failed, or None."""
        try:
            self.daily(keep_going)
        except Interrupted:
            return None
        except VaultError as error:
            return str(error)
        return None

    def thin_history(self, keep_going: Callable[[], bool]) -> None:
        """Thin out old versions of notes, a few at a time, unless that was done within the last hour."""
        now = self._clock.now()
        last = self._thinned_at
        if last is not None and timedelta(0) <= now - last < _THIN_EVERY:
            return
        if self._vault_clock.reading().doubt is not None:
            return  # with a wrong date, what was written today would count as old
        self._thinned_at = now
        with self._store.read() as db:
            keys = revisions.to_thin(db, now=now)
        for key in keys:
            while keep_going() and outcome(self._store.write(partial(_thin, key=key, now=now))):
                pass
        outcome(self._store.write(partial(revisions.drop_aside, now=now)))

    def _remove(self, overdue: Sequence[Trashed], keep_going: Callable[[], bool]) -> None:
        """Delete notes that were in the trash for as long as the user set."""
        if not overdue:
            return
        removed = len(self._shredder.carry_out(overdue, keep_going).notes)
        if removed:
            log.info("removed %d notes for good whose days in the trash were over", removed)
            self.publish(TrashRemoved(removed))

    def _care_for_files(self, look: ClockCheck, keep_going: Callable[[], bool]) -> None:
        """Take back what a kill left behind, and delete the files that nothing uses, as the user set it."""
        if not self._tidied:
            self._files.tidy()
            self._tidied = True
        if look.kept and look.reading.doubt is None:
            removed = self._files.remove_due(look.reading.time.passed, keep_going)
            if removed:
                log.info("removed %d files for good that nothing used any more", len(removed))

    def _report_doubt(self, reading: Reading) -> None:
        """Report once why the date is in doubt; an unreachable account is reported elsewhere."""
        if reading.doubt is self._doubt:
            return
        self._doubt = reading.doubt
        if asks_the_user(reading):
            self.publish(DateDoubted(doubt_text(reading, self._clock.now())))


def _thin(db: Connection, key: int, now: datetime) -> int:
    return revisions.thin(db, key, now=now, most=_THINNED_AT_ONCE)
