"""Notifications for users who cannot see the window, only about what needs their attention, never about cards."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.events import BackupFailed, SyncProgress, SyncState
from notebrain.app.sync.texts import brief, state_text
from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.gui.tray.controller import staying_of

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


_OPEN = "default"
_NEEDS = frozenset({SyncState.NEEDS_YOU, SyncState.ASKS_DELETION})


class DesktopNotifications(QObject):
    """Notifies through the desktop, or else beside the tray icon; if neither works, the window still shows it."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._told: SyncState | None = None
        desk.bridge.happened.connect(self._on_event)

    def _on_event(self, event: object) -> None:
        match event:
            case SyncProgress():
                needed = event.state in _NEEDS and event.state is not self._told
                self._told = event.state if event.state in _NEEDS else None
                if needed:
                    self._tell(state_text(event), brief(event.reason or ""), CommandId.SYNC)
            case BackupFailed(message):
                self._tell(_("No backup was made"), message, CommandId.BACKUPS)
            case _:
                pass

    def _tell(self, title: str, text: str, leads_to: CommandId) -> None:
        desk = self._desk
        if desk.window.isVisible() and not desk.window.isMinimized():
            return

        def chosen(done: Chosen) -> None:
            if done.action:
                desk.window.come_forward(done.token)
                desk.actions[leads_to].trigger()

        self._notify(title, text, chosen)

    def _notify(self, title: str, text: str, chosen: Callable[[Chosen], None]) -> None:
        desk, worker = self._desk, self._desk.services.cloud.worker

        def beside_the_icon(error: Exception) -> None:
            if not isinstance(error, NoNotifications):
                raise error
            icon = staying_of(desk).icon
            if icon is not None:
                icon.tell(title, text)

        if worker is None:
            return
        asked = desk.services.desktop.notify(title, text, [(_OPEN, _("Open")), ("open", _("Open"))])
        try:
            future = worker.submit(asked)
        except NoteBrainError:  # the program is closing
            return
        desk.bridge.when_done(future, chosen, failed=beside_the_icon)
