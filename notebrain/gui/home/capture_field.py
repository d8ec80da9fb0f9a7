"""The field on Home that saves a line as a note."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import KeyCap

_HEIGHT, _RADIUS = 44, 8


class _Line(QLineEdit):
    """The line edit inside the field."""

    submitted = Signal(bool)
    focus_changed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submitted.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.focus_changed.emit()
        return super().event(event)


class CaptureField(QWidget):
    """A field 44 pixels high, with a ring while it has the focus."""

    submitted = Signal(str, bool)
    """The user wrote this line; True if they want to continue writing in the new note."""

    def __init__(self, theme: Theme, new_key: str) -> None:
        super().__init__()
        self._theme = theme
        self.edit = _Line()
        self.edit.setProperty("bare", True)
        self.edit.setAccessibleName(_("Write something down"))
        self.edit.setPlaceholderText(_("Write something down"))
        self.edit.setToolTip(_("Enter saves the line as a note, Ctrl+Enter also opens it"))
        self.edit.focus_changed.connect(self.update)
        self.edit.submitted.connect(self._on_submitted)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.edit, 1)
        if new_key:
            self._row.addWidget(KeyCap(theme, new_key), 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFocusProxy(self.edit)
        theme.follow(self._apply_theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, radius = self._theme.tokens, self._theme.px(_RADIUS)
        focused = self.edit.hasFocus()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tokens.color("focus" if focused else "field"), 2 if focused else 1))
        painter.setBrush(tokens.color("surface"))
        inset = 1.0 if focused else 0.5
        ground = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(ground, radius, radius)
        painter.end()

    def _on_submitted(self, go_on: bool) -> None:
        text = self.edit.text()
        if text.strip():
            self.edit.clear()
            self.submitted.emit(text, go_on)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.setFixedHeight(px(_HEIGHT))
        self._row.setContentsMargins(px(14), 0, px(14), 0)
        self._row.setSpacing(px(8))
        self.edit.setFont(self._theme.font(Role.FIELD))
