"""Session bus and portal requests."""

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
# the library is typed in part only
_new_call: Callable[..., Any] = cast("Any", jeepney).new_method_call


class BusError(Exception):
    """The bus cannot be reached, or a call was refused.

    Attributes:
        name: What the error is called on the bus; empty where there was no answer.
    """

    def __init__(self, text: str, name: str = "") -> None:
        super().__init__(text)
        self.name = name


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that was told on the bus."""

    interface: str
    member: str
    path: str
    body: tuple[Any, ...]


class Bus:
    """Lives on one loop; `run` has to run for calls to be answered."""

    def __init__(self, connection: DBusConnection) -> None:
        self._connection: Any = connection
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._ended = False

    @classmethod
    async def open(cls, address: str = "SESSION") -> "Bus":
        """Connect to a bus, by default that of the session.

        Raises:
            BusError: There is none, or it does not let us in.
        """
        try:
            return cls(await open_dbus_connection(address))
        except KeyError as error:  # how the library says that no variable names it
            raise BusError("no session bus") from error
        except (OSError, EOFError, AuthenticationError, TimeoutError, RuntimeError) as error:
            raise BusError(str(error)) from error

    @property
    def name(self) -> str:
        """What the bus calls this connection, e.g. ":1.42"."""
        return str(self._connection.unique_name)

    async def call(
        self, address: DBusAddress, method: str, signature: str = "", *body: object
    ) -> tuple[Any, ...]:
        """Call a method and return its results.

        Raises:
            BusError: It was refused, not answered in time, or the bus is gone.
        """
        return await self._ask(_new_call(address, method, signature or None, body))

    async def watch(self, rule: str) -> None:
        """Hear signals that fit a match rule from now on.

        Raises:
            BusError: The bus is gone.
        """
        await self.call(_BUS_ADDRESS, "AddMatch", "s", rule)

    async def run(self, heard: Callable[[Signal], object]) -> None:
        """Hand over signals until the bus is gone."""
        try:
            while True:
                message = await self._connection.receive()
                self._deliver(message, heard)
        except (OSError, EOFError):
            return
        finally:
            self._ended = True
            for answer in self._answers.values():
                answer.cancel()

    async def close(self) -> None:
        """End the connection."""
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

    def _deliver(self, message: Message, heard: Callable[[Signal], object]) -> None:
        header: Any = message.header
        body: Any = message.body
        fields = header.fields
        answer = self._answers.get(fields.get(HeaderFields.reply_serial, -1))
        if answer is not None and not answer.done():
            answer.set_result(message)
        elif header.message_type is MessageType.signal:
            heard(
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
"""The signature of a value, and the value."""


class Refused(Exception):
    """The desktop, or its user, did not agree.

    Attributes:
        by_user: Which of the two.
        results: What came with the answer.
    """

    def __init__(self, *, by_user: bool, results: Mapping[str, Variant]) -> None:
        super().__init__("the user said no" if by_user else "the desktop said no")
        self.by_user = by_user
        self.results = results


class PortalRequests:
    """Asks the portal over a bus of its own: the portal knows programs by their connection.

    Args:
        app_id: The name of the installed desktop file, without its ending; empty to stay unnamed.
    """

    def __init__(self, bus: Bus, app_id: str) -> None:
        self._bus = bus
        self._app_id = app_id
        self._introduced = False
        self._numbers = itertools.count(1)
        self._responses: dict[str, asyncio.Future[tuple[Any, ...]]] = {}

    async def begin(self) -> None:
        """Hear the answers.

        Raises:
            BusError: The bus is gone.
        """
        await self._bus.watch(f"type='signal',sender='{NAME}',interface='{_REQUEST}'")
        await self._bus.watch(f"type='signal',interface='{_BUS}',arg0='{NAME}'")

    def hear(self, signal: Signal) -> None:
        """Take in a signal of the bus."""
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
        """Know that nothing that was asked is answered any more."""
        for response in self._responses.values():
            if not response.done():
                response.set_exception(BusError("the portal ended"))

    async def introduce(self) -> None:
        """Say which program this is, once to each portal and before anything else.

        From 1.21 on the portal wants to know, and does not listen any more once it was asked something; older ones know
        no such question.
        """
        if self._introduced or not self._app_id:
            return
        self._introduced = True
        registry = DBusAddress(PATH, NAME, "org.freedesktop.host.portal.Registry")
        try:
            await self._bus.call(registry, "Register", "sa{sv}", self._app_id, {})
        except BusError as error:
            # also "already associated", as in a sandbox
            log.debug("the portal did not take the app id: %s", error)

    async def ask(
        self,
        interface: str,
        method: str,
        signature: str,
        *body: object,
        options: Mapping[str, Variant],
    ) -> Mapping[str, Variant]:
        """Ask for something and return the results; waits for the user, who may take his time.

        Args:
            signature: Of `body` and the options behind it.

        Raises:
            BusError: The portal cannot be asked, ended meanwhile, or refuses programs like this one.
            Refused: The desktop or its user said no.
        """
        await self.introduce()
        token = self.token()
        sender = self._bus.name.removeprefix(":").replace(".", "_")
        path = f"{PATH}/request/{sender}/{token}"
        response = self._responses[path] = asyncio.get_running_loop().create_future()
        try:
            told = {**options, "handle_token": ("s", token)}
            await self._bus.call(DBusAddress(PATH, NAME, interface), method, signature, *body, told)
            code, results = await response
        finally:
            del self._responses[path]
        if code:
            raise Refused(by_user=code == 1, results=dict(results))
        return dict(results)

    def token(self) -> str:
        """Return a name that no other question of this connection has."""
        return f"notebrain{next(self._numbers)}"


def obstacle(error: BusError, *, lacking: str) -> str:
    """Return why the portal could not be asked, as a sentence.

    Args:
        lacking: The sentence for a portal that does not know what was asked for.
    """
    if error.name.endswith((".ServiceUnknown", ".NameHasNoOwner")):
        return _("There is no desktop portal here (xdg-desktop-portal).")
    if error.name.endswith((".UnknownInterface", ".InvalidArgs", ".UnknownMethod")):
        return lacking
    return _("The desktop portal cannot be used: {cause}.").format(cause=error)
