"""Events from the background, shown in the window."""

import threading
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.events import (
    BackgroundFailed,
    BackupFailed,
    CaptureAsked,
    ChangedElsewhere,
    DateDoubted,
    Event,
    HotkeyName,
    HotkeyPressed,
    HotkeysChanged,
    IndexProgress,
    KeptElsewhere,
    LinkAsked,
    NotesChanged,
    QuickSearchAsked,
    RaiseWindow,
    RemovalProgress,
    SavingWaits,
    SyncProgress,
    TrashRemoved,
    VectorsProgress,
    WordsDamaged,
)
from notebrain.app.settings.table import INDEX_PAUSED
from notebrain.domain.errors import DamagedVault
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from notebrain.app.background.worker import Worker
    from notebrain.gui.app.window_builder import Desk


_SHOWN_ELSEWHERE = (
    BackupFailed,
    DateDoubted,
    HotkeysChanged,
    KeptElsewhere,
    SyncProgress,
    TrashRemoved,
    RemovalProgress,
    SavingWaits,
    VectorsProgress,
    WordsDamaged,
)
"""Other modules show these events, such as the account and settings pages."""


class Background(QObject):
    """Starts the worker once the window is shown, and shows what it reports."""

    def __init__(self, desk: "Desk", worker: "Worker") -> None:
        super().__init__(desk)
        self._desk = desk
        self._worker = worker
        self._starter: threading.Thread | None = None
        self._ended = False
        self._paused = desk.actions[CommandId.PAUSE_INDEX]
        desk.bridge.happened.connect(self._on_event)
        desk.window.painted.connect(self.start)
        desk.window.activated.connect(self._look_around)
        self._seen = desk.services.store.data_version()
        desk.status.pause_requested.connect(lambda: self._paused.setChecked(True))
        desk.status.resume_requested.connect(lambda: self._paused.setChecked(False))
        self._paused.setChecked(bool(desk.services.settings.get(INDEX_PAUSED)))
        if self._paused.isChecked():
            worker.pause()
        self._paused.toggled.connect(self._on_paused)

    def start(self) -> None:
        """Start the worker on its own thread, because starting takes a while."""
        if self._starter is None:
            self._starter = threading.Thread(target=self._worker.start, name="worker-start")
            self._starter.start()

    def stop(self) -> None:
        """Stop the worker if it runs; drop its events that are still on their way to the window."""
        self._ended = True
        if self._starter is not None:
            self._starter.join()
            self._worker.stop()

    def _on_paused(self, paused: bool) -> None:
        self._desk.preferences.put(INDEX_PAUSED, paused)
        if paused:
            self._worker.pause()
        else:
            self._worker.resume()

    def _look_around(self) -> None:
        """Show what other processes wrote in the meantime, in case their notification never arrived."""
        version = self._desk.services.store.data_version()
        if version != self._seen:
            self._seen = version
            self._desk.browser.on_changed_elsewhere()

    def _follow(self, address: str, token: str) -> None:
        from notebrain.gui.app.url_handler import follow

        follow(self._desk, address, token)

    def _on_called(self, called: CaptureAsked | QuickSearchAsked | HotkeyPressed) -> None:
        """Show the small window that was requested."""
        # imported here: the request may arrive before the feature is loaded
        from notebrain.gui.quick_capture.controller import flow_of as capture_of
        from notebrain.gui.quick_search.controller import flow_of as quick_search_of

        match called:
            case CaptureAsked(text, token, kept):
                capture_of(self._desk).ask(text, token, kept=kept)
            case QuickSearchAsked(text, token):
                quick_search_of(self._desk).ask(text, token)
            case HotkeyPressed(HotkeyName.CAPTURE, token):
                capture_of(self._desk).ask(token=token)
            case HotkeyPressed(HotkeyName.SEARCH, token):
                quick_search_of(self._desk).ask(token=token)
            case _:
                pass

    def _on_event(self, event: Event) -> None:
        if self._ended or isinstance(event, _SHOWN_ELSEWHERE):
            return  # after the end, the vault may already be closed
        desk = self._desk
        match event:
            case NotesChanged(changes):
                desk.browser.on_changes(changes)
            case ChangedElsewhere():
                desk.browser.on_changed_elsewhere()
            case IndexProgress():
                desk.status.tell_index(event)
            case CaptureAsked() | QuickSearchAsked() | HotkeyPressed():
                self._on_called(event)
            case LinkAsked(address, token):
                self._follow(address, token)
            case RaiseWindow(token):
                desk.window.come_forward(token)
            case BackgroundFailed(damage=DamagedVault() as damage):
                desk.on_failed(damage)
            case BackgroundFailed(message):
                desk.status.tell_problem(message, _("Try again"), self._worker.wake)
            case _:
                assert_never(event)
