"""When work that failed is tried again, and what is told of the failure."""

from datetime import timedelta

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.messages import _

FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=6)
_MOST_DOUBLINGS = 20


def retry_after(attempts: int) -> timedelta:
    """Return how long to wait after the given number of earlier failures: 30 s, doubled each time, at most 6 hours."""
    doublings = min(attempts, _MOST_DOUBLINGS)
    return min(FIRST_RETRY * (1 << doublings), LONGEST_RETRY)


def in_words(error: Exception) -> str:
    """Return a sentence on a failure; foreign errors only by their kind, because they may quote the note."""
    if isinstance(error, NoteBrainError):
        return str(error)
    return _("Indexing this note met an unexpected fault ({kind}).").format(
        kind=type(error).__name__
    )
