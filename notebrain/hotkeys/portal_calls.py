"""What the desktop portal understands of hotkeys: its GlobalShortcuts interface, one session at a time."""

import asyncio
import itertools
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress

from notebrain.domain.hotkeys import Combination, Hotkey, Modifier
from notebrain.hotkeys.bus import Bus, BusError, Signal
from notebrain.hotkeys.keysyms import keysym_name

log = logging.getLogger("notebrain.hotkeys")

NAME = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
_REQUEST = "org.freedesktop.portal.Request"
_SESSION = "org.freedesktop.portal.Session"
_BUS = "org.freedesktop.DBus"
# in the order of the specification of shortcuts on freedesktop.org
_HELD = {
    Modifier.CTRL: "CTRL",
    Modifier.ALT: "ALT",
    Modifier.SHIFT: "SHIFT",
    Modifier.META: "LOGO",
}


class Refused(Exception):
    """The desktop, or its user, did not agree; `by_user` says which."""

    def __init__(self, *, by_user: bool) -> None:
        super().__init__("the user said no" if by_user else "the desktop said no")
        self.by_user = by_user


@dataclass(frozen=True, slots=True)
class Activated:
    """A shortcut of a session was pressed."""

    shortcut: str
    activation_token: str


@dataclass(frozen=True, slots=True)
class Rebound:
    """The user gave the shortcuts of a session other keys; by shortcut, how the desktop shows them."""

    keys: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """The desktop ended the session."""


@dataclass(frozen=True, slots=True)
class PortalMoved:
    """The portal ended, or was started anew: there is no session."""


PortalEvent = Activated | Rebound | SessionClosed | PortalMoved


def trigger(wanted: Combination) -> str | None:
    """Return a combination as the portal writes it, e.g. "CTRL+ALT+n"; None for a key that has no name there."""
    name = keysym_name(wanted.key)
    if name is None:
        return None
    return "+".join((*(text for one, text in _HELD.items() if one in wanted.modifiers), name))


class Portal:
    """Speaks with the portal over a bus of its own: the portal knows programs by their connection."""

    def __init__(self, bus: Bus, app_id: str, told: Callable[[PortalEvent], object]) -> None:
        self._bus = bus
        self._app_id = app_id
        self._told = told
        self._session = ""
        self._introduced = False
        self._numbers = itertools.count(1)
        self._responses: dict[str, asyncio.Future[tuple[Any, ...]]] = {}

    async def begin(self) -> None:
        """Hear what the portal tells.

        Raises:
            BusError: The bus is gone.
        """
        await self._bus.watch(f"type='signal',sender='{NAME}',interface='{_SHORTCUTS}'")
        await self._bus.watch(f"type='signal',sender='{NAME}',interface='{_REQUEST}'")
        await self._bus.watch(f"type='signal',sender='{NAME}',interface='{_SESSION}'")
        await self._bus.watch(f"type='signal',interface='{_BUS}',arg0='{NAME}'")

    async def version(self) -> int:
        """Return the version of the portal's hotkeys.

        Raises:
            BusError: There is no portal, or none with hotkeys.
        """
        await self._introduce()
        properties = DBusAddress(_PATH, NAME, "org.freedesktop.DBus.Properties")
        (value,) = await self._bus.call(properties, "Get", "ss", _SHORTCUTS, "version")
        return int(value[1])

    async def bind(self, wanted: Sequence[Hotkey]) -> Mapping[str, str]:
        """Ask for these in a new session, since a session can ask once. May wait for the user.

        Returns:
            By the name of each that was granted, the keys as the desktop shows them; empty if it gave none.

        Raises:
            BusError: The portal cannot be asked, or refuses programs like this one.
            Refused: The desktop or its user said no.
        """
        if not wanted:
            return {}
        await self._introduce()
        created = await self._request("CreateSession", "a{sv}", session_handle_token=self._token())
        self._session = str(created["session_handle"][1])
        shortcuts = [(one.name, _described(one)) for one in wanted]
        bound = await self._request(
            "BindShortcuts", "oa(sa{sv})sa{sv}", self._session, shortcuts, ""
        )
        return _keys(bound.get("shortcuts", ("", []))[1])

    async def unbind(self) -> None:
        """End the session, if there is one, and with it all its shortcuts."""
        session, self._session = self._session, ""
        if session:
            try:
                await self._bus.call(DBusAddress(session, NAME, _SESSION), "Close")
            except BusError as error:
                log.debug("the session was gone: %s", error)

    def hear(self, signal: Signal) -> None:
        """Take in a signal of the bus."""
        match signal:
            case Signal(interface="org.freedesktop.portal.Request", member="Response"):
                waiting = self._responses.get(signal.path)
                if waiting is not None and not waiting.done():
                    waiting.set_result(signal.body)
            case Signal(member="NameOwnerChanged", body=(_name, before, _now)):
                if before:
                    self._forget()
                    self._introduced = False
                self._told(PortalMoved())
            case Signal(member="Closed", path=self._session):
                self._session = ""
                self._told(SessionClosed())
            case Signal(member="Activated", body=(self._session, name, _time, options)):
                self._told(Activated(str(name), _text(options, "activation_token")))
            case Signal(member="ShortcutsChanged", body=(self._session, shortcuts)):
                self._told(Rebound(_keys(shortcuts)))
            case _:
                pass

    def _forget(self) -> None:
        """Know that nothing the portal was asked for is true any more."""
        self._session = ""
        for response in self._responses.values():
            if not response.done():
                response.set_exception(BusError("the portal ended"))

    async def _introduce(self) -> None:
        """Say which program this is, once to each portal and before anything else.

        From 1.21 on the portal wants to know, and does not listen any more once it was asked something; older ones know
        no such question.
        """
        if self._introduced or not self._app_id:
            return
        self._introduced = True
        registry = DBusAddress(_PATH, NAME, "org.freedesktop.host.portal.Registry")
        try:
            await self._bus.call(registry, "Register", "sa{sv}", self._app_id, {})
        except BusError as error:
            # also "already associated", as in a sandbox
            log.debug("the portal did not take the app id: %s", error)

    async def _request(
        self, method: str, signature: str, *body: object, **options: str
    ) -> Mapping[str, tuple[str, Any]]:
        """Ask for something that is answered by a signal later, since the user may have to be asked."""
        token = self._token()
        sender = self._bus.name.removeprefix(":").replace(".", "_")
        path = f"{_PATH}/request/{sender}/{token}"
        response = self._responses[path] = asyncio.get_running_loop().create_future()
        variants = {name: ("s", text) for name, text in {**options, "handle_token": token}.items()}
        try:
            shortcuts = DBusAddress(_PATH, NAME, _SHORTCUTS)
            await self._bus.call(shortcuts, method, signature, *body, variants)
            code, results = await response
        finally:
            del self._responses[path]
        if code:
            raise Refused(by_user=code == 1)
        return dict(results)

    def _token(self) -> str:
        return f"notebrain{next(self._numbers)}"


def _described(wanted: Hotkey) -> dict[str, tuple[str, str]]:
    described = {"description": ("s", wanted.purpose)}
    preferred = trigger(wanted.combination)
    if preferred is not None:
        described["preferred_trigger"] = ("s", preferred)
    return described


def _keys(shortcuts: Sequence[tuple[str, Mapping[str, tuple[str, Any]]]]) -> dict[str, str]:
    return {str(name): _text(options, "trigger_description") for name, options in shortcuts}


def _text(options: Mapping[str, tuple[str, Any]], name: str) -> str:
    return str(options[name][1]) if name in options else ""
