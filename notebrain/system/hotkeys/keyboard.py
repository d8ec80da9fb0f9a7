"""Where a combination is on an X11 keyboard: pure tables, no display."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from notebrain.domain.desktop.hotkeys import Combination, Modifier
from notebrain.system.hotkeys.keysyms import keysyms

SHIFT, LOCK, CONTROL = 1, 2, 4
_MOD_1, _MOD_4 = 8, 64
ALL_MODIFIERS = 0xFF
_ALT, _SUPER = (0xFFE9, 0xFFEA), (0xFFEB, 0xFFEC)
_NUM_LOCK, _SCROLL_LOCK = 0xFF7F, 0xFF14
# Of each layout's columns these are the plain and the shifted one of the first two layouts; the columns after them are
# for AltGr, which is never part of a combination.
_COLUMNS = 4
# By position on a US keyboard: a layout without Latin letters still has a key in that position.
_US = {
    letter: code
    for first, row in ((10, "1234567890"), (24, "QWERTYUIOP"), (38, "ASDFGHJKL"), (52, "ZXCVBNM"))
    for code, letter in enumerate(row, first)
}


@dataclass(frozen=True, slots=True)
class Grab:
    """One key code with exactly these modifiers (bits as in the state of a key event)."""

    code: int
    modifiers: int


@dataclass(frozen=True)
class Keyboard:
    """The keyboard as described by the display.

    Attributes:
        first_code: The key code of the first row of `rows`.
        rows: For each key code, the keysyms of its columns.
        modifiers: For each of the eight modifier bits, the key codes that set it.
    """

    first_code: int
    rows: tuple[tuple[int, ...], ...]
    modifiers: tuple[tuple[int, ...], ...]

    def grabs(self, wanted: Combination) -> Sequence[Grab]:
        """Return what to grab for a combination, the plain ones first; empty if there is no such key.

        The display treats locks as modifiers, so each of their states needs its own grab.
        """
        held = self.mask(wanted)
        return [
            Grab(code, held | locks)
            for locks in self._lock_states()
            for code in self._codes(wanted)
        ]

    def mask(self, wanted: Combination) -> int:
        """Return the modifier bits of a combination."""
        bits = {
            Modifier.SHIFT: SHIFT,
            Modifier.CTRL: CONTROL,
            Modifier.ALT: self._bit(*_ALT) or _MOD_1,
            Modifier.META: self._bit(*_SUPER) or _MOD_4,
        }
        return sum(bits[one] for one in wanted.modifiers)

    def _codes(self, wanted: Combination) -> list[int]:
        """Return the key codes of a key: from the first layout that has it, else by its position on a US keyboard."""
        for keysym in keysyms(wanted.key):
            places = list(self._places(keysym))
            if places:
                nearest = min(column for _code, column in places)
                return [code for code, column in places if column == nearest]
        place = _US.get(wanted.key)
        return [] if place is None else [place]

    def _places(self, keysym: int) -> Iterator[tuple[int, int]]:
        for code, row in enumerate(self.rows, self.first_code):
            if keysym in row[:_COLUMNS]:
                yield code, row.index(keysym)

    def _bit(self, *wanted: int) -> int:
        """Return the modifier bit that a key sets, by keysym; 0 if it sets none."""
        for number, codes in enumerate(self.modifiers):
            for code in codes:
                at = code - self.first_code
                if 0 <= at < len(self.rows) and any(one in self.rows[at] for one in wanted):
                    return 1 << number
        return 0

    def _locks(self) -> int:
        return LOCK | self._bit(_NUM_LOCK) | self._bit(_SCROLL_LOCK)

    def _lock_states(self) -> list[int]:
        locks = self._locks()
        each = [1 << number for number in range(8) if locks >> number & 1]
        return [sum(some) for count in range(len(each) + 1) for some in combinations(each, count)]
