"""Notifications on a private bus, shown by a desktop that does what the test says."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jeepney", reason="speaks to the bus")

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.system.desktop.notifications import notify
from tests.fakes.portal import private_bus

pytestmark = [pytest.mark.e2e, pytest.mark.desktop]

_PATH = "/org/freedesktop/Notifications"
_NAME = "org.freedesktop.Notifications"


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[str]:
    with private_bus(tmp_path) as address:
        yield address


class Shower(threading.Thread):
    """Shows one notification, and does with it what the test says; else waits for it to be taken back."""

    def __init__(self, bus: str, able: list[str], *then: tuple[str, str, tuple[Any, ...]]) -> None:
        super().__init__(daemon=True)
        self._connection = open_dbus_connection(bus)
        self._able, self._then = able, then
        self.shown: tuple[Any, ...] = ()
        self.closed: tuple[Any, ...] = ()
        self._connection.send_and_get_reply(message_bus.RequestName(_NAME))

    def end(self) -> None:
        self._connection.close()

    def run(self) -> None:
        while not self.shown:
            call = self._connection.receive()
            if call.header.message_type is not MessageType.method_call:
                continue
            if call.header.fields[HeaderFields.member] == "GetCapabilities":
                self._connection.send(new_method_return(call, "as", (self._able,)))
            else:
                self.shown = call.body
                self._connection.send(new_method_return(call, "u", (7,)))
        emitter = DBusAddress(_PATH, interface=_NAME)
        other = new_signal(emitter, "ActionInvoked", "us", (6, "of another program"))
        self._connection.send(other)
        for member, signature, body in self._then:
            self._connection.send(new_signal(emitter, member, signature, body))
        while not self._then and not self.closed:
            call = self._connection.receive()
            if call.header.fields.get(HeaderFields.member) == "CloseNotification":
                self.closed = call.body
                self._connection.send(new_method_return(call))


TOKEN = ("ActivationToken", "us", (7, "token"))
TOKEN_OF_ANOTHER = ("ActivationToken", "us", (6, "of another program"))
CLICKED = ("ActionInvoked", "us", (7, "open"))
GONE = ("NotificationClosed", "uu", (7, 2))


def show(bus: str, shower: Shower, *, passing: bool = False) -> Chosen:
    shower.start()
    text = "<b>Tulips</b> & <img src='x'>"
    actions = [("open", "Open")]
    chosen = asyncio.run(notify("A", text, actions, desktop_file="notes", passing=passing, bus=bus))
    shower.join()
    shower.end()
    return chosen


def test_what_the_user_chose_comes_back(bus: str) -> None:
    shower = Shower(bus, ["actions", "body", "body-markup"], CLICKED)

    assert show(bus, shower) == Chosen("open")
    assert shower.shown[4] == "&lt;b&gt;Tulips&lt;/b&gt; &amp; &lt;img src='x'&gt;"
    assert shower.shown[5] == ["open", "Open"]


def test_with_it_comes_what_lets_a_window_come_to_the_front(bus: str) -> None:
    shower = Shower(bus, ["actions"], TOKEN_OF_ANOTHER, TOKEN, CLICKED)

    assert show(bus, shower) == Chosen("open", "token")


def test_one_that_passes_is_taken_back_from_a_desktop_that_keeps_it(
    bus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.system.desktop.notifications._PASSES_S", 0.05)
    shower = Shower(bus, ["actions"])

    assert show(bus, shower, passing=True) == Chosen()
    assert shower.shown[6]["transient"] == ("b", True)
    assert shower.closed == (7,)


def test_where_markup_is_not_read_the_text_is_shown_as_it_is(bus: str) -> None:
    shower = Shower(bus, ["body"], GONE)

    assert show(bus, shower) == Chosen()
    assert shower.shown[4] == "<b>Tulips</b> & <img src='x'>"
    assert shower.shown[5] == []


def test_where_nobody_shows_any_it_is_told(bus: str) -> None:
    with pytest.raises(NoNotifications):
        asyncio.run(notify("A", "b", desktop_file="notes", bus=bus))


def test_where_there_is_no_bus_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoNotifications):
        asyncio.run(notify("A", "b", desktop_file="n", bus=f"unix:path={tmp_path / 'none'}"))
