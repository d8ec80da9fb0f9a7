"""Bringing a window to the front, also on systems where a program may not do so on its own."""

import os

from PySide6.QtWidgets import QWidget

_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - the name of a variable that Qt reads, no secret


def bring_forward(window: QWidget, token: str = "") -> None:
    """Show a window in front of all others and give it the focus.

    Args:
        token: What the desktop issued for the key or click that led here; Wayland requires it to raise a window.
    """
    if token:
        os.environ[_TOKEN] = token  # Qt reads the token from there and removes it
    window.show()
    window.raise_()
    window.activateWindow()
