"""Recompute the vectors of all notes at the user's request."""

from concurrent.futures import Future
from dataclasses import dataclass

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.ports import Clock, Embedder
from notebrain.indexing.indexer import ROWS_PER_COMMIT
from notebrain.storage.connection import Connection
from notebrain.storage.maintenance import health
from notebrain.storage.store import Store

_PASSAGES_PER_SECOND = 40
"""Speed of two otherwise busy cores with the bundled model (44 passages of 100 tokens); only for an estimate."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is to be recomputed."""

    notes: int
    passages: int

    @property
    def minutes(self) -> int:
        """The estimated time in minutes, at least one."""
        return max(1, round(self.passages / _PASSAGES_PER_SECOND / 60))


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
        let_go = [self._let_go] * _turns(amount.passages)
        return self._store.write_in_turn([*let_go, *[self._queue] * _turns(amount.notes)])

    def _let_go(self, db: Connection) -> Changes:
        health.forget_vectors(db, self._embedder.space, limit=ROWS_PER_COMMIT)
        return touched(Act.SETTINGS, (), filing=False)

    def _queue(self, db: Connection) -> Changes:
        now = self._clock.now()
        health.requeue(db, self._embedder.space, at=now, limit=ROWS_PER_COMMIT)
        return touched(Act.SETTINGS, (), filing=False)


def _turns(rows: int) -> int:
    return rows // ROWS_PER_COMMIT + 1
