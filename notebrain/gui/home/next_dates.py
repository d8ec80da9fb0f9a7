"""The dates to come that are written in notes."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from notebrain.app.notes.home import DatedLine
from notebrain.domain.i18n import _
from notebrain.domain.markdown.plain_text import plain
from notebrain.gui.core import date_format
from notebrain.gui.home.section import Section, small
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import TitleButton


class UpcomingSection(Section):
    """Shows each line that names a day to come, with the day; a click opens its note."""

    opened = Signal(str)

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__(theme, _("Coming up"))
        self._now = now
        self._shown: Sequence[DatedLine] = ()
        self._day = date.min
        self.lines: list[TitleButton] = []
        self._rows = QWidget()
        self.column.addSpacing(theme.px(8))
        self.column.addWidget(self._rows)
        theme.changed.connect(self._apply_theme_to_lines)

    def show_dates(self, dates: Sequence[DatedLine]) -> None:
        """Show these days; hide the section if there are none."""
        self.setVisible(bool(dates))
        today = self._now().astimezone().date()
        if (dates, today) == (self._shown, self._day):
            return
        self._shown, self._day = dates, today
        before, self._rows = self._rows, QWidget()
        grid = QGridLayout(self._rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        self.lines = []
        for number, dated in enumerate(dates):
            grid.addWidget(small(self._theme, _day_text(dated.day, today)), number, 0)
            # aligned: otherwise the shortest line would set the width of all
            grid.addWidget(self._line(dated), number, 1, Qt.AlignmentFlag.AlignLeft)
        self._apply_theme_to_lines()
        self.column.replaceWidget(before, self._rows)
        before.hide()
        before.deleteLater()

    def _line(self, dated: DatedLine) -> TitleButton:
        words, _spans = plain(dated.line, ())
        button = TitleButton(ink="text")
        button.set_title(words or dated.line)
        button.setToolTip(dated.title or _("Untitled"))
        button.clicked.connect(lambda: self.opened.emit(dated.note_id))
        self.lines.append(button)
        return button

    def _apply_theme_to_lines(self) -> None:
        grid = self._rows.layout()
        if isinstance(grid, QGridLayout):
            grid.setHorizontalSpacing(self._theme.px(12))
            grid.setVerticalSpacing(self._theme.px(2))
        for line in self.lines:
            line.setFont(self._theme.font(Role.BODY))


def _day_text(day: date, today: date) -> str:
    if day == today:
        return _("Today")
    if day == today + timedelta(days=1):
        return _("Tomorrow")
    return date_format.plain_day(day)
