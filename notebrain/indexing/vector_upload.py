"""Send the points of notes to the account's index and their vectors to its database.

Nothing here waits until a change is searchable; until then this computer's vectors are used.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from notebrain.domain.backoff import set_aside_for
from notebrain.domain.embedding.vector_ids import namespace, point_id
from notebrain.domain.errors import CloudBadRequest, CloudError
from notebrain.domain.ports import Clock, Space
from notebrain.domain.sync.remote import NoteVectors, Point, RemoteIndex, RemoteVectors
from notebrain.indexing.batches import bisect_bad_items, written
from notebrain.indexing.rate_limits import RequestGate
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import remote_passages, remote_queue, remote_vectors
from notebrain.storage.embedding.remote_passages import Passages
from notebrain.storage.embedding.remote_queue import Todo
from notebrain.storage.embedding.remote_vectors import Sent
from notebrain.storage.store import Store

# Changes become visible in the index after a few seconds, or minutes on a bad day.
_SEEN_AFTER = timedelta(minutes=2)


class RecentlySentPoints:
    """Remembers recent changes to the index."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._recent: dict[str, datetime] = {}

    def add(self, ids: Iterable[str]) -> None:
        """Record that these points were just sent to the index or removed from it."""
        now = self._clock.now()
        self._recent = self._still_fresh(now) | dict.fromkeys(ids, now)

    def lately(self) -> set[str]:
        """Return the points that the index may not show correctly yet."""
        return set(self._still_fresh(self._clock.now()))

    def _still_fresh(self, now: datetime) -> dict[str, datetime]:
        return {point_id: at for point_id, at in self._recent.items() if now - at < _SEEN_AFTER}


POINTS_PER_REQUEST = 500
NOTES_PER_PUT = 500

T = TypeVar("T")
Work = tuple[Todo, Passages]
Refused = Mapping[int, CloudBadRequest]
log = logging.getLogger("notebrain.sync")


def points_of(passages: Passages) -> list[Sent]:
    """Return the points that the index should have for a note."""
    place = namespace(passages.workspace)
    return [Sent(passages.key, point_id(passages.note_id, h), place) for h in passages.hashes]


