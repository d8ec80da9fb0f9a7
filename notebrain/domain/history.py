"""When an edit keeps the text that stood before it."""

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
