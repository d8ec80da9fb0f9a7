"""Lending and returning the keyboard; scrolling to a widget."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget


class Lending:
    """Hands the keyboard to a button while the parts that had it cannot be used.

    Without it, Qt would give the keyboard to whatever stands next, and the next key would change that.
    """

    def __init__(self, parts: Sequence[QWidget], cancel: QPushButton) -> None:
        self._parts = parts
        self._cancel = cancel
        self._owner: QWidget | None = None

    def lend(self) -> None:
        """Give it to the button, which is shown; before the parts are disabled."""
        owner = next((one for one in self._parts if one.hasFocus()), None)
        if owner is not None:
            self._owner = owner
            self._cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_back(self) -> None:
        """Give it back where the button still has it; before the button is hidden."""
        owner, self._owner = self._owner, None
        if owner is not None and self._cancel.hasFocus():
            owner.setFocus(Qt.FocusReason.OtherFocusReason)


def reveal(part: QWidget) -> None:
    """Scroll to a part of a page once it has its place; nothing happens where nothing scrolls."""
    QTimer.singleShot(0, part, lambda: _scroll_to(part))


def _scroll_to(part: QWidget) -> None:
    above = part.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(part)
            return
        above = above.parentWidget()
