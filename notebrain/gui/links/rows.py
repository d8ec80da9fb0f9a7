"""The rows and section headings of the links pane."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.mentions import Excerpt
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import ElidedLabel, Label

_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class LinkRow(QFrame):
    """Shows where a link is or points to; a click opens it, and there may be a button for one action."""

    opened = Signal()
    opened_beside = Signal()
    acted = Signal()
    moved = Signal(int)
    """The user moves the focus down by this many rows."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        excerpt: Excerpt | None,
        *,
        act: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._excerpt = excerpt
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.title = ElidedLabel(theme, title, role=Role.TITLE)
        self.excerpt = Label(theme, role=Role.SMALL, ink="text2", parent=self)
        self.excerpt.setWordWrap(True)
        self.excerpt.setTextFormat(Qt.TextFormat.RichText)
        self.excerpt.setVisible(excerpt is not None)
        self.act = text_button(act, parent=self)
        self.act.setVisible(bool(act))
        self.act.setProperty("small", True)
        self.act.setAccessibleName(f"{act}: {title}" if act else "")
        self.act.clicked.connect(self.acted)
        text = excerpt.text if excerpt else ""
        self.setAccessibleName(f"{title}. {text}" if text else title)
        self.setToolTip(_("Open") if excerpt else "")
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.act)
        self._column = QVBoxLayout(self)
        self._column.addLayout(head)
        self._column.addWidget(self.excerpt)
        theme.follow(self._apply_theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPENING:
            beside = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.opened_beside if beside else self.opened).emit()
        elif event.key() == Qt.Key.Key_Down:
            self.moved.emit(1)
        elif event.key() == Qt.Key.Key_Up:
            self.moved.emit(-1)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self.rect().contains(event.position().toPoint()):
            return
        if event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit()
        elif event.button() == Qt.MouseButton.MiddleButton:
            self.opened_beside.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.hasFocus() and not self.underMouse():
            return
        tokens, px = self._theme.tokens, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("hover"))
        painter.drawRoundedRect(self.rect(), px(7), px(7))
        if self.hasFocus():
            pen = painter.pen()
            pen.setStyle(Qt.PenStyle.SolidLine)
            pen.setColor(tokens.color("focus"))
            pen.setWidth(2)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), px(7), px(7))
        painter.end()

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(10), px(7), px(8), px(8))
        self._column.setSpacing(px(2))
        self.act.setFont(self._theme.font(Role.SMALL_MEDIUM))
        if self._excerpt is not None:
            self.excerpt.setText(_emphasised(self._excerpt, self._theme.tokens.accent))


def _emphasised(excerpt: Excerpt, ink: str) -> str:
    """Return an excerpt as rich text for a label, escaped except for our own markup."""
    mark = f"<span style='color:{ink}; font-weight:600'>{escape(excerpt.mark)}</span>"
    return f"{escape(excerpt.before)}{mark}{escape(excerpt.after)}"


FIRST_SHOWN = 25


class LinkSection(QWidget):
    """Shows a heading with the number of its rows; hidden while there are none."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[LinkRow] = []
        self.title = Label(theme, title, role=Role.SMALL_STRONG, ink="muted")
        self.count = Label(theme, role=Role.NUMBER, ink="muted")
        self.more = text_button(_("Show all"), parent=self)
        self.more.clicked.connect(self._show_all)
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        self._head.addWidget(self.count)
        self._list = QVBoxLayout()
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addLayout(self._list)
        self._column.addWidget(self.more, alignment=Qt.AlignmentFlag.AlignLeft)
        theme.follow(self._apply_theme)
        self.show_rows(())

    def show_rows(self, rows: Sequence[LinkRow]) -> None:
        """Show these rows instead of the previous ones."""
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = list(rows)
        for number, row in enumerate(self.rows):
            self._list.addWidget(row)
            row.setVisible(number < FIRST_SHOWN)
        self.more.setVisible(len(self.rows) > FIRST_SHOWN)
        self.count.setText(date_format.number(len(self.rows)))
        self.setVisible(bool(self.rows))

    def _show_all(self) -> None:
        for row in self.rows:
            row.show()
        self.more.hide()
        self.rows[FIRST_SHOWN].setFocus()

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(12), 0, 0)
        self._column.setSpacing(px(2))
        self._list.setSpacing(px(1))
        self._head.setContentsMargins(px(10), 0, px(10), 0)
