"""Notifications for users who cannot see the window, only about what needs their attention, never about cards."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.events import (
    BackupFailed,
    Health,
    ProgramStopped,
    ProgramWrote,
    SyncProgress,
    SyncState,
)
from notebrain.app.sync.state_texts import brief, state_text
from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context
from notebrain.gui.programs.texts import stopped_text, wrote_text
from notebrain.gui.tray.controller import TrayController

_OPEN = "default"
_NEEDS = frozenset({SyncState.NEEDS_YOU, SyncState.ASKS_DELETION})


class DesktopNotifications(QObject):
    """Notifies through the desktop, or else beside the tray icon; if neither works, the window still shows it."""

    def __init__(self, context: Context, tray: TrayController) -> None:
        super().__init__(context.window)
        self._context = context
        self._tray = tray
        self._notified: SyncState | None = None
        context.events.sync_progress.connect(self._on_progress)
        context.events.health.connect(self._on_health)

    def _on_progress(self, progress: SyncProgress) -> None:
        needed = progress.state in _NEEDS and progress.state is not self._notified
        self._notified = progress.state if progress.state in _NEEDS else None
        if needed:
            self._show_message(state_text(progress), brief(progress.reason or ""), CommandId.SYNC)

    def _on_health(self, event: Health) -> None:
        match event:
            case BackupFailed(message):
                self._show_message(_("No backup was made"), message, CommandId.BACKUPS)
            case ProgramWrote(program):
                title = _("Another program writes into your notes")
                self._show_message(title, wrote_text(program), CommandId.PROGRAMS)
            case ProgramStopped(program):
                title = _("Another program wants to write more")
                self._show_message(title, stopped_text(program), CommandId.PROGRAMS)
            case _other:
                pass

    def _show_message(self, title: str, text: str, leads_to: CommandId) -> None:
        if self._context.window.isVisible() and not self._context.window.isMinimized():
            return

        def chosen(done: Chosen) -> None:
            if done.action:
                self._context.window.raise_window(done.token)
                self._context.actions[leads_to].trigger()

        self._notify(title, text, chosen)

    def _notify(self, title: str, text: str, chosen: Callable[[Chosen], None]) -> None:
        worker = self._context.services.cloud.worker

        def beside_the_icon(error: Exception) -> None:
            if not isinstance(error, NoNotifications):
                raise error
            icon = self._tray.icon
            if icon is not None:
                icon.show_message(title, text)

        if worker is None:
            return
        asked = self._context.services.desktop.notify(
            title, text, [(_OPEN, _("Open")), ("open", _("Open"))]
        )
        try:
            future = worker.submit(asked)
        except NoteBrainError:  # the program is closing
            return
        self._context.events.when_done(future, chosen, failed=beside_the_icon)
