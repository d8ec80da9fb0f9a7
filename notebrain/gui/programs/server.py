"""Serves other programs over HTTP while one of its switches is on; loads nothing for it while both are off."""

from concurrent.futures import wait
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from notebrain.app.settings.programs import PROGRAMS_CLIPPER, PROGRAMS_HTTP, PROGRAMS_PORT
from notebrain.domain.errors import NoteBrainError
from notebrain.gui.core.context import Context

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.mcp_server.http.server_thread import ServerThread

_CLOSE_S = 3.0


class ProgramServer(QObject):
    """Starts and stops the server as the switches say.

    Attributes:
        port: Where programs ask now; 0 while they cannot.
        problem: Why they cannot although they should; None if nothing is wrong.
    """

    changed = Signal()

    def __init__(self, context: Context, make: "Callable[[], ServerThread] | None" = None) -> None:
        super().__init__(context.window)
        self._context = context
        self._make = make or self._load
        self._serving: ServerThread | None = None
        self.port = 0
        self.problem: Exception | None = None
        context.events.settings_changed.connect(self.update)
        context.events.changed_elsewhere.connect(self.update)
        context.window.closing.connect(self._on_closing)
        self.update()

    @property
    def is_wanted(self) -> bool:
        """Whether the user switched it on."""
        get = self._context.services.settings.get
        return get(PROGRAMS_HTTP) or get(PROGRAMS_CLIPPER)

    def update(self) -> None:
        """Start or stop the server if the switches say so; one that could not start is left until `try_again`."""
        if not self.is_wanted:
            if self.problem is not None:
                self.problem = None
                self.changed.emit()
            if self._serving is not None:
                self._serving.stop()
        elif self._serving is None and self.problem is None:
            self._start()

    def try_again(self) -> None:
        """Start the server again after it could not."""
        self.problem = None
        self.changed.emit()
        self.update()

    def move(self) -> None:
        """Forget the port that another program has, and take any other."""
        self.problem = None
        self._context.settings.put(PROGRAMS_PORT, 0)  # which starts it once it is saved

    def _start(self) -> None:
        serving = self._serving = self._make()
        events = self._context.events
        events.when_done(serving.ready, lambda port: self._on_ready(serving, port))
        events.when_done(
            serving.done,
            lambda _nothing: self._on_ended(serving, None),
            failed=lambda error: self._on_ended(serving, error),
        )

    def _load(self) -> "ServerThread":
        from notebrain.mcp_server.http.server_thread import ServerThread

        return ServerThread(self._context.services)

    def _on_ready(self, serving: "ServerThread", port: int) -> None:
        if serving is self._serving:
            self.port = port
            self.changed.emit()

    def _on_ended(self, serving: "ServerThread", error: Exception | None) -> None:
        if serving is not self._serving:
            return
        self._serving, self.port = None, 0
        # a switch that was turned off just now is no problem
        self.problem = error if self.is_wanted else None
        self.changed.emit()
        if error is not None and not isinstance(error, NoteBrainError):
            self._context.on_error(error)
        self.update()

    def _on_closing(self) -> None:
        serving, self._serving = self._serving, None
        if serving is not None:
            serving.stop()
            # the vault closes next, and nothing may be writing into it then
            wait([serving.done], _CLOSE_S)
