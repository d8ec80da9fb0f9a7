"""Comparing indexed notes with the others, for the background and the command line."""

from collections.abc import Callable

from notebrain.app.model.local_model import ModelCache, learned_judge
from notebrain.domain.judge.verdict import Bands
from notebrain.domain.ports import Clock
from notebrain.review.checker import NEAREST_PASSAGES, Checker
from notebrain.review.model_bands import OwnBands
from notebrain.review.rules import Rules
from notebrain.search.service import RecallService
from notebrain.storage.store import Store


class Checks:
    """Checks a few notes at a time, relative to what is usual among this user's notes."""

    def __init__(
        self,
        store: Store,
        model: ModelCache,
        clock: Clock,
        recall: RecallService,
        rules: Callable[[str], Rules],
        bands: Callable[[Bands], Bands],
    ) -> None:
        self._store = store
        self._model = model
        self._bands = OwnBands(store, model.space)
        self._checker = Checker(
            store,
            model,
            clock,
            lambda of: recall.nearest(model.space, of, top=NEAREST_PASSAGES),
            learned_judge,
            relate=model.relate,
            rules=rules,
            bands=lambda: bands(self._bands()),
        )

    def step(self, keep_going: Callable[[], bool]) -> int:
        """Compare a few notes with the others; return how many."""
        if self._bands.space != self._model.space:  # another model took over
            self._bands = OwnBands(self._store, self._model.space)
        self._bands.renew()
        return self._checker.step(keep_going)