class PointSending:
    """Sends whole notes to the index and to the database."""

    def __init__(self, store: Store, clock: Clock, recent: RecentlySentPoints) -> None:
        self._store = store
        self._clock = clock
        self._recent = recent
        self.indexing = RequestGate(clock)
        self.store_gate = RequestGate(clock)

    async def send(
        self, works: Sequence[Work], index: RemoteIndex, vectors: RemoteVectors, space: Space
    ) -> set[int]:
        """Send whole notes to the index and then to the database; return the numbers of those that are finished.

        With this order, a computer that finds the vectors in the database need not send the points again. Notes that
        the account rejects are set aside with the reason.
        """
        refused = await self._upsert(works, index, space)
        if refused is None and not self.indexing.refused:
            return set()
        there = [work for work in works if not refused or work[1].key not in refused]
        dealt = await self._set_aside(works, refused or {})
        failed = await self._store_vectors(there, vectors, space)
        if failed is None:
            return dealt
        dealt |= await self._set_aside(there, failed)
        done = [one for one in there if one[1].key not in failed]
        if refused is not None:
            await written(self._store, lambda db: _finish(db, done))
        else:  # the index may lack these for a while, but the database may not
            until = self.indexing.until or self._clock.now()
            await written(
                self._store,
                lambda db: remote_queue.postpone(db, [todo for todo, _ in done], until=until),
            )
        return dealt | {todo.seq for todo, _ in done}

    async def _set_aside(self, works: Sequence[Work], refused: Refused) -> set[int]:
        bad = [(todo, refused[passages.key]) for todo, passages in works if passages.key in refused]
        if bad:
            now = self._clock.now()
            await written(self._store, lambda db: set_aside(db, bad, now=now))
        return {todo.seq for todo, _ in bad}

    async def _upsert(
        self, works: Sequence[Work], index: RemoteIndex, space: Space
    ) -> Refused | None:
        """Return the notes whose points are rejected; None if nothing can be sent now."""
        if not self.indexing.open:
            return None
        with self._store.read() as db:
            new = [point for _, passages in works for point in _new_points(db, passages, space)]

        async def act(some: Sequence[tuple[Sent, Point]]) -> None:
            await written(
                self._store, lambda db: remote_vectors.expect(db, [s for s, _ in some], space)
            )
            await index.upsert([point for _, point in some])
            self._recent.add(sent.id for sent, _ in some)
            await written(
                self._store, lambda db: remote_vectors.add(db, [sent for sent, _ in some], space)
            )

        refused: dict[int, CloudBadRequest] = {}
        try:
            for part in _parts(new, POINTS_PER_REQUEST):
                for (sent, _), error in await bisect_bad_items(part, act):
                    refused[sent.key] = error
        except CloudError as error:
            self.indexing.hit(error)
            return None
        self.indexing.passed()
        now = self._clock.now()
        await written(self._store, lambda db: _outdate(db, works, space, now))
        return refused

    async def _store_vectors(
        self, works: Sequence[Work], vectors: RemoteVectors, space: Space
    ) -> Refused | None:
        """Return the notes whose vectors are rejected; None if nothing can be sent now."""
        if not self.store_gate.open:
            return None
        with self._store.read() as db:
            new = [
                (
                    passages,
                    NoteVectors(
                        passages.note_id, remote_passages.vectors(db, passages.hashes, space)
                    ),
                )
                for _, passages in works
                if remote_vectors.stored_digest(db, passages.key, space) != passages.digest
            ]

        async def act(some: Sequence[tuple[Passages, NoteVectors]]) -> None:
            def expect(db: Connection) -> None:
                for passages, _ in some:
                    remote_vectors.expect_stored(db, passages.key, space, note_id=passages.note_id)

            await written(self._store, expect)
            await vectors.put(space, [vectors for _, vectors in some])

            def note_down(db: Connection) -> None:
                for passages, _ in some:
                    remote_vectors.record(
                        db, passages.key, space, note_id=passages.note_id, digest=passages.digest
                    )

            await written(self._store, note_down)

        refused: dict[int, CloudBadRequest] = {}
        try:
            for part in _parts(new, NOTES_PER_PUT):
                for (passages, _), error in await bisect_bad_items(part, act):
                    refused[passages.key] = error
        except CloudError as error:
            self.store_gate.hit(error)
            return None
        self.store_gate.passed()
        return refused


def set_aside(
    db: Connection, bad: Sequence[tuple[Todo, CloudBadRequest]], *, now: datetime
) -> None:
    """Set aside notes that the account rejects; each is retried after a change, or a day later."""
    for todo, error in bad:
        log.warning("the vectors of a note are not taken: %.1000s", error.detail)
        until = now + set_aside_for(error, remote_queue.attempts(db, todo))
        remote_queue.failed(db, todo, error=str(error), until=until)


def _new_points(db: Connection, passages: Passages, space: Space) -> list[tuple[Sent, Point]]:
    """Return the points of a note that the index lacks or has in another workspace."""
    there = remote_vectors.of_note(db, passages.key, space)
    hashes = dict(zip(points_of(passages), passages.hashes, strict=True))
    new = {sent: h for sent, h in hashes.items() if there.get(sent.id) != sent.namespace}
    values = remote_passages.vectors(db, list(new.values()), space)
    return [
        (sent, Point(sent.id, sent.namespace, values[h])) for sent, h in new.items() if h in values
    ]


def _outdate(db: Connection, works: Sequence[Work], space: Space, now: datetime) -> None:
    for _, passages in works:
        wanted = [sent.id for sent in points_of(passages)]
        remote_vectors.outdate(db, passages.key, space, wanted=wanted, at=now)


def _finish(db: Connection, works: Sequence[Work]) -> None:
    remote_queue.looked_up(db, [passages.key for _, passages in works])
    remote_queue.done(db, [todo for todo, _ in works])


def _parts(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[first : first + size] for first in range(0, len(items), size)]
