"""The socket between processes of one user: a second start raises the window, the command line tells it of changes.

A file lock decides who is the running window (`Lease`), the socket only carries words: a Unix socket that only the user
can open, or, where there are none (Windows), a loopback port with a secret that only the user can read.
"""

import contextlib
import hmac
import json
import os
import secrets
import socket
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from asyncio import Server as Listener, StreamReader, StreamWriter

_TIMEOUT_S = 2.0
_LONGEST_ANSWER = 4_096
LONGEST_TEXT = 8_000
"""Characters that can come with a word; what is longer goes into the vault, not through the socket."""
_LONGEST_LINE = 64 * 1024
_LONGEST_TOKEN = 1_000
_MOST_AT_ONCE = 32


class Word(StrEnum):
    """What one process may say to another."""

    RAISE = "raise"
    CHANGED = "changed"
    SYNC = "sync"
    """Sync now, whatever it waits for."""
    CAPTURE = "capture"
    """Let the user write a note down, in the small window."""
    LINK = "link"
    """Follow an address that another program opened."""
    QUICK_SEARCH = "quick-search"
    """Let the user find a note, in the small window."""


@dataclass(frozen=True, slots=True)
class Said:
    """A word, and what came with it.

    Attributes:
        text: What the small window is to begin with, or the address.
        token: What lets a window come to the front where that is not for any program to do (Wayland).
    """

    word: Word
    text: str = ""
    token: str = ""


def tell(address: Path, word: Word, *, text: str = "", token: str = "") -> bool:
    """Say a word to the process that listens at `address`; tell whether it was understood.

    Never raises, never waits long.
    """
    try:
        with _dial(address) as (connection, secret):
            line = {"say": word, "secret": secret, "text": text, "token": token}
            connection.sendall(json.dumps(line).encode() + b"\n")
            return connection.recv(_LONGEST_ANSWER).strip() == b'{"ok": true}'
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def _dial(address: Path) -> Generator[tuple[socket.socket, str], None, None]:
    if sys.platform == "win32":
        port, secret = address.read_text(encoding="ascii").split()
        with socket.create_connection(("127.0.0.1", int(port)), timeout=_TIMEOUT_S) as connection:
            yield connection, secret
    else:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_TIMEOUT_S)
            connection.connect(str(address))
            yield connection, ""


class Server:
    """Listens for words on the background loop."""

    def __init__(self, address: Path, hear: Callable[[Said], None]) -> None:
        self._address = address
        self._hear = hear
        self._secret = ""
        self._server: Listener | None = None
        self._spoken_with = 0

    async def start(self) -> None:
        """Begin to listen.

        Whoever calls this holds the window's lease, so a socket file left behind is a dead one's.
        """
        import asyncio  # 30 ms that the window is not to wait for

        if sys.platform == "win32":
            self._secret = secrets.token_hex()
            self._server = await asyncio.start_server(
                self._serve, "127.0.0.1", 0, limit=_LONGEST_LINE
            )
            port = self._server.sockets[0].getsockname()[1]
            self._address.write_text(f"{port} {self._secret}", encoding="ascii")
            return
        self._address.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._address.unlink(missing_ok=True)
        before = os.umask(0o077)
        try:
            self._server = await asyncio.start_unix_server(
                self._serve, str(self._address), limit=_LONGEST_LINE
            )
        finally:
            os.umask(before)

    async def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._address.unlink(missing_ok=True)

    async def _serve(self, reader: "StreamReader", writer: "StreamWriter") -> None:
        if self._spoken_with >= _MOST_AT_ONCE:
            writer.close()
            return
        self._spoken_with += 1
        try:
            await self._answer(reader, writer)
        finally:
            self._spoken_with -= 1

    async def _answer(self, reader: "StreamReader", writer: "StreamWriter") -> None:
        from asyncio import timeout

        answer = False
        # RecursionError: thousands of brackets in one another
        with contextlib.suppress(OSError, ValueError, TimeoutError, RecursionError):
            async with timeout(_TIMEOUT_S):
                answer = self._understand(await reader.readline())
        with contextlib.suppress(OSError):
            writer.write(json.dumps({"ok": answer}).encode() + b"\n")
            await writer.drain()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    def _understand(self, line: bytes) -> bool:
        said: object = json.loads(line)
        if not isinstance(said, dict):
            return False
        words = {
            str(name): str(value) for name, value in cast("dict[object, object]", said).items()
        }
        secret = words.get("secret", "").encode(errors="replace")
        if not hmac.compare_digest(secret, self._secret.encode()):
            return False
        text, token = words.get("text", ""), words.get("token", "")
        if len(text) > LONGEST_TEXT or len(token) > _LONGEST_TOKEN:
            return False
        text.encode()  # ValueError for half a character
        if not (token.isascii() and (token.isprintable() or not token)):
            return False  # it goes into the environment
        self._hear(Said(Word(words.get("say", "")), text, token))
        return True
