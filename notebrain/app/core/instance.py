"""The socket between one user's processes: a second start raises the window, commands announce their changes.

Neither side trusts the address alone: the folder has to belong to the user, and so does the process at the other end. A
file lock decides who is the running window (`Lease`); the socket only carries messages. It is a Unix socket that only
the user can open or, where those do not exist (Windows), a loopback port with a secret that only the user can read.
"""

import contextlib
import functools
import hmac
import json
import os
import secrets
import socket
import struct
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, cast

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.storage.privacy import is_private, make_private

if TYPE_CHECKING:
    from asyncio import Server as Listener, StreamReader, StreamWriter
    from asyncio.trsock import TransportSocket
    from concurrent.futures import Future

_TIMEOUT_S = 2.0
_SAVED_WITHIN_S = 20.0
"""A text is acknowledged once it is on disk, which can take seconds on a busy disk."""
_LONGEST_ANSWER = 4_096
LONGEST_TEXT = 32_000
"""The maximum length of a message's text; anything longer goes into the vault, not through the socket."""
_LONGEST_LINE = 512 * 1024  # every sign may take 12 bytes in JSON
_LONGEST_TOKEN = 1_000
_MOST_AT_ONCE = 32
_CREDENTIALS = struct.Struct("=iII")  # Linux: process, user, group
_XUCRED = struct.Struct("=II")  # macOS: version, user, and groups, which are not read
_XUCRED_BYTES = 76
_SOL_LOCAL, _LOCAL_PEERCRED = 0, 1


class MessageKind(StrEnum):
    """The messages one process may send to another."""

    RAISE = "raise"
    CHANGED = "changed"
    SYNC = "sync"
    """Sync now, whatever syncing is waiting for."""
    CAPTURE = "capture"
    """Let the user write a note in the capture window."""
    LINK = "link"
    """Follow a link that another program opened."""
    QUICK_SEARCH = "quick-search"
    """Let the user find a note in the quick search window."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message and its arguments.

    Attributes:
        text: The initial text for the small window, or the address.
        token: Lets a window come to the front where programs may not do that themselves (Wayland).
    """

    word: MessageKind
    text: str = ""
    token: str = ""


def refusal(address: Path) -> str | None:
    """Return why a listener at `address` is not to be trusted, as a sentence; None if nothing is wrong."""
    folder = address.parent
    if not os.path.lexists(folder) or is_private(folder):
        return None
    return _("{folder} is not private to you.").format(folder=folder)


def send_message(address: Path, word: MessageKind, *, text: str = "", token: str = "") -> bool:
    """Send a message to the window at `address`; return whether it was understood and its text is on disk.

    Never raises, and waits long only for a disk. Sends nothing to another user's process.
    """
    if not os.path.exists(address):  # noqa: PTH110 - unlike that of a Path, it never raises
        return False
    try:
        with _dial(address) as (connection, secret):
            line = {
                "say": word,
                "secret": secret,
                "text": text,
                "token": token,
                "once": _this_process(),
            }
            connection.sendall(json.dumps(line).encode() + b"\n")
            if word is MessageKind.CAPTURE and text:
                connection.settimeout(_TIMEOUT_S + _SAVED_WITHIN_S)
            return connection.recv(_LONGEST_ANSWER).strip() == b'{"ok": true}'
    except (OSError, ValueError):
        return False


@functools.cache
def _this_process() -> str:
    """Return an identifier that tells this process's messages from those of others."""
    return secrets.token_hex(8)


@contextlib.contextmanager
def _dial(address: Path) -> Generator[tuple[socket.socket, str], None, None]:
    if sys.platform == "win32":
        port, secret = address.read_text(encoding="ascii").split()
        with socket.create_connection(("127.0.0.1", int(port)), timeout=_TIMEOUT_S) as connection:
            yield connection, secret
    else:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_TIMEOUT_S)
            if not is_private(address.parent):
                raise PermissionError
            connection.connect(str(address))
            if not _is_of_user(connection):
                raise PermissionError
            yield connection, ""


