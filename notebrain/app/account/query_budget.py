"""Keeps questions to the account within the daily budget, like the embedding of notes."""

from collections.abc import Callable

from notebrain.cloud.workers_ai import Model
from notebrain.domain.embedding.usage import tokens
from notebrain.domain.errors import CloudQuota
from notebrain.domain.ports import Clock
from notebrain.indexing.rate_limits import DailyBudget
from notebrain.storage.store import Store


class QuestionBudget:
    """Knows what a question costs and whether the day's budget still allows it; a quick read of the vault."""

    def __init__(
        self, store: Store, clock: Clock, share: DailyBudget, model: Callable[[], Model]
    ) -> None:
        self._store = store
        self._clock = clock
        self._share = share
        self._model = model

    def cost(self, text: str) -> float:
        """Return a safe estimate of how many neurons a question takes."""
        return self._model().neurons(tokens(len(text.encode("utf-8", "replace"))))

    def check(self, text: str) -> None:
        """Return if the question may be asked, raise if not.

        Raises:
            CloudQuota: The daily budget, or the account's allowance, is used up.
        """
        now = self._clock.now()
        with self._store.read() as db:
            held = self._share.holds(db, self.cost(text), now)
        if held is not None:
            raise CloudQuota(held.reason)
