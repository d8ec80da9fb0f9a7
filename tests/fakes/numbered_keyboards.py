"""The systems that know hotkeys by numbers, as far as a test needs them."""

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import TypeVar

from notebrain.domain.desktop.hotkeys import Combination, Modifier

T = TypeVar("T")

# what the two systems call the keys the contract presses
_WINDOWS = {Modifier.ALT: 1, Modifier.CTRL: 2}, {"N": 0x4E, "F": 0x46}
_MACOS = {Modifier.CTRL: 0x0100, Modifier.ALT: 0x0800}, {"N": 0x2D, "F": 0x03}


class NumberedKeyboard:
    """Who has which key: one table for all programs of a session."""

    def __init__(self) -> None:
        self.owners: dict[tuple[int, int], Callable[[], None]] = {}

    def press(self, wanted: Combination) -> None:
        """Press a combination; whoever has it is told."""
        for bits, keys in (_WINDOWS, _MACOS):
            place = sum(bits[one] for one in wanted.modifiers), keys[wanted.key]
            if place in self.owners:
                self.owners[place]()

    def take(self, place: tuple[int, int], told: Callable[[], None]) -> bool:
        """Give a key to a program; False if one has it."""
        return self.owners.setdefault(place, told) is told


class FakeUser32:
    """One program's side of Windows; notes every call that comes from a wrong thread."""

    def __init__(self, keyboard: NumberedKeyboard) -> None:
        self._keyboard = keyboard
        self._places: dict[int, tuple[int, int]] = {}
        self._messages: SimpleQueue[int | None] = SimpleQueue()
        self._numbers: list[int] = []
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        self._thread = threading.current_thread()

    def register(self, number: int, modifiers: int, key: int) -> bool:
        self._check_thread()
        assert modifiers & 0x4000, "a key that is held must not repeat"
        place = modifiers & ~0x4000, key
        taken = self._keyboard.take(place, lambda: self._messages.put(number))
        if taken:
            self._places[number] = place
        return taken

    def unregister(self, number: int) -> None:
        self._check_thread()
        del self._keyboard.owners[self._places.pop(number)]

    def virtual_key(self, character: str) -> int | None:
        return None

    def wait(self) -> None:
        self._check_thread()
        self._take_in(self._messages.get())

    def pressed(self) -> Iterator[int]:
        while not self._messages.empty():
            self._take_in(self._messages.get())
        numbers, self._numbers = self._numbers, []
        yield from numbers

    def wake(self) -> None:
        self._messages.put(None)

    def _take_in(self, message: int | None) -> None:
        if message is not None:
            self._numbers.append(message)

    def _check_thread(self) -> None:
        # Windows tells only the thread that registered a key of its presses
        assert threading.current_thread() is self._thread


class FakeCarbon:
    """One program's side of macOS; the main thread is whoever asks."""

    def __init__(self, keyboard: NumberedKeyboard) -> None:
        self._keyboard = keyboard
        self._places: dict[int, tuple[int, int]] = {}
        self._on_main = False
        self._heard: Callable[[int], None] = lambda _number: None

    def on_main(self, work: Callable[[], T]) -> T:
        self._on_main = True
        try:
            return work()
        finally:
            self._on_main = False

    def later(self, work: Callable[[], object]) -> None:
        self.on_main(work)

    def listen(self, heard: Callable[[int], None]) -> None:
        assert self._on_main
        self._heard = heard

    def register(self, number: int, modifiers: int, key: int) -> bool:
        assert self._on_main
        taken = self._keyboard.take((modifiers, key), lambda: self._heard(number))
        if taken:
            self._places[number] = modifiers, key
        return taken

    def unregister(self, number: int) -> None:
        assert self._on_main
        del self._keyboard.owners[self._places.pop(number)]
