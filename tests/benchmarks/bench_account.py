"""The first embedding in the account, against the account that is not there: what it takes of us, not the network."""

import asyncio
import tempfile
import time
from pathlib import Path

from notebrain.app.core.clock import SystemClock
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai import SMALL
from notebrain.domain.sync.remote import Remote
from notebrain.embedders.bundled import ENGLISH
from notebrain.indexing.rate_limits import EmbeddingPreferences, Meter
from notebrain.indexing.remote_indexer import RemoteIndexing
from notebrain.storage.embedding import remote_queue
from notebrain.storage.store import Store
from tests.benchmarks import account, vaults
from tests.benchmarks.measuring import Row

_MOST = 10_000
"""More notes than a free account takes in days say nothing new."""
_IDLE_ROUNDS = 200


def first_embedding(size: int) -> list[Row]:
    """Measure requests and processor time of embedding a vault in the account, and of a round with nothing to do."""
    if size > _MOST:
        return []
    with tempfile.TemporaryDirectory() as scratch, account.started() as there:
        return asyncio.run(_into(there, vaults.copy_of(size, Path(scratch)), size))


async def _into(there: account.Account, vault: Path, size: int) -> list[Row]:
    async with account.reached(there) as (cloud, remote):
        return await _measured(vault, size, cloud, remote)


async def _measured(vault: Path, size: int, cloud: Cloudflare, remote: Remote) -> list[Row]:
    clock = SystemClock()
    store = Store.open(vault, clock=clock)
    preferences = EmbeddingPreferences(budget=1_000_000)
    indexing = RemoteIndexing(
        store, clock, local=lambda: ENGLISH.space, meter=Meter(), preferences=lambda: preferences
    )
    cloud.requests, began, cpu_began = 0, time.perf_counter(), time.process_time()
    while (await indexing.round(remote)).wait_s == 0:
        pass
    took_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu_began
    requests, cloud.requests = cloud.requests, 0
    with store.read() as db:
        assert remote_queue.coverage(db, SMALL.space) == (size, size)
    idle_began = time.process_time()
    for _ in range(_IDLE_ROUNDS):
        await indexing.round(remote)
    idle_ms = (time.process_time() - idle_began) * 1000 / _IDLE_ROUNDS
    idle_requests = cloud.requests
    store.close()
    what = "first embedding in the account"
    return [
        Row(f"{what}, requests", f"{size:,}", requests, "requests", note="100 texts in each"),
        Row(f"{what}, processor time of a note", f"{size:,}", cpu_s * 1000 / size, "ms"),
        Row(f"{what}, no latency", f"{size:,}", took_s, "s"),
        Row("round with nothing to do, processor time", f"{size:,}", idle_ms, "ms", 1),
        Row("round with nothing to do, requests", f"{size:,}", idle_requests, "requests", 0),
    ]
