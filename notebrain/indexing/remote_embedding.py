"""Complete the account's space: fetch vectors uploaded by another computer, and compute the others for neurons.

Every answer is committed before the next request, so that a kill costs one request at most.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

from notebrain.domain.embedding.usage import RemoteState, day_of, tokens
from notebrain.domain.errors import CloudError, CloudLost, CloudQuota, CloudRefused
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock, RemoteEmbedder, Space
from notebrain.domain.sync.remote import RemoteVectors
from notebrain.indexing.batches import bisect_bad_items, written
from notebrain.indexing.rate_limits import (
    BudgetHold,
    DailyBudget,
    EmbeddingPreferences,
    Meter,
    RequestGate,
)
from notebrain.indexing.vector_upload import points_of, set_aside
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, remote_passages, remote_queue, remote_vectors, usage
from notebrain.storage.embedding.remote_passages import Passages
from notebrain.storage.embedding.remote_queue import Todo
from notebrain.storage.store import Store

VECTORS_PER_COMMIT = 50
NOTES_PER_REQUEST = 500
ELSEWHERE_GRACE = timedelta(seconds=60)
"""How long to wait for another computer to upload the vectors of its edit before paying for them here."""

Work = tuple[Todo, Passages]


class RemoteEmbedding:
    """Gets vectors from the account, the free ones first."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        meter: Meter,
        preferences: Callable[[], EmbeddingPreferences],
    ) -> None:
        self._store = store
        self._clock = clock
        self._meter = meter
        self._preferences = preferences
        self._share = DailyBudget(meter, preferences)
        self.fetching = RequestGate(clock)
        self.embedding = RequestGate(clock)
        self.held: BudgetHold | None = None

    async def fetch(self, works: Sequence[Work], vectors: RemoteVectors, space: Space) -> bool:
        """Ask the account's database for the vectors of notes that may be there; return whether it was asked.

        Args:
            works: At most `NOTES_PER_REQUEST`.
        """
        with self._store.read() as db:
            marks = remote_queue.elsewhere(
                db, [passages.key for _, passages in works if passages.lacking]
            )
        asked = [(todo, passages) for todo, passages in works if passages.key in marks]
        if not asked or not self.fetching.open:
            return False
        try:
            answer = await vectors.get(space, [passages.note_id for _, passages in asked])
        except CloudError as error:
            self.fetching.hit(error)
            return True
        self.fetching.passed()
        there = {one.note_id: one.vectors for one in answer}
        now = self._clock.now()

        def act(db: Connection) -> None:
            for todo, passages in asked:
                found = there.get(passages.note_id, {})
                _put(db, [(h, v) for h, v in found.items() if h in passages.lacking], space)
                if set(found) == set(passages.hashes):
                    _mark_sent(db, todo, passages, space)
                elif (
                    passages.lacking.keys() <= found.keys()
                    or _grace(marks[passages.key], now) <= now
                ):
                    remote_queue.looked_up(db, [passages.key])
                else:
                    remote_queue.not_there_yet(db, passages.key, at=now)
                    remote_queue.postpone(db, [todo], until=_grace(marks[passages.key], now))

        await written(self._store, act)
        return True

    async def embed(self, works: Sequence[Work], embedder: RemoteEmbedder) -> bool:
        """Let the account embed the texts that fit into one request and the budget; return whether it was asked."""
        waiting_for_others = self.may_come(works)
        lacking = {
            content_hash: (todo, text)
            for todo, passages in works
            if passages.key not in waiting_for_others
            for content_hash, text in passages.lacking.items()
        }
        some = dict(islice(lacking.items(), embedder.batch))
        if not some or not self._may_spend():
            return False
        texts = self._affordable({h: text for h, (_, text) in some.items()}, embedder)
        if not texts:
            return False
        try:
            bad = await bisect_bad_items(texts, partial(self._embed, embedder=embedder))
        except CloudError as error:
            await self._refused(error)
            return True
        self.embedding.passed()
        if bad:
            aside = [(some[h][0], error) for (h, _), error in bad]
            await written(self._store, lambda db: set_aside(db, aside, now=self._clock.now()))
        return True

    def may_come(self, works: Sequence[Work]) -> set[int]:
        """Return the notes whose vectors must still be requested from the account's database."""
        with self._store.read() as db:
            return set(
                remote_queue.elsewhere(
                    db, [passages.key for _, passages in works if passages.lacking]
                )
            )

    def _may_spend(self) -> bool:
        now = self._clock.now()
        self.held = None
        if self._preferences().paused:
            paused = _("Embedding in your account is paused.")
            self.held = BudgetHold(RemoteState.PAUSED, None, paused)
            return False
        with self._store.read() as db:
            self.held = self._share.given(db, now)
        if self.held is not None:
            return False
        return self.embedding.open

    def _affordable(
        self, texts: Mapping[bytes, str], embedder: RemoteEmbedder
    ) -> list[tuple[bytes, str]]:
        """Return as many of the texts as today's budget allows; if there are none, wait until tomorrow."""
        now = self._clock.now()
        with self._store.read() as db:
            left = self._share.left(db, now)
        affordable: list[tuple[bytes, str]] = []
        for content_hash, text in texts.items():
            left -= _cost(text, embedder)
            if left < 0:
                break
            affordable.append((content_hash, text))
        if not affordable:
            self.held = self._share.spent(now)
        return affordable

    async def _embed(self, texts: Sequence[tuple[bytes, str]], *, embedder: RemoteEmbedder) -> None:
        try:
            answer = await embedder.embed([text for _, text in texts])
        except (CloudLost, CloudRefused) as error:
            if isinstance(error, CloudRefused) and not error.maybe_done:
                raise
            await self._pay_for_nothing(sum(_cost(text, embedder) for _, text in texts))
            raise
        now = self._clock.now()
        made = [
            (content_hash, vector)
            for (content_hash, _), vector in zip(texts, answer.vectors, strict=True)
        ]
        for first in range(0, len(made), VECTORS_PER_COMMIT):
            part = made[first : first + VECTORS_PER_COMMIT]
            cost = 0.0 if first else answer.neurons

            def act(
                db: Connection,
                part: Sequence[tuple[bytes, bytes]] = part,
                cost: float = cost,
            ) -> None:
                _put(db, part, embedder.space)
                self._meter.book(db, cost, now)

            await written(self._store, act)

    async def _pay_for_nothing(self, cost: float) -> None:
        """Count the probable cost of a lost answer, so that the budget is kept on a bad connection, too."""
        now = self._clock.now()
        await written(self._store, lambda db: self._meter.book(db, cost, now))

    async def _refused(self, error: CloudError) -> None:
        self.embedding.hit(error)
        until = self.embedding.until
        if isinstance(error, CloudQuota) and until is not None:
            day = day_of(self._clock.now())
            await written(self._store, lambda db: usage.mark_used_up(db, day, until=until))


def _cost(text: str, embedder: RemoteEmbedder) -> float:
    return embedder.neurons(tokens(len(text.encode("utf-8", "replace"))))


def _put(db: Connection, vectors: Sequence[tuple[bytes, bytes]], space: Space) -> None:
    """Store vectors of passages; nothing is left behind for a note that was removed meanwhile."""
    owned = [vector for vector in vectors if remote_passages.uses(db, vector[0])]
    chunks.put_vectors(db, owned, space)


def _grace(since: datetime | None, now: datetime) -> datetime:
    """Return until when to wait for another computer's vectors, counted from now if the clock was set back."""
    return (now if since is None else min(since, now)) + ELSEWHERE_GRACE


def _mark_sent(db: Connection, todo: Todo, passages: Passages, space: Space) -> None:
    """Finish a note whose vectors another computer uploaded, since it sent the points to the index first."""
    remote_vectors.add(db, points_of(passages), space)
    remote_vectors.record(db, passages.key, space, note_id=passages.note_id, digest=passages.digest)
    chunks.mark_indexed(db, passages.key, passages.version, space)
    remote_queue.looked_up(db, [passages.key])
    remote_queue.done(db, [todo])
