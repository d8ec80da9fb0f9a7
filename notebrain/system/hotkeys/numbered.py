"""Hotkeys on systems that identify them by numbers: Windows and macOS."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count

from notebrain.domain.desktop.hotkeys import Combination, Hotkey, Outcome, Registered

Register = Callable[[int, Combination], Outcome]


class Numbered:
    """Keeps track of the name and combination of each number.

    Args:
        register: Registers a combination under a number.
        unregister: Releases a number.
    """

    def __init__(self, register: Register, unregister: Callable[[int], object]) -> None:
        self._register = register
        self._unregister = unregister
        self._numbers = count(1)
        self._held: dict[int, tuple[str, Combination]] = {}

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        """Register exactly these hotkeys and release all others."""
        still_wanted = {(hotkey.name, hotkey.combination) for hotkey in wanted}
        for number, held in list(self._held.items()):
            if held not in still_wanted:
                self._release(number)
        return {hotkey.name: self._claim(hotkey) for hotkey in wanted}

    def name(self, number: int) -> str | None:
        """Return the name for a number, or None if it was released."""
        held = self._held.get(number)
        return None if held is None else held[0]

    def clear(self) -> None:
        """Release everything."""
        for number in list(self._held):
            self._release(number)

    def _claim(self, wanted: Hotkey) -> Outcome:
        held = (wanted.name, wanted.combination)
        if held in self._held.values():
            return Registered()
        number = next(self._numbers)
        outcome = self._register(number, wanted.combination)
        if isinstance(outcome, Registered):
            self._held[number] = held
        return outcome

    def _release(self, number: int) -> None:
        self._unregister(number)
        del self._held[number]
