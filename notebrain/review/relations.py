"""What the vectors of two notes say about their relation.

Apart because it needs numpy, which the judge itself does without.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from notebrain.domain.judge.learned import RelationWeights

Floats = npt.NDArray[np.float32]
_TINY = 1e-9


class Relations:
    """Applies the learned weights to the vectors of two notes.

    Args:
        weights: By the name of the embedding model.
    """

    def __init__(self, weights: Mapping[str, RelationWeights]) -> None:
        self._weights = weights
        self._matrix = cache(self._unpacked)

    def between(self, model: str, older: Floats, newer: Floats) -> Sequence[float] | None:
        """Return a score for each kind, or None if nothing was learned about the model."""
        if model not in self._weights:
            return None
        matrix, biases = self._matrix(model)
        scores: list[float] = (matrix @ joined(older, newer) + biases).tolist()
        return scores

    def _unpacked(self, model: str) -> tuple[Floats, Floats]:
        weights = self._weights[model]
        rows = np.stack([np.frombuffer(row, np.int8) for row in weights.rows]).astype(np.float32)
        scales = np.array(weights.scales, np.float32)
        return rows * scales[:, None], np.array(weights.biases, np.float32)


def joined(older: Floats, newer: Floats) -> Floats:
    """Return what the weights are for: both vectors at length 1, their product and their distance, by dimension."""
    one, other = (vector / max(float(np.linalg.norm(vector)), _TINY) for vector in (older, newer))
    return np.concatenate([one, other, one * other, np.abs(one - other)]).astype(np.float32)
