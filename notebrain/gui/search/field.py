"""The search field: an icon, the query, the key that leaves."""

from PySide6.QtCore import QEvent, QKeyCombination, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from notebrain.domain.messages import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.key_cap import KeyCap
from notebrain.gui.widgets.labels import IconLabel

_PIN = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_D)


class QueryEdit(QLineEdit):
    """The text of the query; passes on the keys that belong to the list."""

    moved = Signal(int)
    entered = Signal()
    left = Signal()
    pin_asked = Signal()
    focus_changed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: 5,
            Qt.Key.Key_PageUp: -5,
        }
        if event.key() in steps:
            self.moved.emit(steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.keyCombination() == _PIN:
            self.pin_asked.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.focus_changed.emit()
        return super().event(event)


class SearchField(QWidget):
    """The field as it is seen: 40 px high, with a ring while one types in it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.edit = QueryEdit()
        self.edit.setProperty("bare", True)
        self.edit.setAccessibleName(_("Search"))
        self.edit.setPlaceholderText(_("Search by words and by meaning"))
        self.edit.focus_changed.connect(self.update)
        self._row = QHBoxLayout(self)
        self._row.addWidget(IconLabel(theme, "search", "muted", size=16))
        self._row.addWidget(self.edit, 1)
        self._row.addWidget(KeyCap(theme, "Esc"), 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFocusProxy(self.edit)
        theme.changed.connect(self._dress)
        self._dress()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, radius = self._theme.tokens, self._theme.px(6)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.edit.hasFocus()
        painter.setPen(QPen(tokens.color("focus" if focused else "field"), 2 if focused else 1))
        painter.setBrush(tokens.color("surface"))
        inset = 1.0 if focused else 0.5
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius
        )
        painter.end()

    def _dress(self) -> None:
        px = self._theme.px
        self.setFixedHeight(self._theme.metrics.search_field)
        self._row.setContentsMargins(px(12), 0, px(12), 0)
        self._row.setSpacing(px(8))
        self.edit.setFont(self._theme.font(Role.FIELD))
