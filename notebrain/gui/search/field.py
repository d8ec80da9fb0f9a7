"""The search field: an icon, the query, and the key that leaves the page."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QKeyCombination, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.search.suggestions import completion
from notebrain.domain.text.pieces import units_of
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, KeyCap
from notebrain.gui.widgets.labels import IconLabel

_COMPLETING = (Qt.Key.Key_Tab, Qt.Key.Key_Right, Qt.Key.Key_End)
_PIN = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_D)


class QueryEdit(QLineEdit):
    """The text of the query; passes on the keys that belong to the list."""

    moved = Signal(int)
    entered = Signal()
    entered_beside = Signal()
    left = Signal()
    pin_requested = Signal()
    focus_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._texts: Sequence[str] = ()
        self.cursorPositionChanged.connect(self.update)

    @property
    def ghost(self) -> str:
        """The completion offered after the caret, accepted with Tab or the right arrow key."""
        text = self.text()
        at_end = (
            self.hasFocus() and self.isLeftToRight() and self.cursorPosition() == units_of(text)
        )
        return completion(text, self._texts) if at_end else ""

    def complete_with(self, texts: Sequence[str]) -> None:
        """Offer to complete these texts from now on."""
        self._texts = texts
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        ghost = self.ghost
        if not ghost:
            return
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self._theme.tokens.color("muted"))
        caret = self.cursorRect()
        room = self.rect().adjusted(caret.center().x() + 1, 0, 0, 0)
        room.setTop(caret.top())
        room.setHeight(caret.height())
        text = self.fontMetrics().elidedText(ghost, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _COMPLETING and not event.modifiers() and (ghost := self.ghost):
            self.insert(ghost)
            return
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: 5,
            Qt.Key.Key_PageUp: -5,
        }
        if event.key() in steps:
            self.moved.emit(steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            beside = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.entered_beside if beside else self.entered).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.keyCombination() == _PIN:
            self.pin_requested.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.focus_changed.emit()
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Tab
            and self.ghost
        ):
            # otherwise Tab would leave the field before any handler saw it
            self.keyPressEvent(event)
            return True
        return super().event(event)


class SearchField(QWidget):
    """The search field with its frame: 40 px high, with a ring while it has the focus."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.edit = QueryEdit(theme)
        self.edit.setProperty("bare", True)
        self.edit.setAccessibleName(_("Search"))
        self.edit.setPlaceholderText(_("Search by words and by meaning"))
        self.edit.focus_changed.connect(self.update)
        self._row = QHBoxLayout(self)
        self._row.addWidget(IconLabel(theme, "search", "muted", size=16))
        self._row.addWidget(self.edit, 1)
        self.star = IconButton(theme, "star", _("Save this search"))
        self.star.setCheckable(True)
        self.star.hide()
        self.ranking = IconButton(theme, "sliders-horizontal", _("Ranking"))
        self.ranking.setCheckable(True)
        self.preview = IconButton(theme, "file-text", _("Preview"))
        self.preview.setCheckable(True)
        self.preview.hide()
        self._row.addWidget(self.star)
        self._row.addWidget(self.preview)
        self._row.addWidget(self.ranking)
        self._row.addWidget(KeyCap(theme, "Esc"), 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFocusProxy(self.edit)
        theme.follow(self._apply_theme)

    def show_saved(self, *, offered: bool, saved: bool) -> None:
        """Offer to save the query, or show that it is saved."""
        self.star.setVisible(offered)
        self.star.setChecked(saved)
        name = _("Search saved; click to remove it") if saved else _("Save this search")
        self.star.setToolTip(name)
        self.star.setAccessibleName(name)
        self.star.set_ink("accent" if saved else "text2")

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

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.setFixedHeight(self._theme.metrics.search_field)
        self._row.setContentsMargins(px(12), 0, px(10), 0)
        self._row.setSpacing(px(8))
        self.edit.setFont(self._theme.font(Role.FIELD))
