"""What sending files to the account takes: how many there are, their size, the time, and the cost per month."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.domain.sync.computers import LIMIT, WINDOW_S
from notebrain.domain.sync.file_transfer import MEGABYTE, MovingFile
from notebrain.domain.sync.remote_files import PART_BYTES

FREE_BYTES: Final = 10_000_000_000
"""How much R2 keeps without cost."""
DOLLARS_A_GB: Final = 0.015
"""What R2 charges for each gigabyte above that, per month."""
ASSUMED_BYTES_S: Final = 1_250_000.0
"""The speed of a line nobody has measured: 10 Mbit/s up."""
_GIGABYTE: Final = 1_000_000_000
_REQUESTS: Final = 3
"""What a file of one part takes: the part, the list of parts, and reading that back."""
_DAY_S: Final = 86_400
_LONG_ENOUGH_S: Final = 2.0
"""How long a file has to go on before that tells the speed of the line."""


@dataclass(frozen=True, slots=True)
class FileEstimate:
    """What sending files takes.

    Attributes:
        there_bytes: How many bytes of this vault's files are in the account already.
        seconds: How long it takes; the days that a daily limit adds are in it.
        bytes_s: The speed it was computed with.
        is_measured: Whether that is the speed of the last file that was sent rather than an assumption.
        days: How many days it takes because of the daily limit; 0 if the limit does not matter.
    """

    files: int
    size: int
    there_bytes: int
    seconds: float
    bytes_s: float
    is_measured: bool
    days: int = 0

    @property
    def dollars(self) -> float:
        """What keeping all of it costs per month, as far as only this vault uses R2."""
        above = max(0, self.size + self.there_bytes - FREE_BYTES)
        return above / _GIGABYTE * DOLLARS_A_GB


def estimate(
    sizes: Sequence[int],
    *,
    there_bytes: int = 0,
    bytes_s: float | None = None,
    day_bytes: int = 0,
) -> FileEstimate:
    """Return what sending files of these sizes takes.

    Each file takes as long as its bytes on the line, or as its requests at the pace that the computers of a vault keep
    within Cloudflare's limit of 1,200 requests in five minutes, whichever is longer.

    Args:
        there_bytes: How many bytes of files are in the account already.
        bytes_s: The speed of the line as it was measured; None if it was not.
        day_bytes: How much may be moved per day; 0 for any amount.

    Example:
        >>> small = estimate([100_000] * 2_000)
        >>> small.files, round(small.seconds / 60)
        (2000, 45)
    """
    speed = bytes_s or ASSUMED_BYTES_S
    pace = LIMIT / WINDOW_S
    total = sum(sizes)
    seconds = sum(max(size / speed, _requests(size) / pace) for size in sizes)
    days = -(-total // day_bytes) if day_bytes and total > day_bytes else 0
    return FileEstimate(
        len(sizes),
        total,
        there_bytes,
        max(seconds, float((days - 1) * _DAY_S)),
        speed,
        bytes_s is not None,
        days,
    )


class SendSpeed:
    """Measures how fast files go.

    Attributes:
        bytes_s: The speed of the last file that was large enough to tell; None before the first.
    """

    def __init__(self) -> None:
        self.bytes_s: float | None = None
        self._begun: tuple[MovingFile, float] | None = None

    def follow(self, moving: MovingFile | None, now_s: float) -> None:
        """Take note of how far a file is at a moment of a clock that only goes forward."""
        if moving is None or not moving.goes:
            self._begun = None
            return
        if self._begun is None or self._begun[0].sha != moving.sha:
            self._begun = moving, now_s
            return
        gone, took_s = moving.done - self._begun[0].done, now_s - self._begun[1]
        if gone >= MEGABYTE and took_s >= _LONG_ENOUGH_S:
            self.bytes_s = gone / took_s


def _requests(size: int) -> int:
    return _REQUESTS + max(0, -(-size // PART_BYTES) - 1)
