"""Rows whose values are not what the program wrote: a damaged byte may turn a text into a number or a date into none.

A row that fits costs one look at its types. One that does not is read as far as it can be, so that a single damaged
value keeps nobody from reading the rest; that a text is not the one that was written, its hash tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from notebrain.domain.notes.note import Category

READABLE = partial(str, encoding="utf-8", errors="replace")
"""Reads a text as far as it can be read: a damaged byte becomes U+FFFD.

Python's own reading of a damaged text fails, with all of it in the error. `Note.is_intact` and `hashes.inspect` tell
such a text from one that was written so.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a column holds.

    Attributes:
        otherwise: What is read where something else stands there.
        optional: Whether nothing may stand there.
    """

    type: type
    otherwise: object
    optional: bool = False

    def fits(self, value: object) -> bool:
        """Tell whether the program may have written this."""
        return isinstance(value, self.type) or (self.optional and value is None)

    def read(self, value: object) -> object:
        """Return the value as far as it can be read."""
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
    """Return a row with a value of its kind in every column; one that fits is returned itself."""
    if all(kind.fits(value) for kind, value in zip(kinds, row, strict=True)):
        return row
    return [kind.read(value) for kind, value in zip(kinds, row, strict=True)]


def category(name: str) -> Category:
    """Return the category of this name; a name that there is not counts as general."""
    try:
        return Category(name)
    except ValueError:
        return Category.GENERAL
