"""Places in a text as Qt counts them: in UTF-16 units, of which an emoji has two.

A half of such a pair that stands alone, as broken clipboards bring it, counts as one.
"""

_FIRST, _SECOND = 0xD8, 0xDC
"""With what the high byte of each half of a pair begins."""


def units_of(text: str) -> int:
    """Return how many UTF-16 units `text` has."""
    return len(text) if text.isascii() else len(_wide(text)) // 2


def head_of(text: str, units: int) -> str:
    """Return the first `units` UTF-16 units of `text`; a character that is only half in stays out."""
    if text.isascii():
        return text[:units]
    # no character has less than a unit, and one more tells whether a pair is cut
    wide = _wide(text[: units + 1])
    end = 2 * units
    if 0 < end < len(wide) and _is(_FIRST, wide[end - 1]) and _is(_SECOND, wide[end + 1]):
        end -= 2
    return wide[:end].decode("utf-16-le", "surrogatepass")


def index_at(text: str, units: int) -> int:
    """Return the index of the character that `units` UTF-16 units into `text` lies before or in."""
    return units if text.isascii() else len(head_of(text, units))


def _is(half: int, high_byte: int) -> bool:
    return high_byte & 0b1111_1100 == half


def _wide(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")
