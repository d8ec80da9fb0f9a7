"""The session bus, and requests to the desktop portal."""

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import jeepney
from jeepney import DBusAddress, HeaderFields, Message, MessageType
from jeepney.auth import AuthenticationError
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

from notebrain.domain.i18n import _

_ANSWER_S = 30.0
_BUS_ADDRESS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
# the library has only partial type annotations
_new_call: Callable[..., Any] = cast("Any", jeepney).new_method_call


class BusError(Exception):
    """The bus cannot be reached, or a call was refused.

    Attributes:
        name: The name of the error on the bus; empty if there was no answer.
    """

    def __init__(self, text: str, name: str = "") -> None:
        super().__init__(text)
        self.name = name


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal received from the bus."""

    interface: str
    member: str
    path: str
    body: tuple[Any, ...]


class Bus:
    """A bus connection that lives on one loop; calls are answered only while `run` is running."""

    def __init__(self, connection: DBusConnection) -> None:
        self._connection: Any = connection
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._ended = False

    @classmethod
    async def open(cls, address: str = "SESSION") -> "Bus":
        """Connect to a bus, by default the session bus.

        Raises:
            BusError: There is no bus, or it refuses the connection.
        """
        try:
            return cls(await open_dbus_connection(address))
        except KeyError as error:  # raised by the library if no variable names the bus
            raise BusError("no session bus") from error
        except (OSError, EOFError, AuthenticationError, TimeoutError, RuntimeError) as error:
            raise BusError(str(error)) from error

    @property
    def name(self) -> str:
        """The bus's name for this connection, such as ":1.42"."""
        return str(self._connection.unique_name)

    async def call(
        self, address: DBusAddress, method: str, signature: str = "", *body: object
    ) -> tuple[Any, ...]:
        """Call a method and return its results.

        Raises:
            BusError: The call was refused or not answered in time, or the bus is gone.
        """
        return await self._ask(_new_call(address, method, signature or None, body))

    async def watch(self, rule: str) -> None:
        """Receive signals that match a rule from now on.

        Raises:
            BusError: The bus is gone.
        """
        await self.call(_BUS_ADDRESS, "AddMatch", "s", rule)

    async def run(self, on_signal: Callable[[Signal], object]) -> None:
        """Pass on signals until the bus is gone."""
        try:
            while True:
                message = await self._connection.receive()
                self._deliver(message, on_signal)
        except (OSError, EOFError):
            return
        finally:
            self._ended = True
            for answer in self._answers.values():
                answer.cancel()

    async def close(self) -> None:
        """Close the connection."""
        with contextlib.suppress(OSError):
            await self._connection.close()

    async def _ask(self, message: Message) -> tuple[Any, ...]:
        if self._ended:
            raise BusError("the bus is gone")
        serial = next(self._connection.outgoing_serial)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[serial] = answer
        try:
            await self._connection.send(message, serial=serial)
            await asyncio.wait({answer}, timeout=_ANSWER_S)
        except OSError as error:
            raise BusError(str(error)) from error
        finally:
            del self._answers[serial]
        if not answer.done() or answer.cancelled():
            raise BusError("no answer")
        reply = answer.result()
        if reply.header.message_type is MessageType.error:
            name = str(reply.header.fields.get(HeaderFields.error_name, ""))
            raise BusError(" ".join(map(str, reply.body)) or name, name)
        return tuple(reply.body)

    def _deliver(self, message: Message, on_signal: Callable[[Signal], object]) -> None:
        header: Any = message.header
        body: Any = message.body
        fields = header.fields
        answer = self._answers.get(fields.get(HeaderFields.reply_serial, -1))
        if answer is not None and not answer.done():
            answer.set_result(message)
        elif header.message_type is MessageType.signal:
            on_signal(
                Signal(
                    interface=str(fields.get(HeaderFields.interface, "")),
                    member=str(fields.get(HeaderFields.member, "")),
                    path=str(fields.get(HeaderFields.path, "")),
                    body=tuple(body),
                )
            )


log = logging.getLogger("notebrain.portal")

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
_REQUEST = "org.freedesktop.portal.Request"
_BUS = "org.freedesktop.DBus"
Variant = tuple[str, Any]
"""A value with its signature first."""


