"""Syncing with an account: what the vault and the window bear while thousands of notes come and go."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path

from notebrain.app.core.clock import SystemClock
from notebrain.domain.sync.remote import Remote
from notebrain.storage.store import FILE_NAME, Store
from notebrain.storage.sync import account as account_table, outgoing_counts
from notebrain.sync.engine import SyncEngine
from tests.benchmarks import account, corpus, vaults
from tests.benchmarks.bench_window import probe
from tests.benchmarks.intruder import Intruder
from tests.benchmarks.measuring import Row, Times
from tests.fakes.cloudflare import embedding, start_cloudflare

_IDLE_S = 120
_MOST_IDLE = 10_000
_OTHERS = 5_000
"""Notes that another computer has sent before."""


@dataclass(frozen=True, slots=True)
class _Phase:
    """What one way took, and how long another process waited to write meanwhile."""

    took_s: float
    cpu_s: float
    waits: Times


def first_sync(size: int) -> list[Row]:
    """Measure how long a vault that is connected for the first time keeps another process from writing."""
    with tempfile.TemporaryDirectory() as scratch, account.started() as there:
        fetched, sent, anew = asyncio.run(_first_sync(there, Path(scratch), size))
    count = f"{size:,}"
    return [
        *_rows(f"{_OTHERS:,} notes fetched into it", count, fetched, _OTHERS),
        *_rows("all of it sent", count, sent, size),
        *_rows("all of it fetched into an empty vault", count, anew, size + _OTHERS),
    ]


async def _first_sync(
    there: account.Account, scratch: Path, size: int
) -> tuple[_Phase, _Phase, _Phase]:
    async with account.reached(there) as (_cloud, remote):
        await _fill(remote, scratch / "others")
        vault = vaults.copy_of(size, scratch)
        store = Store.open(vault, clock=SystemClock())
        engine = account.joined(store, remote)
        fetched = await _measured(vault, _listen(engine, store))
        sent = await _measured(vault, _settle(engine, store))
        store.close()
        empty = scratch / "empty"
        store = Store.open(empty, clock=SystemClock())
        engine = account.joined(store, remote)
        anew = await _measured(empty, _settle(engine, store))
        with store.read() as db:
            assert db.execute("select count(*) from note").fetchone()[0] == size + _OTHERS
        store.close()
    return fetched, sent, anew


async def _fill(remote: Remote, folder: Path) -> None:
    """Let another computer send its notes."""
    vaults.build(folder, corpus.notes(_OTHERS, seed=8))
    store = Store.open(folder, clock=SystemClock())
    await _settle(account.joined(store, remote), store)
    store.close()


async def _listen(engine: SyncEngine, store: Store) -> None:
    """Fetch everything, but send nothing."""

    def still_fetching() -> bool:
        with store.read() as db:
            known = account_table.get(db)
        return known is not None and not known.joined

    await engine.round(still_fetching)


async def _settle(engine: SyncEngine, store: Store) -> None:
    """Sync until nothing is left to do."""
    while True:
        done = await engine.round()
        assert done.problem is None, done.problem
        with store.read() as db:
            if not outgoing_counts.counts(db).waiting:
                return


async def _measured(vault: Path, act: Awaitable[None]) -> _Phase:
    intruder = Intruder(vault / FILE_NAME)
    began, cpu_began = time.perf_counter(), time.process_time()
    await act
    took_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu_began
    return _Phase(took_s, cpu_s, intruder.stop())


def window(size: int) -> list[Row]:
    """Measure the longest pause of the window while a vault is connected for the first time."""
    with tempfile.TemporaryDirectory() as scratch, account.started() as there:
        asyncio.run(_fill_first(there, Path(scratch) / "others"))
        vault = vaults.copy_of(size, Path(scratch))
        _program(vault, there.environment, "account", "connect", "--yes")
        figures = probe(vault, "sync", **there.environment)
    count, pause = f"{size:,}", "longest pause of the window"
    return [
        Row(
            f"{pause} while {_OTHERS:,} notes are fetched", count, figures["fetching_ms"], "ms", 50
        ),
        Row(f"{pause} while all of it is sent", count, figures["sending_ms"], "ms", 50),
        Row(
            f"{pause} while they are indexed, in the account too",
            count,
            figures["indexing_ms"],
            "ms",
            50,
        ),
    ]


async def _fill_first(there: account.Account, folder: Path) -> None:
    async with account.reached(there) as (_cloud, remote):
        await _fill(remote, folder)


def idle(size: int) -> list[Row]:
    """Measure what a connected window that is left alone asks of the account and of the processor."""
    if size > _MOST_IDLE:
        return []  # the account's daily share would not do for more
    with tempfile.TemporaryDirectory() as scratch:
        vault = vaults.copy_of(size, Path(scratch))
        alone = probe(vault, "idle", NOTEBRAIN_BENCH_SECONDS=str(_IDLE_S))
        with start_cloudflare(rate_limit=None, embed=embedding.hashed, checked=False) as there:
            environment = {
                "NOTEBRAIN_CLOUDFLARE_API": there.base_url,
                "NOTEBRAIN_CF_TOKEN": there.token,
                "NOTEBRAIN_CF_ACCOUNT": there.account,
            }
            _program(vault, environment, "account", "connect", "--yes")
            _program(vault, environment, "sync")
            before = len(there.requests)
            figures = probe(vault, "idle", NOTEBRAIN_BENCH_SECONDS=str(_IDLE_S), **environment)
            asked = [one.at for one in list(there.requests)[before:]]
    during = sum(1 for at in asked if figures["began"] <= at <= figures["ended"])
    count, minutes = f"{size:,}", _IDLE_S / 60
    return [
        Row("window left alone, requests a minute", count, during / minutes, "requests", 1),
        Row(
            "window left alone, processor time of a minute",
            count,
            figures["cpu_s"] * 1000 / minutes,
            "ms",
            note=f"without an account {alone['cpu_s'] * 1000 / minutes:.3g} ms",
        ),
    ]


def _program(vault: Path, environment: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "-m", "notebrain", *arguments]
    more = {**os.environ, "NOTEBRAIN_DATA_DIR": str(vault), **environment}
    subprocess.run(command, env=more, check=True, capture_output=True)


def _rows(what: str, size: str, phase: _Phase, notes: int) -> list[Row]:
    other = "another process waits to write"
    return [
        Row(f"{what}, no latency", size, notes / phase.took_s, "notes/s"),
        Row(f"{what}, processor time of a note", size, phase.cpu_s * 1000 / notes, "ms"),
        Row(f"{what}: {other}, p95", size, phase.waits.p95, "ms", 50),
        Row(f"{what}: {other}, longest", size, max(phase.waits.values), "ms", note="orientation"),
    ]
