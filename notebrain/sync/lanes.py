"""One kind of request to the account: when it may be made again after the account said no."""

from datetime import datetime, timedelta

from notebrain.domain.embedding.usage import RemoteState
from notebrain.domain.errors import CloudError, CloudQuota, CloudThrottle, CloudWaits
from notebrain.domain.ports import Clock
from notebrain.domain.sync.vault_time import is_near

_FIRST_WAIT, _LONGEST_WAIT = timedelta(seconds=2), timedelta(minutes=10)
# a burst of writes was too much for the index: waits below this are of no use (field guide §6)
_LEAST_THROTTLED = timedelta(seconds=15)
# nothing but the user can help: a token, a plan, a model; looked at again in case somebody did
_AFTER_REFUSAL = timedelta(minutes=15)


class Lane:
    """Lets requests of one kind pass, unless the account asked for patience.

    Attributes:
        until: When the next may be made; None: now.
        reason: Why not now, as a sentence for the user.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tries = 0
        self._asked_to_wait = False
        self.until: datetime | None = None
        self.state = RemoteState.IDLE
        self.reason: str | None = None

    @property
    def open(self) -> bool:
        """Whether a request may be made now."""
        return self.until is None or not is_near(self.until, now=self._clock.now())

    @property
    def refused(self) -> bool:
        """Whether only the user can help."""
        return self.until is not None and self.state is RemoteState.FAILED

    def passed(self) -> None:
        """A request was answered."""
        self._tries, self.until, self.state, self.reason = 0, None, RemoteState.IDLE, None

    def hold(self, until: datetime, state: RemoteState, reason: str) -> None:
        """Let nothing pass before a moment."""
        self.until, self.state, self.reason = until, state, reason

    def hurry(self) -> None:
        """Try again now what was out of reach: somebody else reached the account; what it asked to wait for waits."""
        if self.state is RemoteState.WAITING and not self._asked_to_wait:
            self.until = None

    def hit(self, error: CloudError) -> None:
        """The account said no; wait for as long as it asks, and longer each time it says so again."""
        now = self._clock.now()
        if isinstance(error, CloudQuota):
            self.hold(now + _asked(error), RemoteState.QUOTA, str(error))
        elif isinstance(error, CloudWaits):
            self.hold(now + self._patience(error), RemoteState.WAITING, str(error))
            self._asked_to_wait = isinstance(error, CloudThrottle) or bool(error.retry_after_s)
            self._tries += 1
        else:
            self.hold(now + _AFTER_REFUSAL, RemoteState.FAILED, str(error))

    def _patience(self, error: CloudWaits) -> timedelta:
        least = _LEAST_THROTTLED if isinstance(error, CloudThrottle) else _FIRST_WAIT
        growing = least * (1 << min(self._tries, 10))
        return max(min(growing, _LONGEST_WAIT), _asked(error))


def _asked(error: CloudWaits) -> timedelta:
    return timedelta(seconds=error.retry_after_s or 0.0)
