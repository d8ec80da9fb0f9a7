"""Shows the sync status on its page and in the status line, and carries out the user's sync commands."""

from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import Any

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.settings.setting import Group
from notebrain.app.sync.compare import Verification
from notebrain.app.sync.overview import SyncOverview
from notebrain.app.sync.texts import withdrawn_text
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId
from notebrain.gui.account.jobs import AccountWork
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.settings.controller import SettingsController
from notebrain.gui.sidebar.model import sync_mark
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.sync.metered import MeteredWatch
from notebrain.gui.sync.page import SyncPage
from notebrain.gui.window.status_bar import StatusBar

PAGE = "sync"


class SyncController(QObject):
    """Connects the sync page to the window.

    Args:
        open_link: Opens an address as a link in a note does.
    """

    def __init__(
        self,
        context: Context,
        sidebar: Sidebar,
        status: StatusBar,
        settings: SettingsController,
        open_link: Callable[[str], object],
    ) -> None:
        super().__init__(context.window)
        self._open_link = open_link
        self._metered: MeteredWatch | None = None
        self._context = context
        self._sidebar = sidebar
        self._status = status
        self._settings = settings
        self._progress = SyncProgress(SyncState.OFF)
        self._work = AccountWork(context.services, context.events, self)
        context.actions.bind(CommandId.SYNC, self.open)
        context.actions.bind(CommandId.SYNC_NOW, self.sync_now)
        context.events.sync_progress.connect(self._on_progress)
        context.events.vectors_progress.connect(self._refresh_shown)
        context.events.kept_elsewhere.connect(self._on_kept_elsewhere)
        context.pages.requested_before_loaded.connect(self._on_requested_before_loaded)
        context.pages.shown.connect(self._on_shown)
        status.account_requested.connect(self._on_status_act)
        context.window.activated.connect(self._on_activated)
        syncing = context.services.cloud.syncing
        self._show_progress(self._first() if syncing is None else syncing.progress or self._first())

    @cached_property
    def page(self) -> SyncPage:
        """The page; created when it is first needed."""
        page = SyncPage(self._context.theme)
        page.sync_requested.connect(self.sync_now)
        page.pause_requested.connect(self._on_pause)
        page.files.pause_requested.connect(self._on_pause_files)
        page.files.list_requested.connect(self._context.actions[CommandId.FILES].trigger)
        page.files.link_requested.connect(self._open_link)
        page.account_requested.connect(self._open_account)
        page.answered.connect(self._on_answered)
        page.retry_requested.connect(self._on_retry)
        page.note_requested.connect(self._on_note)
        page.left.connect(self._context.navigator.leave_page)
        page.compare_requested.connect(self._on_compare)
        page.comparing.cancel_requested.connect(self._on_compare_given_up)
        self._work.stepped.connect(page.comparing.show_read_count)
        self._work.failed.connect(page.show_compared)
        page.show_status(self._progress, self._reached())
        self._context.pages.add(PAGE, page, page.enter)
        return page

    def open(self) -> None:
        """Show the page."""
        self._context.pages.show(PAGE)

    def sync_now(self) -> None:
        """Run a sync round now; without an account, lead the user to one."""
        syncing = self._context.services.cloud.syncing
        if self._progress.state is SyncState.OFF or syncing is None:
            self._open_account()
        else:
            syncing.sync_now()

    def _on_activated(self) -> None:
        syncing = self._context.services.cloud.syncing
        if syncing is not None and syncing.has_account:
            syncing.fetch_soon()

    def _first(self) -> SyncProgress:
        """Return the status to show before the background has reported any."""
        connected = self._context.services.cloud.connection is not None
        return SyncProgress(SyncState.WORKING if connected else SyncState.OFF)

    def _on_progress(self, progress: SyncProgress) -> None:
        syncing = self._context.services.cloud.syncing
        if self._metered is None and progress.state is not SyncState.OFF and syncing is not None:
            self._metered = MeteredWatch(self._context, syncing.set_metered, self)
        self._show_progress(progress)
        self._refresh_shown()

    def _on_kept_elsewhere(self, count: int) -> None:
        text = withdrawn_text(count)
        self._context.messages.show_offer(text, _("Show details"), self.open)
        self._refresh_shown()

    def _show_progress(self, progress: SyncProgress) -> None:
        self._progress = progress
        reached = self._reached()
        self._status.show_account(progress, reached)
        connected = progress.state is not SyncState.OFF
        self._sidebar.show_sync(sync_mark(progress, reached) if connected else None)
        if self._context.pages.current == PAGE:
            self._sidebar.select(PAGE)  # the entry may have been added just now
        for command in (CommandId.SYNC, CommandId.SYNC_NOW):
            self._context.actions[command].setEnabled(connected)
        if "page" in self.__dict__:
            self.page.show_status(progress, reached)

    def _reached(self) -> str:
        """Return when the account last answered: the time if today, otherwise with the date; empty for never."""
        at = self._progress.last_reached
        if at is None:
            return ""
        today = at.astimezone().date() == self._context.services.clock.now().astimezone().date()
        return date_format.clock_time(at) if today else date_format.full(at)

    def _on_requested_before_loaded(self, name: str) -> None:
        if name == PAGE:
            self.page.show_status(self._progress, self._reached())  # this creates the page

    def _on_shown(self, name: str) -> None:
        if name == PAGE:
            self._refresh()

    def _refresh_shown(self) -> None:
        if self._context.pages.current == PAGE:
            self._refresh()

    def _refresh(self) -> None:
        overviews = self._context.services.cloud.overviews
        speed = self._progress.speed
        self._context.reader.read("sync", overviews.read, self._on_overview)
        self._context.reader.read(
            "files to send", lambda: overviews.files(speed), self.page.files.show_estimate
        )
        if self._context.services.cloud.connection is None:
            self.page.show_numbers(None)
        else:
            vectors = self._context.services.cloud.vectors
            self._context.reader.read("neurons", vectors.numbers, self.page.show_numbers)

    def _on_overview(self, overview: SyncOverview) -> None:
        self.page.show_overview(overview)

    def _on_status_act(self) -> None:
        state, syncing = self._progress.state, self._context.services.cloud.syncing
        if state is SyncState.PAUSED:
            self._on_pause(paused=False)
        elif state is SyncState.WAITING and syncing is not None:
            syncing.sync_now()
        else:
            self.open()

    def _on_pause(self, paused: bool) -> None:
        syncing = self._context.services.cloud.syncing
        if syncing is None:
            return
        if paused:
            syncing.pause()
        else:
            syncing.resume()

    def _on_pause_files(self, paused: bool) -> None:
        syncing = self._context.services.cloud.syncing
        if syncing is None:
            return
        if paused:
            syncing.pause_files()
        else:
            syncing.resume_files()

    def _on_answered(self, delete: bool) -> None:
        syncing = self._context.services.cloud.syncing
        if syncing is not None:
            syncing.answer_deletions(delete=delete)

    def _on_compare(self, repair: bool) -> None:
        def compare(report: Callable[[object], object]) -> Coroutine[Any, Any, Verification]:
            return self._context.services.cloud.verifying().run(report, repair=repair)

        self.page.begin_comparing(repair=repair)
        self._work.start(compare, self._on_compared)

    def _on_compared(self, found: Verification) -> None:
        self.page.show_compared(found)
        self._refresh_shown()

    def _on_compare_given_up(self) -> None:
        self._work.cancel()
        self.page.close_comparing()

    def _on_retry(self) -> None:
        def again(_nothing: object) -> None:
            self._context.messages.show_info(_("Trying again"))
            self._refresh_shown()

        done = self._context.services.cloud.retry()
        self._context.events.when_done(done, again, failed=self._context.on_error)

    def _on_note(self, note_id: str) -> None:
        self._context.navigator.write_in(NoteId(note_id))

    def _open_account(self) -> None:
        self._settings.open(Group.ACCOUNT)
