"""The desktop portal's GlobalShortcuts interface, one session at a time."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress

from notebrain.domain.desktop.hotkeys import Combination, Hotkey, Modifier
from notebrain.system.hotkeys.keyboard import keysym_name
from notebrain.system.portal import NAME, PATH, Bus, BusError, PortalRequests, Signal

log = logging.getLogger("notebrain.hotkeys")

_SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
_SESSION = "org.freedesktop.portal.Session"
# in the order of the freedesktop.org shortcuts specification
_HELD = {
    Modifier.CTRL: "CTRL",
    Modifier.ALT: "ALT",
    Modifier.SHIFT: "SHIFT",
    Modifier.META: "LOGO",
}


@dataclass(frozen=True, slots=True)
class Activated:
    """A shortcut of a session was pressed."""

    shortcut: str
    activation_token: str


@dataclass(frozen=True, slots=True)
class Rebound:
    """The user changed the keys of a session's shortcuts; maps each shortcut to the keys the desktop displays."""

    keys: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """The desktop ended the session."""


@dataclass(frozen=True, slots=True)
class PortalMoved:
    """The portal ended or was restarted, so there is no session."""


PortalEvent = Activated | Rebound | SessionClosed | PortalMoved


def trigger(wanted: Combination) -> str | None:
    """Return a combination in the portal's notation, such as "CTRL+ALT+n"; None for a key without a name there."""
    name = keysym_name(wanted.key)
    if name is None:
        return None
    return "+".join(
        (*(text for modifier, text in _HELD.items() if modifier in wanted.modifiers), name)
    )


class Portal:
    """Talks to the portal over its own bus connection, because the portal identifies programs by their connection."""

    def __init__(self, bus: Bus, app_id: str, on_event: Callable[[PortalEvent], object]) -> None:
        self._bus = bus
        self._requests = PortalRequests(bus, app_id)
        self._on_event = on_event
        self._session = ""

    async def begin(self) -> None:
        """Start listening to the portal's signals.

        Raises:
            BusError: The bus is gone.
        """
        await self._bus.watch(f"type='signal',sender='{NAME}',interface='{_SHORTCUTS}'")
        await self._bus.watch(f"type='signal',sender='{NAME}',interface='{_SESSION}'")
        await self._requests.begin()

    async def version(self) -> int:
        """Return the version of the portal's hotkey interface.

        Raises:
            BusError: There is no portal, or none with hotkeys.
        """
        await self._requests.introduce()
        properties = DBusAddress(PATH, NAME, "org.freedesktop.DBus.Properties")
        (value,) = await self._bus.call(properties, "Get", "ss", _SHORTCUTS, "version")
        return int(value[1])

    async def bind(self, wanted: Sequence[Hotkey]) -> Mapping[str, str]:
        """Request these hotkeys in a new session, since a session can ask only once. May wait for the user.

        Returns:
            The granted hotkeys by name, with the keys as the desktop displays them; empty keys if it assigned none.

        Raises:
            BusError: The portal cannot be asked, or refuses programs like this one.
            Refused: The desktop or the user declined.
        """
        if not wanted:
            return {}
        named = {"session_handle_token": ("s", self._requests.token())}
        created = await self._requests.ask(_SHORTCUTS, "CreateSession", "a{sv}", options=named)
        self._session = str(created["session_handle"][1])
        shortcuts = [(hotkey.name, _described(hotkey)) for hotkey in wanted]
        bound = await self._requests.ask(
            _SHORTCUTS,
            "BindShortcuts",
            "oa(sa{sv})sa{sv}",
            self._session,
            shortcuts,
            "",
            options={},
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

    def on_signal(self, signal: Signal) -> None:
        """Handle a signal from the bus."""
        self._requests.on_signal(signal)
        match signal:
            case Signal(member="NameOwnerChanged", body=(_name, before, _now)):
                if before:
                    self._session = ""
                self._on_event(PortalMoved())
            case Signal(member="Closed", path=self._session):
                self._session = ""
                self._on_event(SessionClosed())
            case Signal(member="Activated", body=(self._session, name, _time, options)):
                self._on_event(Activated(str(name), _text(options, "activation_token")))
            case Signal(member="ShortcutsChanged", body=(self._session, shortcuts)):
                self._on_event(Rebound(_keys(shortcuts)))
            case _:
                pass


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
