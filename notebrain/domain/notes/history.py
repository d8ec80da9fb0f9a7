"""The history of a note: which versions are kept and thinned out, and its timeline."""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

PAUSE = timedelta(minutes=5)
"""A session ends when no key was pressed for this long."""
STEADY = timedelta(minutes=10)
"""Continuous writing keeps a version at least this often."""
MOST_REMOVED = 200
"""Removing more characters than this, or more than a third of a text, counts as a large removal."""
_EXCHANGED = 8
"""Replacing fewer characters than this, e.g. correcting a word, does not count as a removal."""

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_LONGEST_STEP = timedelta(hours=12)
_THINNED = ((_DAY * 365, _DAY * 30), (_DAY * 7, _DAY), (_DAY, _HOUR))
"""From each age on, one version per period is kept; the oldest age comes first."""

# In a script without spaces between words, a word would be a whole sentence: there, a character counts as a word.
_WORD = re.compile(r"[^\W\u2e80-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]+|\S")


@dataclass(frozen=True, slots=True)
class LastVersion:
    """The newest version of a note.

    Attributes:
        session: The session whose change replaced it.
        made_at: When it was replaced.
    """

    session: str
    made_at: datetime
    body: str


@dataclass(frozen=True, slots=True)
class VersionPlan:
    """What the history keeps before a change.

    Attributes:
        prior: Whether the text before the change becomes a version.
        fullest: Whether the fullest text since the last version, which was set aside, becomes a version, too.
        set_aside: Whether the text before the change is the fullest since the last version. It is set aside so that it
            is still available after many small removals have added up to a large one.
    """

    prior: bool = False
    fullest: bool = False
    set_aside: bool = False


@dataclass(frozen=True, slots=True)
class Aged:
    """A version with the data needed for thinning.

    Attributes:
        lived: When it was kept, in elapsed time (see `lived_through`).
        lost: Whether it is the last one before a large removal.
    """

    id: int
    lived: timedelta
    lost: bool


def is_due(last: LastVersion | None, *, session: str, last_edit: datetime, now: datetime) -> bool:
    """Return whether a change must keep the text before it, whatever it removes.

    This applies to the first change of each session and to the first one ten minutes after the last version. If the
    clock was set back since then, it counts as ten minutes.
    """
    if last is None or last.session != session or now - last_edit >= PAUSE:
        return True
    return not timedelta(0) <= now - last.made_at < STEADY


def plan_versions(
    prior: str, new: str, *, due: bool, last: str | None, fullest: str | None = None
) -> VersionPlan:
    """Return what to keep before a change from `prior` to `new`, so that no large removal loses text.

    Args:
        due: Whether the text before the change is kept anyway, see `is_due`.
        last: The text of the last version, or None.
        fullest: The text that was set aside since then, or None.
    """
    removed = _removed(prior, new)
    if not removed:
        return VersionPlan(prior=due)
    base, wins = last or "", False
    is_fullest = fullest is None or len(prior) >= len(fullest)
    if fullest is not None and (
        loses_much(fullest, new) or (not is_fullest and loses_much(base, new))
    ):
        base, wins, is_fullest = fullest, True, True
    is_new = _removed(prior, base) > 0
    # the remains of a version after a large removal are not a new text as long as nothing is added to them
    large = _is_large(removed, prior, new) and (is_new or not loses_much(base, prior))
    is_prior = due or large or (is_new and loses_much(base, new))
    return VersionPlan(
        prior=is_prior, fullest=wins, set_aside=not is_prior and is_new and is_fullest
    )


def loses_much(old: str, new: str) -> bool:
    """Return whether a large part of `old` is not in `new`: more than a third of it, or more than 200 characters."""
    return _is_large(missing(old, new), old, new)


def missing(old: str, new: str) -> int:
    """Return how many characters of `old` are not in `new`.

    The result is exact if a single part changed. If several did, words are compared regardless of position, so that
    moved text is not missing, and whitespace does not count. This takes 0.1 s for 1 MB.
    """
    old, new = _without_common_ends(old, new)
    if not old or not new:
        return len(old)
    gone = Counter(_WORD.findall(old)) - Counter(_WORD.findall(new))
    return sum(len(word) * times for word, times in gone.items())


def lived_through(lived: timedelta, *, since: datetime, now: datetime) -> timedelta:
    """Return the time that has elapsed for a vault at `now`, given `lived` at `since`.

    It follows the clock, but grows by at most half a day from one version to the next and never shrinks. So neither a
    clock that is wrong by ten years nor a computer that was off can make today's versions old.
    """
    return lived + min(max(now - since, timedelta(0)), _LONGEST_STEP)


