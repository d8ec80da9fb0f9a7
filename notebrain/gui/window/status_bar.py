"""The status line: what is saved, what can be found by meaning, the account, and the word count."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from notebrain.app.events import IndexProgress, IndexState, SyncProgress, SyncState
from notebrain.app.sync.state_texts import brief, state_text
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel, Label

_LEAST_SAVED = 120
"""Design pixels reserved for the save message, however little room there is."""

MESSAGE_STAYS_MS = 20_000
"""How long a message stays that needs no action, unless another one replaces it."""

_ACCOUNT_ICONS = {
    SyncState.OFF: ("cloud-off", "muted"),
    SyncState.WORKING: ("refresh-cw", "muted"),
    SyncState.WAITING: ("cloud-off", "warning"),
    SyncState.NEEDS_YOU: ("circle-alert", "danger"),
    SyncState.ASKS_DELETION: ("triangle-alert", "warning"),
    SyncState.PAUSED: ("pause", "warning"),
}


class StatusBar(QFrame):
    """Shows the state in words, each part with its icon, and offers an action if there is one."""

    pause_requested = Signal()
    resume_requested = Signal()
    account_requested = Signal()
    """The user wants to see the sync status, or to use the action beside it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_bar")
        self._theme = theme
        self._act: Callable[[], object] | None = None
        self._paused = False
        self._words = self._chosen = self._instead = ""
        self._offered = True
        self._ready = True
        self._notes = self._everywhere = 0
        self._saved_at: datetime | None = None
        self._progress: IndexProgress | None = None
        self.passing = QTimer(self, singleShot=True, interval=MESSAGE_STAYS_MS)
        """Ends a message that needs no action."""
        self.passing.timeout.connect(self._show_rest)
        self._saved_icon = IconLabel(theme, "check", "success")
        self.saved = ElidedLabel(theme, role=Role.NUMBER, ink="muted")
        self.act = text_button("")
        self._meaning_icon = IconLabel(theme, "text-search", "muted")
        self.meaning = ElidedLabel(theme, role=Role.NUMBER, ink="muted")
        self.pause = text_button("")
        self._account_icon = IconLabel(theme, "cloud-off", "muted")
        self.account = ElidedLabel(theme, role=Role.NUMBER, ink="muted")
        self.account_act = text_button("")
        self.words = Label(theme, role=Role.NUMBER, ink="muted")
        self._fill()
        for button in (self.act, self.pause, self.account_act):
            button.setProperty("small", True)
        self.act.clicked.connect(self._on_act)
        self.pause.clicked.connect(self._on_pause)
        self.show_ready(0)
        self.show_index(None)
        self.show_word_count(None)
        self.account_act.clicked.connect(self.account_requested)
        self.show_account(SyncProgress(SyncState.OFF))
        theme.follow(self._apply_theme)

    def show_ready(self, notes: int) -> None:
        """Show that all is well, and the number of notes."""
        self._notes = notes
        text = (
            ngettext("Ready, {n} note", "Ready, {n} notes", notes).format(
                n=date_format.number(notes)
            )
            if notes
            else _("Ready, no notes yet")
        )
        self._show_message("check", "success", text, aloud=False)
        self._ready = True

    def recount(self, notes: int, everywhere: int = 0) -> None:
        """Update the number of notes shown and of those in all workspaces, which may be news to the indexer."""
        self._notes = notes
        if self._ready:
            self.show_ready(notes)
        if everywhere != self._everywhere:
            self._everywhere = everywhere
            self.show_index(self._progress)

    def show_saved(self, at: datetime) -> None:
        """Show that everything typed is on disk."""
        self._saved_at = at
        if self.passing.isActive() and self._act is not None:
            return  # the offer that passes says what was just done, and this follows it
        time = date_format.clock_time(at)
        text = _("Saved on this computer, {time}").format(time=time)
        self._show_message("check", "success", text, aloud=False)

    def show_info(self, text: str) -> None:
        """Show a message that needs no action."""
        self._show_message("check", "success", text)
        self.passing.start()

    def show_warning(self, text: str) -> None:
        """Show that something asked for was not done, and why."""
        self._show_message("triangle-alert", "warning", text, ink="warning")
        self.passing.start()

    def _show_rest(self) -> None:
        """Show what is always true: when the last words were saved, or how many notes there are."""
        self.passing.stop()
        if self._saved_at is None:
            self.show_ready(self._notes)
        else:
            self.show_saved(self._saved_at)

    def show_offer(
        self, text: str, act: str, on_act: Callable[[], object], *, passing: bool = False
    ) -> None:
        """Show a state with one action for it; a `passing` one goes by itself, and no save takes its place."""
        self._show_message("info", "accent", text, ink="text2", act=act, on_act=on_act)
        if passing:
            self.passing.start()

    def show_waiting(self, reason: str) -> None:
        """Show that saving waits, and for which program; "" shows that it continues."""
        if reason:
            self._show_message("clock", "warning", reason, ink="warning")
        else:
            self.show_info(_("Saving works again"))

    def show_problem(
        self, text: str, act: str = "", on_act: Callable[[], object] | None = None
    ) -> None:
        """Show an error in red, with one action for it."""
        self._show_message("circle-alert", "danger", text, ink="danger", act=act, on_act=on_act)

    def show_index(self, progress: IndexProgress | None) -> None:
        """Show how many notes can be found by meaning, and what the indexer does."""
        self._progress = progress
        if progress is not None and progress.total < self._everywhere:
            progress = replace(progress, total=self._everywhere)
        shown = progress is not None and progress.total > 0
        self._meaning_icon.setVisible(shown)
        self.meaning.setVisible(shown)
        if progress is None or not shown:
            self.pause.hide()
            return
        self._paused = progress.state is IndexState.PAUSED
        off = progress.state is IndexState.OFF
        self._meaning_icon.set_icon("text-search", "warning" if off else "muted")
        self.meaning.set_ink("warning" if off else "muted")
        self.meaning.setText(coverage(progress))
        # on a narrow window the end of the text does not fit
        self.meaning.setToolTip(progress.reason or (coverage(progress) if progress.parts else ""))
        self.pause.setText(_("Resume") if self._paused else _("Pause"))
        self.pause.setAccessibleName(_("Resume indexing") if self._paused else _("Pause indexing"))
        self.pause.setVisible(self._paused or progress.state is IndexState.WORKING)

    def show_account(self, progress: SyncProgress, reached: str = "") -> None:
        """Show the state of the account, with one action for it.

        Args:
            reached: The time at which the account last answered.
        """
        text = state_text(progress, reached)
        icon, ink = _ACCOUNT_ICONS.get(progress.state, ("cloud", "muted"))
        if (progress.failed or progress.clock) and progress.state is SyncState.IDLE:
            ink = "warning"
        self._account_icon.set_icon(icon, ink)
        self.account.set_ink(ink)
        self.account.setText(text)
        self.account.setToolTip(brief(progress.reason or progress.clock or ""))
        act = account_act(progress)
        self.account_act.setText(act)
        self.account_act.setAccessibleName(_("{act}: {state}").format(act=act, state=text))
        self.account_act.setVisible(bool(act))

    def show_word_count(self, count: int | None) -> None:
        """Show the length of the open note; None shows nothing."""
        text = ngettext("{n} word", "{n} words", count or 0).format(
            n=date_format.number(count or 0)
        )
        self._words = "" if count is None else text
        self._show_right()

    def show_selected_words(self, count: int | None) -> None:
        """Show how many words are selected instead of the length of the note; None when nothing is selected."""
        text = ngettext("{n} word selected", "{n} words selected", count or 0)
        self._chosen = "" if count is None else text.format(n=date_format.number(count))
        self._show_right()

    def show_right_text(self, text: str) -> None:
        """Show other text instead of the word count; an empty text restores the count."""
        self._instead = text
        self._show_right()

    def offer_words(self, offered: bool) -> None:
        """Set whether a note is visible whose words can be counted."""
        self._offered = offered
        self._show_right()

    def _show_right(self) -> None:
        text = self._instead or ((self._chosen or self._words) if self._offered else "")
        self.words.setVisible(bool(text))
        self.words.setText(text)

    def _show_message(
        self,
        icon: str,
        icon_ink: str,
        text: str,
        *,
        ink: str = "muted",
        act: str = "",
        on_act: Callable[[], object] | None = None,
        aloud: bool = True,
    ) -> None:
        self._ready = False
        self.passing.stop()
        self._saved_icon.set_icon(icon, icon_ink)
        self.saved.set_ink(ink)
        self.saved.setText(text)
        self._act = on_act
        self.act.setText(act)
        self.act.setVisible(bool(act))
        if aloud and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._make_room()
        return super().event(event)

    def _make_room(self) -> None:
        """Shorten the save message, which may contain a long title, before the states beside it."""
        whole = self.saved.sizeHint().width()
        others = self._row.sizeHint().width() - min(whole, self.saved.maximumWidth())
        least = min(whole, self._theme.px(_LEAST_SAVED))
        self.saved.setMaximumWidth(max(least, min(whole, self.width() - others)))

    def _fill(self) -> None:
        self._row = QHBoxLayout(self)
        for icon, label, button in (
            (self._saved_icon, self.saved, self.act),
            (self._meaning_icon, self.meaning, self.pause),
        ):
            self._row.addWidget(icon)
            self._row.addWidget(label)
            self._row.addWidget(button)
            self._row.addSpacing(10)
        self._row.addStretch(1)
        self._row.addWidget(self._account_icon)
        self._row.addWidget(self.account)
        self._row.addWidget(self.account_act)
        self._row.addWidget(self.words)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.setFixedHeight(self._theme.metrics.status_bar)
        self._row.setContentsMargins(px(12), 1, px(12), 0)
        self._row.setSpacing(px(6))
        self.words.setContentsMargins(px(10), 0, 0, 0)
        for button in (self.act, self.pause, self.account_act):
            button.setFont(self._theme.font(Role.SMALL_MEDIUM))

    def _on_act(self) -> None:
        if self._act is not None:
            self._act()

    def _on_pause(self) -> None:
        (self.resume_requested if self._paused else self.pause_requested).emit()


