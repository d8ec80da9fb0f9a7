"""A tray of a desktop that keeps its icons on the session bus, and the hand of who clicks them there."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_call,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.fakes.display import wait_until

_NAME, _PATH = "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher"
_MENU = ("/MenuBar", "com.canonical.dbusmenu")
_PRESENT = "IsStatusNotifierHostRegistered"
_INTROSPECTED = f"""<node><interface name="{_NAME}">
<property name="{_PRESENT}" type="b" access="read"/>
<method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
<signal name="StatusNotifierHostRegistered"/><signal name="StatusNotifierHostUnregistered"/>
</interface></node>"""


class TrayOnBus:
    """Knows the icons, and shows them while there is a panel.

    Attributes:
        icons: The names by which the programs of the icons are reached, the oldest first.
    """

    def __init__(self, address: str) -> None:
        self.icons: list[str] = []
        self._panel = True
        self._sending = threading.Lock()
        self._clicking: DBusConnection = open_dbus_connection(address)
        self._connection: DBusConnection = open_dbus_connection(address)
        self._connection.send_and_get_reply(message_bus.RequestName(_NAME))
        self._thread = threading.Thread(target=self._serve, name="tray-on-bus", daemon=True)
        self._thread.start()

    def show_panel(self, shown: bool) -> None:
        """Begin, or end, the panel that shows the icons; who knows them goes on."""
        self._panel = shown
        news = "StatusNotifierHostRegistered" if shown else "StatusNotifierHostUnregistered"
        self._send(new_signal(DBusAddress(_PATH, interface=_NAME), news))

    def click(self) -> None:
        """Click the newest icon."""
        self._ask("/StatusNotifierItem", "org.kde.StatusNotifierItem", "Activate", "ii", (1, 1))

    def menu(self) -> dict[str, int]:
        """Return what the menu of the newest icon offers, with the number of each; separators left out."""
        _revision, (_root, _about, lines) = self._ask(*_MENU, "GetLayout", "iias", (0, -1, []))
        offered: dict[str, int] = {}
        for _signature, (number, about, _below) in lines:
            if "label" in about and about["visible"][1]:
                offered[about["label"][1]] = number
        return offered

    def choose(self, label: str) -> None:
        """Click a line of that menu."""
        self._ask(*_MENU, "Event", "isvu", (self.menu()[label], "clicked", ("s", ""), 0))

    def close(self) -> None:
        """Leave the bus, as a panel does that is ended."""
        with suppress(OSError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._connection.close()
        self._clicking.close()

    def _ask(
        self, path: str, interface: str, member: str, signature: str, body: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        where = DBusAddress(path, self.icons[-1], interface)
        replies: list[Message] = []

        def is_there() -> bool:
            """Return whether the icon has this part: its menu comes a moment after it."""
            call = new_method_call(where, member, signature, body)
            replies.append(self._clicking.send_and_get_reply(call))
            return "No such object path" not in str(replies[-1].body)

        wait_until(is_there, what=f"{path} on the bus")
        reply = replies[-1]
        assert reply.header.message_type is not MessageType.error, reply.body
        return tuple(reply.body)

    def _serve(self) -> None:
        with suppress(EOFError, ConnectionError):
            while True:
                message = self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    self._send(self._answer(message))

    def _answer(self, call: Message) -> Message:
        fields = call.header.fields
        match fields[HeaderFields.member]:
            case "Introspect":
                return new_method_return(call, "s", (_INTROSPECTED,))
            case "Get" if call.body[1] == _PRESENT:
                return new_method_return(call, "v", (("b", self._panel),))
            case "RegisterStatusNotifierItem":
                self.icons.append(fields[HeaderFields.sender])
                return new_method_return(call)
        return new_error(call, "org.freedesktop.DBus.Error.UnknownMethod")

    def _send(self, message: Message) -> None:
        with self._sending:
            self._connection.send(message)


@contextmanager
def tray_on_bus(address: str) -> Generator[TrayOnBus]:
    """Have a tray on a bus until the test is through with it."""
    tray = TrayOnBus(address)
    try:
        yield tray
    finally:
        tray.close()
