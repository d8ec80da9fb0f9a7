"""When to retry failed work, and how to describe the failure to the user."""

from datetime import timedelta

from notebrain.domain.errors import CloudBadRequest, CloudRefused, NoteBrainError
from notebrain.domain.i18n import _

FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=6)
SET_ASIDE = timedelta(days=1)
_MOST_DOUBLINGS = 20


def retry_after(attempts: int) -> timedelta:
    """Return how long to wait after the given number of earlier failures: 30 s, doubled each time, at most 6 hours."""
    doublings = min(attempts, _MOST_DOUBLINGS)
    return min(FIRST_RETRY * (1 << doublings), LONGEST_RETRY)


def set_aside_for(error: CloudBadRequest, attempts: int) -> timedelta:
    """Return how long content that the account rejects stays set aside: one day.

    Content that looks like a temporary failure is retried sooner, and then less and less often.
    """
    if isinstance(error, CloudRefused) and error.passing:
        return retry_after(attempts)
    return SET_ASIDE


def in_words(error: Exception) -> str:
    """Return a sentence about a failure; foreign errors are only named by type, because they may quote the note."""
    if isinstance(error, NoteBrainError):
        return str(error)
    return _("Indexing this note ran into an unexpected error ({kind}).").format(
        kind=type(error).__name__
    )
