"""The keys of X11 and Wayland: their names and numbers, and where a combination is on a keyboard; no display needed.

The numbers come from X11's `keysymdef.h`, the names from xkbcommon.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from notebrain.domain.desktop.hotkeys import Combination, Modifier

_NAMED = {
    "Space": ("space", 0x20),
    "Backspace": ("BackSpace", 0xFF08),
    "Tab": ("Tab", 0xFF09),
    "Return": ("Return", 0xFF0D),
    "Pause": ("Pause", 0xFF13),
    "ScrollLock": ("Scroll_Lock", 0xFF14),
    "Esc": ("Escape", 0xFF1B),
    "Home": ("Home", 0xFF50),
    "Left": ("Left", 0xFF51),
    "Up": ("Up", 0xFF52),
    "Right": ("Right", 0xFF53),
    "Down": ("Down", 0xFF54),
    "PgUp": ("Page_Up", 0xFF55),
    "PgDown": ("Page_Down", 0xFF56),
    "End": ("End", 0xFF57),
    "Print": ("Print", 0xFF61),
    "Ins": ("Insert", 0xFF63),
    "Menu": ("Menu", 0xFF67),
    "Help": ("Help", 0xFF6A),
    "Enter": ("KP_Enter", 0xFF8D),
    "Del": ("Delete", 0xFFFF),
    **{f"F{n}": (f"F{n}", 0xFFBD + n) for n in range(1, 36)},
}
_PUNCTUATION = {
    "!": "exclam",
    '"': "quotedbl",
    "#": "numbersign",
    "$": "dollar",
    "%": "percent",
    "&": "ampersand",
    "'": "apostrophe",
    "(": "parenleft",
    ")": "parenright",
    "*": "asterisk",
    "+": "plus",
    ",": "comma",
    "-": "minus",
    ".": "period",
    "/": "slash",
    ":": "colon",
    ";": "semicolon",
    "<": "less",
    "=": "equal",
    ">": "greater",
    "?": "question",
    "@": "at",
    "[": "bracketleft",
    "\\": "backslash",
    "]": "bracketright",
    "^": "asciicircum",
    "_": "underscore",
    "`": "grave",
    "{": "braceleft",
    "|": "bar",
    "}": "braceright",
    "~": "asciitilde",
}
# Old alphabets have numbers derived from the position in an old code page; the high byte selects the page.
_PAGES = {
    0x01: "iso8859-2",
    0x02: "iso8859-3",
    0x03: "iso8859-4",
    0x05: "iso8859-6",
    0x06: "koi8-u",
    0x07: "iso8859-7",
    0x0C: "iso8859-8",
    0x0D: "tis-620",
}
_LATIN_1 = 0x100
_UNICODE = 0x0100_0000
_FIRST_OF_PAGE = 0xA0


def keysym_name(key: str) -> str | None:
    """Return the name of a key, such as "n" for "N"; None if it has none here."""
    if key in _NAMED:
        return _NAMED[key][0]
    if len(key) != 1:
        return None
    letter = key.lower()
    if letter.isascii() and letter.isalnum():
        return letter
    return _PUNCTUATION.get(key, f"U{ord(letter[0]):04X}")


def keysyms(key: str) -> Sequence[int]:
    """Return the numbers a keyboard may use for a key, the likeliest first; empty for an unknown key."""
    if key in _NAMED:
        return [_NAMED[key][1]]
    if len(key) != 1:
        return []
    letter = key.lower()[0]
    code = ord(letter)
    if code < _LATIN_1:
        return [code]
    return [*_in_old_pages(letter), _UNICODE | code]


def _in_old_pages(letter: str) -> list[int]:
    found: list[int] = []
    for high, page in _PAGES.items():
        low = letter.encode(page, errors="ignore")
        if low and low[0] >= _FIRST_OF_PAGE:
            found.append(high << 8 | low[0])
    return found


SHIFT, LOCK, CONTROL = 1, 2, 4
_MOD_1, _MOD_4 = 8, 64
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
        return sum(bits[modifier] for modifier in wanted.modifiers)

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
                if 0 <= at < len(self.rows) and any(keysym in self.rows[at] for keysym in wanted):
                    return 1 << number
        return 0

    def _locks(self) -> int:
        return LOCK | self._bit(_NUM_LOCK) | self._bit(_SCROLL_LOCK)

    def _lock_states(self) -> list[int]:
        locks = self._locks()
        each = [1 << number for number in range(8) if locks >> number & 1]
        return [sum(some) for count in range(len(each) + 1) for some in combinations(each, count)]