def thinned(versions: Sequence[Aged], *, now: timedelta) -> list[int]:
    """Return the versions of a note to delete: all of the last day stay, then one per hour, per day, and per month.

    The newest of each period stays. The first and the last version of the note also stay, and each one that was the
    last before a large removal.

    Args:
        versions: The versions, newest first.
        now: The current elapsed time, see `lived_through`.
    """
    seen: set[Hashable] = set()
    gone: list[int] = []
    for place, version in enumerate(versions):
        age = now - version.lived
        length = next((length for least, length in _THINNED if age >= least), None)
        if length is None:
            continue
        period = (length, version.lived // length)
        ends = place in (0, len(versions) - 1)
        if period in seen and not version.lost and not ends:
            gone.append(version.id)
        seen.add(period)
    return gone


def _is_large(removed: int, old: str, new: str) -> bool:
    if removed < _EXCHANGED:
        removed = min(removed, len(old) - len(new))
    return removed > MOST_REMOVED or 3 * removed > len(old)


def _removed(prior: str, new: str) -> int:
    """Return how many characters a single change removed or replaced."""
    return len(_without_common_ends(prior, new)[0])


def _without_common_ends(old: str, new: str) -> tuple[str, str]:
    head = _common(old, new, min(len(old), len(new)))
    old, new = old[head:], new[head:]
    tail = _common_tail(old, new)
    return old[: len(old) - tail], new[: len(new) - tail]


def _common(old: str, new: str, most: int) -> int:
    """Return the length of the common prefix, by bisection, since Python compares slices quickly."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if old[least:middle] == new[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _common_tail(old: str, new: str) -> int:
    least, most = 0, min(len(old), len(new))
    while least < most:
        middle = (least + most + 1) // 2
        if old[len(old) - middle : len(old) - least] == new[len(new) - middle : len(new) - least]:
            least = middle
        else:
            most = middle - 1
    return least


CREATED, SYNC = "created", "sync"
_BROUGHT, _BESIDE = "sync:", "beside:"


def sync_session(device: str, *, beside: bool = False) -> str:
    """Return the session under which a sync saves a version, which names the computer it heard from.

    Args:
        beside: The version is that computer's text, which never became the text of the note here.
    """
    return f"{_BESIDE if beside else _BROUGHT}{device}"


@dataclass(frozen=True, slots=True)
class EarlierText:
    """The data of an earlier text of a note, without the text: it was current until `reason` replaced it at `made_at`.

    Attributes:
        written_at: When it was last changed; None if not recorded.
        size: Its length in characters.
    """

    id: int
    title: str
    written_at: datetime | None
    made_at: datetime
    reason: str
    session: str
    size: int

    @property
    def is_beside(self) -> bool:
        """Whether it is a text of another computer that was never current here."""
        return self.session.startswith(_BESIDE)

    @property
    def device(self) -> str:
        """The computer that a sync heard from; empty if there was none, or it was not recorded."""
        mark = next((one for one in (_BROUGHT, _BESIDE) if self.session.startswith(one)), None)
        return "" if mark is None else self.session[len(mark) :]


@dataclass(frozen=True, slots=True)
class State:
    """A state of a note in its timeline.

    Attributes:
        revision: The id of the kept text; None for the current text.
        before: The id of the state it is based on; None for the first one.
        at: When it was last changed.
        begun_at: When the act that created it started.
        how: The act that created it: `created edit append restore import rename link sync ...`.
        begins_session: Whether the state above belongs to another session.
        size: Its length in characters; None for the current text.
        computer: The name of the computer that a sync brought it from; empty if unknown.
    """

    revision: int | None
    before: int | None
    title: str
    at: datetime
    begun_at: datetime
    how: str
    begins_session: bool
    size: int | None = None
    computer: str = ""


_NO_NAMES: Mapping[str, str] = {}


def states(
    title: str,
    created_at: datetime,
    updated_at: datetime,
    earlier: Sequence[EarlierText],
    names: Mapping[str, str] = _NO_NAMES,
) -> Sequence[State]:
    """Return the states of a note, the current one first.

    Args:
        updated_at: When the current text was last changed.
        earlier: The earlier texts, newest first.
        names: The names of the computers, by device.
    """
    return list(_states(title, created_at, updated_at, earlier, names))


def _states(
    title: str,
    created_at: datetime,
    updated_at: datetime,
    earlier: Sequence[EarlierText],
    names: Mapping[str, str],
) -> Iterator[State]:
    above: str | None = None
    for place in range(len(earlier) + 1):
        here = earlier[place - 1] if place else None
        # a text that was never current replaced nothing: the one below it created what is above
        cause = next((one for one in earlier[place:] if not one.is_beside), None)
        if here is not None and here.is_beside:
            yield _beside(here, cause, names)
            above = None
            continue
        begun_at = cause.made_at if cause else created_at
        written_at = here.written_at if here else updated_at
        session = cause.session if cause and cause.reason == "edit" else None
        yield State(
            revision=here.id if here else None,
            before=cause.id if cause else None,
            title=here.title if here else title,
            at=written_at or begun_at,
            begun_at=begun_at,
            how=cause.reason if cause else CREATED,
            begins_session=session is None or session != above,
            size=here.size if here else None,
            computer=names.get(cause.device, "") if cause else "",
        )
        above = session


def _beside(here: EarlierText, below: EarlierText | None, names: Mapping[str, str]) -> State:
    """Return the state of a text that another computer wrote and that never became the note's here."""
    return State(
        revision=here.id,
        before=below.id if below else None,
        title=here.title,
        at=here.written_at or here.made_at,
        begun_at=here.made_at,
        how=SYNC,
        begins_session=True,
        size=here.size,
        computer=names.get(here.device, ""),
    )
