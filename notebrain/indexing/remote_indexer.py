"""Index notes in the account, one round at a time: complete its space, and keep its index and database correct."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from notebrain.domain.embedding.usage import RemoteState
from notebrain.domain.ports import Clock, Space
from notebrain.domain.sync.remote import Remote
from notebrain.indexing.batches import written
from notebrain.indexing.index_check import IndexCheck
from notebrain.indexing.rate_limits import EmbeddingPreferences, Meter, RequestGate
from notebrain.indexing.remote_embedding import NOTES_PER_REQUEST, RemoteEmbedding, Work
from notebrain.indexing.vector_delete import PointRemoving
from notebrain.indexing.vector_upload import POINTS_PER_REQUEST, PointSending, RecentlySentPoints
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, remote_passages, remote_queue, remote_vectors
from notebrain.storage.embedding.remote_passages import Standing
from notebrain.storage.store import Store

NOTES_PER_ROUND = 100
QUEUED_TOGETHER = 500
# how many notes at most wait for the index; it accepts as many when it answers again
_GATHERED_AT_MOST = 2_000


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class RemoteRound:
    """The result of a round.

    Attributes:
        wait_s: How many seconds to wait: 0 if there is more to do, None to wait for a change.
        reason: Why there is no progress, as a sentence for the user, or None.
    """

    state: RemoteState
    wait_s: float | None = None
    reason: str | None = None


class RemoteIndexing:
    """Works through the queued notes. Called from a single loop, in the process that holds the indexer's lease."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        local: Callable[[], Space],
        meter: Meter,
        preferences: Callable[[], EmbeddingPreferences],
    ) -> None:
        self._store = store
        self._clock = clock
        self._local = local
        self._embedding = RemoteEmbedding(store, clock, meter, preferences)
        recent = RecentlySentPoints(clock)
        self._sending = PointSending(store, clock, recent)
        self.removing = PointRemoving(store, clock, recent)
        self.check = IndexCheck(store, recent)
        self._gathered: dict[int, remote_queue.Todo] = {}
        self._served: tuple[Space, str] | None = None
        self.last = RemoteRound(RemoteState.OFF)

    async def round(
        self, remote: Remote, keep_going: Callable[[], bool] = _always, *, account: str = ""
    ) -> RemoteRound:
        """Run one round of a few requests at most. Refusals by the account are part of the result, not raised.

        Args:
            keep_going: Called between requests; False ends the round.
            account: Identifies the account and its vault; what is known of another one does not count.
            VaultError: The vault cannot be written.
        """
        self.last = await self._round(remote, keep_going, account)
        return self.last

    def hurry(self) -> None:
        """Retry in the next round what was unreachable, because the account answers again."""
        for lane in self._lanes():
            lane.hurry()

    async def forget(self) -> None:
        """Forget what the account has, because the vault was disconnected."""
        self._served, self._gathered, self.last = None, {}, RemoteRound(RemoteState.OFF)
        with self._store.read() as db:
            if not remote_queue.is_served(db):
                return
        await written(self._store, remote_queue.forget_account)

    def unsent(self) -> int:
        """Return how many notes are still to be processed."""
        with self._store.read() as db:
            return remote_queue.counts(db)[0]

    async def _round(
        self, remote: Remote, keep_going: Callable[[], bool], account: str
    ) -> RemoteRound:
        space = remote.embedder.space
        if await self._begun(space, account):
            return RemoteRound(RemoteState.WORKING, 0)
        works = await self._read_queue(space)
        worked = bool(works) and await self._fetch(works, remote, space)
        if keep_going() and not worked:
            worked = await self._embedding.embed(works, remote.embedder)
        if works:
            worked = await self._gather(works, space) or worked
        if keep_going() and self._gathered and (not worked or self._is_much):
            worked = await self._send(remote) or worked
        if keep_going():
            worked = await self.removing.remove(remote) or worked
        return RemoteRound(RemoteState.WORKING, 0) if worked else self._rest(space)

    async def _begun(self, space: Space, account: str) -> bool:
        """Start to complete a space; return whether notes were just queued for it."""
        if self._served != (space, account):
            await written(self._store, lambda db: remote_queue.serve(db, space, account=account))
            self._served, self._gathered = (space, account), {}
        with self._store.read() as db:
            if not remote_queue.is_queuing(db):
                return False
        await written(self._store, lambda db: remote_queue.queue_some(db, limit=QUEUED_TOGETHER))
        return True

    async def _read_queue(self, space: Space) -> list[Work]:
        """Return the next notes that lack something; notes that must not be in the account are removed from it."""
        if len(self._gathered) >= _GATHERED_AT_MOST:
            return []
        with self._store.read() as db:
            todos = remote_queue.due(
                db, now=self._clock.now(), limit=NOTES_PER_ROUND, skip=self._gathered
            )
            works = [
                (
                    todo,
                    remote_passages.passages_of(db, todo.key, local=self._local(), account=space),
                )
                for todo in todos
            ]
        leaving = [work for work in works if work[1].standing not in _WITH_A_PLACE]
        if leaving:
            await written(self._store, lambda db: _remove(db, leaving))
        return [work for work in works if work[1].standing in _WITH_A_PLACE]

    async def _fetch(self, works: Sequence[Work], remote: Remote, space: Space) -> bool:
        """Ask the account for the vectors of many notes at once, if those of the next notes may be there."""
        if not self._embedding.may_come(works):
            return False
        with self._store.read() as db:
            todos = remote_queue.due_elsewhere(db, now=self._clock.now(), limit=NOTES_PER_REQUEST)
            works = [
                (
                    todo,
                    remote_passages.passages_of(db, todo.key, local=self._local(), account=space),
                )
                for todo in todos
            ]
        lacking = [work for work in works if work[1].standing is Standing.LACKING]
        return await self._embedding.fetch(lacking, remote.vectors, space)

    async def _gather(self, works: Sequence[Work], space: Space) -> bool:
        """Collect the notes that have all their vectors now; return whether there are any."""
        with self._store.read() as db:
            again = [
                (
                    todo,
                    remote_passages.passages_of(
                        db, passages.key, local=self._local(), account=space
                    ),
                )
                for todo, passages in works
            ]
        ready = [
            (todo, passages) for todo, passages in again if passages.standing is Standing.READY
        ]
        if not ready:
            return False

        def act(db: Connection) -> None:
            for _, passages in ready:
                chunks.mark_indexed(db, passages.key, passages.version, space)

        await written(self._store, act)
        self._gathered |= {todo.seq: todo for todo, _ in ready}
        return True

    @property
    def _is_much(self) -> bool:
        return len(self._gathered) >= POINTS_PER_REQUEST

    async def _send(self, remote: Remote) -> bool:
        """Send the collected notes, as many as fit into one request."""
        space = remote.embedder.space
        if not (self._sending.indexing.open or self._sending.indexing.refused):
            return False
        if not self._sending.store_gate.open:
            return False
        some: list[Work] = []
        points = 0
        with self._store.read() as db:
            for todo in list(self._gathered.values()):
                passages = remote_passages.passages_of(
                    db, todo.key, local=self._local(), account=space
                )
                if passages.standing is Standing.READY:
                    some.append((todo, passages))
                    points += len(passages.hashes)
                else:  # it changed meanwhile and is queued again with another number
                    del self._gathered[todo.seq]
                if points >= POINTS_PER_REQUEST:
                    break
        if not some:
            return False
        dealt = await self._sending.send(some, remote.index, remote.vectors, space)
        for seq in dealt:
            del self._gathered[seq]
        return bool(dealt)

    def _rest(self, space: Space) -> RemoteRound:
        """Return why there is no progress, and when there will be."""
        now = self._clock.now()
        with self._store.read() as db:
            moments = [remote_queue.next_due(db, now=now), self.removing.next_due(db, space)]
            waiting, _ = remote_queue.counts(db)
        held = self._embedding.held if waiting else None
        lanes = [lane for lane in self._lanes() if not lane.open]
        moments += [lane.until for lane in lanes]
        moments.append(None if held is None else held.until)
        ahead = [moment for moment in moments if moment is not None and moment > now]
        wait_s = (min(ahead) - now).total_seconds() if ahead else None
        if held is not None:
            return RemoteRound(held.state, wait_s, held.reason)
        for lane in lanes:
            return RemoteRound(lane.state, wait_s, lane.reason)
        return RemoteRound(RemoteState.IDLE, wait_s)

    def _lanes(self) -> Sequence[RequestGate]:
        embedding, sending = self._embedding, self._sending
        lanes = (
            embedding.embedding,
            embedding.fetching,
            sending.indexing,
            sending.store_gate,
            self.removing.lane,
        )
        # list first what only the user can fix
        return sorted(lanes, key=lambda lane: lane.state is not RemoteState.FAILED)


_WITH_A_PLACE = (Standing.LACKING, Standing.READY)


def _remove(db: Connection, works: Sequence[Work]) -> None:
    """Remove notes from the account that must not be there; notes waiting for the indexer stay as they are."""
    for todo, passages in works:
        if passages.standing is not Standing.UNREAD:
            remote_vectors.outdate_everywhere(db, passages.key)
        if passages.standing in (Standing.GONE, Standing.STAYS):
            remote_vectors.mark_unwanted(db, passages.key)
        remote_queue.done(db, [todo])
