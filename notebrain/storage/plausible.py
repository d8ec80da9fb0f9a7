"""Check rows read from the vault, since disk damage may turn a text into a number or a date into nothing.

A valid row costs only a check of its types. Damaged values are read as far as possible, so that one of them does not
make the rest unreadable. Whether a text is the one that was written is told by its hash.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from notebrain.domain.notes.note import Category

READABLE = partial(str, encoding="utf-8", errors="replace")
"""Reads as much of a text as possible: damaged bytes become U+FFFD.

Python's own decoding fails on a damaged text and puts all of it in the error. `Note.is_intact` and
`text_hashes.inspect` tell such a text from one that was written with U+FFFD.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of a column's values.

    Attributes:
        otherwise: The value to use in place of one of another type.
        optional: Whether the column may be null.
    """

    type: type
    otherwise: object
    optional: bool = False

    def fits(self, value: object) -> bool:
        """Return whether the program may have written this value."""
        return isinstance(value, self.type) or (self.optional and value is None)

    def read(self, value: object) -> object:
        """Return as much of the value as can be read."""
        if self.fits(value):
            return value
        if self.type is str and isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        if self.type is int and isinstance(value, float) and value.is_integer():
            return int(value)
        return self.otherwise


TEXT = Kind(str, "")
NUMBER = Kind(int, 0)
MAYBE_TEXT = Kind(str, None, optional=True)
MAYBE_NUMBER = Kind(int, None, optional=True)
MAYBE_BYTES = Kind(bytes, b"", optional=True)


def plausible(row: Sequence[Any], kinds: Sequence[Kind]) -> Sequence[Any]:
    """Return the row with a value of the right type in every column; a valid row is returned unchanged."""
    if all(kind.fits(value) for kind, value in zip(kinds, row, strict=True)):
        return row
    return [kind.read(value) for kind, value in zip(kinds, row, strict=True)]


def category(name: str) -> Category:
    """Return the category with this name; an unknown name counts as general."""
    try:
        return Category(name)
    except ValueError:
        return Category.GENERAL
