"""Making the meanings of all notes anew, because the user asked for it."""

from concurrent.futures import Future
from dataclasses import dataclass

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.ports import Clock, Embedder
from notebrain.indexing.indexer import ROWS_PER_COMMIT
from notebrain.storage.connection import Connection
from notebrain.storage.maintenance import health
from notebrain.storage.store import Store

_PASSAGES_PER_SECOND = 40
"""What two cores busy with other work did with the model that ships: 44 passages of 100 tokens; only for a guess."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What there is to make anew."""

    notes: int
    passages: int

    @property
    def minutes(self) -> int:
        """About how long it takes, one minute at least."""
        return max(1, round(self.passages / _PASSAGES_PER_SECOND / 60))


class Reembedding:
    """Lets go of every vector and queues every note; the indexer does the rest."""

    def __init__(self, store: Store, embedder: Embedder, clock: Clock) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock

    def amount(self) -> Amount:
        """Return what there is to do: two counts, which in a large vault are not for the thread of the window."""
        with self._store.read() as db:
            notes, passages = health.embedded(db, self._embedder.space)
        return Amount(notes, passages)

    def start(self, amount: Amount) -> Future[Changes]:
        """Queue it, in many small transactions, so that notes can be saved between them."""
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
