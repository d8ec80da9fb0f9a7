"""Lets the caret stand still when nobody has typed for a while: each blink wakes the processor and paints.

Apart because it belongs to no feature: it is for every field of the program.
"""

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit

REST_MS = 10_000
"""As long as GTK lets it blink."""
_BY_SYSTEM, _NEVER = -1, 0
_KNOWN = "caret_rest"


class CaretRest(QObject):
    """Sets the flash time of the whole program, which every field follows, to "never" while the user rests.

    The caret blinks again once it moves, or once another field or window gets the focus.
    """

    def __init__(self, app: QApplication, parent: QObject, rest_ms: int = REST_MS) -> None:
        super().__init__(parent)
        self._rest = QTimer(self, singleShot=True, interval=rest_ms)
        self._rest.timeout.connect(self._on_rest)
        app.focusObjectChanged.connect(self._watch)
        self._watch(app.focusObject())

    @Slot(QObject)
    def _watch(self, focus: QObject | None) -> None:
        if not isinstance(focus, QLineEdit | QPlainTextEdit | QTextEdit):
            return
        if not focus.property(_KNOWN):
            focus.setProperty(_KNOWN, True)
            focus.cursorPositionChanged.connect(self._wake)
        self._wake()

    @Slot()
    def _wake(self) -> None:
        if not self._rest.isActive():
            QGuiApplication.styleHints().setCursorFlashTime(_BY_SYSTEM)
        self._rest.start()

    @Slot()
    def _on_rest(self) -> None:
        QGuiApplication.styleHints().setCursorFlashTime(_NEVER)
