"""A strip of the last fourteen days: the height of a bar is how much was written, its shade is how long ago."""

from PySide6.QtCore import QDate, QLocale, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from notebrain.app.notes.home import Strip
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.home import Day, heights, ink
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_TALL, _AXIS, _GAP, _RADIUS, _LEAST = 48, 26, 6, 2, 2


class DayStrip(QWidget):
    """A bar for each day with its letter below; it is only a display and takes no focus."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._strip: Strip | None = None
        theme.follow(self._apply_theme)

    def show_days(self, strip: Strip | None) -> None:
        """Show these days."""
        self._strip = strip
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
        for number, (day, height) in enumerate(zip(days, heights(days), strict=True)):
            self._paint_bar(painter, number, len(days), height)
            self._paint_letter(painter, number, len(days), day)
        painter.end()

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
