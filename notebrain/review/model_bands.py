"""Measure what an embedding model's cosines mean in a vault, and compare single words with it."""

import logging
import random
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import cast

import numpy as np
import numpy.typing as npt

from notebrain.domain.embedding.scales import COMMON, scale_of
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
"""Twice as many as the pairs need, because some passages are gone or have no vector yet."""
_LEAST_PASSAGES = 300
_NAME = "review.bands"
"""A setting without a scope: it stays on this computer, because others may have other vectors."""

log = logging.getLogger("notebrain.review")


class OwnBands:
    """Determines what one model's cosines mean in one vault."""

    def __init__(self, store: Store, space: Space) -> None:
        self._store = store
        self.space = space
        self._name = f"{_NAME}.{space.model}/{space.pooling}/{space.dimensions}"
        self._bands: Bands | None = None
        self._measured_at = 0

    def __call__(self) -> Bands:
        """Return the stored bands, or the default ones until the vault is large enough to measure."""
        if self._bands is None:
            with self._store.read() as db:
                self._accept(settings.get(db, self._name))
        return self._bands or Bands()

    def renew(self) -> bool:
        """Measure the bands if that was not done yet or the vault has doubled since; return whether it was done.

        When measuring, this reads about a thousand vectors, otherwise a single number; run it in the background.

        Raises:
            VaultError: The result cannot be stored.
        """
        present = self()
        with self._store.read() as db:
            last = vectors.last_made(db)
            if last < max(_LEAST_PASSAGES, 2 * self._measured_at):
                return False
            measured = calibrated(_random_pairs(db, self.space, last))
        self._measured_at = last  # if there was too little, do not retry at every step
        if measured is None:
            return False
        self._bands = measured
        values: settings.Value = {"passages": last, **asdict(measured)}
        self._store.write(lambda db: settings.put(db, self._name, values)).result()
        if measured != present:
            log.info("two notes count as related from a cosine of %.2f on", measured.related)
        return True

    def _accept(self, values: settings.Value) -> None:
        self._bands = Bands()
        if not isinstance(values, dict):
            return
        try:
            numbers = {name: float(cast("float", values[name])) for name in asdict(Bands())}
            self._bands, self._measured_at = Bands(**numbers), int(cast("int", values["passages"]))
        except (KeyError, TypeError, ValueError):
            log.warning("the kept bands cannot be read; they are measured anew")


def _random_pairs(db: Connection, space: Space, last: int) -> list[float]:
    """Return the cosines of passages of different notes; always the same ones for an unchanged vault."""
    luck = random.Random(last)  # noqa: S311 - a sample, no secret
    drawn = luck.sample(range(1, last + 1), min(_DRAWN, last))
    rows = [row for row in vectors.of_passages(db, space, drawn) if row[4] is not None]
    luck.shuffle(rows)
    pairs = [
        (one[4], other[4])
        for one, other in zip(rows[::2], rows[1::2], strict=False)
        if one[1] != other[1] and one[4] and other[4]
    ][:PAIRS]
    scale = scale_of(space.model)
    return [scale.of_notes(float(np.dot(vector(one), vector(other)))) for one, other in pairs]


Floats = npt.NDArray[np.float32]

REMEMBERED_WORDS = 4_096
"""About 6 MB; a language has few words, and an embedder takes a millisecond per word."""
_TINY = 1e-9


class WordLikeness:
    """Compares single words by their vectors, which it caches.

    It is the `like` of `notebrain.domain.judge.judge`. Without a model, no two words are alike.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._begin(embedder.space)

    def __call__(self, ones: Sequence[str], others: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the cosines of words with others on the common scale, a row for each, or 0 if there is no model."""
        space = self._embedder.space
        if space is not self._space:
            self._begin(space)
        try:
            raw = np.array([*map(self._vector, ones)]) @ np.array([*map(self._vector, others)]).T
        except NoEmbedder:
            return [[0.0] * len(others)] * len(ones)
        rows: list[list[float]] = raw.tolist()
        if self._scale is COMMON:
            return rows
        return [[self._scale.of_notes(cosine) for cosine in row] for row in rows]

    def _begin(self, space: Space) -> None:
        """Forget the vectors of another model."""
        self._space, self._scale = space, scale_of(space.model)
        self._vector = lru_cache(maxsize=REMEMBERED_WORDS)(self._embedded)

    def _embedded(self, word: str) -> Floats:
        return vector(self._embedder.embed([word])[0])


def vector(data: bytes) -> Floats:
    """Return a vector in the form an embedder returns it."""
    return np.frombuffer(data, "<f4")


def cosine(one: Floats, other: Floats) -> float:
    """Return the cosine of two vectors of any nonzero length."""
    lengths = float(np.linalg.norm(one)) * float(np.linalg.norm(other))
    return float(one @ other) / max(lengths, _TINY)
