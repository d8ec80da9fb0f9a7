"""In which ways the account can differ from what is here, though nothing is on its way."""

from enum import StrEnum


class Drift(StrEnum):
    """One way."""

    MISSING_THERE = "missing_there"
    """A note, setting or card of this computer that the account has lost."""
    MISSING_HERE = "missing_here"
    """A note, setting or card of the account that this computer has lost."""
    BEHIND = "behind"
    """The account has another state, which was never fetched."""
    CONTENT = "content"
    """Both believe to have the same state, and say different things."""
    PRIVATE = "private"
    """A note that is to stay on this computer, or a card about such a note, and is in the account."""
