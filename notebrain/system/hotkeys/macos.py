"""macOS hotkeys through Carbon's RegisterEventHotKey, which needs the main thread but no permission from the user."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

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
from notebrain.system.hotkeys.numbered import Numbered

T = TypeVar("T")

# portable shortcuts call the Command key Ctrl, and the Control key Meta
_BITS = {
    Modifier.CTRL: 0x0100,
    Modifier.SHIFT: 0x0200,
    Modifier.ALT: 0x0800,
    Modifier.META: 0x1000,
}
# By position on a US keyboard: other layouts have some letters elsewhere, which the requested test press reveals.
_ROWS = {
    0x00: "ASDFHGZXCV",
    0x0B: "BQWERYT123465=97-80]OU[IP",
    0x25: "LJ'K;\\,/NM.",
    0x32: "`",
}
_KEYS = {
    **{key: first + at for first, row in _ROWS.items() for at, key in enumerate(row)},
    "Return": 0x24,
    "Tab": 0x30,
    "Space": 0x31,
    "Backspace": 0x33,
    "Esc": 0x35,
    "Enter": 0x4C,
    "Help": 0x72,
    "Home": 0x73,
    "PgUp": 0x74,
    "Del": 0x75,
    "End": 0x77,
    "PgDown": 0x79,
    "Left": 0x7B,
    "Right": 0x7C,
    "Down": 0x7D,
    "Up": 0x7E,
    **dict(
        zip(
            (f"F{n}" for n in range(1, 21)),
            bytes.fromhex("7A7863766061626465 6D676F696B716A404F505A"),
            strict=True,
        )
    ),
}


class MacKeys(Protocol):
    """The part of macOS that is used; everything but `on_main` and `later` is called on the main thread."""

    def on_main(self, work: Callable[[], T]) -> T:
        """Return what `work` returns on the main thread, which must not be waiting for the caller.

        Raises:
            TimeoutError: The main thread is busy.
        """
        ...

    def later(self, work: Callable[[], object]) -> None:
        """Run `work` on the main thread without waiting for it."""
        ...

    def listen(self, on_press: Callable[[int], None]) -> None:
        """Report the numbers of pressed hotkeys from now on."""
        ...

    def register(self, number: int, modifiers: int, key: int) -> bool:
        """Register a key code with modifiers (Carbon's bits); return False if another program has it."""
        ...

    def unregister(self, number: int) -> None:
        """Unregister a number."""
        ...


class MacHotkeys:
    """Registers global hotkeys in a macOS session."""

    def __init__(self, listener: HotkeyListener, system: MacKeys) -> None:
        self._system = system
        self._listener = listener
        self._held = Numbered(self._register, system.unregister)
        self._listens = False
        self._closed = False

    @property
    def asks_user(self) -> bool:
        """Never: the first program to register a key gets it."""
        return False

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        """Register exactly these hotkeys and release all others; return the outcome of each, by name."""

        def work() -> Mapping[str, Outcome]:
            if not self._listens:
                self._system.listen(self._handle)
                self._listens = True
            return self._held.hold(wanted)

        try:
            if not self._closed:
                return self._system.on_main(work)
        except TimeoutError:
            pass
        silent: Outcome = Unsupported(_("NoteBrain is busy or closing; try again."))
        return dict.fromkeys((hotkey.name for hotkey in wanted), silent)

    def close(self) -> None:
        """Release everything; a second call does nothing.

        It does not wait for the main thread, which may be waiting for us.
        """
        self._closed = True
        self._system.later(self._held.clear)

    def _handle(self, number: int) -> None:
        name = self._held.name(number)
        if name is not None:
            self._listener.pressed(Pressed(name))

    def _register(self, number: int, wanted: Combination) -> Outcome:
        key = _KEYS.get(wanted.key)
        if key is None:
            return Unsupported(_("This keyboard has no such key."))
        bits = sum(_BITS[modifier] for modifier in wanted.modifiers)
        return Registered() if self._system.register(number, bits, key) else Taken()
