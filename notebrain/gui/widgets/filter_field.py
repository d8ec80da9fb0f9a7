"""A field over a list that keeps the focus while the user moves through the list."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class AskField(QLineEdit):
    """A line of text to search for; passes on the keys that belong to the list."""

    moved = Signal(int)
    entered = Signal(bool)
    """Enter was pressed; True with Ctrl."""
    entered_beside = Signal()
    """Enter was pressed with Shift."""
    left = Signal()
    lost = Signal()
    """The field lost the focus."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _STEPS:
            self.moved.emit(_STEPS[Qt.Key(event.key())])
        elif event.key() in _ENTER:
            held = event.modifiers()
            if held & Qt.KeyboardModifier.ShiftModifier:
                self.entered_beside.emit()
            else:
                self.entered.emit(bool(held & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self.moved.emit(1 if event.key() == Qt.Key.Key_Tab else -1)
                return True
        elif event.type() == QEvent.Type.FocusOut:
            self.lost.emit()
        return super().event(event)
