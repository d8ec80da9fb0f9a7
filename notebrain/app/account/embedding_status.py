"""The state of the vectors made by the account, for the sync page, the settings and the command line."""

from collections.abc import Callable

from notebrain.app.settings.remembered import ENGLISH_KEPT
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import (
    ACCOUNT_CONNECTION,
    ACCOUNT_MODEL,
    EMBEDDING_PAUSED,
    NEURON_BUDGET,
)
from notebrain.cloud.workers_ai import M3, MODELS, SMALL, Model
from notebrain.domain.embedding.usage import (
    Coverage,
    Estimate,
    RemoteNumbers,
    RemoteState,
    estimate,
    next_reset,
)
from notebrain.domain.ports import Clock, Space
from notebrain.embedders.bundled import MULTILINGUAL
from notebrain.indexing.rate_limits import EmbeddingPreferences, Meter
from notebrain.indexing.remote_indexer import RemoteRound
from notebrain.storage.embedding import chunks, remote_queue
from notebrain.storage.store import Store


class AccountVectors:
    """Counts and estimates; most calls read much of the vault, so do not call it on the window's thread."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock,
        *,
        local: Callable[[], Space],
        meter: Meter,
        last: Callable[[], RemoteRound],
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._local = local
        self._meter = meter
        self._last = last

    @property
    def model(self) -> Model:
        """The selected model, whether or not an account is connected."""
        return MODELS.get(self._settings.get(ACCOUNT_MODEL), SMALL)

    @property
    def suggested(self) -> str | None:
        """The account's model for many languages, if the notes need it, another one is in use, and it was not declined.

        The notes need it if they made the model for many languages the one on this computer, too.
        """
        if not self._settings.get(ACCOUNT_CONNECTION) or self._settings.get(ENGLISH_KEPT):
            return None
        needed = self.model is not M3 and self._local() == MULTILINGUAL.space
        return M3.name if needed else None

    def preferences(self) -> EmbeddingPreferences:
        """Return what the user allows."""
        return EmbeddingPreferences(
            budget=self._settings.get(NEURON_BUDGET),
            paused=self._settings.get(EMBEDDING_PAUSED),
        )

    def numbers(self) -> RemoteNumbers:
        """Return the current numbers."""
        now, preferences, last = self._clock.now(), self.preferences(), self._last()
        space, local = self.model.space, self._local()
        with self._store.read() as db:
            spent = self._meter.spent(db, now)
            unsent, failed = remote_queue.counts(db)
            here = Coverage(local, *chunks.coverage(db, local))
            there = Coverage(space, *remote_queue.coverage(db, space))
        connected = bool(self._settings.get(ACCOUNT_CONNECTION))
        return RemoteNumbers(
            state=last.state if connected else RemoteState.OFF,
            budget=preferences.budget,
            spent=spent,
            resets_at=next_reset(now),
            coverage=(here, there),
            unsent=unsent,
            failed=failed,
            reason=last.reason if connected else None,
        )

    def estimate(self, name: str | None = None, *, anew: bool = False) -> Estimate:
        """Return what it takes to embed what is missing, with the selected model or the named one.

        Args:
            anew: Estimate as if no vectors existed.
        """
        model = self.model if name is None else MODELS[name]
        with self._store.read() as db:
            passages, characters = remote_queue.lacking(db, None if anew else model.space)
            done, total = remote_queue.coverage(db, model.space)
        return estimate(
            passages,
            characters,
            cost=model.neurons,
            budget=self.preferences().budget,
            notes=total if anew else total - done,
        )
