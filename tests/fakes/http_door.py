"""A vault that is served over HTTP on this computer."""

import socket
import threading
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.app.services import Services, open_services
from notebrain.app.settings.programs import (
    PROGRAMS_CLIPPER,
    PROGRAMS_HTTP,
    PROGRAMS_MAY,
    PROGRAMS_WRITES,
)
from notebrain.domain.notes.note import ListFilter
from notebrain.domain.programs.tokens import TokenScope

if TYPE_CHECKING:
    from notebrain.mcp_server.http.server import HttpServer


@dataclass
class Served:
    services: Services
    port: int
    server: "HttpServer"

    def token(self, scope: TokenScope = TokenScope.WRITING) -> str:
        """Return a new token, since each may ask 60 times a minute."""
        name = f"test {len(self.services.memory.tokens.known())}"
        secret, made = self.services.memory.tokens.make(name, scope)
        made.result()
        return secret

    def send(self, data: bytes, host: str = "127.0.0.1", timeout: float = 20) -> str:
        """Send bytes and return all that comes back until the connection ends."""
        with socket.create_connection((host, self.port), timeout=timeout) as connection:
            connection.sendall(data)
            parts = list[bytes]()
            try:
                while part := connection.recv(65_536):
                    parts.append(part)
            except ConnectionError:
                pass
            return b"".join(parts).decode("utf-8", "replace")

    def notes(self) -> int:
        return len(self.services.library.list(ListFilter()))


@contextmanager
def served_vault(folder: Path) -> Generator[Served]:
    """Serve a new vault with all switches on, on a thread."""
    from notebrain.mcp_server.http.server import HttpServer

    with closing(open_services(folder)) as services:
        for setting in (PROGRAMS_HTTP, PROGRAMS_CLIPPER, *PROGRAMS_MAY.values()):
            services.settings.put(setting, True).result()
        services.settings.put(PROGRAMS_WRITES, PROGRAMS_WRITES.most or 0).result()
        ready, port = threading.Event(), list[int]()

        def tell(number: int) -> None:
            port.append(number)
            ready.set()

        server = HttpServer(services, tell)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        assert ready.wait(60)
        try:
            yield Served(services, port[0], server)
        finally:
            server.stop()
            thread.join(30)
        assert not thread.is_alive()
