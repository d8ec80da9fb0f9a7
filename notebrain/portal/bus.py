"""A connection to the session bus of a Linux desktop: calls that are answered, and signals."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import jeepney
from jeepney import DBusAddress, HeaderFields, Message, MessageType
from jeepney.auth import AuthenticationError
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

_ANSWER_S = 30.0
_BUS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
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
        await self.call(_BUS, "AddMatch", "s", rule)

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
