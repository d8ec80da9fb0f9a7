"""How long things move, and whether they move at all."""

from PySide6.QtWidgets import QApplication, QStyle

FADE_IN_MS = 90
FADE_OUT_MS = 60
RISE_MS = 120


def duration(milliseconds: int) -> int:
    """Return how long a movement lasts: nothing where the system asks for less motion."""
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return milliseconds if QApplication.style().styleHint(hint) else 0
