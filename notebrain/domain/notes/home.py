"""Rules of the home page: which old note comes back today, and the activity of the last days.

A few notes are drawn uniformly from all that are old enough, by their numbers alone, so that a vault of 100,000 notes
need not be read. The note of the day is a weighted choice among them: important notes come up more often, notes written
on this day years ago much more often, and recently opened notes never.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import blake2b

from notebrain.domain.notes.note import NoteId

OLD_ENOUGH = timedelta(days=60)
"""How long a note must have been unchanged before it comes back."""
OF_LATE = timedelta(days=30)
"""A note opened within this time does not come back."""
DRAWN = 200
"""How many of the old notes are considered in one day."""
OWN_ENOUGH = 20
"""With this many notes of their own, nobody needs to be shown around."""
PRIME = 1_000_003

_ANNIVERSARY_DAYS = 3
_ANNIVERSARY = 6.0
_YEAR_DAYS = 365.25
_DOUBLES = 2.0
_ORDINARY = 3


@dataclass(frozen=True, slots=True)
class Old:
    """The data of an old note that the choice is based on."""

    id: NoteId
    importance: int
    created_at: datetime
    updated_at: datetime
    opened_at: datetime | None = None


def lot(today: date) -> tuple[int, int]:
    """Return the factor and the offset that shuffle the numbers of notes today (see `PRIME`)."""
    digest = _digest(today.isoformat())
    return 1 + int.from_bytes(digest[:8]) % (PRIME - 1), int.from_bytes(digest[8:]) % PRIME


def choose(notes: Sequence[Old], *, now: datetime, skipped: Collection[NoteId] = ()) -> Old | None:
    """Return the note to bring back today, or None if there is none.

    Args:
        notes: The notes that were drawn.
        now: The current time; its date in its own time zone is the day.
        skipped: Notes that the user does not want to see again.
    """
    fit = [note for note in notes if note.id not in skipped and _is_due(note, now)]
    # taking the greatest u ** (1 / weight) is a weighted draw in which adding a note does not change other numbers
    return max(fit, key=lambda note: (_number(note, now), note.id), default=None)


def weight(note: Old, *, now: datetime) -> float:
    """Return how much more often this note comes back than an ordinary one."""
    found = _DOUBLES ** (note.importance - _ORDINARY)
    return found * _ANNIVERSARY if years_ago(note.created_at, now) else found


def years_ago(written_at: datetime, now: datetime) -> int:
    """Return how many years ago something was written on this day of the year, give or take three days, or else 0."""
    days = (now - written_at).total_seconds() / timedelta(days=1).total_seconds()
    years = round(days / _YEAR_DAYS)
    near = abs(days - years * _YEAR_DAYS) <= _ANNIVERSARY_DAYS
    return max(0, years) if near else 0


def _is_due(note: Old, now: datetime) -> bool:
    if now - note.updated_at <= OLD_ENOUGH:
        return False
    if note.opened_at is None:
        return True
    # opened today: perhaps because it came back, and then it stays for the day
    today = note.opened_at.astimezone(now.tzinfo).date() == now.date()
    return today or now - note.opened_at > OF_LATE


def _number(note: Old, now: datetime) -> float:
    digest = _digest(f"{now.date().isoformat()} {note.id}")
    evenly = (int.from_bytes(digest[:8]) + 1) / (2**64 + 1)
    return math.log(evenly) / weight(note, now=now)


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()


STRIP_DAYS = 14
HALF_LIFE_DAYS = 7


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the strip.

    Attributes:
        notes: How many notes were written.
    """

    date: date
    notes: int = 0


def last_days(today: date) -> list[date]:
    """Return the last days in order, ending with today."""
    return [today - timedelta(days=back) for back in range(STRIP_DAYS - 1, -1, -1)]


def ink(age_days: float, half_life_days: float = HALF_LIFE_DAYS) -> float:
    """Return how dark to draw something of this age: 1 for today, halved with each half-life."""
    return float(0.5 ** (age_days / half_life_days))


def heights(days: Sequence[Day]) -> list[float]:
    """Return the height of each day's bar, 1 for the fullest day."""
    most = max((day.notes for day in days), default=0)
    return [day.notes / most if most else 0.0 for day in days]
