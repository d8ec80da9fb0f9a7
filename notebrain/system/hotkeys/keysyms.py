"""The X11 and Wayland keysyms: a name and a number for each key.

The numbers come from X11's `keysymdef.h`, the names from xkbcommon.
"""

from collections.abc import Sequence

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
