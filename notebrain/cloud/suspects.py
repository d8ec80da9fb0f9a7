"""Finds out why a request fails: because of its content, a firewall on the way, the network, or the account.

A firewall refuses a text every time. A temporary fault is over after some tries; what still fails then may be due to
the content, too. Only other content that passes can tell, so one harmless request is sent.
"""

import logging
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from notebrain.cloud.error_codes import Service
from notebrain.cloud.error_texts import Foreign, a_firewall, refused, refuses_all
from notebrain.cloud.request import Ask, Reply
from notebrain.domain.errors import (
    CloudAuth,
    CloudBadRequest,
    CloudError,
    CloudTransient,
    CloudWaits,
)

if TYPE_CHECKING:
    from notebrain.cloud.rate_limit import Time

log = logging.getLogger("notebrain.cloud")

ALERT_S = 300.0
"""How long, after a bad content was found, its halves and the next contents are suspected at once: that saves requests.
"""
_MOST = 64
# whatever the reply: one in the API's envelope comes from Cloudflare
_GREETING = Ask(Service.ACCOUNT, "GET", "/user/tokens/verify")


class Diagnosis:
    """Finds out why requests fail.

    Args:
        once: Sends one request to the account, without retries.
    """

    def __init__(self, once: Callable[[Ask], Awaitable[Reply]], time: "Time") -> None:
        self._once = once
        self._time = time
        self._suspects = Suspects()

    def passed(self, ask: Ask) -> None:
        """Record that a content got through."""
        self._suspects.clear(ask)

    async def of(self, ask: Ask, error: CloudError) -> CloudError:
        """Return the actual error, after one harmless request if the content may be the reason.

        This tells a firewall from a network that requires a sign-in, and one bad content from an account that fails.
        """
        if not self._suspects.add(ask, error, self._time.monotonic()):
            return error
        if ask.harmless is None:
            return await self._greeted(error) if isinstance(error, Foreign) else error
        try:
            await self._once(ask.harmless)
        except CloudError as other:
            return _more_telling(error, other)
        self._suspects.convict(ask, self._time.monotonic())
        log.info("%r: %s, and another content passes", ask, error.kind)
        return refused(error)

    async def _greeted(self, error: Foreign) -> CloudError:
        try:
            await self._once(_GREETING)
        except CloudError as other:
            return error if other.code is None else a_firewall(error)
        return a_firewall(error)


class Suspects:
    """Counts how often each content failed; all times are seconds that never go backwards."""

    def __init__(self) -> None:
        self._failed: dict[bytes, int] = {}
        self._alert_until: dict[Service, float] = {}

    def add(self, ask: Ask, error: CloudError, now: float) -> bool:
        """Count a failure; return whether to try another content in its place."""
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
        """Stop suspecting a content, because it passed."""
        if self._failed:  # nearly always empty, and encoding a large body takes a while
            self._failed.pop(_key(ask), None)

    def convict(self, ask: Ask, now: float) -> None:
        """Record that this content is at fault, since another passed; suspect the next ones at once for a while."""
        self.clear(ask)
        self._alert_until[ask.service] = now + ALERT_S


def _key(ask: Ask) -> bytes:
    return sha256(f"{ask.method} {ask.path}\n".encode() + (ask.body or b"")).digest()


def _more_telling(error: CloudError, other: CloudError) -> CloudError:
    """Return the error to report when both a request and a harmless one failed."""
    if isinstance(error, CloudBadRequest):
        return refuses_all(error) if isinstance(other, CloudBadRequest) else other
    # what waits is retried; a token, an allowance or a limit says more than a temporary fault
    same = CloudTransient if isinstance(error, CloudWaits) else CloudAuth
    return error if isinstance(other, same) else other
