"""Serves one vault on this computer: the loopback addresses, one port, few connections, and none that waits long."""

import asyncio
import os
import socket
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from notebrain.app.door.door import Door
from notebrain.app.settings.programs import PROGRAMS_CLIPPER, PROGRAMS_HTTP, PROGRAMS_PORT
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.programs.program import PortTaken
from notebrain.mcp_server.http.application import Application

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from notebrain.app.services import Services

_MOST_CONNECTIONS: Final = 64
_LOOK_EVERY_S: Final = 10.0
_HEAD_BYTES: Final = 16_384
_AT_ONCE: Final = 16
_ACCEPTING_S: Final = 0.02


class HttpServer:
    """Serves until `stop` is called.

    Args:
        on_ready: Called with the port once requests are answered.
        may_move: Whether to take another port if another program has the one from before.
    """

    def __init__(
        self, services: "Services", on_ready: "Callable[[int], object]", *, may_move: bool = True
    ) -> None:
        self._services = services
        self._on_ready = on_ready
        self._may_move = may_move
        self._is_stopped = False
        self._server: _Server | None = None

    def run(self) -> None:
        """Serve; blocks.

        Raises:
            PortTaken: Another program has the port, and another one may not be taken.
            UserError: The user has not switched it on, or no port is free.
        """
        get = self._services.settings.get
        if not (get(PROGRAMS_HTTP) or get(PROGRAMS_CLIPPER)):
            text = _(
                "HTTP is switched off; “notebrain programs on http” switches it on, and “notebrain programs on "
                "clipper” does so for web pages only."
            )
            raise UserError(text)
        sockets = listening(get(PROGRAMS_PORT), may_move=self._may_move)
        port = int(sockets[0].getsockname()[1])
        try:
            if not get(
                PROGRAMS_PORT
            ):  # bookmarks have it: one that is taken now is used again later
                self._services.settings.put(PROGRAMS_PORT, port).result()
            asyncio.run(self._serve(sockets, port))
        finally:
            for one in sockets:
                one.close()

    def stop(self) -> None:
        """End the serving, also before it began; for another thread."""
        self._is_stopped = True
        if self._server is not None:
            self._server.stop()

    async def _serve(self, sockets: list[socket.socket], port: int) -> None:
        door = Door(self._services, PROGRAMS_HTTP)
        application = Application(self._services, door, lambda: port)
        config = uvicorn.Config(
            application,
            http=_Connection,
            ws="none",
            loop="asyncio",
            lifespan="off",
            access_log=False,
            log_config=None,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            limit_concurrency=_AT_ONCE,
            h11_max_incomplete_event_size=_HEAD_BYTES,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
        )
        self._server = _Server(config, partial(self._on_ready, port))
        if self._is_stopped:
            self._server.stop()
        _Connection.open_now = 0
        try:
            await self._server.serve(sockets=sockets)
        finally:
            application.close()


class _Server(uvicorn.Server):
    """Waits to be stopped, where uvicorn's looks ten times a second whether it should; made in its loop."""

    def __init__(self, config: uvicorn.Config, on_ready: "Callable[[], object]") -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """End the serving; for any thread, and for handlers of signals."""
        self.should_exit = True
        with suppress(RuntimeError):  # it has ended already
            self._loop.call_soon_threadsafe(self._stopping.set)

    def handle_exit(self, sig: int, frame: "FrameType | None") -> None:
        super().handle_exit(sig, frame)
        self.stop()

    async def main_loop(self) -> None:
        await self.on_tick(0)  # sets the headers of all answers
        self._on_ready()
        await self._stopping.wait()
        # WORKAROUND: Python 3.11 forgets, unclosed, a connection whose accepting goes on when its server is closed
        await asyncio.sleep(_ACCEPTING_S)


class _Connection(H11Protocol):
    """A connection that is closed if the client does not go on, or there are too many.

    While an answer is being made, it stays open however long that takes: it must not be lost, and a browser sends a
    page again whose connection breaks off.
    """

    open_now = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        given = cast("asyncio.Transport", transport)
        _Connection.open_now += 1
        self._is_turned_away = _Connection.open_now > _MOST_CONNECTIONS
        if self._is_turned_away:
            given.abort()
            return
        super().connection_made(given)
        self._look(())

    def connection_lost(self, exc: Exception | None) -> None:
        _Connection.open_now -= 1
        if not self._is_turned_away:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_turned_away:
            super().data_received(data)

    def eof_received(self) -> None:
        if not self._is_turned_away:
            super().eof_received()

    def _look(self, before: tuple[object, ...]) -> None:
        """Close the connection if nothing went on since the last look, neither here nor at the client."""
        cycle = cast("RequestResponseCycle | None", self.cycle)  # of the last request
        began = cycle is not None and cycle.response_started
        now = (cycle, began, cycle is not None and cycle.response_complete)
        is_working = cycle is not None and not began
        is_kept = self.timeout_keep_alive_task is not None  # it has a limit of its own
        if self.transport.is_closing():
            return
        if now == before and not is_working and not is_kept:
            self.transport.abort()
            return
        self.loop.call_later(_LOOK_EVERY_S, self._look, now)


def listening(port: int, *, may_move: bool = True) -> list[socket.socket]:
    """Return sockets on the loopback addresses of this computer, on this port or, if it is taken, another one.

    Args:
        port: 0 for any.

    Raises:
        PortTaken: The port is taken, and another one may not be used.
        UserError: There is none.
    """
    for wanted in (port, 0) if port and may_move else (port,):
        with suppress(OSError):
            first = _bound(socket.AF_INET, "127.0.0.1", wanted)
            sockets = [first]
            with suppress(OSError):  # a computer without IPv6, or another program has it
                sockets.append(_bound(socket.AF_INET6, "::1", first.getsockname()[1]))
            return sockets
    if port and not may_move:
        text = _("Another program uses port {port}, so other programs cannot ask there.")
        raise PortTaken(text.format(port=port))
    raise UserError(_("There is no free port on this computer for other programs."))


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family is socket.AF_INET6:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if os.name == "posix":
            # connections that we ended hold the port for a minute; on Windows this would let others have it too
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
        found.setblocking(False)
    except OSError:
        found.close()
        raise
    return found
