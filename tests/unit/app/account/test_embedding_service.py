"""The background's share of the account's vectors: when it asks, what it tells, and how it ends."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.account.connection import Connection
from notebrain.app.account.embedding_service import RemoteIndexingService
from notebrain.app.events import Event, VectorsProgress
from notebrain.app.services import Services, open_services
from notebrain.app.settings.table import EMBEDDING_PAUSED, SYNC_PAUSED
from notebrain.domain.embedding.usage import RemoteState
from notebrain.domain.errors import CloudAuth
from notebrain.domain.notes.draft import Draft
from notebrain.domain.sync.remote import Remote
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_embedder import FakeRemoteEmbedder


class Stage:
    """One vault beside an account, and the loop both meet on."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.services: Services = open_services(folder, clock=self.clock, embedder=FakeEmbedder())
        self.shared = FakeAccount()
        self.far = FakeRemoteEmbedder()
        self.connection: Connection | None = Connection("a" * 32, "database", "notebrain", "vault")
        self.error: Exception | None = None
        self.leads = True
        self.heard: list[Event] = []
        self._changed = threading.Condition()
        self.indexing = RemoteIndexingService(
            self.services.cloud.indexing,
            self,
            self.services.settings,
            publish=self._hear,
            leads=lambda: self.leads,
            gather_s=0.0,
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    async def remote(self) -> Remote | None:
        if self.error is not None:
            raise self.error
        shared = self.shared
        index = shared.index(self.far.space)
        return Remote(shared.vault(), shared.vectors_of_notes(), index, self.far)

    async def close(self) -> None: ...

    def take(self, text: str) -> str:
        note = self.services.notes.capture(Draft(text)).result().note
        self.clock.forward(seconds=3)
        while self.services.indexer.step():
            pass
        return note

    def start(self) -> None:
        self._task = asyncio.run_coroutine_threadsafe(self.indexing.run(), self._loop)

    def wait_for(self, state: RemoteState, *, unsent: int = 0) -> VectorsProgress:
        """Return the last that was told, once it is this."""

        def told() -> bool:
            last = self.heard[-1] if self.heard else None
            return isinstance(last, VectorsProgress) and (last.state, last.unsent) == (
                state,
                unsent,
            )

        with self._changed:
            assert self._changed.wait_for(told, timeout=30), self.heard
            last = self.heard[-1]
        assert isinstance(last, VectorsProgress)
        return last

    def end(self) -> None:
        if hasattr(self, "_task"):
            self._task.cancel()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self.services.close()

    def _hear(self, event: Event) -> None:
        with self._changed:
            self.heard.append(event)
            self._changed.notify_all()


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path / "vault")
    yield stage
    stage.end()


def test_what_is_there_is_embedded_and_told(stage: Stage) -> None:
    stage.take("a note")

    stage.start()
    stage.wait_for(RemoteState.IDLE)

    assert stage.far.embedded == ["a note"]


def test_a_note_that_was_indexed_wakes_it(stage: Stage) -> None:
    stage.services.indexer.when_worked(stage.indexing.wake)
    stage.take("first")
    stage.start()
    stage.wait_for(RemoteState.IDLE)
    stage.heard.clear()

    stage.services.settings.put(EMBEDDING_PAUSED, True).result()
    stage.take("second")
    paused = stage.wait_for(RemoteState.PAUSED, unsent=1)
    assert paused.reason
    stage.services.settings.put(EMBEDDING_PAUSED, None).result()
    stage.indexing.wake()
    stage.wait_for(RemoteState.IDLE)

    assert stage.far.embedded == ["first", "second"]


def test_while_syncing_is_paused_nothing_is_asked(stage: Stage) -> None:
    stage.services.settings.put(SYNC_PAUSED, True).result()
    stage.take("a note")

    stage.start()
    stage.wait_for(RemoteState.PAUSED)

    assert stage.shared.calls == []
    assert stage.far.calls == []


def test_a_missing_token_is_told_as_it_is(stage: Stage) -> None:
    stage.error = CloudAuth("There is no token.")

    stage.start()

    assert stage.wait_for(RemoteState.FAILED).reason == "There is no token."


def test_leaving_the_account_forgets_what_it_holds(stage: Stage) -> None:
    stage.take("a note")
    stage.start()
    stage.wait_for(RemoteState.IDLE)

    stage.connection = None
    stage.indexing.wake()
    stage.wait_for(RemoteState.OFF)
    stage.shared.points.clear()
    stage.connection = Connection("b" * 32, "database", "notebrain", "vault")
    stage.indexing.wake()
    stage.wait_for(RemoteState.IDLE)

    assert len(stage.shared.points[stage.far.space]) == 1
    assert stage.far.embedded == ["a note"]


def test_the_numbers_count_both_spaces_and_what_was_spent(stage: Stage) -> None:
    stage.take("a note")
    stage.start()
    stage.wait_for(RemoteState.IDLE)

    numbers = stage.services.cloud.vectors.numbers()

    here, there = numbers.coverage
    assert (here.done, here.total, here.whole) == (1, 1, True)
    assert (there.done, there.total, there.whole) == (
        0,
        1,
        False,
    )  # of the model that is set, not the fake's
    assert numbers.spent == 1.0
    assert numbers.budget == 8000
    assert numbers.state is RemoteState.OFF  # the settings name no account


def test_nothing_is_done_by_a_process_that_does_not_lead(stage: Stage) -> None:
    stage.leads = False
    stage.take("a note")

    stage.start()
    stage.indexing.wake()

    assert asyncio.run_coroutine_threadsafe(stage.indexing.turn(), stage._loop).result(30) == 5.0
    assert stage.far.calls == []
