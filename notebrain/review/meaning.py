"""How near texts and words are in meaning, as the local judge asks for it."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.ports import Embedder

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
