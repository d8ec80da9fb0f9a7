"""The progress of removing a model's vectors, saved in the vault so that it resumes after the program was killed."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum


class Part(StrEnum):
    """The parts of a removal, in order."""

    COUNTING = "counting"
    INDEX = "index"
    DATABASE = "database"
    HERE = "here"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Removal:
    """What existed for a model before, and how much of it has been removed.

    Attributes:
        model: The name of the model.
        index: The name of its index; empty if there was none.
        whole: Whether the index itself is removed; it stays if other notes of the account use it.
        points: How many vectors the index had for these notes.
        notes: How many notes had vectors in the database.
        here: How many vectors were on this computer.
        gone: How many items of the current part have been removed.
    """

    model: str
    part: Part = Part.COUNTING
    index: str = ""
    whole: bool = True
    points: int = 0
    notes: int = 0
    here: int = 0
    gone: int = 0

    @property
    def total(self) -> int:
        """How many items the current part has."""
        return {Part.INDEX: self.points, Part.DATABASE: self.notes, Part.HERE: self.here}.get(
            self.part, 0
        )

    @property
    def gone_points(self) -> int:
        """How many vectors have been removed from the index."""
        return self._gone(Part.INDEX, self.points)

    @property
    def gone_notes(self) -> int:
        """For how many notes the database no longer has vectors."""
        return self._gone(Part.DATABASE, self.notes)

    @property
    def gone_here(self) -> int:
        """How many vectors are no longer on this computer."""
        return self._gone(Part.HERE, self.here)

    def _gone(self, part: Part, total: int) -> int:
        order = list(Part)
        if order.index(self.part) > order.index(part):
            return total
        return min(self.gone, total) if self.part is part else 0

    def to_text(self) -> str:
        """Return it as text for the settings."""
        return json.dumps(asdict(self))


def removal_in(text: str) -> Removal | None:
    """Return the removal stored in a setting, or None if there is none.

    Example:
        >>> removal_in(Removal("bge", Part.INDEX, points=3).to_text())
        Removal(model='bge', part=<Part.INDEX: 'index'>, index='', whole=True, points=3, notes=0, here=0, gone=0)
        >>> removal_in("")
    """
    try:
        stored = json.loads(text or "null")
        model, part, index = str(stored["model"]), Part(stored["part"]), str(stored["index"])
        points, notes, here, gone = (int(stored[name]) for name in _COUNTS)
        whole = bool(stored["whole"])
    except (ValueError, TypeError, KeyError):
        return None
    return Removal(model, part, index, whole, points, notes, here, gone)


_COUNTS = ("points", "notes", "here", "gone")
