"""Questions to the account from a thread that cannot wait long."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from notebrain.app.account.query_budget import QuestionBudget
from notebrain.app.account.query_embedding import PAUSE_S, RemoteQueryEmbedder
from notebrain.app.core.threads import LoopThread
from notebrain.cloud.workers_ai import Model
from notebrain.domain.embedding.vector_ids import point_id
from notebrain.domain.errors import (
    CloudAuth,
    CloudError,
    CloudQuota,
    CloudTransient,
    LockedKeyStore,
)
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Embedded, Space
from notebrain.domain.sync.remote import NoteVectors, Point, Remote
from notebrain.indexing.rate_limits import DailyBudget, EmbeddingPreferences, Meter
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_embedder import FakeRemoteEmbedder

# a neuron for any question that is shorter than three letters, and one more for every three
ONE_EACH = Model("far", 32, 512, 1_000_000.0)


class SilentEmbedder(FakeRemoteEmbedder):
    """Answers only once it may."""

    silent = False

    async def embed(self, texts: Sequence[str], *, timeout_s: float | None = None) -> Embedded:
        if self.silent:
            await asyncio.Event().wait()
        return await super().embed(texts, timeout_s=timeout_s)


class Bench:
    def __init__(self, loop: LoopThread, store: Store) -> None:
        self.account = FakeAccount()
        self.embedder = SilentEmbedder()
        self.space: Space | None = self.embedder.space
        self.remote: Remote | None = Remote(
            self.account.vault(),
            self.account.vectors_of_notes(),
            self.account.index(self.embedder.space),
            self.embedder,
        )
        self.seconds = 0.0
        self.meter = Meter()
        self.allowed = 100
        share = DailyBudget(self.meter, lambda: EmbeddingPreferences(self.allowed))
        self.budget = QuestionBudget(store, FakeClock(), share, lambda: ONE_EACH)
        self._loop = loop
        self.meaning = self.made()

    def made(self) -> RemoteQueryEmbedder:
        return RemoteQueryEmbedder(
            self._there,
            space=lambda: self.space,
            submit=self._loop.submit,
            meter=lambda: self.meter,
            budget=lambda: self.budget,
            monotonic=lambda: self.seconds,
            patience_s=0.05,
        )

    async def _there(self) -> Remote | None:
        return self.remote


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    loop, store = LoopThread(), Store.open(tmp_path / "vault", clock=FakeClock())
    yield Bench(loop, store)
    loop.close()
    store.close()


def test_a_question_becomes_a_vector_of_the_account_s_space(bench: Bench) -> None:
    vector = bench.meaning.question("where is the cat")

    assert len(vector) == 4 * bench.embedder.space.dimensions


def test_the_last_questions_are_remembered(bench: Bench) -> None:
    first = bench.meaning.question("where is the cat")
    bench.seconds = 1e6

    assert bench.meaning.question("where is the cat") == first
    assert len(bench.embedder.calls) == 1
    for number in range(64):
        bench.meaning.question(f"number {number}")
    bench.meaning.question("where is the cat")
    assert len(bench.embedder.calls) == 66


def test_another_model_is_asked_anew(bench: Bench) -> None:
    bench.meaning.question("where is the cat")
    bench.embedder.space = bench.space = Space("other", "cls", 32)

    bench.meaning.question("where is the cat")

    assert len(bench.embedder.calls) == 2


def test_silence_is_not_waited_for_twice_in_a_row(bench: Bench) -> None:
    bench.embedder.silent = True

    with pytest.raises(CloudTransient):
        bench.meaning.question("where is the cat")
    bench.embedder.silent = False
    with pytest.raises(CloudTransient):
        bench.meaning.question("where is the cat")
    bench.seconds += PAUSE_S
    bench.meaning.question("where is the cat")

    assert len(bench.embedder.calls) == 1


@pytest.mark.parametrize(
    "error", [CloudAuth("wrong token"), CloudQuota("used up", retry_after_s=3600.0)]
)
def test_a_refusal_is_told_as_it_is(bench: Bench, error: CloudError) -> None:
    bench.embedder.answers = [error]

    with pytest.raises(type(error), match=str(error)):
        bench.meaning.question("where is the cat")


def test_a_used_up_share_is_not_asked_for_until_it_resets(bench: Bench) -> None:
    bench.embedder.answers = [CloudQuota("used up", retry_after_s=3600.0)]
    with pytest.raises(CloudQuota):
        bench.meaning.question("where is the cat")

    bench.seconds += 3599
    with pytest.raises(CloudQuota):
        bench.meaning.question("where is the cat")
    bench.seconds += 1
    bench.meaning.question("where is the cat")

    assert len(bench.embedder.calls) == 1


def test_a_question_that_the_day_s_budget_does_not_reach_is_not_asked(bench: Bench) -> None:
    bench.meaning.question("cat")
    bench.allowed = 2

    with pytest.raises(CloudQuota, match="budget of 2 neurons"):
        bench.meaning.question("dog")
    assert len(bench.embedder.calls) == 1
    assert len(bench.meaning.question("cat")) == 4 * 32  # it is remembered, and costs nothing
    bench.allowed = 3
    bench.meaning.question("dog")  # at once, not after a pause

    assert len(bench.embedder.calls) == 2


def test_a_question_whose_answer_did_not_come_is_counted(bench: Bench) -> None:
    bench.embedder.silent = True
    with pytest.raises(CloudTransient):
        bench.meaning.question("cat")
    bench.seconds, bench.allowed = PAUSE_S, 3

    with pytest.raises(CloudQuota, match="budget"):
        bench.meaning.question("dog")


def test_a_locked_place_for_passwords_is_told(bench: Bench) -> None:
    async def locked() -> Remote | None:
        raise LockedKeyStore("The key store is locked.")

    bench._there = locked  # type: ignore[method-assign]  # what the account may do
    meaning = bench.made()

    with pytest.raises(CloudAuth, match="locked"):
        meaning.question("where is the cat")


def test_an_account_that_was_left_meanwhile_does_not_answer(bench: Bench) -> None:
    bench.remote = None

    with pytest.raises(CloudTransient):
        bench.meaning.question("where is the cat")


def test_near_notes_come_with_all_their_vectors(bench: Bench) -> None:
    remote = bench.remote
    assert remote is not None
    note = NoteId("01900000-0000-7000-8000-000000000001")
    vector = bench.meaning.question("where is the cat")
    vectors = {bytes([n]) * 32: vector for n in range(3)}

    async def fill() -> None:
        await remote.vectors.put(bench.embedder.space, [NoteVectors(note, vectors)])
        points = [Point(point_id(note, one), "Home", vector) for one in vectors]
        await remote.index.upsert([*points, Point("not one of ours", "Home", vector)])

    asyncio.run(fill())

    assert bench.meaning.near(vector, namespace="", limit=10) == [NoteVectors(note, vectors)]
    assert bench.meaning.near(vector, namespace="Work", limit=10) == []


def test_the_loop_of_its_own_ends_with_the_vault() -> None:
    loop = LoopThread()

    async def answer() -> int:
        return 3

    assert loop.submit(answer()).result(30) == 3
    loop.close()

    assert "notebrain-loop" not in {one.name for one in threading.enumerate()}
