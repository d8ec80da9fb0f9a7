"""Keeping the account's index true: what notes have there, what they should not have, and what is missing.

Nothing here waits until a change can be found: until then the vectors of this computer are asked.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from notebrain.domain.errors import CloudError, CloudMissing
from notebrain.domain.points import namespace, note_of, point_id
from notebrain.domain.ports import Clock, Space
from notebrain.domain.remote import NoteVectors, Point, Remote, RemoteIndex, RemoteVectors
from notebrain.storage import remote_passages, vector_sent, vector_todo
from notebrain.storage.database import Connection
from notebrain.storage.remote_passages import Passages
from notebrain.storage.store import Store
from notebrain.storage.vector_sent import Sent
from notebrain.storage.vector_todo import Todo
from notebrain.sync.halving import without_the_bad
from notebrain.sync.lanes import Lane
from notebrain.sync.writing import written

POINTS_PER_REQUEST = 500
NOTES_PER_PUT = 500
REMOVED_TOGETHER = 100
REMOVED_AFTER = timedelta(minutes=10)
"""Points of earlier texts may wait for others so long: deletes are asked for rarely, and many at once."""
_REMOVED_AT_MOST = 1000
# What the index was told is seen there some seconds later, minutes on a bad day.
_SEEN_AFTER = timedelta(minutes=2)

T = TypeVar("T")
Work = tuple[Todo, Passages]
log = logging.getLogger("notebrain.sync")


def points_of(one: Passages) -> list[Sent]:
    """Return the points that the index should have of a note."""
    place = namespace(one.workspace)
    return [Sent(one.key, point_id(one.note_id, h), place) for h in one.hashes]


@dataclass(frozen=True, slots=True)
class Drift:
    """How the account's index differs from what it should hold.

    Attributes:
        missing: Points it lacks, but for those that are on their way.
        unwanted: Points of notes that are here, which should not be there, but for those that are being removed.
        strangers: Points of notes that are not here: of another computer's newest notes, or left over.
    """

    there: int
    missing: Sequence[str]
    unwanted: Sequence[str]
    strangers: Sequence[str]


class PointKeeper:
    """Sends what notes have to the index and to the database, and takes back what they have no more."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.indexing = Lane(clock)
        self.keeping = Lane(clock)
        self.removing = Lane(clock)
        self._told: dict[str, datetime] = {}

    async def send(
        self, works: Sequence[Work], index: RemoteIndex, vectors: RemoteVectors, space: Space
    ) -> bool:
        """Put whole notes into the index, then into the database; tell whether all of it was done.

        In this order: another computer that finds the vectors in the database need not send the points again.
        """
        sent = await self._upsert(works, index, space)
        if not sent and not self.indexing.refused:
            return False
        if not await self._keep(works, vectors, space):
            return False
        if sent:
            await written(self._store, lambda db: _finish(db, works))
        else:  # the index can do without these for a while; the database cannot
            until = self.indexing.until or self._clock.now()
            await written(
                self._store,
                lambda db: vector_todo.put_off(db, [todo for todo, _ in works], until=until),
            )
        return True

    async def take_back(self, remote: Remote) -> None:
        """Take back at once what notes have there that are gone or stay on this computer, as far as it answers."""

        def outdate(db: Connection) -> None:
            for key in vector_sent.homeless(db):
                vector_sent.outdate_everywhere(db, key)
                vector_sent.unkeep(db, key)

        await written(self._store, outdate)
        while await self.remove(remote):
            pass

    async def remove(self, remote: Remote) -> bool:
        """Take back what is due to be taken back, from every index; tell whether anything was."""
        if not self.removing.open:
            return False
        with self._store.read() as db:
            notes = vector_sent.unwanted_notes(db, limit=REMOVED_TOGETHER)
            due = [one for one in vector_sent.spaces_with_stale(db) if self._removal_due(db, one)]
        worked = False
        try:
            for space in due:
                worked = await self._remove_points(remote, space) or worked
            if notes:
                await remote.vectors.remove(notes)
                await written(self._store, lambda db: vector_sent.forget_notes(db, notes))
        except CloudError as error:
            self.removing.hit(error)
            return False
        self.removing.passed()
        return worked or bool(notes)

    async def _remove_points(self, remote: Remote, space: Space) -> bool:
        index = remote.index
        if space != remote.embedder.space:
            if remote.index_of is None:
                return False
            index = remote.index_of(space)
        with self._store.read() as db:
            ids = vector_sent.stale_ids(db, space, limit=_REMOVED_AT_MOST)
        with suppress(CloudMissing):  # an index that is gone holds none of them
            await index.remove(ids)
        self._tell(ids)
        await written(self._store, lambda db: vector_sent.removed(db, ids, space))
        return True

    def next_removal(self, db: Connection, space: Space) -> datetime | None:
        """Return when the points that wait for others are removed at the latest, None when there are none."""
        _, since = vector_sent.stale(db, space)
        return None if since is None else since + REMOVED_AFTER

    async def drift(self, index: RemoteIndex, *, local: Space, space: Space) -> Drift:
        """Compare the ids in the index with those that should be there; reads both whole."""
        there = set(await index.ids())
        with self._store.read() as db:
            wanted, here = remote_passages.wanted_points(db, local=local, account=space)
            sent = vector_sent.all_sent(db, space)
            leaving = set(vector_sent.stale_ids(db, space))
            queued = vector_todo.queued_notes(db)
        told = self._told_lately()
        strange = there - wanted
        unwanted = {one for one in strange if note_of(one) in here}
        left = strange - unwanted - sent.keys()
        missing = {one for one in wanted - there - told if note_of(one) not in queued}
        return Drift(
            len(there), sorted(missing), sorted(unwanted - leaving - told), sorted(left - told)
        )

    async def repair(
        self, drift: Drift, index: RemoteIndex, space: Space, *, strangers: bool = False
    ) -> None:
        """Remove what should not be there, and queue the notes of what is missing.

        Args:
            strangers: Remove those of notes that are not here, too: only right after all notes were fetched.
        """
        ids = [*drift.unwanted, *(drift.strangers if strangers else ())]
        for first in range(0, len(ids), _REMOVED_AT_MOST):
            part = ids[first : first + _REMOVED_AT_MOST]
            await index.remove(part)
            self._tell(part)
        astray = [*drift.missing, *drift.unwanted]

        def act(db: Connection) -> None:
            vector_sent.forget_points(db, remote_passages.owners(db, astray), space)

        await written(self._store, act)

    def _tell(self, ids: Sequence[str]) -> None:
        """Remember what the index was told of."""
        now = self._clock.now()
        lately = {one: at for one, at in self._told.items() if now - at < _SEEN_AFTER}
        self._told = lately | dict.fromkeys(ids, now)

    def _told_lately(self) -> set[str]:
        """Return the points of which the index was told something that may not be seen there yet."""
        now = self._clock.now()
        return {one for one, at in self._told.items() if now - at < _SEEN_AFTER}

    def _removal_due(self, db: Connection, space: Space) -> bool:
        number, since = vector_sent.stale(db, space)
        if since is None:
            return False
        return number >= REMOVED_TOGETHER or since + REMOVED_AFTER <= self._clock.now()

    async def _upsert(self, works: Sequence[Work], index: RemoteIndex, space: Space) -> bool:
        if not self.indexing.open:
            return False
        with self._store.read() as db:
            new = [point for _, one in works for point in _new_points(db, one, space)]

        async def act(some: Sequence[tuple[Sent, Point]]) -> None:
            await written(
                self._store, lambda db: vector_sent.expect(db, [s for s, _ in some], space)
            )
            await index.upsert([point for _, point in some])
            self._tell([sent.id for sent, _ in some])
            await written(
                self._store, lambda db: vector_sent.add(db, [sent for sent, _ in some], space)
            )

        try:
            for part in _parts(new, POINTS_PER_REQUEST):
                for (sent, _), error in await without_the_bad(part, act):
                    log.warning("the index does not take %s: %s", sent.id, error.detail)
        except CloudError as error:
            self.indexing.hit(error)
            return False
        self.indexing.passed()
        now = self._clock.now()
        await written(self._store, lambda db: _outdate(db, works, space, now))
        return True

    async def _keep(self, works: Sequence[Work], vectors: RemoteVectors, space: Space) -> bool:
        if not self.keeping.open:
            return False
        with self._store.read() as db:
            new = [
                (one, NoteVectors(one.note_id, remote_passages.vectors(db, one.hashes, space)))
                for _, one in works
                if vector_sent.kept_digest(db, one.key, space) != one.digest
            ]

        async def act(some: Sequence[tuple[Passages, NoteVectors]]) -> None:
            def expect(db: Connection) -> None:
                for one, _ in some:
                    vector_sent.expect_kept(db, one.key, space, note_id=one.note_id)

            await written(self._store, expect)
            await vectors.put(space, [vectors for _, vectors in some])

            def note_down(db: Connection) -> None:
                for one, _ in some:
                    vector_sent.keep(db, one.key, space, note_id=one.note_id, digest=one.digest)

            await written(self._store, note_down)

        try:
            for part in _parts(new, NOTES_PER_PUT):
                for (one, _), error in await without_the_bad(part, act):
                    log.warning("the database does not take vectors of %s: %s", one.note_id, error)
        except CloudError as error:
            self.keeping.hit(error)
            return False
        self.keeping.passed()
        return True


def _new_points(db: Connection, one: Passages, space: Space) -> list[tuple[Sent, Point]]:
    """Return the points of a note that the index lacks, or has in another workspace."""
    there = vector_sent.of_note(db, one.key, space)
    hashes = dict(zip(points_of(one), one.hashes, strict=True))
    new = {sent: h for sent, h in hashes.items() if there.get(sent.id) != sent.namespace}
    values = remote_passages.vectors(db, list(new.values()), space)
    return [
        (sent, Point(sent.id, sent.namespace, values[h])) for sent, h in new.items() if h in values
    ]


def _outdate(db: Connection, works: Sequence[Work], space: Space, now: datetime) -> None:
    for _, one in works:
        wanted = [sent.id for sent in points_of(one)]
        vector_sent.outdate(db, one.key, space, wanted=wanted, at=now)


def _finish(db: Connection, works: Sequence[Work]) -> None:
    vector_todo.looked_up(db, [one.key for _, one in works])
    vector_todo.done(db, [todo for todo, _ in works])


def _parts(things: Sequence[T], size: int) -> list[Sequence[T]]:
    return [things[first : first + size] for first in range(0, len(things), size)]
