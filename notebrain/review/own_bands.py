"""The bands of a vault's own model: measured in the background, kept, and measured again as the vault grows."""

import logging
import random
from dataclasses import asdict
from typing import cast

import numpy as np

from notebrain.domain.judge.calibration import calibrated
from notebrain.domain.judge.verdict import Bands
from notebrain.domain.ports import Space
from notebrain.review.meaning import vector
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import vectors
from notebrain.storage.store import Store

PAIRS = 400
_DRAWN = 4 * PAIRS
"""Twice what the pairs need: some passages are gone, or have no vector yet."""
_LEAST_PASSAGES = 300
_NAME = "review.bands"
"""A setting without a scope: it stays on this computer, another one may have other vectors."""

log = logging.getLogger("notebrain.review")


class OwnBands:
    """Says what the cosines of one model mean in one vault."""

    def __init__(self, store: Store, space: Space) -> None:
        self._store = store
        self._space = space
        self._name = f"{_NAME}.{space.model}/{space.pooling}/{space.dimensions}"
        self._bands: Bands | None = None
        self._measured_at = 0

    def __call__(self) -> Bands:
        """Return the bands: the kept ones, or the usual ones until the vault is large enough to measure."""
        if self._bands is None:
            with self._store.read() as db:
                self._take(settings.get(db, self._name))
        return self._bands or Bands()

    def renew(self) -> bool:
        """Measure them where that was not done yet, or the vault has doubled since; tell whether it was done.

        Reads about a thousand vectors then, else one number; for the background.

        Raises:
            VaultError: What was measured cannot be kept.
        """
        present = self()
        with self._store.read() as db:
            last = vectors.last_made(db)
            if last < max(_LEAST_PASSAGES, 2 * self._measured_at):
                return False
            measured = calibrated(_random_pairs(db, self._space, last))
        self._measured_at = last  # where too little was there, not again with each step
        if measured is None:
            return False
        self._bands = measured
        kept: settings.Value = {"passages": last, **asdict(measured)}
        self._store.write(lambda db: settings.put(db, self._name, kept)).result()
        if measured != present:
            log.info("two notes count as related from a cosine of %.2f on", measured.related)
        return True

    def _take(self, kept: settings.Value) -> None:
        self._bands = Bands()
        if not isinstance(kept, dict):
            return
        try:
            numbers = {name: float(cast("float", kept[name])) for name in asdict(Bands())}
            self._bands, self._measured_at = Bands(**numbers), int(cast("int", kept["passages"]))
        except (KeyError, TypeError, ValueError):
            log.warning("the kept bands cannot be read; they are measured anew")


def _random_pairs(db: Connection, space: Space, last: int) -> list[float]:
    """Return the cosines of passages of different notes; the same ones for a vault that did not change."""
    luck = random.Random(last)  # noqa: S311 - a sample, no secret
    drawn = luck.sample(range(1, last + 1), min(_DRAWN, last))
    rows = [row for row in vectors.of_passages(db, space, drawn) if row[4] is not None]
    luck.shuffle(rows)
    pairs = [
        (one[4], other[4])
        for one, other in zip(rows[::2], rows[1::2], strict=False)
        if one[1] != other[1] and one[4] and other[4]
    ][:PAIRS]
    return [float(np.dot(vector(one), vector(other))) for one, other in pairs]
