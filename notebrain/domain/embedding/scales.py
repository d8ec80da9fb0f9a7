"""What a model's cosines mean: each model's are put on the scale of all-MiniLM-L6-v2, on which all limits are set.

On that scale unrelated texts have about 0 and limits such as "two notes are about the same thing" were measured. The
points of the other models join cosines that the same share of pairs exceeds.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]
_SAME: Final[Sequence[Point]] = ((-1.0, -1.0), (1.0, 1.0))


@dataclass(frozen=True, slots=True)
class Scale:
    """Two curves through (cosine of the model, cosine on the common scale), rising, from -1 to 1.

    Attributes:
        notes: Between two notes.
        question: Between a question and a note.
    """

    notes: Sequence[Point] = _SAME
    question: Sequence[Point] = _SAME

    def of_notes(self, cosine: float) -> float:
        """Return the cosine of two notes on the common scale."""
        return _on(self.notes, cosine)


COMMON: Final = Scale()


_SCALES: Final = {
    # Quantiles over random notes, SICK and our own pairs; questions over four languages and one person's notes.
    "multilingual-e5-small-notes": Scale(
        notes=(
            (-1.0, -1.0), (0.11, 0.05), (0.20, 0.11), (0.45, 0.20), (0.58, 0.35), (0.61, 0.40), (0.63, 0.45),
            (0.66, 0.50), (0.72, 0.62), (0.74, 0.65), (0.78, 0.70), (0.86, 0.83), (0.91, 0.90), (0.96, 0.95),
            (1.0, 1.0),
        ),
        question=(
            (-1.0, -1.0), (-0.10, 0.0), (0.05, 0.10), (0.25, 0.20), (0.35, 0.30), (0.41, 0.35), (0.46, 0.40),
            (0.51, 0.45), (0.57, 0.50), (0.65, 0.60), (0.76, 0.70), (1.0, 1.0),
        ),
    ),
    # Unrelated texts have about .4. Taken from the model's description and not measured on notes, because the model is
    # not available without an account.
    "@cf/baai/bge-": Scale(
        notes=((-1.0, -1.0), (0.4, 0.0), (1.0, 1.0)), question=((-1.0, -1.0), (0.4, 0.0), (1.0, 1.0))
    ),
}  # fmt: skip
"""By the beginning of the model's name."""


def scale_of(model: str) -> Scale:
    """Return the scale of a model.

    Example:
        >>> (
        ...     scale_of("@cf/baai/bge-small-en-v1.5").of_notes(0.7),
        ...     scale_of("all-minilm-l6-v2-notes").of_notes(0.7),
        ... )
        (0.5, 0.7)
    """
    return next((scale for name, scale in _SCALES.items() if model.startswith(name)), COMMON)


def _on(curve: Sequence[Point], value: float) -> float:
    if curve is _SAME:
        return value
    place = min(max(bisect_right(curve, (value, 1.0)), 1), len(curve) - 1)
    (left, low), (right, high) = curve[place - 1], curve[place]
    return round(low + (high - low) * (value - left) / (right - left), 6)
