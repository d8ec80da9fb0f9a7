"""One index: what was written to it, and what of that can be seen already."""

import threading
import uuid
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tests.fakes.cloudflare.clock import WIRE_FORMAT, StandinClock
from tests.fakes.cloudflare.ndjson import Vector
from tests.fakes.cloudflare.vector_filter import indexed, matches

if TYPE_CHECKING:
    import numpy as np

Match = tuple[float, Vector]


@dataclass
class Visibility:
    """When a write is seen: so many reads and so many seconds of the account's clock later."""

    reads: int = 1
    seconds: float = 0.0


@dataclass
class _Mutation:
    id: str
    at: datetime
    apply: Callable[[], None]
    reads: int = field(default=0)


class Index:
    """Vectors of one size. Writes queue up; reads see those that are due."""

    def __init__(
        self,
        described: Mapping[str, Any],
        clock: StandinClock,
        visibility: Visibility,
    ) -> None:
        self.described = described
        self.dimensions = int(described["config"]["dimensions"])
        self.metric = str(described["config"]["metric"])
        self._clock = clock
        self._visibility = visibility
        self._lock = threading.RLock()
        self._pending: list[_Mutation] = []
        self._vectors: dict[str, Vector] = {}
        # what is indexed from now on, and what the endpoint lists: both follow the queue
        self._metadata_indexes: dict[str, str] = {}
        self._applied: _Mutation | None = None
        self._matrix: tuple[list[Vector], np.ndarray[Any, Any]] | None = None

    def insert(self, vectors: Sequence[Vector]) -> str:
        """Queue vectors whose ids are new; the others stay as they are."""
        return self._queue(lambda: self._put(vectors, replacing=False))

    def upsert(self, vectors: Sequence[Vector]) -> str:
        """Queue vectors that replace those of the same id, metadata and all."""
        return self._queue(lambda: self._put(vectors, replacing=True))

    def delete(self, ids: Collection[str]) -> str:
        """Queue the end of some vectors."""

        def act() -> None:
            for one in ids:
                self._vectors.pop(one, None)

        return self._queue(act)

    def index_metadata(self, name: str, kind: str) -> str:
        """Queue a metadata index: it sees only what is written after it."""
        return self._queue(lambda: self._metadata_indexes.update({name: kind}))

    def forget_metadata(self, name: str) -> str:
        """Queue the end of a metadata index."""
        return self._queue(lambda: self._metadata_indexes.pop(name, None))

    def known_metadata_indexes(self) -> dict[str, str]:
        """Return the metadata indexes with their kinds."""
        with self._lock:
            return self._metadata_indexes.copy()

    def read(self) -> None:
        """Count a read, and let the writes that are due be seen."""
        with self._lock:
            now = self._clock.now()
            wait = timedelta(seconds=self._visibility.seconds)
            while self._pending:
                first = self._pending[0]
                if first.reads < self._visibility.reads or now < first.at + wait:
                    break
                self._apply(self._pending.pop(0))
            for one in self._pending:
                one.reads += 1

    def settle(self) -> None:
        """Let all writes be seen now."""
        with self._lock:
            while self._pending:
                self._apply(self._pending.pop(0))

    def info(self) -> dict[str, Any]:
        """Return the counts, and how far the queue has come."""
        with self._lock:
            applied = self._applied
            return {
                "dimensions": self.dimensions,
                "vectorCount": len(self._vectors),
                "processedUpToDatetime": applied.at.strftime(WIRE_FORMAT) if applied else None,
                "processedUpToMutation": applied.id if applied else None,
            }

    def vectors(self) -> dict[str, Vector]:
        """Return what can be seen, by id."""
        with self._lock:
            return self._vectors.copy()

    def nearest(
        self,
        values: Sequence[float],
        limit: int,
        *,
        namespace: str | None,
        condition: Mapping[str, Any],
    ) -> list[Match]:
        """Return the nearest vectors, best first; the order of equals is that of their ids."""
        with self._lock:
            vectors, scores = self._scored(values)
        found = [
            (score, vector)
            for score, vector in zip(scores, vectors, strict=True)
            if namespace in (None, vector.namespace) and matches(vector.indexed, condition)
        ]
        far_last = 1 if self.metric == "euclidean" else -1
        found.sort(key=lambda match: (far_last * match[0], match[1].id))
        return found[:limit]

    def _queue(self, apply: Callable[[], object]) -> str:
        def act() -> None:
            apply()

        mutation = _Mutation(str(uuid.uuid4()), self._clock.now(), act)
        with self._lock:
            self._pending.append(mutation)
        return mutation.id

    def _apply(self, mutation: _Mutation) -> None:
        mutation.apply()
        self._applied = mutation
        self._matrix = None

    def _put(self, vectors: Iterable[Vector], *, replacing: bool) -> None:
        for one in vectors:
            if replacing or one.id not in self._vectors:
                kept = indexed(one.metadata, self._metadata_indexes)
                self._vectors[one.id] = replace(one, indexed=kept)

    def _scored(self, values: Sequence[float]) -> tuple[list[Vector], list[float]]:
        import numpy as np

        if self._matrix is None:
            vectors = list(self._vectors.values())
            shape = (len(vectors), self.dimensions)
            matrix = np.array([one.values for one in vectors], dtype=np.float64).reshape(shape)
            self._matrix = vectors, matrix
        vectors, matrix = self._matrix
        query = np.array(values, dtype=np.float64)
        if self.metric == "euclidean":
            return vectors, np.linalg.norm(matrix - query, axis=1).tolist()
        scores = matrix @ query
        if self.metric == "cosine":
            lengths = np.linalg.norm(matrix, axis=1) * np.linalg.norm(query)
            scores = np.divide(scores, lengths, out=np.zeros_like(scores), where=lengths > 0)
        return vectors, scores.tolist()
