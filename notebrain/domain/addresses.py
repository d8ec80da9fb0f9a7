"""What may be done with the address of a link."""

import re
from enum import Enum, auto
from typing import Final

_SCHEME: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):(.?)", re.DOTALL)
# opened without asking; anything else may start a program
_KNOWN: Final = frozenset({"http", "https", "mailto"})
_NEVER: Final = frozenset({"javascript", "data", "vbscript"})


class Opening(Enum):
    """How a link is opened."""

    AT_ONCE = auto()
    """The system knows what to do: a web page, a letter."""
    ASK = auto()
    """Another program would be started: the user is asked first."""
    NOTE = auto()
    """It is no address but the title of a note."""
    NEVER = auto()
    """It would run something that a text says."""


def opening_of(target: str) -> Opening:
    """Return how a link with this address is opened.

    Example:
        >>> opening_of("https://example.org"), opening_of("Gas: supplier")
        (<Opening.AT_ONCE: 1>, <Opening.NOTE: 3>)
    """
    found = _SCHEME.match(target.strip())
    if found is None:
        return Opening.NOTE
    scheme, next_sign = found[1].lower(), found[2]
    if scheme in _NEVER:
        return Opening.NEVER
    if scheme in _KNOWN and next_sign.strip():
        return Opening.AT_ONCE
    # "Gas: supplier" is a title; "tel:5550" and "file:///x" are addresses
    return Opening.ASK if next_sign.strip() and len(scheme) > 1 else Opening.NOTE
