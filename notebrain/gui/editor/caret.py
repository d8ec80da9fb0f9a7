"""The caret of a text field, in the accent color."""

from PySide6.QtCore import QObject, QRectF, QTimer, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from notebrain.gui.theme.theme import Theme

_INSET = 0.12
_WIDTH = 2


class Caret(QObject):
    """Replaces Qt's own caret, which has the color of the text.

    It blinks between `start` and `stop`, at the system's rate.
    """

    def __init__(self, field: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(field)
        self._field = field
        self._theme = theme
        self._on = True
        self._blink = QTimer(self)
        self._blink.timeout.connect(self._on_blink)
        field.setCursorWidth(0)
        field.cursorPositionChanged.connect(self._on_moved)

    def start(self) -> None:
        """Show the caret and start blinking."""
        self._on = True
        flash = QApplication.cursorFlashTime()
        if flash > 0:
            self._blink.start(flash // 2)

    def stop(self) -> None:
        """Stop blinking."""
        self._blink.stop()

    def draw(self, painter: QPainter) -> None:
        """Draw the caret if the field is editable and focused, unless the caret is blinked off."""
        if self._on and self._field.hasFocus() and not self._field.isReadOnly():
            painter.fillRect(self._rect(), self._theme.tokens.color("accent"))

    def _rect(self) -> QRectF:
        rect = QRectF(self._field.cursorRect())
        inset = rect.height() * _INSET
        return QRectF(
            rect.left(), rect.top() + inset, self._theme.px(_WIDTH), rect.height() - 2 * inset
        )

    @Slot()
    def _on_moved(self) -> None:
        self._on = True
        if self._blink.isActive():
            self._blink.start()
        self._field.viewport().update()

    @Slot()
    def _on_blink(self) -> None:
        self._on = not self._on
        self._field.viewport().update(self._rect().toAlignedRect().adjusted(-1, -1, 1, 1))