class Refused(Exception):
    """The desktop or the user declined.

    Attributes:
        by_user: Whether it was the user.
        results: The results in the answer.
    """

    def __init__(self, *, by_user: bool, results: Mapping[str, Variant]) -> None:
        super().__init__("the user said no" if by_user else "the desktop said no")
        self.by_user = by_user
        self.results = results


class PortalRequests:
    """Sends requests to the portal over its own bus connection: the portal identifies programs by their connection.

    Args:
        app_id: The name of the installed desktop file, without its suffix; empty to stay anonymous.
    """

    def __init__(self, bus: Bus, app_id: str) -> None:
        self._bus = bus
        self._app_id = app_id
        self._introduced = False
        self._numbers = itertools.count(1)
        self._responses: dict[str, asyncio.Future[tuple[Any, ...]]] = {}

    async def begin(self) -> None:
        """Start listening for answers.

        Raises:
            BusError: The bus is gone.
        """
        await self._bus.watch(f"type='signal',sender='{NAME}',interface='{_REQUEST}'")
        await self._bus.watch(f"type='signal',interface='{_BUS}',arg0='{NAME}'")

    def on_signal(self, signal: Signal) -> None:
        """Handle a signal from the bus."""
        match signal:
            case Signal(interface="org.freedesktop.portal.Request", member="Response"):
                waiting = self._responses.get(signal.path)
                if waiting is not None and not waiting.done():
                    waiting.set_result(signal.body)
            case Signal(member="NameOwnerChanged", body=(_name, before, _now)) if before:
                self.give_up()
                self._introduced = False
            case _:
                pass

    def give_up(self) -> None:
        """Fail all requests that are still waiting for an answer."""
        for response in self._responses.values():
            if not response.done():
                response.set_exception(BusError("the portal ended"))

    async def introduce(self) -> None:
        """Register this program with the portal, once per portal and before any other request.

        Since 1.21 the portal requires this, and accepts it only before the first request; older ones do not have the
        call.
        """
        if self._introduced or not self._app_id:
            return
        self._introduced = True
        registry = DBusAddress(PATH, NAME, "org.freedesktop.host.portal.Registry")
        try:
            await self._bus.call(registry, "Register", "sa{sv}", self._app_id, {})
        except BusError as error:
            # includes "already associated", as in a sandbox
            log.debug("the portal did not take the app id: %s", error)

    async def ask(
        self,
        interface: str,
        method: str,
        signature: str,
        *body: object,
        options: Mapping[str, Variant],
    ) -> Mapping[str, Variant]:
        """Send a request and return its results; waits for the user, who may take their time.

        Args:
            signature: The signature of `body` and of the options after it.

        Raises:
            BusError: The portal cannot be reached, ended meanwhile, or refuses programs like this one.
            Refused: The desktop or the user declined.
        """
        await self.introduce()
        token = self.token()
        sender = self._bus.name.removeprefix(":").replace(".", "_")
        path = f"{PATH}/request/{sender}/{token}"
        response = self._responses[path] = asyncio.get_running_loop().create_future()
        try:
            with_handle = {**options, "handle_token": ("s", token)}
            await self._bus.call(
                DBusAddress(PATH, NAME, interface), method, signature, *body, with_handle
            )
            code, results = await response
        finally:
            del self._responses[path]
        if code:
            raise Refused(by_user=code == 1, results=dict(results))
        return dict(results)

    def token(self) -> str:
        """Return a name that no other request on this connection has."""
        return f"notebrain{next(self._numbers)}"


def obstacle(error: BusError, *, lacking: str) -> str:
    """Return why the portal could not be used, as a sentence.

    Args:
        lacking: The sentence for a portal that does not support the request.
    """
    if error.name.endswith((".ServiceUnknown", ".NameHasNoOwner")):
        return _("There is no desktop portal here (xdg-desktop-portal).")
    if error.name.endswith((".UnknownInterface", ".InvalidArgs", ".UnknownMethod")):
        return lacking
    return _("The desktop portal cannot be used: {cause}.").format(cause=error)
