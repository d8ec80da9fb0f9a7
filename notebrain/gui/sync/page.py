"""The sync page: the status, the costs, what was sent from this computer, and the recent rounds."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.sync.compare import Verification
from notebrain.app.sync.overview import SyncOverview
from notebrain.app.sync.state_texts import state_text
from notebrain.app.sync.texts import (
    computer_lines,
    renewal_text,
    waiting_titles_text,
)
from notebrain.domain.embedding.usage import Coverage, RemoteNumbers
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.account.budget_meter import BudgetMeter
from notebrain.gui.core import date_format
from notebrain.gui.sync.compare import ComparisonResult
from notebrain.gui.sync.confirm_deletions import DeletionQuestion
from notebrain.gui.sync.files import FilesPart
from notebrain.gui.sync.logs import Failures, HeldChanges, LeftNotes, RemoteOnlyNotes, Runs
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import paint_kind, push_button
from notebrain.gui.widgets.labels import IconLabel, Label, QuotedLabel
from notebrain.gui.widgets.layouts import FlowLayout

_WIDTH = 720
ICONS = {
    SyncState.OFF: ("cloud-off", "muted"),
    SyncState.WORKING: ("refresh-cw", "muted"),
    SyncState.IDLE: ("cloud", "success"),
    SyncState.WAITING: ("cloud-off", "warning"),
    SyncState.NEEDS_YOU: ("circle-alert", "danger"),
    SyncState.ASKS_DELETION: ("triangle-alert", "warning"),
    SyncState.PAUSED: ("pause", "warning"),
    SyncState.ELSEWHERE: ("cloud", "muted"),
}


class SyncPage(QFrame):
    """Shows the status, and emits signals for what the user requests; Esc leaves the page."""

    sync_requested = Signal()
    pause_requested = Signal(bool)
    """Pause or resume."""
    account_requested = Signal()
    answered = Signal(bool)
    """Whether to delete the notes here that another computer deleted."""
    retry_requested = Signal()
    compare_requested = Signal(bool)
    """Compare the account with this computer; True repairs the differences, too."""
    note_requested = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("search")
        self._theme = theme
        self._paused = False
        self._can_compare = True
        self.title = Label(theme, _("Sync"), role=Role.PAGE)
        self._icon = IconLabel(theme, *ICONS[SyncState.OFF])
        self.state = Label(theme, role=Role.TITLE)
        self.state.setWordWrap(True)
        self.reason = QuotedLabel(theme, ink="text2")
        self.waiting = QuotedLabel(theme, ink="text2")
        self.files = FilesPart(theme)
        self._waiting, self._titles = 0, tuple[str, ...]()
        self.clock = Label(theme, ink="warning")
        self.clock.setWordWrap(True)
        self.last = Label(theme, role=Role.SMALL, ink="muted")
        self.now = push_button(_("Sync now"), "go")
        self.pause = push_button(_("Pause"))
        self.account = push_button(_("Account…"))
        self.compare = push_button(_("Compare with the account…"))
        self._leading = self.now
        self.deletions = DeletionQuestion(theme)
        self.failures = Failures(theme)
        self.aside = HeldChanges(theme)
        self.kept = RemoteOnlyNotes(theme)
        self.meter = BudgetMeter(theme)
        self.coverage = Label(theme, ink="text2")
        self.coverage.setWordWrap(True)
        self.computers = QuotedLabel(theme, ink="text2")
        self.notes = LeftNotes(theme)
        self.runs = Runs(theme)
        self.comparing = ComparisonResult(theme)
        self._column = QVBoxLayout()
        self._fill()
        self._connect()
        theme.follow(self._apply_theme)
        self.show_status(SyncProgress(SyncState.OFF))

    def show_status(self, progress: SyncProgress, reached: str = "") -> None:
        """Show the sync status.

        Args:
            reached: The time at which the account last answered.
        """
        off = progress.state is SyncState.OFF
        self._paused = progress.state is SyncState.PAUSED
        self._icon.set_icon(*_icon(progress))
        self._waiting = progress.waiting
        self._show_waiting()
        self.state.setText(state_text(progress, reached))
        renewal = "" if progress.renewal is None else renewal_text(progress.renewal)
        self.reason.setText(progress.reason or renewal)
        self.reason.setVisible(bool(self.reason.text()))
        self.files.show_progress(progress)
        self._files.setVisible(self.files.has_something)
        self.clock.setText(progress.clock or "")
        self.clock.setVisible(bool(progress.clock))
        last = progress.last_success
        self.last.setText(
            _("Last change synced: {when}").format(when=date_format.full(last)) if last else ""
        )
        self.last.setVisible(last is not None)
        self.now.setVisible(not off)
        self.now.setEnabled(progress.state is not SyncState.WORKING and not self._paused)
        self.pause.setVisible(not off)
        self.pause.setText(_("Resume") if self._paused else _("Pause"))
        self.deletions.ask(progress.asks)
        self._leading = self._leading_for(progress)
        self.compare.setVisible(not off)
        self._can_compare = progress.state not in (SyncState.PAUSED, SyncState.ELSEWHERE)
        self._let_compare()

    def begin_comparing(self, *, repair: bool) -> None:
        """Show that the account is being compared with this computer, or repaired."""
        self.comparing.begin(repair=repair)
        self._let_compare()

    def show_compared(self, found: Verification | NoteBrainError) -> None:
        """Show the result of the comparison, or why it failed."""
        if isinstance(found, NoteBrainError):
            self.comparing.show_failed(found)
        else:
            self.comparing.show_found(found)
        self._let_compare()

    def show_overview(self, overview: SyncOverview) -> None:
        """Show what is known about the account."""
        self._titles = tuple(overview.waiting)
        self._show_waiting()
        self.deletions.show_going(overview.going, overview.removing)
        self.computers.setText("\n".join(computer_lines(overview.computers, date_format.full)))
        self._known.setVisible(bool(overview.computers))
        self.failures.show_failures(overview.failures)
        self.aside.show_aside(overview.aside)
        self.kept.show_kept(overview.kept)
        self.notes.show_left(overview)
        self.runs.show_runs(overview.runs)

    def show_numbers(self, numbers: RemoteNumbers | None) -> None:
        """Show the cost and the progress of embedding; None if there is no account."""
        self._budget.setVisible(numbers is not None)
        if numbers is not None:
            self.meter.show_numbers(numbers)
            self.coverage.setText("\n".join(_coverage(numbers.coverage)))

    def enter(self, _typing: bool) -> None:
        """Take the focus."""
        wanted = (self._leading, self.now, self.account)
        next(
            button for button in wanted if button.isVisibleTo(self) and button.isEnabled()
        ).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def _show_waiting(self) -> None:
        self.waiting.setText(waiting_titles_text(self._titles, self._waiting))
        self.waiting.setVisible(bool(self.waiting.text()))

    def _leading_for(self, progress: SyncProgress) -> QPushButton:
        if progress.asks:
            return self.deletions.keep
        if progress.lost:
            return self.compare
        return self.account if progress.state is SyncState.NEEDS_YOU else self.now

    def _let_compare(self) -> None:
        self.compare.setEnabled(self._can_compare and not self.comparing.under_way)
        # only one filled button at a time: the one that leads on
        leading = None if self.comparing.offers_repair else self._leading
        for button in (self.now, self.account, self.compare):
            paint_kind(button, "go" if button is leading else "")

    def close_comparing(self) -> None:
        """Hide the comparison."""
        self.comparing.hide()
        self._let_compare()
        self.compare.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self) -> None:
        self._state_line = QHBoxLayout()
        self._state_line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._state_line.addWidget(self.state, 1)
        self._acts = FlowLayout()
        for button in (self.now, self.pause, self.account, self.compare):
            self._acts.addWidget(button)
        self._column.addWidget(self.title)
        self._column.addLayout(self._state_line)
        self._column.addWidget(self.reason)
        self._column.addWidget(self.waiting)
        self._column.addWidget(self.clock)
        self._column.addWidget(self.last)
        self._column.addLayout(self._acts)
        self._column.addWidget(self.comparing)
        self._files = self._section(self._column, _("Files"), self.files)
        self._column.addWidget(self.deletions)
        self._column.addWidget(self.failures)
        self._column.addWidget(self.aside)
        self._column.addWidget(self.kept)
        self._budget = QWidget()
        budget = QVBoxLayout(self._budget)
        budget.setContentsMargins(0, 0, 0, 0)
        self._section(budget, _("Budget today"), self.meter)
        self._section(budget, _("Searchable by meaning"), self.coverage)
        self._column.addWidget(self._budget)
        self._known = self._section(self._column, _("Computers"), self.computers)
        self._known.hide()
        self._section(self._column, _("What has left this computer"), self.notes)
        self._section(self._column, _("Recent syncs"), self.runs)
        self._column.addStretch(1)
        self._content = QWidget()
        self._content.setLayout(self._column)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        area.setWidget(self._content)
        self._content.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self._budget.hide()

    def _section(self, column: QVBoxLayout, title: str, part: QWidget) -> QWidget:
        section = _Section(self._theme, title, part)
        column.addWidget(section)
        return section

    def _connect(self) -> None:
        self.now.clicked.connect(self.sync_requested)
        self.pause.clicked.connect(lambda: self.pause_requested.emit(not self._paused))
        self.account.clicked.connect(self.account_requested)
        self.deletions.answered.connect(self.answered)
        for lists in (self.failures, self.aside):
            lists.retry_requested.connect(self.retry_requested)
        self.compare.clicked.connect(lambda: self.compare_requested.emit(False))
        self.comparing.repair_requested.connect(lambda: self.compare_requested.emit(True))
        self.comparing.closed.connect(self.close_comparing)
        for part in (self.failures, self.aside, self.kept, self.notes, self.comparing):
            part.note_requested.connect(self.note_requested)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._content.setMaximumWidth(px(_WIDTH))
        self._column.setContentsMargins(px(32), px(24), px(32), px(24))
        self._column.setSpacing(px(6))
        self._state_line.setContentsMargins(0, px(12), 0, 0)
        self._state_line.setSpacing(px(8))
        self._icon.setContentsMargins(0, px(3), 0, 0)
        self._acts.setContentsMargins(0, px(8), 0, px(8))
        for part in (self.failures, self.aside, self.kept):
            part.setContentsMargins(0, px(12), 0, 0)
        self._acts.setSpacing(px(8))


class _Section(QWidget):
    """A section of the page with its title."""

    def __init__(self, theme: Theme, title: str, part: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.addWidget(Label(theme, title, role=Role.SECTION))
        self._column.addWidget(part)
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(18), 0, 0)
        self._column.setSpacing(px(6))


def _icon(progress: SyncProgress) -> tuple[str, str]:
    """Return the icon of a state and its color: green only if everything here and there is the same."""
    icon, ink = ICONS[progress.state]
    if progress.state is not SyncState.IDLE:
        return icon, ink
    if progress.failed or progress.clock is not None:
        return icon, "warning"
    return icon, "muted" if progress.waiting else ink


def _coverage(spaces: Sequence[Coverage]) -> list[str]:
    names = (_("by the model on this computer"), _("by the model in your account"))
    lines: list[str] = []
    for name, coverage in zip(names, spaces, strict=False):
        text = ngettext("{done} of {n} note, {by}", "{done} of {n} notes, {by}", coverage.total)
        done, total = date_format.number(coverage.done), date_format.number(coverage.total)
        lines.append(text.format(done=done, n=total, by=name))
    return lines
