"""Calibrates what cosines mean for a model in a vault, based on unrelated passages."""

import math
from collections.abc import Sequence
from dataclasses import astuple

from notebrain.domain.judge.verdict import Bands

LEAST_PAIRS = 150
"""The least number of pairs for a meaningful result."""
_QUANTILE = 0.95
"""Above this quantile are a small vault's duplicates and neighbors, which are not random."""
_USUAL = 0.36
"""The quantile where the default bands were measured: all-MiniLM-L6-v2, notes on many topics (.33 to .36)."""
_HIGHEST = 0.80
"""Keeps duplicates (.90 and above) within reach in a vault about a single topic."""


def calibrated(cosines: Sequence[float], usual: Bands | None = None) -> Bands | None:
    """Return the bands for a model in a vault, or None if too few pairs are known.

    The range between chance similarity and identity is scaled to the range that the model leaves, so that the bands
    keep their order and stay below 1. They never fall below `usual`: in a vault of very different notes, nothing
    becomes more alike.

    Args:
        cosines: The cosines of randomly chosen pairs of passages from different notes.
    """
    usual = usual or Bands()
    known = sorted(cosine for cosine in cosines if math.isfinite(cosine))
    if len(known) < LEAST_PAIRS:
        return None
    accident = min(known[int(_QUANTILE * (len(known) - 1))], _HIGHEST)
    if accident <= _USUAL:
        return usual
    left = (1.0 - accident) / (1.0 - _USUAL)
    return Bands(*(round(1.0 - (1.0 - band) * left, 4) for band in astuple(usual)))
