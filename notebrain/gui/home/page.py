"""The Home page: a date, a field, and two columns."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from notebrain.app.notes.home import Overview
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.home.activity_strip import DayStrip, words
from notebrain.gui.home.capture_field import CaptureField
from notebrain.gui.home.next_dates import UpcomingSection
from notebrain.gui.home.recent_notes import RecentList
from notebrain.gui.home.review_section import ReviewSection
from notebrain.gui.home.section import Resurfaced, Section, small
from notebrain.gui.home.tasks import TaskList
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.restyler import lay_out
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FlowLayout

_MARGIN, _SMALL_MARGIN, _TOP, _BETWEEN = 56, 32, 40, 56
_LEFT_WIDTH, _RIGHT_WIDTH, _RIGHT_LEAST = 560, 336, 260
_ABREAST = 640
"""The minimum width at which the columns are side by side."""


class HomePage(QFrame):
    """Shows the given data, and emits signals for the user's actions."""

    submitted = Signal(str, bool)
    opened = Signal(str)
    all_requested = Signal()
    ticked = Signal(object)
    another_requested = Signal()
    never_requested = Signal(str)
    tour_end_requested = Signal()
    review_requested = Signal()
    day_requested = Signal(object)
    """Show the notes written on this `date`."""
    left = Signal()

    def __init__(self, theme: Theme, now: Callable[[], datetime], *, new_key: str = "") -> None:
        super().__init__()
        self.setObjectName("home")
        self.setAccessibleName(_("Home"))
        self._theme = theme
        self._now = now
        self.date = Label(theme, role=Role.PAGE)
        self.field = CaptureField(theme, new_key)
        self.tour = _Tour(theme)
        self.nothing = small(theme, _("What you write appears here, newest first."), "text2")
        self.all_button = text_button("")
        self.recent = RecentList(theme, now)
        self.recents = Section(theme, _("Recent"), self.all_button)
        self.recents.column.addWidget(self.recent)
        self.tasks = TaskList(theme)
        self.to_do = Section(theme, _("To do"))
        self.to_do.column.addWidget(self.tasks)
        self.upcoming = UpcomingSection(theme, now)
        self.resurfaced = Resurfaced(theme)
        self.strip = DayStrip(theme)
        self.strip_words = small(theme)
        self.days = Section(theme, _("Last 14 days"), self.strip_words)
        self.days.column.addSpacing(theme.px(16))
        self.days.column.addWidget(self.strip)
        self.review = ReviewSection(theme)
        self._fill()
        self._connect()
        self._apply_theme()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def show_overview(self, overview: Overview) -> None:
        """Show the notes in their current state."""
        now = self._now()
        self.date.setText(date_format.today(now))
        self.recent.show_rows(overview.recent)
        self.recents.setVisible(overview.total > 0)
        self.nothing.setVisible(overview.total == 0)
        everything = ngettext("All {n} notes", "All {n} notes", overview.total)
        self.all_button.setText(everything.format(n=date_format.number(overview.total)))
        self.all_button.setVisible(overview.total > len(overview.recent))
        self.tasks.show_tasks(overview.tasks)
        self.to_do.setVisible(bool(overview.tasks))
        self.resurfaced.show_note(overview.resurfaced, now)
        self.days.setVisible(overview.strip is not None)
        self.strip.show_days(overview.strip)
        if overview.strip is not None:
            self.strip_words.setText(words(overview.strip))
        lay_out([self])

    def show_tour(self, shown: bool) -> None:
        """Show whether there are welcome notes."""
        self.tour.setVisible(shown)

    def enter(self, _typing: bool) -> None:
        """Take the keyboard focus."""
        self.field.edit.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _fill(self) -> None:
        self._left, self._right = QWidget(), QWidget()
        for column, parts in (
            (self._left, (self.recents, self.nothing)),
            (self._right, (self.review, self.upcoming, self.to_do, self.resurfaced, self.days)),
        ):
            lines = QVBoxLayout(column)
            lines.setContentsMargins(0, 0, 0, 0)
            lines.setSpacing(self._theme.px(24))
            for part in parts:
                lines.addWidget(part)
                part.hide()
            lines.addStretch(1)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.addWidget(self._left, _LEFT_WIDTH)
        self._columns.addWidget(self._right, _RIGHT_WIDTH)
        self._inner = QWidget()
        whole = QVBoxLayout(self._inner)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        for widget, after in ((self.date, 16), (self.field, 8), (self.tour, 20)):
            whole.addWidget(widget)
            whole.addSpacing(self._theme.px(after))
        whole.addLayout(self._columns)
        whole.addStretch(1)
        self.tour.hide()
        self._ground = QWidget()
        self._around = QVBoxLayout(self._ground)
        self._around.addWidget(self._inner)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._ground)
        self._scroll.viewport().setAutoFillBackground(False)
        self._ground.setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroll)

    def _connect(self) -> None:
        self.field.submitted.connect(self.submitted)
        self.recent.opened.connect(self.opened)
        self.all_button.clicked.connect(self.all_requested)
        self.tasks.ticked.connect(self.ticked)
        self.tasks.opened.connect(self.opened)
        self.upcoming.opened.connect(self.opened)
        self.resurfaced.opened.connect(self.opened)
        self.resurfaced.another_requested.connect(self.another_requested)
        self.resurfaced.never_requested.connect(self.never_requested)
        self.strip.chosen.connect(self.day_requested)
        self.tour.remove.clicked.connect(self.tour_end_requested)
        self.review.requested.connect(self.review_requested)
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        self.date.setFixedHeight(self._theme.fonts.line(Role.PAGE))
        self._arrange()

    def _arrange(self) -> None:
        """Place the columns side by side or below each other, depending on the width."""
        px = self._theme.px
        margin = px(_MARGIN if self.width() >= px(_ABREAST + 2 * _MARGIN) else _SMALL_MARGIN)
        widest = px(_LEFT_WIDTH + _BETWEEN + _RIGHT_WIDTH)
        room = min(widest, max(1, self.width() - 2 * margin))
        self._around.setContentsMargins(margin, px(_TOP), margin, px(32))
        self._inner.setMaximumWidth(widest)
        abreast = room >= px(_ABREAST)
        direction = QBoxLayout.Direction
        self._columns.setDirection(direction.LeftToRight if abreast else direction.TopToBottom)
        self._columns.setSpacing(
            px(min(_BETWEEN, max(32, round(room / self._theme.scale) // 16))) if abreast else px(24)
        )
        right = max(
            px(_RIGHT_LEAST), round(room * _RIGHT_WIDTH / (_LEFT_WIDTH + _BETWEEN + _RIGHT_WIDTH))
        )
        self._right.setFixedWidth(right) if abreast else self._right.setMaximumWidth(widest)
        if not abreast:
            self._right.setMinimumWidth(0)


class _Tour(QWidget):
    """Says that the first notes are there to be tried out and thrown away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.remove = text_button(_("Remove the welcome notes"))
        self.remove.setProperty("small", True)
        row = FlowLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(6))
        row.addWidget(small(theme, _("These notes show you around."), "text2"))
        row.addWidget(self.remove)
        self._theme = theme
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        self.remove.setFont(self._theme.font(Role.SMALL_MEDIUM))
