"""Windows hotkeys through RegisterHotKey, on a separate thread, which receives the key presses."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from notebrain.domain.desktop.hotkeys import (
    Combination,
    Hotkey,
    HotkeyListener,
    Modifier,
    Outcome,
    Pressed,
    Registered,
    Taken,
    Unsupported,
)
from notebrain.domain.i18n import _
from notebrain.system.hotkeys.listener import Listening
from notebrain.system.hotkeys.numbered import Numbered

_BITS = {Modifier.ALT: 1, Modifier.CTRL: 2, Modifier.SHIFT: 4, Modifier.META: 8}
_NO_REPEAT = 0x4000
_KEYS = {
    "Backspace": 0x08,
    "Tab": 0x09,
    "Return": 0x0D,
    "Pause": 0x13,
    "Esc": 0x1B,
    "Space": 0x20,
    "PgUp": 0x21,
    "PgDown": 0x22,
    "End": 0x23,
    "Home": 0x24,
    "Left": 0x25,
    "Up": 0x26,
    "Right": 0x27,
    "Down": 0x28,
    "Print": 0x2C,
    "Ins": 0x2D,
    "Del": 0x2E,
    "Help": 0x2F,
    "Menu": 0x5D,
    "ScrollLock": 0x91,
    **{f"F{n}": 0x6F + n for n in range(1, 25)},
}


class WindowsKeys(Protocol):
    """The part of Windows that is used. Everything but `wake` is called on one thread, `begin` first."""

    def begin(self) -> None:
        """Prepare to receive key presses."""
        ...

    def register(self, number: int, modifiers: int, key: int) -> bool:
        """Register a virtual key with modifiers (RegisterHotKey's bits); return False if another program has it."""
        ...

    def unregister(self, number: int) -> None:
        """Unregister a number."""
        ...

    def virtual_key(self, character: str) -> int | None:
        """Return the virtual key that types a character on this keyboard."""
        ...

    def wait(self) -> None:
        """Block until a key was pressed or `wake` was called."""
        ...

    def pressed(self) -> Iterator[int]:
        """Yield the numbers pressed since the last call, without waiting."""
        ...

    def wake(self) -> None:
        """Make `wait` return; may be called from any thread."""
        ...


class WindowsHotkeys:
    """Registers global hotkeys in a Windows session."""

    def __init__(self, listener: HotkeyListener, system: WindowsKeys) -> None:
        self._keys = _Keys(system, listener)
        self._thread = Listening(self._keys, "notebrain-hotkeys")

    @property
    def asks_user(self) -> bool:
        """Never: the first program to register a key gets it."""
        return False

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        """Register exactly these hotkeys and release all others; return the outcome of each, by name."""
        closed: Outcome = Unsupported(_("NoteBrain was closed in the meantime."))
        gone = dict.fromkeys((hotkey.name for hotkey in wanted), closed)
        return self._thread.call(lambda: self._keys.held.hold(wanted), gone)

    def close(self) -> None:
        """Release everything; a second call does nothing."""
        self._thread.close()


class _Keys:
    """The registered hotkeys; lives on the thread."""

    def __init__(self, system: WindowsKeys, listener: HotkeyListener) -> None:
        self._system = system
        self._listener = listener
        self.held = Numbered(self._register, system.unregister)

    def begin(self) -> None:
        self._system.begin()

    def wait(self) -> None:
        self._system.wait()

    def wake(self) -> None:
        self._system.wake()

    def read(self) -> bool:
        for number in self._system.pressed():
            name = self.held.name(number)
            if name is not None:
                self._listener.pressed(Pressed(name))
        return True

    def end(self) -> None:
        self.held.clear()

    def _register(self, number: int, wanted: Combination) -> Outcome:
        key = self._virtual_key(wanted.key)
        if key is None:
            return Unsupported(_("This keyboard has no such key."))
        bits = sum(_BITS[modifier] for modifier in wanted.modifiers)
        return Registered() if self._system.register(number, bits | _NO_REPEAT, key) else Taken()

    def _virtual_key(self, key: str) -> int | None:
        if len(key) == 1 and key.isascii() and key.isalnum():
            return ord(key)  # Windows uses these codes for letters and digits, wherever they are
        return self._system.virtual_key(key.lower()) if len(key) == 1 else _KEYS.get(key)
