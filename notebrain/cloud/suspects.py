"""Which contents may be the reason that a request fails: those that fail again and again, when others may pass.

A firewall refuses a text the first time and every time. A passing fault is over after some tries; what still fails
then may be about the content, too. Only another content that passes can tell, and the door to the account tries one.
"""

from hashlib import sha256
from typing import TYPE_CHECKING

from notebrain.cloud.asking import Ask
from notebrain.domain.errors import CloudError

if TYPE_CHECKING:
    from notebrain.cloud.codes import Service

ALERT_S = 300.0
"""After a content was found, its halves and the next ones are suspected at once: it takes fewer requests."""
_MOST = 64


class Suspects:
    """Counts how often each content failed; all times are seconds that never run backwards."""

    def __init__(self) -> None:
        self._failed: dict[bytes, int] = {}
        self._alert_until: dict[Service, float] = {}

    def add(self, ask: Ask, error: CloudError, now: float) -> bool:
        """Count a failure; tell whether another content is to be tried in its place."""
        if error.suspect_after is None:
            return False
        key = _key(ask)
        count = self._failed.pop(key, 0) + 1
        self._failed[key] = count
        if len(self._failed) > _MOST:
            del self._failed[next(iter(self._failed))]
        alert = self._alert_until.get(ask.service, now) > now
        return alert or ask.suspect or count >= error.suspect_after

    def clear(self, ask: Ask) -> None:
        """Suspect a content no more: it passed."""
        if self._failed:  # nearly always there is none, and a large body takes a while
            self._failed.pop(_key(ask), None)

    def convict(self, ask: Ask, now: float) -> None:
        """Another content passed: it is this one. For a while, suspect others of the service at once."""
        self.clear(ask)
        self._alert_until[ask.service] = now + ALERT_S


def _key(ask: Ask) -> bytes:
    return sha256(f"{ask.method} {ask.path}\n".encode() + (ask.body or b"")).digest()
