"""When an edit keeps the text that stood before it, and how it is dated."""

from dataclasses import dataclass
from datetime import datetime, timedelta

PAUSE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class LastKept:
    """The newest revision of a note."""

    session: str
    made_at: datetime


def keeps_prior(last: LastKept | None, *, session: str, last_edit: datetime, now: datetime) -> bool:
    """Tell whether an edit must first keep the prior text as a revision.

    The state before the first edit of a session is always kept, then one per pause of ten minutes, so that
    autosaves of one sitting do not bury the versions that matter.
    """
    if last is None or last.session != session:
        return True
    return now - last_edit >= PAUSE


def changed_at(now: datetime, *, created_at: datetime) -> datetime:
    """Return when a note that is changed now counts as changed: never before it was made, whatever the clock says.

    A date of the last change that lies ahead is not kept: once the clock is right again, so is the next date.
    """
    return max(now, created_at)