def account_act(progress: SyncProgress) -> str:
    """Return the action offered beside the state of the account; empty if there is none."""
    if progress.lost:
        return _("Compare…")
    match progress.state:
        case SyncState.OFF | SyncState.ELSEWHERE:
            return ""
        case SyncState.WORKING | SyncState.IDLE | SyncState.NEEDS_YOU:
            return _("Details")
        case SyncState.WAITING:
            return _("Try now")
        case SyncState.ASKS_DELETION:
            return _("Answer")
        case SyncState.PAUSED:
            return _("Resume")
        case _:
            assert_never(progress.state)


def coverage(progress: IndexProgress) -> str:
    """Return how many notes can be found by meaning, in words, and what else the index lacks."""
    text = _by_meaning(progress)
    if not progress.parts:
        return text
    if progress.on_battery:
        return _("{coverage}; parts of words wait for mains power").format(coverage=text)
    number = date_format.number(progress.parts)
    return _("{coverage}; parts of words: {n} left").format(coverage=text, n=number)


def _by_meaning(progress: IndexProgress) -> str:
    done, total = date_format.number(progress.done), date_format.number(progress.total)
    if progress.state is IndexState.OFF:
        return _("Search by words only: meaning is not available")
    if progress.renewing:
        text = _("{done} of {total} notes read again; search works as before")
        return text.format(done=done, total=total)
    if progress.done >= progress.total:
        return ngettext(
            "{n} note searchable by meaning", "{n} notes searchable by meaning", progress.total
        ).format(n=total)
    text = _("{done} of {total} notes searchable by meaning").format(done=done, total=total)
    if progress.state is IndexState.PAUSED:
        return _("{coverage}, paused").format(coverage=text)
    return text
