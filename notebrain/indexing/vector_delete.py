"""Remove vectors that notes no longer have from the account: points of every index, and vectors of the database."""

from contextlib import suppress
from datetime import datetime, timedelta

from notebrain.domain.errors import CloudError, CloudMissing
from notebrain.domain.ports import Clock, Space
from notebrain.domain.sync.remote import Remote
from notebrain.indexing.batches import written
from notebrain.indexing.rate_limits import RequestGate
from notebrain.indexing.vector_upload import RecentlySentPoints
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import remote_vectors
from notebrain.storage.store import Store

REMOVED_AT_MOST = 1000
"""How many points are removed per request."""
_REMOVED_TOGETHER = 100
# How long points of former texts may wait for others, so that deletions are rare and batched.
_REMOVED_AFTER = timedelta(minutes=10)


class PointRemoving:
    """Removes what is due for removal, wherever it is."""

    def __init__(self, store: Store, clock: Clock, recent: RecentlySentPoints) -> None:
        self._store = store
        self._clock = clock
        self._recent = recent
        self.lane = RequestGate(clock)

    async def remove_now(self, remote: Remote) -> None:
        """Remove vectors of deleted and local-only notes at once, as far as the account answers."""

        def outdate(db: Connection) -> None:
            for key in remote_vectors.homeless(db):
                remote_vectors.outdate_everywhere(db, key)
                remote_vectors.mark_unwanted(db, key)

        await written(self._store, outdate)
        while await self.remove(remote):
            pass

    async def remove(self, remote: Remote) -> bool:
        """Remove what is due for removal from every index; return whether there was anything."""
        if not self.lane.open:
            return False
        with self._store.read() as db:
            notes = remote_vectors.unwanted_notes(db, limit=_REMOVED_TOGETHER)
            due = [
                stale for stale in remote_vectors.spaces_with_stale(db) if self._is_due(db, stale)
            ]
        worked = False
        try:
            for space in due:
                worked = await self._remove_points(remote, space) or worked
            if notes:
                await remote.vectors.remove(notes)
                await written(self._store, lambda db: remote_vectors.forget_notes(db, notes))
        except CloudError as error:
            self.lane.hit(error)
            return False
        self.lane.passed()
        return worked or bool(notes)

    def next_due(self, db: Connection, space: Space) -> datetime | None:
        """Return the latest time at which waiting points are removed, or None if there are none."""
        _, since = remote_vectors.stale(db, space)
        return None if since is None else since + _REMOVED_AFTER

    def _is_due(self, db: Connection, space: Space) -> bool:
        number, since = remote_vectors.stale(db, space)
        if since is None:
            return False
        return number >= _REMOVED_TOGETHER or since + _REMOVED_AFTER <= self._clock.now()

    async def _remove_points(self, remote: Remote, space: Space) -> bool:
        index = remote.index
        if space != remote.embedder.space:
            if remote.index_of is None:
                return False
            index = remote.index_of(space)
        with self._store.read() as db:
            ids = remote_vectors.stale_ids(db, space, limit=REMOVED_AT_MOST)
        with suppress(CloudMissing):  # a missing index has none of them
            await index.remove(ids)
        self._recent.add(ids)
        await written(self._store, lambda db: remote_vectors.removed(db, ids, space))
        return True
