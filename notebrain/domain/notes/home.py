"""The note of long ago; days.

A few notes are drawn from all that are old enough, evenly and by their numbers alone, so that a vault of 100,000 is
not read for it. Among those the day's lot falls, weighted: what is important comes more often, what was written on
this day years ago much more often, what was opened of late not at all.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import blake2b

from notebrain.domain.notes.note import NoteId

OLD_ENOUGH = timedelta(days=60)
"""How long a note must have been left as it is before it comes back."""
OF_LATE = timedelta(days=30)
"""A note opened since is known well enough."""
DRAWN = 200
"""How many of the old notes are looked at on one day."""
PRIME = 1_000_003

_ANNIVERSARY_DAYS = 3
_ANNIVERSARY = 6.0
_YEAR_DAYS = 365.25
_DOUBLES = 2.0
_ORDINARY = 3


@dataclass(frozen=True, slots=True)
class Old:
    """What the choice needs to know of an old note."""

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
    """Return the note to bring back today, or None where there is none.

    Args:
        notes: What was drawn.
        now: Its date, in its time zone, is the day.
        skipped: Notes the user has seen enough of.
    """
    fit = [note for note in notes if note.id not in skipped and _is_due(note, now)]
    # the greatest u ** (1 / weight) is a weighted draw, and one note more or less changes no other's number
    return max(fit, key=lambda note: (_number(note, now), note.id), default=None)


def weight(note: Old, *, now: datetime) -> float:
    """Return how much more often than an ordinary note this one comes back."""
    found = _DOUBLES ** (note.importance - _ORDINARY)
    return found * _ANNIVERSARY if years_ago(note.created_at, now) else found


def years_ago(written_at: datetime, now: datetime) -> int:
    """Return how many years ago something was written at this time of the year, give or take three days; else 0."""
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


def last_days(today: date, count: int = STRIP_DAYS) -> list[date]:
    """Return the last days, today last."""
    return [today - timedelta(days=back) for back in range(count - 1, -1, -1)]


def ink(age_days: float, half_life_days: float = HALF_LIFE_DAYS) -> float:
    """Return how dark something of this age is drawn: 1 today, half after each half-life."""
    return float(0.5 ** (age_days / half_life_days))


def heights(days: Sequence[Day]) -> list[float]:
    """Return how high each day stands, the fullest 1."""
    most = max((day.notes for day in days), default=0)
    return [day.notes / most if most else 0.0 for day in days]
