"""What the doctor found."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters."""

    GOOD = "good"
    HINT = "hint"
    """Worth knowing; nothing is wrong with the notes."""
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        name: What was looked at; stays the same in every language.
        text: What was found, as a sentence for the user.
    """

    name: str
    severity: Severity
    text: str
