import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.events import IndexProgress, IndexState
from notebrain.app.services import INDEXER_LOCK, open_services
from notebrain.app.settings.table import INDEX_PAUSED
from notebrain.domain.errors import NoEmbedder
from notebrain.storage.file_lock import Lease
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def brain(tmp_path: Path, embedder: FakeEmbedder) -> Iterator[Brain]:
    with Brain(open_services(tmp_path, embedder=embedder)) as brain:
        yield brain


@pytest.mark.slow
def test_everything_that_waits_is_indexed(brain: Brain) -> None:
    for number in range(40):
        brain.capture(f"note {number}")
    seen: list[IndexProgress] = []

    report = brain.index(seen.append)

    assert (report.done, report.total, report.waiting) == (40, 40, False)
    assert (report.stopped, report.problem) == (False, None)
    assert seen[0].state is IndexState.WORKING


def test_nothing_to_do_is_done_at_once(brain: Brain) -> None:
    report = brain.index()

    assert (report.done, report.total, report.waiting) == (0, 0, False)


@pytest.mark.slow
def test_a_stopped_run_goes_on_from_where_it_was(brain: Brain) -> None:
    for number in range(40):
        brain.capture(f"note {number}")
    steps = iter([True] * 6)

    first = brain.index(keep_going=lambda: next(steps, False))
    second = brain.index()

    assert (first.stopped, first.waiting) == (True, True)
    assert (second.done, second.waiting) == (40, False)


def test_without_a_model_words_still_find_and_the_reason_is_told(
    brain: Brain, embedder: FakeEmbedder
) -> None:
    brain.capture("zebra")
    embedder.failure = NoEmbedder("No model here.")

    report = brain.index()

    assert (report.done, report.total, report.problem) == (0, 1, "No model here.")
    assert len(brain.search("ebr", mode="keyword").hits) == 1


def test_another_process_that_indexes_is_followed_until_it_is_done(
    brain: Brain, tmp_path: Path
) -> None:
    brain.capture("one")
    lease = Lease(tmp_path / INDEXER_LOCK)
    lease.acquire()
    seen: list[IndexProgress] = []
    followed = threading.Event()

    def follow(progress: IndexProgress) -> None:
        seen.append(progress)
        followed.set()

    def work() -> None:
        followed.wait(30)
        brain.services.indexer.step()
        lease.release()

    other = threading.Thread(target=work)
    other.start()
    report = brain.index(follow)
    other.join()

    assert seen[0].state is IndexState.ELSEWHERE
    assert (report.done, report.total, report.waiting) == (1, 1, False)


def test_a_process_that_dies_while_indexing_is_replaced(brain: Brain, tmp_path: Path) -> None:
    brain.capture("one")
    lease = Lease(tmp_path / INDEXER_LOCK)
    lease.acquire()

    timer = threading.Timer(0.3, lease.release)
    timer.start()
    report = brain.index()
    timer.join()

    assert (report.done, report.waiting) == (1, False)


def test_notes_that_slipped_out_of_the_index_are_taken_in_again(tmp_path: Path) -> None:
    with Brain(open_services(tmp_path, embedder=FakeEmbedder())) as brain:
        brain.capture("one")
        brain.index()

    with Brain(open_services(tmp_path, embedder=FakeEmbedder(dimensions=32))) as brain:
        report = brain.index()

    assert (report.done, report.total) == (1, 1)


def test_a_window_that_pauses_indexing_is_named_and_not_waited_for(
    brain: Brain, tmp_path: Path
) -> None:
    brain.capture("one")
    brain.services.settings.put(INDEX_PAUSED, True)
    lease = Lease(tmp_path / INDEXER_LOCK)
    lease.acquire()

    elsewhere = brain.index()
    lease.release()
    here = brain.index()

    assert elsewhere.problem is not None
    assert "paused" in elsewhere.problem
    assert (here.done, here.problem) == (1, None)


def test_a_note_that_cannot_be_indexed_is_not_waited_for(
    brain: Brain, embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    brain.capture("good")
    brain.capture("bad")
    embed = embedder.embed

    def refuse(texts: Sequence[str]) -> list[bytes]:
        if "bad" in texts:
            raise RuntimeError("no such word")
        return embed(texts)

    monkeypatch.setattr(embedder, "embed", refuse)

    report = brain.index()

    assert (report.done, report.total, report.waiting) == (1, 2, True)
