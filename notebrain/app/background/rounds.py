"""What the background does next, one round at a time: indexing, completing the substring index, maintenance."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from notebrain.app.background.maintenance import Upkeep
from notebrain.app.background.substrings import SubstringFill
from notebrain.app.events import IndexState
from notebrain.domain.errors import (
    DamagedVault,
    Interrupted,
    NoEmbedder,
)
from notebrain.domain.i18n import _
from notebrain.indexing.indexer import Indexer
from notebrain.indexing.model_choice import ModelChoice
from notebrain.storage.file_lock import Lease

# A process that stops indexing does not say so: check again after this time.
LEASE_CHECK_S = 5.0
log = logging.getLogger("notebrain.sync")


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round.

    Attributes:
        wait_s: How long there is nothing to do: 0 if there is more work, None until something changes.
        reason: Why indexing is off, as a sentence for the user, or None.
        parts, on_battery: See `IndexProgress`.
    """

    state: IndexState
    wait_s: float | None = None
    reason: str | None = None
    parts: int = 0
    on_battery: bool = False


class IndexScheduler:
    """Does the background's work on the calling thread; knows no loop and no window.

    Args:
        check: Compares a few indexed notes with the others; returns how many.
        models: Chooses the model by the languages of the notes.
        is_on_mains: See `SubstringFill`.
    """

    def __init__(
        self,
        indexer: Indexer,
        upkeep: Upkeep,
        lease: Lease,
        check: Callable[[Callable[[], bool]], int],
        models: ModelChoice,
        is_on_mains: Callable[[], bool] | None = None,
    ) -> None:
        self._substrings = SubstringFill(indexer, is_on_mains)
        self._indexer = indexer
        self._models = models
        self._check = check
        self._upkeep = upkeep
        self._lease = lease
        self._damage: str | None = None

    def next(self, keep_going: Callable[[], bool]) -> RoundResult:
        """Do one round.

        Raises:
            NoteBrainError: Something blocks the work for now, such as a full disk; the work stays queued.
        """
        if self._damage is not None:
            return RoundResult(IndexState.OFF, reason=self._damage)
        if not self._lease.acquire():
            return RoundResult(IndexState.ELSEWHERE, LEASE_CHECK_S)
        try:
            self._upkeep.begin(keep_going)
            return self._index(keep_going)
        except Interrupted:
            return RoundResult(IndexState.IDLE, 0)
        except DamagedVault as error:
            self._damage = _damage_text(error)
            return RoundResult(IndexState.OFF, reason=self._damage)

    @property
    def renewing(self) -> bool:
        """Whether another model is reading all notes anew, while the former one's vectors serve."""
        return self._models.renewing

    def coverage(self) -> tuple[int, int]:
        """Return how many notes can be found by meaning, and how many notes there are."""
        return self._indexer.coverage()

    def end(self) -> None:
        """Let another process index."""
        if self._lease.held and self._damage is None:
            self._upkeep.end()
        self._lease.release()

    def _index(self, keep_going: Callable[[], bool]) -> RoundResult:
        state, reason, worked = IndexState.IDLE, None, 0
        self._indexer.fill_words()
        if self._indexer.renew_words() or self._upkeep.fill_links() or self._indexer.tidy_words():
            parts, on_battery = self._substrings.waiting, self._substrings.on_battery
            return RoundResult(IndexState.WORKING, 0, None, parts, on_battery)
        if self._models.renew():
            self._indexer.queue_missing(keep_going)
        try:
            worked = self._indexer.step(keep_going)
        except NoEmbedder as error:
            state, reason = IndexState.OFF, str(error)
        if worked:
            state = IndexState.WORKING
        # beside the indexing: the first cards of a large import come up in seconds, not after all of it is indexed
        compared = self._check(keep_going)
        next_s = self._substrings.step()
        parts, on_battery = self._substrings.waiting, self._substrings.on_battery
        if parts and not on_battery and state is IndexState.IDLE:
            state = IndexState.WORKING
        if worked or compared or next_s == 0:
            return RoundResult(state, 0, reason, parts, on_battery)
        if self._upkeep.fill_hashes() or self._upkeep.mend_titles():
            return RoundResult(state, 0, reason, parts, on_battery)
        self._models.settle()
        waits = (
            next_s,
            self._upkeep.maintain(keep_going),
            self._upkeep.look_for_missing(keep_going),
            self._indexer.rest_s(),
        )
        wait_s = min((wait for wait in waits if wait is not None), default=None)
        return RoundResult(state, wait_s, reason, parts, on_battery)


def _damage_text(error: DamagedVault) -> str:
    if error.backup is None:
        return str(error)
    return _("{problem} The newest good backup is {backup}.").format(
        problem=error, backup=error.backup
    )
