"""The decay curve, with the half-life as a slider on its time axis and a dot for each hit."""

from collections.abc import Sequence
from math import log10

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSlider

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.search.ranking.scores import age_factor, recency
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

MOST_DAYS = 365
STEPS = 1_000
_SPAN = log10(1 + MOST_DAYS)
_LEFT, _RIGHT, _TOP, _CURVE, _GROOVE, _HEIGHT = 28, 8, 8, 60, 88, 116
_TICKS = (0, 7, 30, 90, 365)


def position_of(days: float) -> float:
    """Return the position of an age on the axis, from 0 (now) to 1 (a year or more)."""
    return min(1.0, log10(1 + max(0.0, days)) / _SPAN)


def days_at(position: float) -> int:
    """Return the whole days at a position on the axis, at least one."""
    return max(1, round(10 ** (position * _SPAN) - 1))


class DecayCurve(QSlider):
    """An invisible slider under a painted curve, which provides keyboard and screen reader support."""

    half_life_chosen = Signal(float)

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._floor = 0.9
        self._half_life = 30.0
        self._ages: list[tuple[float, bool]] = []
        # time runs from left to right in every script, and so do the keys and the pointer
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setRange(0, STEPS)
        self.setSingleStep(12)
        self.setPageStep(60)
        self.setAccessibleName(_("Half-life"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.valueChanged.connect(self._on_value)
        self.show_half_life(30.0)

    @property
    def half_life_days(self) -> float:
        """The half-life at the knob, in days."""
        return self._half_life

    def show_half_life(self, days: float) -> None:
        """Move the knob to this half-life without emitting a signal."""
        self._half_life = days
        blocked = self.blockSignals(True)
        self.setValue(round(position_of(days) * STEPS))
        self.blockSignals(blocked)
        self._describe()

    def show_floor(self, floor: float) -> None:
        """Draw the curve down to this minimum factor; 1 is no decay at all."""
        self._floor = floor
        self.setEnabled(floor < 1.0)
        self.update()

    def show_ages(self, ages: Sequence[tuple[float, bool]]) -> None:
        """Draw a dot for each age in days; the dot of the selected hit is filled."""
        self._ages = list(ages)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(336), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self._paint_axis(painter)
        self._paint_curve(painter)
        self._paint_dots(painter)
        self._paint_groove(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.setValue(round((event.position().x() - self._left) / self._width * STEPS))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons():
            self.mousePressEvent(event)

    @property
    def _left(self) -> float:
        return self._theme.px(_LEFT)

    @property
    def _width(self) -> float:
        return max(1, self.width() - self._left - self._theme.px(_RIGHT))

    @property
    def _least(self) -> float:
        """The value at the bottom of the curve: a third below the floor, so that the floor is visible."""
        room = 1.0 - self._floor
        return max(0.0, self._floor - room / 3) if room > 0 else 0.6

    def _x(self, days: float) -> float:
        return self._left + self._width * position_of(days)

    def _y(self, value: float) -> float:
        px = self._theme.px
        return px(_TOP) + px(_CURVE) * (1 - (value - self._least) / (1 - self._least))

    def _value(self, days: float) -> float:
        return age_factor(recency(days, half_life_days=self._half_life), floor=self._floor)

    def _paint_axis(self, painter: QPainter) -> None:
        theme, px = self._theme, self._theme.px
        painter.setFont(theme.font(Role.LABEL))
        painter.setPen(theme.tokens.color("muted"))
        names = (_("now"), _("7 days"), "30", "90", _("1 year"))
        for days, name in zip(_TICKS, names, strict=True):
            width = theme.fonts.width(Role.LABEL, name)
            left = self._x(days) - width / 2
            left = max(self._left, min(left, self._left + self._width - width))
            painter.drawText(QPointF(left, px(112)), name)
        for value in {1.0, self._floor}:
            places = 1 if round(value, 1) == round(value, 2) else 2
            room = QRectF(0, self._y(value) - px(8), self._left - px(8), px(16))
            painter.drawText(room, int(_MIDDLE_RIGHT), date_format.decimal(value, places))

    def _paint_curve(self, painter: QPainter) -> None:
        tokens = self._theme.tokens
        dashes = QPen(tokens.color("control"), 1, Qt.PenStyle.CustomDashLine)
        dashes.setDashPattern([2, 3])
        painter.setPen(dashes)
        floor = self._y(self._floor)
        painter.drawLine(QPointF(self._left, floor), QPointF(self._left + self._width, floor))
        knob = self._x(self._half_life)
        painter.drawLine(
            QPointF(knob, self._y(self._value(self._half_life))),
            QPointF(knob, self._theme.px(_GROOVE)),
        )
        path = QPainterPath(QPointF(self._left, self._y(self._value(0))))
        for step in range(1, 121):
            days = 10 ** (step / 120 * _SPAN) - 1
            path.lineTo(self._x(days), self._y(self._value(days)))
        area = QPainterPath(path)
        area.lineTo(self._left + self._width, self._y(self._least))
        area.lineTo(self._left, self._y(self._least))
        wash = QColor(tokens.color("accent"))
        wash.setAlphaF(0.09)
        painter.fillPath(area, wash)
        painter.strokePath(path, QPen(tokens.color("accent"), 1.5))

    def _paint_dots(self, painter: QPainter) -> None:
        tokens = self._theme.tokens
        painter.setPen(QPen(tokens.color("accent"), 1.5))
        for days, chosen in sorted(self._ages, key=lambda age: age[1]):
            painter.setBrush(tokens.color("accent" if chosen else "list"))
            radius = self._theme.px(5) if chosen else self._theme.px(3.5)
            painter.drawEllipse(QPointF(self._x(days), self._y(self._value(days))), radius, radius)

    def _paint_groove(self, painter: QPainter) -> None:
        tokens, px = self._theme.tokens, self._theme.px
        low, knob = px(_GROOVE), self._x(self._half_life)
        on = self.isEnabled()
        for end, ink in ((self._left + self._width, "track"), (knob, "accent")):
            if ink == "accent" and not on:
                continue
            pen = QPen(tokens.color(ink), px(4))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(self._left + 2, low), QPointF(end, low))
        if self.hasFocus():
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(knob, low), px(10), px(10))
        painter.setPen(QPen(tokens.color("accent" if on else "faint"), 2))
        painter.setBrush(tokens.color("surface"))
        painter.drawEllipse(QPointF(knob, low), px(7), px(7))

    def _on_value(self, value: int) -> None:
        self._half_life = float(days_at(value / STEPS))
        self._describe()
        self.half_life_chosen.emit(self._half_life)

    def _describe(self) -> None:
        days = round(self._half_life)
        self.setAccessibleDescription(ngettext("{n} day", "{n} days", days).format(n=days))
        self.update()


_MIDDLE_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
