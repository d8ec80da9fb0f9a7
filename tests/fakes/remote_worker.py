"""A program that keeps an account's vectors true until nothing is left to do, for tests that kill it.

usage: python -m tests.fakes.remote_worker VAULT BASE_URL TOKEN ACCOUNT DATABASE
"""

import asyncio
import sys
from pathlib import Path

from notebrain.app.core.clock import SystemClock
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.remote import remote_of
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai import SMALL
from notebrain.domain.credentials import clean
from notebrain.indexing.rate_limits import EmbeddingPreferences, Meter
from notebrain.indexing.remote_indexer import RemoteIndexing
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.passing_time import PassingTime


async def run(vault: Path, base_url: str, token: str, account: str, database: str) -> None:
    """Do rounds until nothing is left; every wait is over at once."""
    clock = FakeClock(SystemClock().now())
    store = Store.open(vault, clock=clock)
    pace = RateLimiter(passing=PassingTime())
    cloud = Cloudflare(clean(token, account), clock=clock, base_url=base_url, pace=pace)
    indexing = RemoteIndexing(
        store,
        clock,
        local=lambda: FakeEmbedder().space,
        meter=Meter(),
        preferences=lambda: EmbeddingPreferences(budget=8000),
    )
    remote = remote_of(cloud, database, SMALL)
    while (done := await indexing.round(remote)).wait_s is not None:
        clock.forward(seconds=done.wait_s)
    await cloud.close()
    store.close()


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1]), *sys.argv[2:]))
