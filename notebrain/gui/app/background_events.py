"""Events from the background, shown in the window."""

from concurrent.futures import Future, wait
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject, QTimer

from notebrain.app.commands.command import CommandId
from notebrain.app.events import (
    BackgroundFailed,
    Call,
    CaptureAsked,
    HotkeyName,
    HotkeyPressed,
    LinkAsked,
    QuickSearchAsked,
    RaiseWindow,
)
from notebrain.app.settings.table import INDEX_PAUSED
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.gui.core.threads import Lane

if TYPE_CHECKING:
    from notebrain.app.background.worker import Worker
    from notebrain.gui.app.features import AppWindow


class Background(QObject):
    """Starts the worker once the window is shown, and shows what it reports."""

    def __init__(self, window: "AppWindow", worker: "Worker") -> None:
        super().__init__(window.window)
        self._window = window
        self._worker = worker
        self._starting: Future[None] | None = None
        self._ended = False
        self._paused = window.actions[CommandId.PAUSE_INDEX]
        events = window.events
        events.notes_changed.connect(self._on_changes)
        events.states_changed.connect(self._on_changes)
        events.changed_elsewhere.connect(self._on_changed_elsewhere)
        events.index_progress.connect(window.status.show_index)
        events.called.connect(self._on_called)
        events.background_failed.connect(self._on_failed)
        window.window.painted.connect(self.start)
        window.window.activated.connect(self._refresh)
        self._seen = window.services.store.data_version()
        window.status.pause_requested.connect(lambda: self._paused.setChecked(True))
        window.status.resume_requested.connect(lambda: self._paused.setChecked(False))
        self._paused.setChecked(window.services.settings.get(INDEX_PAUSED))
        if self._paused.isChecked():
            worker.pause()
        self._paused.toggled.connect(self._on_paused)

    def start(self) -> None:
        """Start the worker on its own thread, because starting takes a while."""
        if self._starting is None:
            self._starting = self._window.reader.lane(Lane.LONG).submit(self._worker.start)
            self._window.events.when_done(self._starting)

    def stop(self) -> None:
        """Stop the worker if it runs; drop its events that are still on their way to the window."""
        self._ended = True
        if self._starting is not None and not self._starting.cancelled():
            wait([self._starting])
            self._worker.stop()

    def _on_paused(self, paused: bool) -> None:
        self._window.settings.put(INDEX_PAUSED, paused)
        if paused:
            self._worker.pause()
        else:
            self._worker.resume()

    def _refresh(self) -> None:
        """Show what other processes wrote in the meantime, in case their notification never arrived."""
        version = self._window.services.store.data_version()
        if version != self._seen:
            self._seen = version
            self._window.events.when_done(
                self._window.services.store.changed_elsewhere(),
                self._on_asked,
                failed=lambda _error: self._on_asked(True),
            )

    def _on_asked(self, changed: bool) -> None:
        if changed:
            self._worker.look_everywhere()
            self._on_changed_elsewhere()

    def _on_changes(self, changes: Changes) -> None:
        if not self._ended:  # after the end, the vault may already be closed
            self._window.browser.on_changes(changes)

    def _on_changed_elsewhere(self) -> None:
        if not self._ended:
            self._window.browser.on_changed_elsewhere()

    def _on_called(self, call: Call) -> None:
        """Show what was requested from outside."""
        window = self._window
        if self._ended:
            return
        match call:
            case CaptureAsked(text, token, kept):
                window.quick_capture.ask(text, token, kept=kept)
            case QuickSearchAsked(text, token):
                window.quick_search.ask(text, token)
            case HotkeyPressed(HotkeyName.CAPTURE, token):
                window.quick_capture.ask(token=token)
            case HotkeyPressed(HotkeyName.SEARCH, token):
                window.quick_search.ask(token=token)
            case HotkeyPressed():
                pass
            case LinkAsked(address, token):
                from notebrain.gui.app.url_handler import follow

                follow(window, address, token)
            case RaiseWindow(token):
                window.window.raise_window(token)
            case _:
                assert_never(call)

    def _on_failed(self, failure: BackgroundFailed) -> None:
        if self._ended:
            return
        if failure.damage is not None:
            self._window.on_failed(failure.damage)
        else:
            self._window.status.show_problem(failure.message, _("Try again"), self._worker.wake)


# A window that starts hidden is never painted, but its notes still need to be indexed.
_BACKGROUND_AT_LATEST_MS = 2_000
# Also used for a small window alone: a second call waits until the background listens.
_ALONE_MS = 200


class BackgroundStarter(QObject):
    """Creates and starts the background of a window after the first paint.

    Its code is loaded on another thread, because that takes 150 ms.

    Args:
        alone: Only a small window is shown, not the main window.
    """

    def __init__(self, window: "AppWindow", *, alone: bool = False) -> None:
        super().__init__(window.window)
        self._window = window
        self._loading: Future[ModuleType] | None = None
        self._background: Background | None = None
        self._ended = False
        window.window.painted.connect(self.start)
        self._at_latest = QTimer(
            self, singleShot=True, interval=_ALONE_MS if alone else _BACKGROUND_AT_LATEST_MS
        )
        self._at_latest.timeout.connect(self.start)
        self._at_latest.start()

    def start(self) -> None:
        """Start the background soon unless it is already running."""
        if self._loading is None:
            lane = self._window.reader.lane(Lane.LONG)
            self._loading = lane.submit(import_module, "notebrain.app.jobs.background")
            self._window.events.when_done(self._loading, self._on_loaded)

    def stop(self) -> None:
        """Stop the background."""
        self._ended = True
        self._at_latest.stop()
        if self._background is not None:
            self._background.stop()

    def _on_loaded(self, _code: ModuleType) -> None:
        from notebrain.app.jobs.background import make_worker

        if not self._ended:
            window = self._window
            worker = make_worker(window.services, window.events, listen=True)
            self._background = Background(window, worker)
            self._background.start()
