"""Hotkeys of an X11 display: the display itself gives us the keys and keeps them from all others."""

import logging
from collections.abc import Mapping, Sequence

from notebrain.domain.desktop.hotkeys import (
    Hotkey,
    HotkeyListener,
    Outcome,
    Pressed,
    Registered,
    Taken,
    Unsupported,
)
from notebrain.domain.i18n import _
from notebrain.system.hotkeys.keyboard import Grab
from notebrain.system.hotkeys.listener import Listening, WakingPipe
from notebrain.system.hotkeys.xcb import KeyPress, KeyRelease, MappingChanged, XcbError, XDisplay

log = logging.getLogger("notebrain.hotkeys")


class X11Hotkeys:
    """Takes keys on a connection of its own, on a thread of its own.

    Args:
        display: Which display; None for that of the environment.

    Raises:
        XcbError: There is no such display.
    """

    def __init__(self, listener: HotkeyListener, display: str | None = None) -> None:
        self._grabs = _Grabs(XDisplay(display), listener)
        self._thread = Listening(self._grabs, "notebrain-hotkeys")

    @property
    def asks_user(self) -> bool:
        """Nobody is asked: it is whoever comes first."""
        return False

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        """Take exactly these and let go of all others; return what came of each, by name."""
        gone = dict.fromkeys((one.name for one in wanted), _gone())
        return self._thread.call(lambda: self._grabs.hold(wanted), gone)

    def close(self) -> None:
        """Let go of everything; a second call does nothing."""
        self._thread.close()


class _Grabs:
    """The keys that are held, and the events they give; lives on the thread."""

    def __init__(self, display: XDisplay, listener: HotkeyListener) -> None:
        self._display = display
        self._listener = listener
        self._pipe = WakingPipe(display.fileno())
        self._keyboard = display.keyboard()
        self._wanted: Sequence[Hotkey] = ()
        self._outcomes: Mapping[str, Outcome] = {}
        self._held: dict[Grab, str] = {}
        self._released: KeyRelease | None = None

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        self._wanted = tuple(wanted)
        needed = {one.name: self._keyboard.grabs(one.combination) for one in wanted}
        kept = {grab for grabs in needed.values() for grab in grabs}
        # let go first: two hotkeys may have exchanged their keys
        self._let_go([grab for grab in self._held if grab not in kept])
        self._let_go(
            [grab for grab, name in self._held.items() if grab not in needed.get(name, ())]
        )
        self._outcomes = {name: self._take(name, grabs) for name, grabs in needed.items()}
        return self._outcomes

    def begin(self) -> None:
        """Nothing is to be got ready."""

    def wait(self) -> None:
        self._pipe.wait()

    def wake(self) -> None:
        self._pipe.wake()

    def end(self) -> None:
        self._display.close()
        self._pipe.close()

    def read(self) -> bool:
        try:
            # again after each look: what comes while its answer is waited for is read with it, and wakes nobody
            while self._hear():
                self._look_at_keyboard()
        except XcbError:
            log.info("the display is gone")
        if self._display.broken:
            self._tell(dict.fromkeys((one.name for one in self._wanted), _gone()))
            return False
        return True

    def _hear(self) -> bool:
        """Act on all events there are; tell whether the keyboard may have changed, once for however many changes."""
        changed = False
        for event in self._display.events():
            match event:
                case KeyPress():
                    self._press(event)
                case KeyRelease():
                    self._released = event
                case MappingChanged():
                    changed = True
        return changed

    def _press(self, event: KeyPress) -> None:
        # a key that is held down repeats as a release and a press of the same moment
        repeats = self._released == KeyRelease(event.code, event.time_ms)
        name = self._held.get(Grab(event.code, event.state & 0xFF))
        if name is not None and not repeats:
            self._listener.pressed(Pressed(name, time_ms=event.time_ms))

    def _take(self, name: str, grabs: Sequence[Grab]) -> Outcome:
        if not grabs:
            return Unsupported(_("This keyboard has no such key."))
        if any(self._held.get(grab, name) != name for grab in grabs):
            return Taken()
        new = [grab for grab in grabs if grab not in self._held]
        if not self._display.grab(new):
            self._display.ungrab(new)
            self._let_go([grab for grab in grabs if grab in self._held])
            return Taken()
        self._held.update(dict.fromkeys(new, name))
        return Registered()

    def _let_go(self, grabs: Sequence[Grab]) -> None:
        self._display.ungrab(grabs)
        for grab in grabs:
            del self._held[grab]

    def _look_at_keyboard(self) -> None:
        """Follow the keys to where they are now; a second keyboard tells of changes that are none."""
        keyboard = self._display.keyboard()
        if keyboard != self._keyboard:
            self._keyboard = keyboard
            before = self._outcomes
            self._tell({n: o for n, o in self.hold(self._wanted).items() if o != before.get(n)})

    def _tell(self, outcomes: Mapping[str, Outcome]) -> None:
        if outcomes:
            self._listener.changed(outcomes)


def _gone() -> Outcome:
    return Unsupported(_("The display of this session does not answer any more."))
