"""A strip of the last fourteen days: the height of a bar is how much was written, its shade is how long ago."""

from collections.abc import Sequence

from PySide6.QtCore import QDate, QEvent, QLocale, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from notebrain.app.notes.home import Strip
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.home import Day, heights, ink
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_TALL, _AXIS, _GAP, _RADIUS, _LEAST = 48, 26, 6, 2, 2


class DayStrip(QWidget):
    """A bar for each day with its letter below; a click, or the arrow keys and Enter, choose a day with notes."""

    chosen = Signal(object)
    """The user wants to see the notes of this `date`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._strip: Strip | None = None
        self._current = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        theme.follow(self._apply_theme)

    def show_days(self, strip: Strip | None) -> None:
        """Show these days."""
        self._strip = strip
        if strip is None or not 0 <= self._current < len(strip.days):
            self._current = -1
        if strip is not None:
            self.setAccessibleName(
                ngettext(
                    "{n} note in the last {days} days",
                    "{n} notes in the last {days} days",
                    strip.notes,
                ).format(n=date_format.number(strip.notes), days=len(strip.days))
            )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._strip is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        days = self._strip.days
        if 0 <= self._current < len(days):
            self._paint_current(painter, self._column(self._current, len(days)))
        for number, (day, height) in enumerate(zip(days, heights(days), strict=True)):
            self._paint_bar(painter, number, len(days), height)
            self._paint_letter(painter, number, len(days), day)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._number_at(event.pos().x())
            QToolTip.showText(event.globalPos(), self._day_text(number), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go(self._number_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.hasFocus():
            self._go(-1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self._choose(self._number_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = Qt.Key.Key_Right if self.isRightToLeft() else Qt.Key.Key_Left
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            by = -1 if event.key() == before else 1
            self._go(max(0, min(self._current + by, len(self._days) - 1)))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self._current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._current < 0:
            self._go(len(self._days) - 1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._go(-1)

    @property
    def _days(self) -> Sequence[Day]:
        return self._strip.days if self._strip is not None else ()

    def _number_at(self, x: float) -> int:
        """Return the number of the day at a place, with half of the gaps beside it."""
        count = len(self._days)
        number = int(x / self.width() * count) if self.width() else 0
        number = max(0, min(number, count - 1))
        return count - 1 - number if self.isRightToLeft() else number

    def _day_text(self, number: int) -> str:
        if not 0 <= number < len(self._days):
            return ""
        day = self._days[number]
        notes = ngettext("{n} note", "{n} notes", day.notes)
        notes = notes.format(n=date_format.number(day.notes))
        return f"{date_format.weekday(day.date)}: {notes}"

    def _go(self, number: int) -> None:
        """Show which day a click or Enter would choose, and tell a screen reader."""
        if number == self._current:
            return
        self._current = number
        notes = 0 <= number < len(self._days) and self._days[number].notes
        pointing = Qt.CursorShape.PointingHandCursor if notes else Qt.CursorShape.ArrowCursor
        self.setCursor(pointing)
        self.setAccessibleDescription(self._day_text(number))
        self.update()

    def _choose(self, number: int) -> None:
        if 0 <= number < len(self._days) and self._days[number].notes:
            self.chosen.emit(self._days[number].date)

    def _paint_current(self, painter: QPainter, column: QRectF) -> None:
        theme = self._theme
        half = theme.px(_GAP) / 2
        ground = column.adjusted(1 - half, 1, half - 1, theme.px(_AXIS) - 2)
        focused = self.hasFocus()
        pen = QPen(theme.tokens.color("focus"), 2) if focused else QPen(Qt.PenStyle.NoPen)
        painter.setPen(pen)
        painter.setBrush(theme.tokens.color("hover"))
        painter.drawRoundedRect(ground, theme.px(4), theme.px(4))

    def _column(self, number: int, count: int) -> QRectF:
        gap = self._theme.px(_GAP)
        width = (self.width() - gap * (count - 1)) / count
        place = count - 1 - number if self.isRightToLeft() else number
        return QRectF(place * (width + gap), 0, width, self._theme.px(_TALL))

    def _paint_bar(self, painter: QPainter, number: int, count: int, height: float) -> None:
        theme, column = self._theme, self._column(number, count)
        high = max(float(_LEAST), column.height() * height) if height else float(_LEAST)
        bar = QRectF(column.left(), column.bottom() - high, column.width(), high)
        color = QColor(theme.tokens.color("accent" if height else "border"))
        if height:
            color.setAlphaF(0.25 + 0.75 * ink(count - 1 - number))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRoundedRect(bar, theme.px(_RADIUS), theme.px(_RADIUS))

    def _paint_letter(self, painter: QPainter, number: int, count: int, day: Day) -> None:
        theme, column = self._theme, self._column(number, count)
        today = number == count - 1
        painter.setFont(theme.font(Role.CAP if today else Role.LABEL))
        painter.setPen(theme.tokens.color("text" if today else "muted"))
        line = QRect(
            round(column.left()),
            theme.px(_TALL + 6),
            round(column.width()),
            theme.px(_AXIS - 6),
        )
        weekday = QDate(day.date.year, day.date.month, day.date.day).dayOfWeek()
        letter = QLocale().standaloneDayName(weekday, QLocale.FormatType.NarrowFormat)
        painter.drawText(line, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, letter)

    def _apply_theme(self) -> None:
        self.setFixedHeight(self._theme.px(_TALL + _AXIS))
        self.update()


def words(strip: Strip) -> str:
    """Return a summary of the days."""
    notes = ngettext("{n} note", "{n} notes", strip.notes).format(n=date_format.number(strip.notes))
    if not strip.edited:
        return notes
    return _("{notes}, {n} edited").format(notes=notes, n=date_format.number(strip.edited))
