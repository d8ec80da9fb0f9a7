"""The system clock and the generator of new ids."""

import os
import threading
from datetime import UTC, datetime

from notebrain.domain.notes.note import NoteId


class SystemClock:
    """The computer's time. Implements `notebrain.domain.ports.Clock`."""

    def now(self) -> datetime:
        """Return the current time in UTC, in whole milliseconds, which is the precision of the vault."""
        now = datetime.now(UTC)
        return now.replace(microsecond=now.microsecond // 1000 * 1000)


_RANDOM_BITS = 74
_RANDOM_MASK = (1 << _RANDOM_BITS) - 1
_LOW_BITS = 62
_MS_MASK = (1 << 48) - 1
_VERSION = 0x7 << 76
_VARIANT = 0b10 << 62


class UuidIds:
    """Creates UUIDv7 ids, which sort by time and, within one millisecond, by order of creation.

    RFC 9562, section 6.2, method 2. Implements `notebrain.domain.ports.Ids`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = (-1, 0)

    def new(self, at: datetime) -> NoteId:
        """Return an unused id that sorts by `at`."""
        # a UUIDv7 cannot express a date before 1970; such notes sort first, in random order
        ms = max(0, int(at.timestamp() * 1000)) & _MS_MASK
        with self._lock:
            last_ms, last_random = self._last
            if ms == last_ms:
                fresh = last_random + 1 + int.from_bytes(os.urandom(4), "big")
            else:
                fresh = int.from_bytes(os.urandom(10), "big")
            random = fresh & _RANDOM_MASK
            self._last = (ms, random)
        return NoteId(_uuid7(ms, random))


def _uuid7(ms: int, random: int) -> str:
    """Combine the 48 bits of time, the version bits, and the 74 random bits."""
    high, low = random >> _LOW_BITS, random & ((1 << _LOW_BITS) - 1)
    digits = f"{(ms << 80) | _VERSION | (high << 64) | _VARIANT | low:032x}"
    # written by hand: the uuid module queries the platform's name, which costs 10 ms at every start
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
