"""Bringing a window to the front, also where that is not for any program to do."""

import os

from PySide6.QtWidgets import QWidget

_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - the name of a variable that Qt reads, no secret


def bring_forward(window: QWidget, token: str = "") -> None:
    """Show a window in front of all others, with the keyboard.

    Args:
        token: What a desktop gave out for the key or click that led here; Wayland lets no window come forward without.
    """
    if token:
        os.environ[_TOKEN] = token  # Qt takes it from there and removes it
    window.show()
    window.raise_()
    window.activateWindow()
