"""A session bus with the real desktop portal on it, and behind the portal a desktop that does what a test says."""

import itertools
import os
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
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

from notebrain.domain.desktop.hotkeys import Combination
from notebrain.system.hotkeys.portal_calls import trigger
from tests.fakes.display import wait_until

PORTAL = Path("/usr/libexec/xdg-desktop-portal")
_NAME = "org.freedesktop.impl.portal.desktop.notebrain_test"
_PATH = "/org/freedesktop/portal/desktop"
_SHORTCUTS = "org.freedesktop.impl.portal.GlobalShortcuts"
STARTS = "org.freedesktop.impl.portal.Access;org.freedesktop.impl.portal.Background"
"""What a desktop has to bring for the portal to start programs with the session."""
_BUS_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <servicedir>{folder}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
_SERVICE = f"[D-BUS Service]\nName=org.freedesktop.portal.Desktop\nExec={PORTAL}\n"
_BACKEND = f"[portal]\nDBusName={_NAME}\nInterfaces={{interfaces}}\nUseIn=nbtest\n"


class PortalBackend:
    """What a desktop brings: it asks its user about shortcuts, and says when one is pressed.

    Attributes:
        taken: The triggers that others have: a shortcut that wants one is left without keys.
        declined: Whether the user says no to whatever is asked.
        answers: Cleared while the user thinks about it.
        programs: Which app ids asked for a session.
        started: The command that is started with the session; empty for none.
    """

    def __init__(self, address: str) -> None:
        self.taken: set[str] = set()
        self.declined = False
        self.answers = threading.Event()
        self.answers.set()
        self.asked = threading.Event()
        self.programs: list[str] = []
        self.started: list[str] = []
        self.sessions: dict[str, dict[str, str]] = {}
        self._clock = itertools.count(1)
        self._sending = threading.Lock()
        self._connection: DBusConnection = open_dbus_connection(address)
        self._connection.send_and_get_reply(message_bus.RequestName(_NAME))
        self._thread = threading.Thread(target=self._serve, name="portal-backend", daemon=True)
        self._thread.start()

    def press(self, wanted: Combination) -> None:
        """Press a combination; every shortcut that has it is told."""
        for session, shortcuts in list(self.sessions.items()):
            for name, keys in shortcuts.items():
                if keys and keys == trigger(wanted):
                    options = {"activation_token": ("s", f"token of {name}")}
                    self._tell("Activated", "osta{sv}", session, name, next(self._clock), options)

    def give_other_keys(self, name: str, keys: str) -> None:
        """Let the user give a shortcut other keys in the desktop's own settings."""
        for session, shortcuts in self.sessions.items():
            shortcuts[name] = keys
            self._tell("ShortcutsChanged", "oa(sa{sv})", session, _shown(shortcuts))

    def end_sessions(self) -> None:
        """Take all keys back."""
        for session in list(self.sessions):
            where = DBusAddress(session, interface="org.freedesktop.impl.portal.Session")
            self._send(new_signal(where, "Closed"))
        self.sessions.clear()

    def close(self) -> None:
        """Leave the bus."""
        with suppress(OSError):  # the bus may have left first
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._connection.close()

    def _serve(self) -> None:
        with suppress(EOFError, ConnectionError):
            while True:
                message = self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    self._send(self._answer(message))

    def _answer(self, call: Message) -> Message:
        fields = call.header.fields
        methods: dict[str, Callable[..., Message]] = {
            "GetAll": self._properties,
            "CreateSession": self._create,
            "BindShortcuts": self._bind,
            "Close": self._close,
            "EnableAutostart": self._start_with_session,
        }
        method = methods.get(fields[HeaderFields.member])
        if method is None:
            return new_error(call, "org.freedesktop.DBus.Error.UnknownMethod")
        return method(call, *call.body)

    def _properties(self, call: Message, _interface: str) -> Message:
        return new_method_return(call, "a{sv}", ({"version": ("u", 1)},))

    def _create(
        self, call: Message, _handle: str, session: str, app_id: str, _options: object
    ) -> Message:
        self.programs.append(app_id)
        self.sessions[session] = {}
        return new_method_return(call, "ua{sv}", (0, {}))

    def _bind(
        self,
        call: Message,
        _handle: str,
        session: str,
        shortcuts: Sequence[tuple[str, dict[str, tuple[str, Any]]]],
        _parent: str,
        _options: object,
    ) -> Message:
        self.asked.set()
        self.answers.wait()
        if self.declined:
            return new_method_return(call, "ua{sv}", (1, {}))
        for name, options in shortcuts:
            keys = options["preferred_trigger"][1]
            self.sessions[session][name] = "" if keys in self.taken else keys
        granted = {"shortcuts": ("a(sa{sv})", _shown(self.sessions[session]))}
        return new_method_return(call, "ua{sv}", (0, granted))

    def _close(self, call: Message) -> Message:
        self.sessions.pop(call.header.fields[HeaderFields.path], None)
        return new_method_return(call)

    def _start_with_session(
        self, call: Message, _app_id: str, wanted: bool, command: list[str], _flags: int
    ) -> Message:
        self.started = command if wanted else []
        return new_method_return(call, "b", (wanted,))

    def _tell(self, member: str, signature: str, *body: object) -> None:
        self._send(new_signal(DBusAddress(_PATH, interface=_SHORTCUTS), member, signature, body))

    def _send(self, message: Message) -> None:
        with self._sending:
            self._connection.send(message)


