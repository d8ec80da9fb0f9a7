"""How long things move, and whether they move at all."""

from PySide6.QtWidgets import QApplication, QStyle

from notebrain.gui.theme.look import Motion

FADE_IN_MS = 90
FADE_OUT_MS = 60
RISE_MS = 120
COLLAPSE_MS = 120

_chosen = Motion.SYSTEM


def choose(motion: Motion) -> None:
    """Let things move like this from now on."""
    global _chosen  # noqa: PLW0603 - a process has one user, and one taste
    _chosen = motion


def duration(milliseconds: int) -> int:
    """Return how long a movement lasts: nothing where the user, or his system, asks for less motion."""
    if _chosen is not Motion.SYSTEM:
        return milliseconds if _chosen is Motion.FULL else 0
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return milliseconds if QApplication.style().styleHint(hint) else 0
