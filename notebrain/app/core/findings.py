"""The doctor's findings."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters."""

    GOOD = "good"
    HINT = "hint"
    """Worth knowing, but nothing is wrong with the notes."""
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    Attributes:
        name: What was checked; the same in every language.
        text: What was found, as a sentence for the user.
    """

    name: str
    severity: Severity
    text: str
