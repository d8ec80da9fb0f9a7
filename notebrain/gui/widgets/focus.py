"""Lending the focus to a button and returning it, speaking for a list without it, and scrolling to a widget."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget


class FocusLoan:
    """Gives the focus to a button while the parts that had it are disabled.

    Otherwise Qt would move the focus to the next widget, and the next key would change that.
    """

    def __init__(self, parts: Sequence[QWidget], cancel: QPushButton) -> None:
        self._parts = parts
        self._cancel = cancel
        self._owner: QWidget | None = None

    def lend(self) -> None:
        """Move the focus to the visible button; call this before disabling the parts."""
        owner = next((part for part in self._parts if part.hasFocus()), None)
        if owner is not None:
            self._owner = owner
            self._cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_back(self) -> None:
        """Return the focus if the button still has it; call this before hiding the button."""
        owner, self._owner = self._owner, None
        if owner is not None and self._cancel.hasFocus():
            owner.setFocus(Qt.FocusReason.OtherFocusReason)


def speak_row(field: QWidget, row: QModelIndex) -> None:
    """Let a screen reader say the row chosen in a list, through the field that has the focus in its place."""
    spoken = row.data(Qt.ItemDataRole.AccessibleTextRole)
    field.setAccessibleDescription(spoken if isinstance(spoken, str) else "")


def reveal(part: QWidget) -> None:
    """Scroll to a part of a page after it was laid out; do nothing if there is no scroll area."""
    QTimer.singleShot(0, part, lambda: _scroll_to(part))


def _scroll_to(part: QWidget) -> None:
    above = part.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(part)
            return
        above = above.parentWidget()
