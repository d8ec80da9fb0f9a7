"""Looking after the files of a vault: check them, take back what a kill left behind, and delete what nothing uses."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path

from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import FILE_DAYS
from notebrain.domain.errors import Interrupted
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Attachment, Sha
from notebrain.domain.ports import Clock
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments, texts, unused, uses
from notebrain.storage.files.attachments import Fault
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.maintenance import backup, backup_files
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

HASHED_A_DAY = 100_000_000
"""How many bytes are compared with their hashes each day, while nothing else is to do."""
log = logging.getLogger("notebrain.files")


@dataclass(frozen=True, slots=True)
class FileCheck:
    """The result of checking all files.

    Attributes:
        files: How many were checked.
        missing, changed: Files whose bytes are gone, or are not what was added.
        absent: Files that notes name and this vault never had, with their names.
        mended: Files that were brought back from the backups.
        adopted: Files that were in the folder without being listed, as after a kill.
    """

    files: int = 0
    missing: Sequence[Attachment] = ()
    changed: Sequence[Attachment] = ()
    absent: Sequence[tuple[Sha, str]] = ()
    mended: Sequence[Attachment] = ()
    adopted: Sequence[Attachment] = ()

    @property
    def is_good(self) -> bool:
        """Whether every file that is used or listed is there as it was added."""
        return not (self.missing or self.changed or self.absent)


class FileCare:
    """Checks and tidies the files of one vault; every call blocks."""

    def __init__(self, store: Store, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._blobs = Blobs.beside(store.path)

    def check(
        self,
        *,
        hashes: bool = True,
        keep_going: Callable[[], bool] = lambda: True,
        progress: Callable[[float], object] = lambda _done: None,
    ) -> FileCheck:
        """Check every file, bring back from the backups what is damaged, and record what stays so.

        Args:
            hashes: Also compare all bytes with their hashes; otherwise only their number.
            progress: Called with the part of all bytes that is done, from 0 to 1.

        Raises:
            Interrupted: `keep_going` returned False.
            VaultError: The vault cannot be written.
        """
        adopted = self.tidy()
        with self._store.read() as db:
            is_lost = uses.unindexed(db)
        if is_lost:
            outcome(self._store.write(uses.rebuild))
        with self._store.read() as db:
            sizes = attachments.all_sizes(db)
        whole, done = sum(sizes.values()) or 1, 0
        found: dict[Fault, list[Sha]] = {Fault.MISSING: [], Fault.CHANGED: []}
        mended: list[Sha] = []
        for sha, size in sizes.items():
            if not keep_going():
                raise Interrupted(_("Stopped."))
            fault = self._fault(sha, size, hashes=hashes, keep_going=keep_going)
            if fault and self._mend(sha, size):
                mended.append(sha)
                fault = Fault.NONE
            self._record(sha, fault)
            if fault:
                found[fault].append(sha)
            done += size
            progress(done / whole)
        with self._store.read() as db:
            absent = attachments.absent(db)

            def known(shas: Sequence[Sha]) -> Sequence[Attachment]:
                return [one for sha in shas if (one := attachments.get(db, sha))]

            return FileCheck(
                len(sizes),
                known(found[Fault.MISSING]),
                known(found[Fault.CHANGED]),
                absent,
                known(mended),
                adopted,
            )

    def look_again(self) -> bool:
        """Return whether files are back that the last check missed, as on a disk that was away; it records that."""
        with self._store.read() as db:
            missing = attachments.missing(db)
        back = [sha for sha, size in missing.items() if self._blobs.size(sha) == size]
        if back:
            found = [(sha, Fault.NONE) for sha in back]
            outcome(self._store.write(lambda db: attachments.set_fault(db, found)))
        return bool(back)

    def hash_some(self, keep_going: Callable[[], bool]) -> None:
        """Compare some bytes with their hashes, those checked longest ago first, unless enough were checked today.

        Stops when `keep_going` returns False; the file under way is checked again next time.
        """
        now = self._clock.now()
        day = now.toordinal()
        with self._store.read() as db:
            left = HASHED_A_DAY - attachments.checked_today(db, day)
            waiting = list(attachments.longest_unchecked(db)) if left > 0 else []
        for sha, size in waiting:
            if left <= 0 or not keep_going():
                return
            try:
                fault = self._fault(sha, size, hashes=True, keep_going=keep_going)
            except Interrupted:
                return
            self._record(sha, Fault.NONE if fault and self._mend(sha, size) else fault)
            outcome(self._store.write(partial(_checked, sha=sha, size=size, now=now)))
            left -= size

    def tidy(self) -> Sequence[Attachment]:
        """Delete files that a kill left before a text named them, and list those it left unlisted; return the latter.

        They are unused until a text names them.
        """
        now = self._clock.now()
        with self._store.read() as db:
            sizes = attachments.all_sizes(db)
        if not self._blobs.has_leftovers() and all(
            sha in sizes for sha, _size in self._blobs.all()
        ):
            return ()

        def act(db: Connection) -> Sequence[Attachment]:
            # read again: another program may have finished adding a file since
            sizes = attachments.all_sizes(db)
            # read only if a kill has left something
            named = cache(lambda: uses.named_anywhere(db))
            taken = self._blobs.sweep(sizes.__contains__, lambda sha: sha in named())
            attachments.drop(db, taken)
            strays = [(sha, size) for sha, size in self._blobs.all() if sha not in sizes]
            found = [
                attachments.described(
                    sha, size, self._blobs.head(sha), attachments.named(db, sha), now=now
                )
                for sha, size in strays
            ]
            for attachment in found:
                attachments.add(db, attachment)
            return found

        return outcome(self._store.write(act))

    def remove_due(
        self, passed: timedelta, keep_going: Callable[[], bool] = lambda: True
    ) -> Sequence[Attachment]:
        """Delete the files that nothing has used for as many days as the user set; return them.

        None is deleted within an hour after an import or a sync, or if no file that is used can be found.

        Args:
            passed: The current vault time, which must not be in doubt.
        """
        with self._store.read() as db:
            due = unused.due(db, passed=passed, days=self._settings.get(FILE_DAYS))
            going = unused.removable(db, due, self._blobs) if due else []
            known = {sha: attachments.get(db, sha) for sha in going}
        if len(going) < len(due):
            log.warning(
                "%d files stay: texts name them, or no used file was found", len(due) - len(going)
            )
        removed: list[Attachment] = []
        for sha, one in known.items():
            if keep_going() and one is not None and self._remove(sha):
                removed.append(one)
        return removed

    def _remove(self, sha: Sha) -> bool:
        def act(db: Connection) -> bool:
            if not unused.forget(db, sha):
                return False
            self._blobs.put_aside(sha)
            return True

        while outcome(self._store.write(lambda db: texts.drop_some(db, sha))):
            pass  # a long text takes a second, which is too long for one transaction
        try:
            is_gone = outcome(self._store.write(act))
        except BaseException:
            self._blobs.put_back(sha)
            raise
        if is_gone:
            self._blobs.finish(sha)
        return is_gone

    def _fault(self, sha: Sha, size: int, *, hashes: bool, keep_going: Callable[[], bool]) -> Fault:
        there = self._blobs.size(sha)
        if there is None:
            return Fault.MISSING
        if there != size or (hashes and self._blobs.hash_of(sha, keep_going) != sha):
            return Fault.CHANGED
        return Fault.NONE

    def _record(self, sha: Sha, fault: Fault) -> None:
        with self._store.read() as db:
            if attachments.fault_of(db, sha) is fault:
                return
        outcome(self._store.write(lambda db: attachments.set_fault(db, [(sha, fault)])))

    def _mend(self, sha: Sha, size: int) -> bool:
        """Bring a file back from the backups; return whether one had it as it was added."""
        for folder in self._backup_folders():
            kept = backup_files.of(folder)
            if kept.size(sha) == size and kept.hash_of(sha) == sha:
                try:
                    return self._blobs.fetch(sha, kept)
                except OSError as error:
                    log.warning("a file was not brought back: %s", error.strerror)
        return False

    def _backup_folders(self) -> Sequence[Path]:
        """Return a backup of each folder with backups."""
        copies = backup.list_backups(self._store.backups)
        return list({one.path.parent: one.path for one in copies}.values())


def _checked(db: Connection, sha: Sha, size: int, now: datetime) -> None:
    attachments.set_checked(db, sha, at=now)
    attachments.count_checked(db, now.toordinal(), size)
