"""Through a storm of refusals and kills at any instant every vector arrives once, and hardly one is paid for twice."""

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from notebrain.cloud.d1 import D1, Statement
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault_schema import make
from notebrain.cloud.workers_ai import SMALL, index_name
from notebrain.domain.embedding.vector_ids import point_id
from notebrain.domain.notes.content import content_hash
from notebrain.domain.notes.draft import Draft
from notebrain.indexing.indexer import Indexer
from notebrain.notes.service import CaptureService
from notebrain.storage.embedding import remote_queue
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.remote_bench import Numbered
from tests.fakes.soundness import faults_in

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX"),
]
KILLS = 3


@pytest.fixture
def account() -> Iterator[Standin]:
    with start_cloudflare(rate_limit=None) as account:
        yield account


@dataclass
class Computer:
    """A vault, and the program that is killed over and over."""

    folder: Path
    account: Standin
    database: str

    def start(self) -> subprocess.Popen[bytes]:
        account = self.account
        program = [sys.executable, "-m", "tests.fakes.remote_worker", str(self.folder)]
        place = [account.base_url, account.token, account.account, self.database]
        return subprocess.Popen([*program, *place], stderr=subprocess.PIPE)

    async def kept(self, cloud: Cloudflare) -> Sequence[object]:
        """Return the rows of vectors in the account's database, and the notes they are of."""
        count = Statement("select count(*), count(distinct note_id) from note_vector")
        (found,) = await D1(cloud).run(self.database, [count])
        return found.rows[0]

    def run_to_the_end(self, timeout_s: float) -> None:
        with self.start() as program:
            _, told = program.communicate(timeout=timeout_s)
        assert program.returncode == 0, told.decode()

    def run_until(self, enough: Callable[[], bool]) -> None:
        """Kill the program once enough was done."""
        with self.start() as program:
            while not enough() and program.poll() is None:
                time.sleep(0.002)  # the kill comes at any instant: that is the test
            assert program.poll() is None, "it ended before it could be killed"
            program.send_signal(signal.SIGKILL)


def computer(folder: Path, account: Standin, notes: int) -> tuple[Computer, set[str]]:
    """Return a computer with so many notes, and the points they should have."""

    async def connect(cloud: Cloudflare) -> str:
        return (await make(D1(cloud), "notebrain", vault_id="vault")).database.id

    clock = FakeClock()
    store = Store.open(folder, clock=clock)
    capture = CaptureService(store, clock, Numbered())
    texts = [f"Note {n} about subject {n % 97} and place {n % 89}" for n in range(notes)]
    ids = [capture.capture(Draft(text)) for text in texts]
    points = {
        point_id(made.result().note, content_hash(text))
        for made, text in zip(ids, texts, strict=True)
    }
    clock.forward(seconds=3)
    indexer = Indexer(store, FakeEmbedder(), clock)
    while indexer.step():
        pass
    store.close()
    account.requests.clear()
    return Computer(folder, account, with_cloud(account, connect)), points


def storm(account: Standin) -> None:
    """Let a third of all requests be refused in every way that passes, and some answers get lost."""
    account.faults.add(faults.throttled(1), times=None, chance=0.1)
    account.faults.add(faults.vectorize_busy(), on="vectorize.*", times=None, chance=0.2)
    account.faults.add(faults.no_capacity(), on="ai.run", times=None, chance=0.15)
    account.faults.add(faults.server_error(), times=None, chance=0.05)
    account.faults.add(faults.dropped(), times=None, chance=0.05)
    account.faults.add(faults.response_lost(), on="vectorize.*", times=None, chance=0.05)
    account.faults.add(faults.response_lost(), on="d1.*", times=None, chance=0.05)


def survive(folder: Path, account: Standin, notes: int, *, timeout_s: float) -> None:
    machine, points = computer(folder, account, notes)
    storm(account)

    for kill in range(1, KILLS + 1):
        after = kill * notes // (KILLS + 1)
        machine.run_until(lambda after=after: len(account.ai.embedded) > after)  # type: ignore[misc]  # mypy and defaults of lambdas
    machine.run_to_the_end(timeout_s)
    account.faults.clear()

    asked = [one.json()["text"] for one in account.requests.of("ai.run") if one.status == 200]
    # the harmless text only tells whether the others are refused
    calls = [set(texts) for texts in asked if texts != ["a"]]
    seen: set[str] = set()
    repeated = 0
    for texts in calls:
        repeated += not texts.isdisjoint(seen)
        seen |= texts
    assert len(seen) == notes
    assert repeated <= KILLS
    account.vectorize.settle()
    assert set(account.vectorize.index(index_name(SMALL.space)).vectors()) == points
    assert with_cloud(account, machine.kept) == [notes, notes]
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        assert remote_queue.coverage(db, SMALL.space) == (notes, notes)
        assert (
            db.execute("select count(*) from vector_sent where stale_since is null").fetchone()[0]
            == notes
        )
        assert db.execute("select count(*) from vector_todo").fetchone()[0] == 0
    assert faults_in(folder) == []


@pytest.mark.slow
def test_300_notes_arrive_once_each_through_a_storm_and_three_kills(
    tmp_path: Path, account: Standin
) -> None:
    survive(tmp_path / "vault", account, 300, timeout_s=40)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_8000_notes_arrive_once_each_through_a_storm_and_three_kills(
    tmp_path: Path, account: Standin
) -> None:
    survive(tmp_path / "vault", account, 8000, timeout_s=900)
