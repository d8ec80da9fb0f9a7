"""Hotkeys on a Wayland desktop or in a sandbox: the desktop portal grants them after asking the user."""

import asyncio
import threading
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from notebrain.domain.desktop.hotkeys import (
    Declined,
    Hotkey,
    HotkeyListener,
    Outcome,
    Pressed,
    Registered,
    Taken,
    Unsupported,
)
from notebrain.domain.errors import NoHotkeys
from notebrain.domain.i18n import _
from notebrain.system.hotkeys.portal_calls import (
    Activated,
    Portal,
    PortalEvent,
    PortalMoved,
    Rebound,
    SessionClosed,
    trigger,
)
from notebrain.system.portal import Bus, BusError, Refused, obstacle

T = TypeVar("T")


class PortalHotkeys:
    """Talks to the portal over its own connection, on its own loop and thread.

    Args:
        app_id: The name of the installed desktop file, without its suffix; the desktop uses it to remember what the
            user agreed to.
        address: The address of the bus; by default the session bus.

    Raises:
        NoHotkeys: There is no portal with hotkeys; the message says why.
    """

    def __init__(self, listener: HotkeyListener, app_id: str, address: str = "SESSION") -> None:
        self._loop = asyncio.SelectorEventLoop()
        self._conversation = _Conversation(listener, app_id, address)
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="notebrain-hotkeys", daemon=True
        )
        self._thread.start()
        try:
            self._run(self._conversation.begin())
        except NoHotkeys:
            self.close()
            raise

    @property
    def asks_user(self) -> bool:
        """The desktop asks about shortcuts it does not remember."""
        return True

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        """Register exactly these hotkeys and release all others; return the outcome of each, by name.

        Waits while the desktop asks the user.
        """
        try:
            return self._run(self._conversation.hold(wanted))
        except CancelledError:
            return _all(wanted, Unsupported(_("NoteBrain was closed in the meantime.")))

    def close(self) -> None:
        """Release everything; a second call does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(self._wind_up(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        with self._lock:
            if self._closed:
                work.close()
                raise CancelledError
            running = asyncio.run_coroutine_threadsafe(work, self._loop)
        return running.result()

    async def _wind_up(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._conversation.end()


class _Conversation:
    """The requests to the portal and their results; lives on the loop."""

    def __init__(self, listener: HotkeyListener, app_id: str, address: str) -> None:
        self._listener = listener
        self._app_id = app_id
        self._address = address
        self._wanted: Sequence[Hotkey] = ()
        self._outcomes: Mapping[str, Outcome] = {}
        self._asking = False
        self._bus: Bus | None = None
        self._portal: Portal
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        try:
            bus = self._bus = await Bus.open(self._address)
            portal = self._portal = Portal(bus, self._app_id, self._on_event)
            self._start(bus.run(portal.on_signal))
            await portal.begin()
            await portal.version()
        except BusError as error:
            raise NoHotkeys(_obstacle(error)) from error

    async def end(self) -> None:
        """Release everything: the portal ends a session when its connection closes."""
        if self._bus is not None:
            await self._bus.close()

    async def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        self._wanted = tuple(wanted)
        self._asking = True
        try:
            self._outcomes = await self._ask()
        finally:
            self._asking = False
        return self._outcomes

    async def _ask(self) -> Mapping[str, Outcome]:
        asked = [hotkey for hotkey in self._wanted if trigger(hotkey.combination) is not None]
        try:
            await self._portal.unbind()
            keys = await self._portal.bind(asked)
        except Refused as no:
            refused = Unsupported(_("The desktop refused to assign keys to NoteBrain."))
            return _all(self._wanted, Declined() if no.by_user else refused)
        except BusError as error:
            return _all(self._wanted, Unsupported(_obstacle(error)))
        unknown = _all(self._wanted, Unsupported(_("This keyboard has no such key.")))
        return {**unknown, **{hotkey.name: _granted(keys.get(hotkey.name)) for hotkey in asked}}

    def _on_event(self, event: PortalEvent) -> None:
        match event:
            case Activated(name, token):
                self._listener.pressed(Pressed(name, activation_token=token))
            case Rebound(keys):
                known = {hotkey.name for hotkey in self._wanted}
                self._report({name: _granted(keys[name]) for name in known if name in keys})
            case SessionClosed():
                ended = Unsupported(_("The desktop took the keys back."))
                self._report(_all(self._wanted, ended))
            case PortalMoved():
                if self._wanted and not self._asking:
                    self._start(self._ask_again())

    async def _ask_again(self) -> None:
        """Ask a restarted portal again; asking also starts one that has ended."""
        before = self._outcomes
        after = await self.hold(self._wanted)
        self._report({name: one for name, one in after.items() if one != before.get(name)})

    def _report(self, outcomes: Mapping[str, Outcome]) -> None:
        self._outcomes = {**self._outcomes, **outcomes}
        if outcomes:
            self._listener.changed(outcomes)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def portal_obstacle(address: str = "SESSION") -> str | None:
    """Return why the portal offers no hotkeys, as a sentence; None if it does. Registers none."""

    async def ask() -> str | None:
        conversation = _Conversation(_Nobody(), "", address)
        try:
            await conversation.begin()
        except NoHotkeys as none:
            return str(none)
        finally:
            await conversation.end()
        return None

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(ask())


class _Nobody:
    def pressed(self, press: Pressed) -> None:
        pass

    def changed(self, outcomes: Mapping[str, Outcome]) -> None:
        pass


def _granted(keys: str | None) -> Outcome:
    """Return the outcome for a shortcut: declined by the user, without keys because others have them, or granted."""
    if keys is None:
        return Declined()
    return Registered(shown_as=keys) if keys else Taken()


def _all(wanted: Sequence[Hotkey], outcome: Outcome) -> dict[str, Outcome]:
    return {hotkey.name: outcome for hotkey in wanted}


def _obstacle(error: BusError) -> str:
    if "app id" in str(error):
        return _(
            "This desktop assigns keys only to installed programs, and NoteBrain is not installed."
        )
    return obstacle(error, lacking=_("The portal of this desktop cannot assign keys to programs."))
