"""What cosines mean in one vault for one model, read off passages that have nothing to do with each other."""

import math
from collections.abc import Sequence
from dataclasses import astuple

from notebrain.domain.judge.verdict import Bands

LEAST_PAIRS = 150
"""Fewer pairs than this say too little."""
_QUANTILE = 0.95
"""Above it a small vault's duplicates and neighbours stand, which are no accident."""
_USUAL = 0.36
"""This quantile where the default bands were measured: all-MiniLM-L6-v2, notes about many things (.33 to .36)."""
_HIGHEST = 0.80
"""A vault that is about one thing alone must not put duplicates (from .90 on) out of reach."""


def calibrated(cosines: Sequence[float], usual: Bands | None = None) -> Bands | None:
    """Return the bands for a model in a vault, or None where too few pairs are known.

    What lies between an accident and identity is stretched over what the model leaves of it, so that the bands keep
    their order and stay below 1. They never fall below `usual`: a vault of very different notes makes nothing alike.

    Args:
        cosines: Of pairs of passages of different notes, picked at random.
    """
    usual = usual or Bands()
    known = sorted(one for one in cosines if math.isfinite(one))
    if len(known) < LEAST_PAIRS:
        return None
    accident = min(known[int(_QUANTILE * (len(known) - 1))], _HIGHEST)
    if accident <= _USUAL:
        return usual
    left = (1.0 - accident) / (1.0 - _USUAL)
    return Bands(*(round(1.0 - (1.0 - band) * left, 4) for band in astuple(usual)))
