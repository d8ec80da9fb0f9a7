"""How near notes are to each other in meaning, as far as that matters for putting them in order."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

LEAST_COSINE = 0.45
"""Below this cosine two notes are neither versions nor repeats of each other."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """The cosines among found notes, by their indices.

    Attributes:
        rows: For each note with a vector, the others whose cosine is at least `LEAST_COSINE`.
    """

    rows: Mapping[int, Mapping[int, float]] = field(default_factory=dict[int, Mapping[int, float]])

    def cosine(self, one: int, other: int) -> float | None:
        """Return the cosine of two notes, 0 for one below the least, None where a note has no vector."""
        if one not in self.rows or other not in self.rows:
            return None
        return self.rows[one].get(other, 0.0)

    def others(self, one: int, everyone: Collection[int]) -> Collection[int]:
        """Return the notes that may be about the same thing: the near ones, and those of which nothing is known."""
        near = self.rows.get(one)
        if near is None:
            return everyone
        return [*near, *(other for other in everyone if other not in self.rows)]
