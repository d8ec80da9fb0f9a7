"""The product's client for the account that is not there."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from notebrain.app.core.clock import SystemClock
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.credentials import clean
from tests.fakes.cloudflare.standin import Standin
from tests.fakes.passing_time import PassingTime

T = TypeVar("T")


def with_cloud(
    account: Standin, act: Callable[[Cloudflare], Awaitable[T]], *, token: str = "", of: str = ""
) -> T:
    """Return what `act` gives, with a client whose waits take no time."""

    async def run() -> T:
        credentials = clean(token or account.token, of or account.account)
        pace = RateLimiter(passing=PassingTime())
        cloud = Cloudflare(credentials, clock=SystemClock(), base_url=account.base_url, pace=pace)
        try:
            return await act(cloud)
        finally:
            await cloud.close()

    return asyncio.run(run())
