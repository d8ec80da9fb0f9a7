"""The vectors of a model that is not used any more: listed, removed to the last one, and whatever comes in between."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from notebrain.app.account.connection import Connection
from notebrain.app.events import Event, RemovalProgress
from notebrain.app.jobs.background import make_worker
from notebrain.app.model.removal_state import Part, Removal
from notebrain.app.services import Services, open_services
from notebrain.app.settings.table import ACCOUNT_CONNECTION, ACCOUNT_MODEL, SYNC_PAUSED
from notebrain.cloud.d1 import D1, Statement
from notebrain.cloud.workers_ai import BASE, SMALL, index_name
from notebrain.domain.errors import CloudError, UserError
from notebrain.domain.notes.draft import Draft
from notebrain.indexing.remote_indexer import RemoteRound
from notebrain.storage.embedding import chunks
from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.listeners import Listeners

T = TypeVar("T")
TEXTS = ("the cat sat on the mat", "weather of the week", "eleven weeks of gas")
ALL = len(TEXTS)


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch, quick_tries: None) -> Iterator[Standin]:
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        yield standin


class Computer:
    """One vault that was embedded by the small model, and by the base one since."""

    def __init__(self, folder: Path, standin: Standin) -> None:
        self.folder = folder
        self.standin = standin
        self.services = self.open()

    def open(self) -> Services:
        self.services = open_services(self.folder, embedder=FakeEmbedder())
        return self.services

    def again(self) -> None:
        """Start the program anew, after a kill."""
        self.services.close()
        self.open()

    def do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async def whole() -> T:
            try:
                return await work()
            finally:
                await self.services.cloud.account.close()

        return asyncio.run(whole())

    def connect(self) -> None:
        async def connect() -> None:
            account = self.services.cloud.account
            await account.connect(await account.preview(self.standin.token, self.standin.account))

        self.do(connect)

    def embed(self, model: str) -> None:
        self.services.settings.put(ACCOUNT_MODEL, model).result()
        while self.services.indexer.step():
            pass

        async def embed() -> RemoteRound:
            indexing = self.services.cloud.make_indexing(lambda: True)
            return await indexing.to_the_end()

        assert self.do(embed).reason is None
        self.standin.vectorize.settle()

    def steps(self, most: int = 1_000) -> Removal | None:
        """Remove, that many steps at most; return how far it is."""
        models = self.services.cloud.other_models

        async def steps() -> None:
            removing = self.services.cloud.make_removing()
            for _ in range(most):
                removal = models.removal
                if removal is None or removal.part is Part.DONE:
                    return
                await removing.step(removal)

        self.do(steps)
        return models.removal

    def remove(self, model: str = SMALL.name) -> Removal:
        self.services.cloud.other_models.begin(model).result()
        done = self.steps()
        assert done is not None
        return done

    def rows(self, model: str) -> int:
        """Return of how many notes the database has vectors by a model."""
        connection = self.services.cloud.connection
        assert connection is not None
        count = Statement(
            "select count(*) from note_vector where space like (?1->>'$') || ' %'", model
        )
        (found,) = with_cloud(
            self.standin, lambda cloud: D1(cloud).run(connection.database_id, [count])
        )
        number = found.rows[0][0]
        assert isinstance(number, int)
        return number

    def here(self, model: str) -> tuple[int, int, int]:
        """Return the vectors on this computer, and the points and notes that the account is taken to have."""
        with self.services.store.read() as db:
            number = chunks.space_id(db, (SMALL if model == SMALL.name else BASE).space)
            vectors, points, notes = (
                db.execute(
                    f"select count(*) from {table} where space_id is ?", (number,)
                ).fetchone()[0]
                for table in ("vector", "vector_sent", "vector_kept")
            )
        return vectors, points, notes

    def assert_gone(self) -> None:
        assert index_name(SMALL.space) not in self.standin.vectorize.names()
        assert self.rows(SMALL.name) == 0
        assert self.here(SMALL.name) == (0, 0, 0)
        assert len(self.standin.vectorize.index(index_name(BASE.space)).vectors()) == ALL
        assert self.rows(BASE.name) == ALL
        assert self.here(BASE.name) == (ALL, ALL, ALL)


@pytest.fixture
def computer(tmp_path: Path, account: Standin) -> Iterator[Computer]:
    computer = Computer(tmp_path / "vault", account)
    for text in TEXTS:
        computer.services.notes.capture(Draft(text)).result()
    computer.connect()
    computer.embed(SMALL.name)
    computer.embed(BASE.name)
    yield computer
    computer.services.close()


def test_only_models_that_are_not_used_are_listed(computer: Computer) -> None:
    models = computer.services.cloud.other_models

    assert [(one.model, one.passages, one.here) for one in models.known()] == [(SMALL, ALL, ALL)]
    assert models.known() == computer.do(models.find_all)
    with pytest.raises(UserError, match="is the model in use"):
        models.begin(BASE.name)


@pytest.mark.slow
def test_what_another_computer_left_in_the_account_is_found_there(
    computer: Computer, tmp_path: Path
) -> None:
    other = Computer(tmp_path / "other", computer.standin)
    other.services.settings.put(ACCOUNT_MODEL, BASE.name).result()
    other.connect()
    models = other.services.cloud.other_models

    assert models.known() == []
    assert [(one.model, one.passages, one.here) for one in other.do(models.find_all)] == [
        (SMALL, ALL, 0)
    ]
    done = other.remove()
    other.services.close()

    assert (done.points, done.notes, done.here) == (ALL, ALL, 0)
    assert computer.rows(SMALL.name) == 0


def test_all_there_is_of_a_model_goes_and_nothing_else(computer: Computer) -> None:
    done = computer.remove()

    assert done == Removal(
        SMALL.name, Part.DONE, index_name(SMALL.space), whole=True, points=ALL, notes=ALL, here=ALL
    )
    computer.assert_gone()
    assert computer.services.cloud.other_models.known() == []


def test_the_index_stays_with_the_points_of_another_vault(computer: Computer) -> None:
    computer.standin.d1.create("notebrain-garden")
    index = computer.standin.vectorize.index(index_name(SMALL.space))
    ours = set(index.vectors())
    with_cloud(computer.standin, _put_a_strange_point)
    computer.standin.vectorize.settle()

    done = computer.remove()
    computer.standin.vectorize.settle()

    assert (done.whole, done.points) == (False, ALL)
    assert set(index.vectors()).isdisjoint(ours)
    assert len(index.vectors()) == 1
    assert computer.rows(SMALL.name) == 0


async def _put_a_strange_point(cloud: Any) -> None:
    from notebrain.cloud.vectorize import Vector, Vectorize

    values = bytes(4 * (SMALL.dimensions - 1)) + b"\x00\x00\x80?"
    async for _ in Vectorize(cloud, SMALL.space).upsert([Vector("ff" * 16 + "-0", values)]):
        pass


@pytest.mark.parametrize("cut", range(1, 8))
def test_after_a_kill_at_any_step_the_rest_goes_and_the_receipt_says_it_all(
    computer: Computer, cut: int
) -> None:
    computer.services.cloud.other_models.begin(SMALL.name).result()
    computer.steps(cut)

    computer.again()
    done = computer.steps()

    assert done is not None
    assert (done.part, done.points, done.notes, done.here) == (Part.DONE, ALL, ALL, ALL)
    computer.assert_gone()


OPERATIONS = ("d1.raw", "vectorize.delete", "vectorize.list")
TROUBLES = (faults.response_lost, faults.dropped, faults.server_error)


@pytest.mark.parametrize(
    ("operation", "trouble", "skip"),
    [
        pytest.param(
            operation,
            trouble,
            skip,
            # in every gate each trouble comes to each operation once: to the first or the second request
            marks=() if (one + other + skip) % 2 else pytest.mark.long,
        )
        for one, operation in enumerate(OPERATIONS)
        for other, trouble in enumerate(TROUBLES)
        for skip in (0, 1)
    ],
)
def test_an_account_that_fails_is_asked_again_and_nothing_is_told_that_is_not_true(
    computer: Computer, operation: str, trouble: Callable[[], Any], skip: int
) -> None:
    models = computer.services.cloud.other_models
    models.begin(SMALL.name).result()
    computer.standin.faults.add(trouble(), on=operation, skip=skip, times=8)
    done = None
    for _ in range(12):
        try:
            done = computer.steps()
        except CloudError:
            continue
        break

    assert done is not None
    assert (done.part, done.points, done.notes, done.here) == (Part.DONE, ALL, ALL, ALL)
    computer.assert_gone()


def test_what_is_given_up_half_way_goes_no_further_and_what_is_uncertain_is_noted(
    computer: Computer,
) -> None:
    models = computer.services.cloud.other_models
    models.begin(SMALL.name).result()
    computer.steps(2)  # counted, and the index removed
    models.end().result()

    assert computer.steps() is None
    assert computer.rows(SMALL.name) == ALL
    assert computer.here(SMALL.name) == (ALL, ALL, ALL)
    # chosen again, the points are sent again, and nothing is paid for
    computer.standin.ai.embedded.clear()
    computer.embed(SMALL.name)
    assert computer.standin.ai.embedded == []
    assert len(computer.standin.vectorize.index(index_name(SMALL.space)).vectors()) == ALL


def test_a_model_that_is_chosen_again_meanwhile_keeps_the_rest(computer: Computer) -> None:
    models = computer.services.cloud.other_models
    models.begin(SMALL.name).result()
    computer.steps(1)
    computer.services.settings.put(ACCOUNT_MODEL, SMALL.name).result()

    assert computer.steps() is None
    assert len(computer.standin.vectorize.index(index_name(SMALL.space)).vectors()) == ALL


def test_a_model_that_is_chosen_again_afterwards_is_embedded_anew(computer: Computer) -> None:
    computer.remove()
    computer.standin.ai.embedded.clear()

    again = computer.services.cloud.vectors.estimate(SMALL.name, anew=True)
    computer.embed(SMALL.name)

    assert again.passages == ALL
    assert sorted(computer.standin.ai.embedded) == sorted(TEXTS)
    assert computer.rows(SMALL.name) == ALL
    assert len(computer.standin.vectorize.index(index_name(SMALL.space)).vectors()) == ALL


def test_who_leaves_the_account_takes_no_removal_to_the_next_one(computer: Computer) -> None:
    models = computer.services.cloud.other_models
    models.begin(SMALL.name).result()

    computer.do(computer.services.cloud.account.disconnect)

    assert models.removal is None


def test_the_background_goes_on_after_a_kill_though_syncing_is_paused(computer: Computer) -> None:
    computer.services.cloud.other_models.begin(SMALL.name).result()
    computer.steps(2)
    computer.again()
    computer.services.settings.put(SYNC_PAUSED, True).result()
    done, heard = threading.Event(), list[RemovalProgress]()

    def hear(event: Event) -> None:
        if isinstance(event, RemovalProgress):
            heard.append(event)
            if event.removal is not None and event.removal.part is Part.DONE:
                done.set()

    bridge = Listeners()
    bridge.add(hear)
    worker = make_worker(computer.services, bridge)
    worker.start()
    try:
        assert done.wait(30), heard
    finally:
        worker.stop()

    computer.assert_gone()
    removal = computer.services.cloud.other_models.removal
    assert removal is not None
    assert removal.part is Part.DONE


def test_a_removal_is_refused_while_another_one_goes_on(computer: Computer) -> None:
    models = computer.services.cloud.other_models
    models.begin(SMALL.name).result()

    with pytest.raises(UserError, match="bge-small"):
        models.begin("@cf/baai/bge-m3")


def test_a_connection_that_is_only_renewed_keeps_the_removal(computer: Computer) -> None:
    models = computer.services.cloud.other_models
    models.begin(SMALL.name).result()

    computer.connect()

    assert models.removal == Removal(SMALL.name)
    assert isinstance(computer.services.settings.get(ACCOUNT_CONNECTION), str)
    assert isinstance(computer.services.cloud.connection, Connection)
