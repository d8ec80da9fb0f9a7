"""Embedding a question in the account, on the thread of a search: with a short timeout, a cache, and pauses."""

import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from notebrain.domain.embedding.vector_ids import note_of
from notebrain.domain.errors import (
    CloudAuth,
    CloudError,
    CloudLost,
    CloudTransient,
    CloudWaits,
    NoteBrainError,
)
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.app.account.query_budget import QuestionBudget
    from notebrain.domain.ports import Space
    from notebrain.domain.sync.remote import NoteVectors, Remote
    from notebrain.indexing.rate_limits import Meter

T = TypeVar("T")
Submit = Callable[[Coroutine[Any, Any, T]], "Future[T]"]

PATIENCE_S = 1.5
PAUSE_S = 30.0
"""After a failed request the account is left alone for this long, so that not every search has to wait."""
_REMEMBERED = 64
_NOTES_FETCHED = 50


class RemoteQueryEmbedder:
    """A `RemoteMeaning` that uses the user's account.

    Args:
        remote: Returns the account, on the loop; None if no account is connected.
        space: Returns the space of the account's model without waiting; None if no account is connected.
        submit: Runs a coroutine on the loop the account belongs to.
        meter: Returns what counts the use of the account's daily allowance.
        budget: Returns what keeps questions within the daily budget.
    """

    def __init__(
        self,
        remote: "Callable[[], Coroutine[Any, Any, Remote | None]]",
        *,
        space: "Callable[[], Space | None]",
        submit: "Submit[Any]",
        meter: "Callable[[], Meter]",
        budget: "Callable[[], QuestionBudget]",
        monotonic: Callable[[], float] = time.monotonic,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._remote = remote
        self._space = space
        self._submit = submit
        self._meter = meter
        self._budget = budget
        self._monotonic = monotonic
        self._patience_s = patience_s
        self._known: OrderedDict[tuple[Space, str], bytes] = OrderedDict()
        self._in_vain: tuple[float, CloudError] | None = None

    @property
    def space(self) -> "Space | None":
        """The space of the account's model; None if no account is connected."""
        return self._space()

    def question(self, text: str) -> bytes:
        """Return the vector of a question, from the cache if it was asked recently.

        Raises:
            CloudQuota: The user's daily budget does not cover it; nothing was asked.
            CloudError: The account did not answer.
        """
        space = self._space()
        known = None if space is None else self._known.get((space, text))
        if known is not None:
            return known
        if space is not None:
            self._budget().check(text)
        made_in, vector = self._asked(self._embed(text))
        self._known[made_in, text] = vector
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return vector

    def near(self, question: bytes, *, namespace: str, limit: int) -> Sequence["NoteVectors"]:
        """Return the notes nearest to a question in the account's index, with all their vectors."""
        return self._asked(self._nearest(question, namespace, limit))

    async def _embed(self, text: str) -> tuple["Space", bytes]:
        from asyncio import CancelledError  # loaded with the loop, not with the window

        remote = await self._there()
        try:
            answer = await remote.embedder.embed([text], timeout_s=self._patience_s)
        except (CloudLost, CancelledError):  # may have been answered and charged
            self._meter().remember(self._budget().cost(text))
            raise
        self._meter().remember(answer.neurons)
        return remote.embedder.space, answer.vectors[0]

    async def _nearest(
        self, question: bytes, namespace: str, limit: int
    ) -> Sequence["NoteVectors"]:
        remote = await self._there()
        points = await remote.index.query(question, namespace=namespace, limit=limit)
        notes = dict.fromkeys(note for point in points if (note := note_of(point.id)) is not None)
        return await remote.vectors.get(remote.embedder.space, [*notes][:_NOTES_FETCHED])

    async def _there(self) -> "Remote":
        remote = await self._remote()
        if remote is None:
            raise _no_answer()
        return remote

    def _asked(self, asking: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the loop and wait for it, unless the last request failed a moment ago."""
        now = self._monotonic()
        if self._in_vain is not None and now < self._in_vain[0]:
            asking.close()
            raise self._in_vain[1]
        try:
            future: Future[T] = self._submit(_within(asking, self._patience_s))
            found = future.result(2 * self._patience_s)  # the loop itself may be blocked
        except CloudError as error:
            self._in_vain = now + _pause_s(error), error
            raise
        except (TimeoutError, NoteBrainError) as error:
            shown = _no_answer() if isinstance(error, TimeoutError) else CloudAuth(str(error))
            self._in_vain = now + PAUSE_S, shown
            raise shown from error
        self._in_vain = None
        return found


async def _within(asking: Coroutine[Any, Any, T], patience_s: float) -> T:
    from asyncio import timeout  # loaded with the loop, not with the window

    async with timeout(patience_s):
        return await asking


def _pause_s(error: CloudError) -> float:
    asked_s = error.retry_after_s if isinstance(error, CloudWaits) else None
    return max(PAUSE_S, asked_s or 0.0)


def _no_answer() -> CloudTransient:
    return CloudTransient(
        _("Cloudflare did not answer in time. Everything is safe here; NoteBrain will try again.")
    )
