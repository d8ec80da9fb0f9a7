"""The process that serves one MCP client: opens the vault when first asked, and ends with the client.

Apart because `stdio` knows no vault, so that its tests need none.
"""

import os
import threading
from collections.abc import Callable
from typing import Final

from notebrain.app.door.door import Door, open_door
from notebrain.app.settings.programs import PROGRAMS_MCP
from notebrain.mcp_server.features import Features
from notebrain.mcp_server.session import Session
from notebrain.mcp_server.stdio import Pipe, own_streams

_CLOSE_S: Final = 0.3


def serve(folder: str | None, name: str | None) -> None:
    """Serve the client at the other end of standard input and output until it is gone; ends this process.

    Args:
        folder: The vault's folder; None uses the default.
        name: What to call the client; None lets it name itself.
    """
    source, sink = own_streams()
    vault = _Vault(lambda: open_door(folder, PROGRAMS_MCP))
    features = Features(vault.door)
    session = Session(features, name=name)
    pipe = Pipe(
        session,
        source,
        sink,
        changed=lambda: vault.door().changed(),
        mark_of=lambda uri: features.mark_of(session.program, uri),
        tidy=vault.tidy,
    )
    finished = pipe.serve()
    closing = threading.Thread(target=vault.close, daemon=True)
    closing.start()
    closing.join(_CLOSE_S)
    if not finished or closing.is_alive():
        # a read or the model still runs, and nobody waits for it; each write is whole or not there
        os._exit(0)


class _Vault:
    """Opens the vault once it is needed; if that fails, with the next call again."""

    def __init__(self, open_: Callable[[], Door]) -> None:
        self._open = open_
        self._lock = threading.Lock()
        self._door: Door | None = None

    def door(self) -> Door:
        """Return the door.

        Raises:
            NoteBrainError: The vault cannot be opened; says why.
        """
        with self._lock:
            if self._door is None:
                self._door = self._open()
            return self._door

    def tidy(self) -> float | None:
        """End the model if nothing needed it for a while; return in how many seconds to ask again, None for never."""
        return None if self._door is None else self._door.tidy()

    def close(self) -> None:
        """Close the vault if it was opened."""
        if self._door is not None:
            self._door.close()
