"""What a screen reader sees of a program: its tree of names and roles, over the bus that real ones use."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.display import Display

_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
_ACCESSIBLE = "org.a11y.atspi.Accessible"
_FOCUSABLE, _FOCUSED, _SHOWING = 11, 12, 25  # numbers of AtspiStateType
_MOST_CHILDREN = 60


@dataclass(frozen=True)
class Seen:
    """One thing on the screen, as it is read aloud."""

    role: str
    name: str
    focusable: bool
    focused: bool
    showing: bool
    depth: int
    place: tuple[str, str]

    def __str__(self) -> str:
        return f"{'  ' * self.depth}{self.role} “{self.name}”"


class ScreenReader:
    """Reads the tree of the programs on one bus."""

    def __init__(self, environment: dict[str, str], connection: Any) -> None:
        self.environment = environment
        """The environment of programs that shall be read."""
        self._connection = connection

    def programs(self) -> list[str]:
        """Return the names of the programs that can be read."""
        names: list[str] = []
        for place in self._children(_REGISTRY):
            with suppress(LookupError):
                names.append(self._name(place))
        return names

    def look(self, program: str) -> list[Seen]:
        """Return everything a program shows, from the outside in; of what is hidden only the outermost."""
        for place in self._children(_REGISTRY):
            if self._name(place) == program:
                return list(self._walk(place, 0))
        return []

    def press(self, seen: Seen) -> None:
        """Do the first thing it offers, which for a button is to press it."""
        self._call(seen.place, "org.a11y.atspi.Action", "DoAction", "i", (0,))

    def text_of(self, seen: Seen) -> str:
        """Return what is written in it."""
        text: str = self._call(seen.place, "org.a11y.atspi.Text", "GetText", "ii", (0, -1))[0]
        return text

    def _walk(self, place: tuple[str, str], depth: int) -> Iterator[Seen]:
        low, high = self._call(place, _ACCESSIBLE, "GetState")[0]
        states = low | high << 32
        yield Seen(
            role=self._call(place, _ACCESSIBLE, "GetRoleName")[0],
            name=self._name(place),
            focusable=bool(states >> _FOCUSABLE & 1),
            focused=bool(states >> _FOCUSED & 1),
            showing=bool(states >> _SHOWING & 1),
            depth=depth,
            place=place,
        )
        if depth and not states >> _SHOWING & 1:  # the program itself has no such state
            return
        for child in self._children(place)[:_MOST_CHILDREN]:
            with suppress(LookupError):  # gone since it was named
                yield from self._walk(child, depth + 1)

    def _children(self, place: tuple[str, str]) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = self._call(place, _ACCESSIBLE, "GetChildren")[0]
        return found

    def _name(self, place: tuple[str, str]) -> str:
        properties = "org.freedesktop.DBus.Properties"
        answer = self._call(place, properties, "Get", "ss", (_ACCESSIBLE, "Name"))
        name: str = answer[0][1]
        return name

    def _call(
        self,
        place: tuple[str, str],
        interface: str,
        method: str,
        signature: str | None = None,
        body: tuple[object, ...] = (),
    ) -> Any:
        from jeepney import DBusAddress, new_method_call

        address = DBusAddress(place[1], bus_name=place[0], interface=interface)
        message = new_method_call(address, method, signature, body)
        reply = self._connection.send_and_get_reply(message, timeout=10)
        if reply.header.message_type.name == "error":
            raise LookupError(f"{method} of {place}: {reply.body}")
        return reply.body


_REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")


@contextmanager
def screen_reader(display: Display, folder: Path) -> Iterator[ScreenReader]:
    """Start the buses a screen reader needs; skip the test, saying why, where that is impossible."""
    launcher = next((path for path in _LAUNCHERS if Path(path).exists()), None)
    if launcher is None or shutil.which("dbus-daemon") is None:
        pytest.skip("no at-spi-bus-launcher or dbus-daemon on this computer")
    pytest.importorskip("jeepney", reason="reads the bus of screen readers")
    from jeepney.io.blocking import open_dbus_connection

    address = f"unix:path={folder / 'bus'}"
    environment = {
        **display.environment,
        "DBUS_SESSION_BUS_ADDRESS": address,
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }
    environment.pop("AT_SPI_BUS_ADDRESS", None)  # no bus of the desktop this runs on
    command = ["dbus-daemon", "--session", "--nofork", f"--address={address}", "--print-address=1"]
    bus = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert bus.stdout is not None
    with bus.stdout as said:
        said.readline()  # it tells its address once it listens
    at_spi = subprocess.Popen([launcher, "--launch-immediately"], env=environment)
    try:
        with open_dbus_connection(address) as session:
            asked = ScreenReader(environment, session)
            where = ("org.a11y.Bus", "/org/a11y/bus")
            (address,) = asked._call(where, "org.a11y.Bus", "GetAddress")
        with open_dbus_connection(address) as connection:
            yield ScreenReader(environment, connection)
    finally:
        for process in (at_spi, bus):
            process.terminate()
            process.wait()
