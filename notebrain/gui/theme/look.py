"""What the user chose for the look of the window, beside light or dark and zoom."""

from dataclasses import dataclass
from enum import StrEnum

TEXT_SIZE = 15
LINE_WIDTH = 620


class Motion(StrEnum):
    """Whether things move when they come and go."""

    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


@dataclass(frozen=True, slots=True)
class Look:
    """The user's taste.

    Attributes:
        text_family, code_family: Typefaces of notes and of code in them; empty takes ours.
        text_size: Size of the text of notes, in design pixels.
        line_width: The longest line of a note, in design pixels.
        compact: Whether lists give their rows less room.
    """

    text_family: str = ""
    code_family: str = ""
    text_size: float = TEXT_SIZE
    line_width: int = LINE_WIDTH
    compact: bool = False
    motion: Motion = Motion.SYSTEM
