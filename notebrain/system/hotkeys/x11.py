"""X11 hotkeys: the display delivers grabbed keys to us and withholds them from all other programs."""

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
    """Grabs keys on its own connection, on its own thread.

    Args:
        display: The display; None for the one in the environment.

    Raises:
        XcbError: There is no such display.
    """

    def __init__(self, listener: HotkeyListener, display: str | None = None) -> None:
        self._grabs = _Grabs(XDisplay(display), listener)
        self._thread = Listening(self._grabs, "notebrain-hotkeys")

    @property
    def asks_user(self) -> bool:
        """Never: the first program to register a key gets it."""
        return False

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        """Register exactly these hotkeys and release all others; return the outcome of each, by name."""
        gone = dict.fromkeys((hotkey.name for hotkey in wanted), _gone())
        return self._thread.call(lambda: self._grabs.hold(wanted), gone)

    def close(self) -> None:
        """Release everything; a second call does nothing."""
        self._thread.close()


class _Grabs:
    """The grabbed keys and the handling of their events; lives on the thread."""

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
        needed = {hotkey.name: self._keyboard.grabs(hotkey.combination) for hotkey in wanted}
        needed_now = {grab for grabs in needed.values() for grab in grabs}
        # release first: two hotkeys may have exchanged their keys
        self._release([grab for grab in self._held if grab not in needed_now])
        self._release(
            [grab for grab, name in self._held.items() if grab not in needed.get(name, ())]
        )
        self._outcomes = {name: self._grab(name, grabs) for name, grabs in needed.items()}
        return self._outcomes

    def begin(self) -> None:
        """Do nothing: there is nothing to prepare."""

    def wait(self) -> None:
        self._pipe.wait()

    def wake(self) -> None:
        self._pipe.wake()

    def end(self) -> None:
        self._display.close()
        self._pipe.close()

    def read(self) -> bool:
        try:
            # again after each check: events that arrive while waiting for its reply are read along with it and wake
            # nobody
            while self._handle():
                self._read_keyboard()
        except XcbError:
            log.info("the display is gone")
        if self._display.broken:
            self._report(dict.fromkeys((hotkey.name for hotkey in self._wanted), _gone()))
            return False
        return True

    def _handle(self) -> bool:
        """Handle all pending events; return whether the keyboard may have changed, once for any number of changes."""
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
        # a held key repeats as a release and a press at the same moment
        repeats = self._released == KeyRelease(event.code, event.time_ms)
        name = self._held.get(Grab(event.code, event.state & 0xFF))
        if name is not None and not repeats:
            self._listener.pressed(Pressed(name, time_ms=event.time_ms))

    def _grab(self, name: str, grabs: Sequence[Grab]) -> Outcome:
        if not grabs:
            return Unsupported(_("This keyboard has no such key."))
        if any(self._held.get(grab, name) != name for grab in grabs):
            return Taken()
        new = [grab for grab in grabs if grab not in self._held]
        if not self._display.grab(new):
            self._display.ungrab(new)
            self._release([grab for grab in grabs if grab in self._held])
            return Taken()
        self._held.update(dict.fromkeys(new, name))
        return Registered()

    def _release(self, grabs: Sequence[Grab]) -> None:
        self._display.ungrab(grabs)
        for grab in grabs:
            del self._held[grab]

    def _read_keyboard(self) -> None:
        """Move the grabs to where the keys are now; a second keyboard also reports changes where nothing changed."""
        keyboard = self._display.keyboard()
        if keyboard != self._keyboard:
            self._keyboard = keyboard
            before = self._outcomes
            self._report({n: o for n, o in self.hold(self._wanted).items() if o != before.get(n)})

    def _report(self, outcomes: Mapping[str, Outcome]) -> None:
        if outcomes:
            self._listener.changed(outcomes)


def _gone() -> Outcome:
    return Unsupported(_("The display of this session no longer answers."))
