"""What a vault needs now and then: a daily backup, a check after an unclean end, old vectors let go."""

import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from notebrain.domain.ports import Clock
from notebrain.storage import backup, links, notes
from notebrain.storage.store import Store
from notebrain.sync.indexing import Indexer

BACKUP_EVERY = timedelta(days=1)
MARK = "in-use"
log = logging.getLogger("notebrain.upkeep")


class Upkeep:
    """Keeps one vault in good order; done by the one process that holds the indexer's lease.

    A file marks that the vault is in use. When it is there already at the start, the last holder was killed.
    """

    def __init__(self, store: Store, indexer: Indexer, clock: Clock) -> None:
        self._store = store
        self._indexer = indexer
        self._clock = clock
        self._mark = store.path.parent / MARK
        self._checked = False

    def begin(self, keep_going: Callable[[], bool]) -> None:
        """Mark the vault as in use; after an unclean end, check the file first.

        Raises:
            DamagedVault: The file is damaged; names the newest backup that opens.
        """
        if self._checked:
            return
        if self._mark.exists():
            log.info("the vault was not closed last time: checking it")
            self._store.check(keep_going)
        self._mark.touch()
        self._indexer.queue_missing(keep_going)
        self._checked = keep_going()

    def end(self) -> None:
        """Note down that the vault was closed in good order."""
        if self._checked:
            self._mark.unlink(missing_ok=True)

    def fill_links(self) -> bool:
        """Read the links of some of the notes whose links are not known yet; tell whether there were any."""
        now = self._clock.now()
        with self._store.read() as db:
            if not links.waiting(db, now=now):
                return False
        self._store.write(lambda db: links.fill(db, now=now)).result()
        return True

    def backup_due(self) -> bool:
        """Tell whether the newest backup is older than a day, there is something to copy, and room for it."""
        newest = next(iter(backup.list_backups(self._store.backups)), None)
        if newest is not None and self._clock.now() - newest.made_at < BACKUP_EVERY:
            return False
        with self._store.read() as db:
            return notes.any_there(db) and backup.has_room(self._store.path)

    def daily(self, keep_going: Callable[[], bool]) -> Path | None:
        """Make the daily backup if it is due, and let go of vectors no passage uses; return the backup made."""
        if not self.backup_due():
            return None
        made = self._store.back_up(self._clock.now(), reason="daily", keep_going=keep_going)
        self._indexer.forget_unused(keep_going)
        return made
