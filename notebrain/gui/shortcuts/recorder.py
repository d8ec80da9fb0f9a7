"""A field that records the keys pressed instead of the text they would type."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text
from notebrain.gui.widgets.painting import BidiPainter

_HELD = {Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta}
_LEAVING = {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}


class Recorder(QWidget):
    """Records one key combination; no key does anything else meanwhile."""

    recorded = Signal(str)
    left = Signal()
    """Esc was pressed: nothing changes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Press the keys"))
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(160), self._theme.metrics.field)

    def begin(self) -> None:
        """Start waiting for the first key."""
        self._show("")

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and not self._leaves(event):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # no command of the window gets the key
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._press(event)
                return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        width = 2 if focused else 1
        painter.setPen(QPen(theme.tokens.color("focus" if focused else "field"), width))
        painter.setBrush(theme.tokens.color("surface"))
        rim = width / 2
        ground = QRectF(self.rect()).adjusted(rim, rim, -rim, -rim)
        painter.drawRoundedRect(ground, px(6), px(6))
        painter.setFont(theme.font(Role.BODY))
        painter.setPen(theme.tokens.color("text" if self._text else "muted"))
        inner = self.rect().adjusted(px(10), 0, -px(10), 0)
        seen = BidiPainter(self.layoutDirection(), self.rect())
        middle = Qt.AlignmentFlag.AlignVCenter.value
        seen.text(painter, inner, middle, self._text or _("Press the keys"))
        painter.end()

    def _leaves(self, event: QKeyEvent) -> bool:
        """Return whether the key leaves the field: Tab does as everywhere, so that the user is not trapped."""
        plain = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        return event.key() in _LEAVING and plain == Qt.KeyboardModifier.NoModifier

    def _press(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.left.emit()
        elif event.key() in _HELD:
            self._show(_held(event.modifiers()))
        elif event.key() not in (0, Qt.Key.Key_unknown):
            pressed = QKeySequence(event.keyCombination())
            key = pressed.toString(QKeySequence.SequenceFormat.PortableText)
            self._show(native_text(key))
            self.recorded.emit(key)

    def _show(self, text: str) -> None:
        self._text = text
        self.setAccessibleDescription(text)
        self.update()


def _held(modifiers: Qt.KeyboardModifier) -> str:
    """Return the modifiers held so far, for example “Ctrl+Shift+”."""
    with_letter = QKeySequence(int(modifiers.value) | Qt.Key.Key_A.value)
    return with_letter.toString(QKeySequence.SequenceFormat.NativeText).removesuffix("A")