def _is_of_user(connection: "socket.socket | TransportSocket") -> bool:
    """Return whether the process at the other end of a Unix socket belongs to this user."""
    if sys.platform == "linux":
        sent = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        _process, user, _group = _CREDENTIALS.unpack(sent)
    elif sys.platform == "darwin":
        sent = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, _XUCRED_BYTES)
        _version, user = _XUCRED.unpack_from(sent)
    else:  # a socket in the user's own folder is all the evidence there is
        return True
    return bool(user == os.geteuid())


class Server:
    """Listens for messages on the background loop."""

    def __init__(
        self, address: Path, on_message: "Callable[[Message], Future[None] | None]"
    ) -> None:
        """Create a server for `address`; `on_message` returns a future that is done once a text is on disk."""
        self._address = address
        self._on_message = on_message
        self._secret = ""
        self._server: Listener | None = None
        self._spoken_with = 0
        self._handled: dict[str, Future[None] | None] = {}
        """The most recent texts: a process that got no answer sends its text again, and it must count only once."""

    async def start(self) -> None:
        """Start listening.

        The caller holds the window's lease, so an existing socket file is left over from a dead process.

        Raises:
            OSError: The address cannot be used, or its folder is not private to the user.
        """
        import asyncio  # takes 30 ms that the window should not wait for

        if sys.platform == "win32":
            self._secret = secrets.token_hex()
            self._server = await asyncio.start_server(
                self._serve, "127.0.0.1", 0, limit=_LONGEST_LINE
            )
            port = self._server.sockets[0].getsockname()[1]
            self._address.write_text(f"{port} {self._secret}", encoding="ascii")
            return
        if not make_private(self._address.parent):
            raise PermissionError(refusal(self._address))
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
        if self._spoken_with >= _MOST_AT_ONCE or not self._is_own(writer):
            writer.close()
            return
        self._spoken_with += 1
        try:
            await self._answer(reader, writer)
        finally:
            self._spoken_with -= 1

    def _is_own(self, writer: "StreamWriter") -> bool:
        if sys.platform == "win32":
            return True  # identified by the secret
        return _is_of_user(writer.get_extra_info("socket"))

    async def _answer(self, reader: "StreamReader", writer: "StreamWriter") -> None:
        from asyncio import shield, timeout, wrap_future

        answer = False
        # RecursionError: thousands of nested brackets
        with contextlib.suppress(OSError, ValueError, TimeoutError, RecursionError, NoteBrainError):
            async with timeout(_TIMEOUT_S):
                line = await reader.readline()
            saved = self._understand(line)
            if saved is not None:
                async with timeout(_SAVED_WITHIN_S):
                    await shield(wrap_future(saved))
            answer = True
        with contextlib.suppress(OSError):
            writer.write(json.dumps({"ok": answer}).encode() + b"\n")
            await writer.drain()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    def _understand(self, line: bytes) -> "Future[None] | None":
        """Handle a received message; return a future that is done once its text is on disk.

        Raises:
            ValueError: It is not one of our messages, or the sender may not send it.
        """
        said: object = json.loads(line)
        if not isinstance(said, dict):
            raise ValueError(said)  # noqa: TRY004 - what another program sent, not what we handed over
        words = {
            str(name): str(value) for name, value in cast("dict[object, object]", said).items()
        }
        secret = words.get("secret", "").encode(errors="replace")
        if not hmac.compare_digest(secret, self._secret.encode()):
            raise ValueError
        text, token = words.get("text", ""), words.get("token", "")
        if len(text) > LONGEST_TEXT or len(token) > _LONGEST_TOKEN:
            raise ValueError
        text.encode()  # ValueError for an unpaired surrogate
        if not (token.isascii() and (token.isprintable() or not token)):
            raise ValueError  # it is put into the environment
        word = MessageKind(words.get("say", ""))
        once = words.get("once", "") if word is MessageKind.CAPTURE and text else ""
        if once not in self._handled or not once:
            self._handled[once] = self._on_message(Message(word, text, token))
            if len(self._handled) > _MOST_AT_ONCE:
                del self._handled[next(iter(self._handled))]
        return self._handled[once]
