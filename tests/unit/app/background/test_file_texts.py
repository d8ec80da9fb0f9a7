"""Files are read beside the indexing, by the one process that leads, until it is paused or ends."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from notebrain.app.background.file_texts import FileTextService, make_file_reader
from notebrain.app.events import Event, FileRead
from notebrain.domain.errors import Unavailable
from notebrain.domain.notes.file_texts import FileText
from notebrain.indexing.file_reader import FileReader
from notebrain.notes.files import FileActs
from notebrain.storage.files import texts
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.documents import FakeDocuments, pdf


class Bench:
    """A vault with files, and the task that reads them."""

    def __init__(self, store: Store, documents: FakeDocuments) -> None:
        self.store = store
        self.documents = documents
        self.files = FileActs(store, FakeClock(), lambda: 1_000_000)
        self.leads, self.paused = True, False
        self.events: list[Event] = []
        self.task = FileTextService(
            FileReader(store, documents),
            leads=lambda: self.leads,
            paused=lambda: self.paused,
            publish=self.events.append,
        )

    def waiting(self) -> int:
        with self.store.read() as db:
            return len(texts.waiting(db))

    def turn(self) -> float | None:
        return asyncio.run(self.task.turn())


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with closing(Store.open(tmp_path, clock=FakeClock())) as store:
        bench = Bench(store, FakeDocuments())
        yield bench
        asyncio.run(bench.task.close())


def test_one_file_is_read_each_turn_and_the_process_ends_with_the_last(bench: Bench) -> None:
    for data in (b"one", b"two"):
        bench.files.add_bytes(data, "a.txt")

    waits = [bench.turn(), bench.turn(), bench.turn()]

    assert waits[:2] == [0, 0]
    assert waits[2]
    assert bench.events == [FileRead(), FileRead()]
    assert bench.documents.released


@pytest.mark.parametrize(("leads", "paused"), [(False, False), (True, True)])
def test_a_process_that_does_not_lead_or_is_paused_reads_nothing(
    bench: Bench, leads: bool, paused: bool
) -> None:
    bench.files.add_bytes(b"one", "a.txt")
    bench.leads, bench.paused = leads, paused

    assert bench.turn()
    assert (bench.waiting(), bench.documents.read_paths) == (1, [])


def test_a_reader_that_does_not_start_is_tried_again_later(bench: Bench) -> None:
    assert bench.task.failed(Unavailable("no")) > 1


def test_the_end_of_the_program_ends_the_reading(bench: Bench) -> None:
    asyncio.run(bench.task.close())

    assert bench.documents.stopped


def test_a_pause_leaves_the_file_for_later(bench: Bench) -> None:
    class Paused(FakeDocuments):
        def read(self, path: str, media_type: str) -> FileText:
            bench.paused = True
            return super().read(path, media_type)

    bench.files.add_bytes(b"one", "a.txt")
    bench.task._reader = FileReader(bench.store, Paused())

    bench.turn()

    assert bench.waiting() == 1


@pytest.mark.slow
def test_the_real_reader_reads_a_pdf(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path, clock=FakeClock())) as store:
        FileActs(store, FakeClock(), lambda: 1_000_000).add_bytes(pdf(["rent"]), "rent.pdf")
        reader = make_file_reader(store)

        assert reader.step() is not None
        reader.release()

        with store.read() as db:
            assert db.execute("select page, text from attachment_text").fetchall() == [(1, "rent")]
