"""What is asked of the desktop portal and answered later, since the user may have to be asked."""

import asyncio
import itertools
import logging
from collections.abc import Mapping
from typing import Any

from jeepney import DBusAddress

from notebrain.domain.i18n import _
from notebrain.portal.bus import Bus, BusError, Signal

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
