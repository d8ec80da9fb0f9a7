"""The desktop portal itself, as programs see it from 1.21 on: it wants to be told first who asks."""

import socket
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.fakes.portal import private_bus

_NAME = "org.freedesktop.portal.Desktop"
_REQUEST = "org.freedesktop.portal.Request"
_REFUSED = "org.freedesktop.portal.Error.NotAllowed"
Results = Mapping[str, tuple[str, Any]]


class PortalFront:
    """Agrees to whatever is asked by a program that it knows.

    Attributes:
        calls: What was called by its name, with what came with it, in this order.
        code: What is answered to a request: 0 is agreed, 1 is the user's no.
        results: What comes with the answer, by what was asked; the start with the session is as it was asked for,
            where nothing else stands here.
        ends_when_asked: It leaves the bus in the place of an answer to a request.
    """

    def __init__(self, address: str) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.code = 0
        self.ends_when_asked = False
        self.results: dict[str, Results] = {
            "CreateSession": {"session_handle": ("s", "/session/1")},
        }
        self._heard: set[str] = set()
        self._known: set[str] = set()
        self._connection: DBusConnection = open_dbus_connection(address)
        self._connection.send_and_get_reply(message_bus.RequestName(_NAME))
        self._thread = threading.Thread(target=self._serve, name="portal", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave the bus."""
        with suppress(OSError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._connection.close()

    def _serve(self) -> None:
        with suppress(EOFError, ConnectionError):
            while True:
                message = self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    for answer in self._answers(message):
                        self._connection.send(answer)
                    if self.ends_when_asked and self.calls[-1][0] != "Register":
                        self._connection.send(message_bus.ReleaseName(_NAME))

    def _answers(self, call: Message) -> list[Message]:
        fields = call.header.fields
        method, sender = str(fields[HeaderFields.member]), str(fields[HeaderFields.sender])
        body = cast("tuple[Any, ...]", call.body)
        first = sender not in self._heard
        self._heard.add(sender)
        self.calls.append((method, body))
        if method == "Register":
            if not first:
                return [new_error(call, _REFUSED, "s", ("already associated",))]
            self._known.add(sender)
            return [new_method_return(call)]
        if method == "Get":
            return [new_method_return(call, "v", (("u", 2),))]
        if method == "Close":
            return [new_method_return(call)]
        if sender not in self._known:
            return [new_error(call, _REFUSED, "s", ("An app id is required",))]
        return self._response(call, sender, method, body)

    def _response(
        self, call: Message, sender: str, method: str, body: tuple[Any, ...]
    ) -> list[Message]:
        token = body[-1]["handle_token"][1]
        unique = sender.removeprefix(":").replace(".", "_")
        handle = f"/org/freedesktop/portal/desktop/request/{unique}/{token}"
        results = self.results.get(method, {})
        if method == "BindShortcuts":
            shown = [(name, {"trigger_description": ("s", "keys")}) for name, _more in body[1]]
            results = {"shortcuts": ("a(sa{sv})", shown)}
        if method == "RequestBackground" and method not in self.results:
            agreed = self.code == 0
            started = agreed and body[1]["autostart"][1]
            results = {"background": ("b", agreed), "autostart": ("b", started)}
        where = DBusAddress(handle, interface=_REQUEST)
        answer = new_signal(where, "Response", "ua{sv}", (self.code, results))
        taken = new_method_return(call, "o", (handle,))
        return [taken] if self.ends_when_asked else [taken, answer]


@contextmanager
def portal_front(folder: Path) -> Generator[tuple[PortalFront, str]]:
    """Start a bus with such a portal; return it with the address of the bus."""
    with private_bus(folder) as address:
        front = PortalFront(address)
        try:
            yield front, address
        finally:
            front.close()
