"""Five dots that say and set how important a note is."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSlider, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import DEFAULT_IMPORTANCE
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.mirrored import Mirrored

_MOST = 5
_DOT, _GAP = 5, 3
_ROOM = 8


class ImportanceDots(QSlider):
    """A slider from 1 to 5 painted as dots: keys and screen readers come with it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setRange(1, _MOST)
        self.setPageStep(1)
        self.setValue(DEFAULT_IMPORTANCE)
        self.setAccessibleName(_("Importance"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.valueChanged.connect(self._name)
        theme.changed.connect(self.updateGeometry)
        self._mixed = False
        self._name()

    def show_importance(self, importance: int | None) -> None:
        """Show this, telling nobody; None shows that it differs between several notes."""
        self._mixed = importance is None
        blocked = self.blockSignals(True)
        self.setValue(DEFAULT_IMPORTANCE if importance is None else importance)
        self.blockSignals(blocked)
        self._name()
        self.update()

    def sizeHint(self) -> QSize:
        px = self._theme.px
        width = _MOST * px(_DOT) + (_MOST - 1) * px(_GAP) + 2 * px(_ROOM)
        return QSize(width, self._theme.metrics.button)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        px, tokens = self._theme.px, self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 4, -1, -4), px(5), px(5))
        painter.setPen(Qt.PenStyle.NoPen)
        top = (self.height() - px(_DOT)) / 2
        seen = Mirrored(self.layoutDirection(), self.rect())
        for number in range(_MOST):
            lit = number < self.value() and not self._mixed
            painter.setBrush(tokens.color("accent" if lit else "field"))
            left = px(_ROOM) + number * (px(_DOT) + px(_GAP))
            painter.drawEllipse(seen.exact(QRectF(left, top, px(_DOT), px(_DOT))))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        px = self._theme.px
        step = px(_DOT) + px(_GAP)
        x = Mirrored(self.layoutDirection(), self.rect()).x(event.position().x())
        number = int((x - px(_ROOM) + px(_GAP) / 2) // step) + 1
        number = max(1, min(_MOST, number))
        if self._mixed and number == self.value():
            self.valueChanged.emit(number)  # the same as now for some of the notes only
        self.setValue(number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def _name(self) -> None:
        text = _("Importance {n} of 5").format(n=self.value())
        self.setToolTip(_("Different importance") if self._mixed else text)
