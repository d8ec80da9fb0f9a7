"""A field that offers a list to choose from."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QListView, QSizePolicy, QWidget

from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_PAD, _RADIUS, _WIDTH = 10, 6, 190


class Choice(QComboBox):
    """Chooses one of several named values."""

    chosen = Signal(object)
    """The user chose this value."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setView(QListView())
        self.view().setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(self._on_activated)
        theme.follow(self._apply_theme)

    def offer(self, values: Sequence[tuple[object, str]]) -> None:
        """Offer these values by their names, and keep the current one selected."""
        shown = self.currentData()
        self.clear()
        for value, text in values:
            self.addItem(text, value)
        self.show_value(shown)

    def show_value(self, value: object) -> None:
        """Show this value, if it is in the list."""
        row = self.findData(value)
        if row >= 0:
            self.setCurrentIndex(row)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(_WIDTH), self._theme.px(30))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(100), self._theme.px(30))

    def wheelEvent(self, e: QWheelEvent) -> None:
        e.ignore()  # scrolls the page under the pointer; nobody means to choose by it

    def paintEvent(self, e: QPaintEvent) -> None:
        tokens, px = self._theme.tokens, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        thick = 2 if self.hasFocus() else 1
        half = thick / 2
        painter.setPen(QPen(tokens.color("focus" if self.hasFocus() else "field"), thick))
        painter.setBrush(tokens.color("hover" if self.underMouse() else "button"))
        frame = self.rect().toRectF().adjusted(half, half, -half, -half)
        painter.drawRoundedRect(frame, px(_RADIUS), px(_RADIUS))
        side = self._theme.metrics.small_icon
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = px(_PAD) if mirrored else self.width() - px(_PAD) - side
        corner = QRect(left, (self.height() - side) // 2, side, side)
        icons.draw(painter, "chevron-down", tokens.muted, corner)
        ends = (side + 2 * px(_PAD), px(_PAD))
        start, end = ends if mirrored else ends[::-1]
        room = self.rect().adjusted(start, 0, -end, 0)
        painter.setPen(tokens.color("text" if self.isEnabled() else "faint"))
        painter.setFont(self._theme.font(Role.BODY))
        text = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room.width()
        )
        lead = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, int(lead | Qt.AlignmentFlag.AlignVCenter), text)
        painter.end()

    def _on_activated(self, row: int) -> None:
        self.chosen.emit(self.itemData(row))

    def _apply_theme(self) -> None:
        self.setFont(self._theme.font(Role.BODY))
        self.updateGeometry()
