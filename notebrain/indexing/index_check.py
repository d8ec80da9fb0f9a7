"""Check whether the account's index contains what it should, and repair it."""

from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.domain.embedding.vector_ids import note_of
from notebrain.domain.ports import Space
from notebrain.domain.sync.remote import RemoteIndex
from notebrain.indexing.batches import written
from notebrain.indexing.vector_delete import REMOVED_AT_MOST
from notebrain.indexing.vector_upload import RecentlySentPoints
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import remote_passages, remote_queue, remote_vectors
from notebrain.storage.store import Store


@dataclass(frozen=True, slots=True)
class IndexDrift:
    """How the account's index differs from what it should contain.

    Attributes:
        there: The number of its points.
        missing: Points it lacks, except for those that are being sent.
        unwanted: Points of existing notes that should not be there, except for those that are being removed.
        strangers: Points of notes that are not here, e.g. another computer's newest notes or leftovers.
    """

    there: int
    missing: Sequence[str]
    unwanted: Sequence[str]
    strangers: Sequence[str]


class IndexCheck:
    """Compares the index with the notes."""

    def __init__(self, store: Store, recent: RecentlySentPoints) -> None:
        self._store = store
        self._recent = recent

    async def drift(self, index: RemoteIndex, *, local: Space, space: Space) -> IndexDrift:
        """Compare the ids in the index with those that should be there; reads both completely."""
        there = set(await index.ids())
        with self._store.read() as db:
            wanted, here = remote_passages.wanted_points(db, local=local, account=space)
            sent = remote_vectors.all_sent(db, space)
            leaving = set(remote_vectors.stale_ids(db, space))
            queued = remote_queue.queued_notes(db)
        recent = self._recent.lately()
        strange = there - wanted
        unwanted = {point_id for point_id in strange if note_of(point_id) in here}
        left = strange - unwanted - sent.keys()
        missing = {
            point_id for point_id in wanted - there - recent if note_of(point_id) not in queued
        }
        return IndexDrift(
            len(there), sorted(missing), sorted(unwanted - leaving - recent), sorted(left - recent)
        )

    async def repair(self, drift: IndexDrift, index: RemoteIndex, space: Space) -> None:
        """Remove unwanted points, but not strangers, and queue the notes of missing ones."""
        for first in range(0, len(drift.unwanted), REMOVED_AT_MOST):
            part = drift.unwanted[first : first + REMOVED_AT_MOST]
            await index.remove(part)
            self._recent.add(part)
        astray = [*drift.missing, *drift.unwanted]

        def act(db: Connection) -> None:
            remote_vectors.forget_points(db, remote_passages.owners(db, astray), space)

        await written(self._store, act)