def _shown(shortcuts: dict[str, str]) -> list[tuple[str, dict[str, tuple[str, str]]]]:
    return [(name, {"trigger_description": ("s", keys)}) for name, keys in shortcuts.items()]


class SessionBus:
    """A bus of which only the test knows."""

    def __init__(self, address: str) -> None:
        self.address = address

    def portal_process(self) -> int | None:
        """Return the number of the portal's process, None while it does not run."""
        bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        with open_dbus_connection(self.address) as connection:
            asked = new_method_call(
                bus, "GetConnectionUnixProcessID", "s", ("org.freedesktop.portal.Desktop",)
            )
            reply = connection.send_and_get_reply(asked)
        failed = reply.header.message_type is MessageType.error
        return None if failed else int(reply.body[0])

    def kill_portal(self) -> None:
        """End the portal without a word."""
        process = self.portal_process()
        if process is not None:
            os.kill(process, signal.SIGKILL)
            wait_until(lambda: self.portal_process() != process, what="the end of the portal")


@contextmanager
def session_bus(folder: Path, *, interfaces: str = _SHORTCUTS) -> Generator[SessionBus]:
    """Start a bus that starts the portal when it is asked; skip the test, saying why, where that is impossible."""
    if not PORTAL.exists():
        pytest.skip("no xdg-desktop-portal on this computer")
    portals = folder / "portals"
    portals.mkdir()
    (folder / "portal.service").write_text(_SERVICE)
    (portals / "nbtest.portal").write_text(_BACKEND.format(interfaces=interfaces))
    more = {"XDG_CURRENT_DESKTOP": "nbtest", "XDG_DESKTOP_PORTAL_DIR": str(portals)}
    with private_bus(folder, **more) as address:
        yield SessionBus(address)


@contextmanager
def private_bus(folder: Path, **environment: str) -> Generator[str]:
    """Start a bus and return its address; what it starts has this environment besides."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("no dbus-daemon on this computer")
    (folder / "bus.conf").write_text(_BUS_CONFIG.format(folder=folder))
    address = f"unix:path={folder}/bus"
    variables = {
        **os.environ,
        "DBUS_SESSION_BUS_ADDRESS": address,
        "XDG_RUNTIME_DIR": str(folder),
        **environment,
    }
    command = ["dbus-daemon", "--nofork", "--print-address", f"--config-file={folder / 'bus.conf'}"]
    daemon = subprocess.Popen(
        command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert daemon.stdout is not None
    try:
        daemon.stdout.readline()  # it says so once it listens
        yield address
    finally:
        daemon.terminate()
        daemon.communicate()
