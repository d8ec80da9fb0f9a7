"""The background's share of syncing: when it asks, what it tells, and how it ends."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

from notebrain.app.account.connection import Connection
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.services import Services, open_services
from notebrain.app.settings.table import ACCOUNT_CONNECTION, SYNC_PAUSED
from notebrain.app.sync import schedule, service
from notebrain.app.sync.schedule import SyncTimes
from notebrain.app.sync.service import SyncService
from notebrain.domain.errors import CloudAuth, CloudBadRequest, CloudOffline
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import Remote
from notebrain.notes.files import with_links
from notebrain.notes.service import Edit
from notebrain.storage.sync import log
from notebrain.sync import files, push
from notebrain.sync.round_result import Round
from tests.fakes.clock import FakeClock
from tests.fakes.display import wait_until
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.listeners import Listeners
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_files import FakeFileStore
from tests.unit.app.background.test_worker import Heard

CONNECTION = Connection("a" * 32, "database", "notebrain", "vault")


@dataclass
class Door:
    """The account without an account."""

    shared: FakeAccount
    connection: Connection | None = CONNECTION
    error: Exception | None = None
    closed: bool = False
    there: FakeFileStore = field(default_factory=FakeFileStore)

    def __post_init__(self) -> None:
        space = FakeEmbedder().space
        self._remote = Remote(
            self.shared.vault(),
            self.shared.vectors_of_notes(),
            self.shared.index(space),
            None,  # type: ignore[arg-type]  # nothing is embedded here
            files=self.there.files(),
        )

    async def remote(self) -> Remote | None:
        if self.error is not None:
            raise self.error
        return self._remote if self.connection else None

    async def close(self) -> None:
        self.closed = True


class Stage:
    """One vault that syncs in the background."""

    def __init__(self, folder: Path, shared: FakeAccount) -> None:
        self.clock = FakeClock()
        self.services: Services = open_services(folder, clock=self.clock, embedder=FakeEmbedder())
        self.shared = shared
        self.door = Door(shared)
        self.heard = Heard()
        self.bridge = bridge = Listeners()
        bridge.add(self.heard)
        self.leads = True
        self.syncing = SyncService(
            self.services.store,
            self.clock,
            self.services._ids,
            self.door,
            publish=bridge.publish,
            leads=lambda: self.leads,
            busy=self.services.typing.busy,
        )
        self.services.store.subscribe(self.syncing.notes_changed)
        self._loop = asyncio.SelectorEventLoop()
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        self._task = self._loop.create_task(self.syncing.run())
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)

    def end(self) -> None:
        if self._thread.is_alive():
            assert self._task is not None
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join()
        self._loop.close()
        self.services.close()

    def take(self, text: str) -> NoteId:
        note = self.services.notes.capture(Draft(text)).result().note
        self.clock.forward(seconds=3)
        return note

    def wait_for(self, state: SyncState, **facts: object) -> SyncProgress:
        def fits(event: object) -> bool:
            return (
                isinstance(event, SyncProgress)
                and event.state is state
                and all(getattr(event, name) == value for name, value in facts.items())
            )

        found = self.heard.wait_for(fits)
        assert isinstance(found, SyncProgress)
        return found


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path, FakeAccount())
    yield stage
    stage.end()


def test_what_is_there_is_sent_and_told(stage: Stage) -> None:
    stage.take("lime in autumn")

    stage.start()
    told = stage.wait_for(SyncState.IDLE)

    assert (told.waiting, told.failed, told.reason) == (0, 0, None)
    assert told.last_success is not None
    assert len(stage.shared.items) == 1
    assert stage.syncing.progress == told


def attach(stage: Stage, content: bytes) -> None:
    with stage.services.file_acts.stage_bytes(content, "film.mp4") as new:
        draft = Draft(with_links("a film", [new.attachment]))
        stage.services.notes.capture(draft, files=[new]).result()
    stage.clock.forward(seconds=3)


def test_a_large_file_goes_in_one_round_after_the_other_and_is_told(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ROUND_BYTES", 256)
    monkeypatch.setattr(service, "_GATHER_S", 0.0)
    attach(stage, bytes(range(256)) * 40)

    stage.start()
    stage.heard.wait_for(lambda event: isinstance(event, SyncProgress) and event.files.sent == 1)

    told = [event.moving for event in stage.heard.events if isinstance(event, SyncProgress)]
    names = {(moving.name, moving.goes, moving.total) for moving in told if moving is not None}
    assert names == {("film.mp4", True, 256 * 40)}
    assert stage.syncing.progress is not None
    assert stage.syncing.progress.moving is None


def test_a_pause_stops_a_file_at_once_and_it_goes_on_later(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused = threading.Event()
    monkeypatch.setattr(service, "_GATHER_S", 0.0)

    def pause_half_way(event: object) -> None:
        half = isinstance(event, SyncProgress) and event.moving and event.moving.done > 256 * 20
        if half and not paused.is_set():
            paused.set()
            stage.services.settings.put(SYNC_PAUSED, True).result()

    stage.bridge.add(pause_half_way)
    attach(stage, bytes(range(256)) * 40)
    stage.start()
    stage.wait_for(SyncState.PAUSED)

    there = len(stage.door.there.objects or {})
    assert 20 <= there < 40
    stage.syncing.resume()
    stage.heard.wait_for(lambda event: isinstance(event, SyncProgress) and event.files.sent == 1)

    assert stage.door.there.calls.count("put") == 41


def test_without_an_account_nothing_is_asked(stage: Stage) -> None:
    stage.door.connection = None
    stage.take("lime")

    stage.start()
    stage.wait_for(SyncState.OFF)

    assert not stage.shared.calls


def test_a_change_is_sent_when_it_rests(stage: Stage) -> None:
    stage.start()
    stage.wait_for(SyncState.IDLE)
    stage.heard.events.clear()

    stage.take("lime")
    stage.syncing.wake()
    stage.heard.wait_for(lambda _event: len(stage.shared.items) == 1)

    assert stage.shared.calls[-1] == "push"


def test_a_pause_lasts_until_it_is_taken_back(stage: Stage) -> None:
    stage.start()
    stage.wait_for(SyncState.IDLE)
    stage.syncing.pause()
    stage.wait_for(SyncState.PAUSED)
    stage.shared.calls.clear()
    stage.take("lime")
    stage.heard.events.clear()

    stage.syncing.resume()
    stage.wait_for(SyncState.IDLE, waiting=0)

    assert len(stage.shared.items) == 1


def test_without_a_network_the_reason_is_told(stage: Stage) -> None:
    stage.shared.fail(CloudOffline("There is no network."), on="pull", times=None)

    stage.start()
    told = stage.wait_for(SyncState.WAITING)
    assert told.reason == "There is no network."

    stage.shared.mend()
    stage.syncing.sync_now()
    stage.wait_for(SyncState.IDLE)


def test_what_was_refused_is_tried_again_when_somebody_asks_and_not_in_every_round(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "_FRESH_S", 0.0)
    stage.take("lime in autumn")
    stage.shared.fail(CloudBadRequest("a firewall"), on="push", times=None)
    stage.start()
    stage.wait_for(SyncState.IDLE, failed=1)

    stage.shared.mend()
    stage.shared.calls.clear()
    stage.syncing.fetch_soon()
    wait_until(lambda: "pull" in stage.shared.calls, what="asked for news")
    assert "push" not in stage.shared.calls

    stage.syncing.sync_now()
    stage.wait_for(SyncState.IDLE, failed=0)
    assert "push" in stage.shared.calls


def test_what_waits_for_the_network_is_counted_as_it_comes(stage: Stage) -> None:
    stage.shared.fail(CloudOffline("There is no network."), on="pull", times=None)
    stage.start()
    stage.wait_for(SyncState.WAITING, waiting=0)

    stage.take("lime in autumn")

    told = stage.wait_for(SyncState.WAITING, waiting=1)
    assert told.reason == "There is no network."


def test_who_works_beside_it_hears_that_the_account_answers_again(stage: Stage) -> None:
    reached = threading.Event()
    stage.syncing.when_reached(reached.set)
    stage.shared.fail(CloudOffline("There is no network."), on="pull", times=None)
    stage.start()
    stage.wait_for(SyncState.WAITING)
    assert not reached.is_set()

    stage.shared.mend()
    stage.syncing.sync_now()

    assert reached.wait(60)


def test_who_comes_back_to_the_window_hears_what_others_wrote(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.start()
    stage.wait_for(SyncState.IDLE)
    asked = len(stage.shared.calls)
    monkeypatch.setattr(schedule, "_FRESH_S", 0.0)

    stage.syncing.fetch_soon()

    wait_until(lambda: stage.shared.calls[asked:] == ["pull"], what="asked for news")


@pytest.mark.parametrize(
    ("after_s", "problem", "due"),
    [
        (5, None, False),
        (15, None, True),
        (15, CloudOffline("There is no network."), False),
    ],
)
def test_returning_to_the_window_asks_for_news_once_and_ends_no_wait(
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
    after_s: float,
    problem: CloudOffline | None,
    due: bool,
) -> None:
    now = [1000.0]
    monkeypatch.setattr(schedule, "time", SimpleNamespace(monotonic=lambda: now[0]))
    times = SyncTimes(stage.services.store, stage.clock)
    last = Round(problem=problem, wait_s=None if problem is None else 60.0)
    times.after(last, listened=True)
    now[0] += after_s
    assert not times.is_due(last)

    times.glance()

    assert times.is_due(last) is due
    assert not times.is_due(last)


def test_without_a_token_the_user_is_needed(stage: Stage) -> None:
    stage.door.error = CloudAuth("There is no token.")

    stage.start()

    assert stage.wait_for(SyncState.NEEDS_YOU).reason == "There is no token."


def test_another_token_is_tried_at_once(stage: Stage) -> None:
    stage.door.error = CloudAuth("There is no token.")
    stage.start()
    stage.wait_for(SyncState.NEEDS_YOU)

    stage.door.error = None
    stage.services.settings.put(ACCOUNT_CONNECTION, CONNECTION.to_text()).result()

    stage.wait_for(SyncState.IDLE)


def test_only_one_process_syncs(stage: Stage) -> None:
    stage.leads = False

    stage.start()
    stage.syncing._checks = 10
    stage.wait_for(SyncState.ELSEWHERE)

    assert not stage.shared.calls


def test_a_vault_that_is_disconnected_forgets_the_account(stage: Stage) -> None:
    note = stage.take("lime")
    stage.start()
    stage.wait_for(SyncState.IDLE)

    stage.door.connection = None
    stage.syncing.wake()
    stage.wait_for(SyncState.OFF)
    stage.services.notes.edit(note, Edit("lime in autumn", session="s")).result()

    with stage.services.store.read() as db:
        assert db.execute("select count(*) from outbox where kind = 'send'").fetchone() == (0,)
        assert db.execute("select count(*) from sync_note").fetchone() == (0,)


def test_the_end_closes_the_account_even_during_a_request(stage: Stage) -> None:
    asked = threading.Event()
    stage.take("lime")

    async def never(_operation: str) -> None:
        asked.set()
        await asyncio.Event().wait()

    stage.shared.ask = never  # type: ignore[method-assign,assignment]
    stage.start()
    assert asked.wait(30)

    stage.end()

    assert stage.door.closed
    stage._thread = threading.Thread()  # it has ended
    stage._loop = asyncio.SelectorEventLoop()


def test_the_log_keeps_the_last_runs(stage: Stage) -> None:
    stage.take("lime")
    stage.start()
    stage.wait_for(SyncState.IDLE)

    with stage.services.store.read() as db:
        (run,) = log.last(db)

    assert (run.sent, run.fetched, run.requests, run.problem) == (1, 0, 4, None)


def test_a_note_in_which_keys_are_pressed_is_busy(stage: Stage) -> None:
    stage.services.typing.key("one")

    assert stage.services.typing.busy("one")
    assert not stage.services.typing.busy("two")


def test_nothing_is_sent_after_the_vault_was_disconnected(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "BATCH_ITEMS", 1)
    for number in range(3):
        stage.take(f"note {number}")

    def leave(operation: str) -> None:
        if operation == "push":
            stage.door.connection = None
            stage.syncing.wake()

    stage.shared.before = leave
    stage.start()
    stage.wait_for(SyncState.OFF)

    assert stage.shared.calls.count("push") == 1
    assert len(stage.shared.items) == 1
