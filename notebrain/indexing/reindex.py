"""Recompute the vectors of all notes at the user's request.

It is separate because indexing, which runs all the time, needs none of it.
"""

from concurrent.futures import Future
from functools import partial

from notebrain.domain.embedding.usage import Amount
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.ports import Clock, Embedder
from notebrain.indexing.indexer import ROWS_PER_COMMIT
from notebrain.storage.connection import Connection
from notebrain.storage.maintenance import health
from notebrain.storage.notes import notes
from notebrain.storage.store import Store


class Reembedding:
    """Deletes every vector and queues every note; the indexer does the rest."""

    def __init__(self, store: Store, embedder: Embedder, clock: Clock) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock

    def amount(self) -> Amount:
        """Return how much there is to do; this counts rows, so in a large vault do not call it on the GUI thread."""
        with self._store.read() as db:
            notes, passages = health.embedded(db, self._embedder.space)
        return Amount(notes, passages)

    def start(self, amount: Amount) -> Future[Changes]:
        """Start in many small transactions, so that notes can be saved between them."""
        mark_leaving = [self._delete_vectors] * _turns(amount.passages)
        with self._store.read() as db:
            newest = notes.newest_key(db)
        parts = (
            range(first, first + ROWS_PER_COMMIT) for first in range(1, newest + 1, ROWS_PER_COMMIT)
        )
        queue = [partial(self._queue, keys=keys) for keys in parts]
        return self._store.write_in_turn([*mark_leaving, *queue])

    def _delete_vectors(self, db: Connection) -> Changes:
        health.delete_vectors(db, self._embedder.space, limit=ROWS_PER_COMMIT)
        return touched(Act.SETTINGS, (), filing=False)

    def _queue(self, db: Connection, keys: range) -> Changes:
        health.requeue(db, self._embedder.space, keys, at=self._clock.now())
        return touched(Act.SETTINGS, (), filing=False)


def _turns(rows: int) -> int:
    return rows // ROWS_PER_COMMIT + 1
