"""The user's choices for the look of the window, apart from light or dark and zoom."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtWidgets import QApplication, QStyle

TEXT_SIZE = 15
LINE_WIDTH = 620


class Motion(StrEnum):
    """Whether the window is animated."""

    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


class Density(StrEnum):
    """How much of a note its row in the list shows."""

    COMFORTABLE = "comfortable"
    """Title, text and tags, on three lines."""
    COMPACT = "compact"
    """The same on two lines."""
    TITLES = "titles"
    """Only the title."""


@dataclass(frozen=True, slots=True)
class Look:
    """The user's choices for the look.

    Attributes:
        text_family, code_family: Typefaces of notes and of code in them; empty uses ours.
        text_size: Size of the text of notes, in design pixels.
        line_width: The longest line of a note, in design pixels.
        density: How much of a note its row in the list shows.
    """

    text_family: str = ""
    code_family: str = ""
    text_size: float = TEXT_SIZE
    line_width: int = LINE_WIDTH
    density: Density = Density.COMFORTABLE
    motion: Motion = Motion.SYSTEM


FADE_IN_MS = 90
RISE_MS = 120
COLLAPSE_MS = 120

_chosen = Motion.SYSTEM


def choose(motion: Motion) -> None:
    """Use this amount of motion from now on."""
    global _chosen  # noqa: PLW0603 - a process has one user, and one taste
    _chosen = motion


def duration(milliseconds: int) -> int:
    """Return how long an animation lasts: 0 if the user or the system asks for less motion."""
    if _chosen is not Motion.SYSTEM:
        return milliseconds if _chosen is Motion.FULL else 0
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return milliseconds if QApplication.style().styleHint(hint) else 0
