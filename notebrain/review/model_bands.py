"""Thresholds of a model."""

import logging
import random
from dataclasses import asdict
from functools import lru_cache
from typing import cast

import numpy as np
import numpy.typing as npt

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.judge.calibration import calibrated
from notebrain.domain.judge.verdict import Bands
from notebrain.domain.ports import Embedder, Space
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


Floats = npt.NDArray[np.float32]

REMEMBERED_WORDS = 4_096
"""About 6 MB; a language has few words, and an embedder takes a millisecond for one."""
_TINY = 1e-9


class WordLikeness:
    """Compares single words by their vectors, which it remembers.

    It is the `like` of `notebrain.domain.judge.judge`. Without a model no word is like another.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vector = lru_cache(maxsize=REMEMBERED_WORDS)(self._embedded)

    def __call__(self, one: str, other: str) -> float:
        """Return the cosine of two words, 0 where there is no model."""
        try:
            return float(self._vector(one) @ self._vector(other))
        except NoEmbedder:
            return 0.0

    def _embedded(self, word: str) -> Floats:
        return vector(self._embedder.embed([word])[0])


def vector(data: bytes) -> Floats:
    """Return a vector as an embedder gives it."""
    return np.frombuffer(data, "<f4")


def cosine(one: Floats, other: Floats) -> float:
    """Return the cosine of two vectors of any length but 0."""
    lengths = float(np.linalg.norm(one)) * float(np.linalg.norm(other))
    return float(one @ other) / max(lengths, _TINY)
