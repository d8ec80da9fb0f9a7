"""The background thread: woken, paused, resumed, ended; and what it tells."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from notebrain.app.background.rounds import RoundResult
from notebrain.app.background.worker import Worker
from notebrain.app.core.instance import Message, MessageKind, Server, send_message
from notebrain.app.events import (
    BackgroundFailed,
    CaptureAsked,
    ChangedElsewhere,
    Event,
    IndexProgress,
    IndexState,
    RaiseWindow,
)
from notebrain.app.model.local_model import ModelCache
from notebrain.domain.errors import DamagedVault, NoteBrainError, VaultError
from notebrain.domain.notes.changes import Act, Changes
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.listeners import Listeners


class Script:
    """Rounds that go as a test says; rests when the script ends."""

    def __init__(self, *acts: RoundResult | Exception) -> None:
        self.acts = list(acts)
        self.rounds = 0
        self.ended = False
        self.done = 0
        self.on_round: Callable[[Callable[[], bool]], None] = lambda _keep_going: None

    def next(self, keep_going: Callable[[], bool]) -> RoundResult:
        self.rounds += 1
        self.on_round(keep_going)
        act = self.acts.pop(0) if self.acts else RoundResult(IndexState.IDLE)
        if isinstance(act, Exception):
            raise act
        return act

    @property
    def renewing(self) -> bool:
        return False

    def coverage(self) -> tuple[int, int]:
        return self.done, 10

    def end(self) -> None:
        self.ended = True


class Heard:
    """Waits for events."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._arrived = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._arrived:
            self.events.append(event)
            self._arrived.notify_all()

    def wait_for(self, what: Callable[[Event], bool]) -> Event:
        with self._arrived:
            assert self._arrived.wait_for(lambda: any(what(event) for event in self.events), 30), (
                self.events
            )
            return next(event for event in self.events if what(event))

    def states(self) -> list[IndexState]:
        return [event.state for event in self.events if isinstance(event, IndexProgress)]


def state(wanted: IndexState) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, IndexProgress) and event.state is wanted


def failed(words: str) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, BackgroundFailed) and words in event.message


class Stage:
    def __init__(self) -> None:
        self.heard = Heard()
        self.bridge = Listeners()
        self.bridge.add(self.heard)
        self.embedder = FakeEmbedder()
        self.model = ModelCache(self.embedder, idle_s=0.05)
        self.workers: list[Worker] = []

    def play(self, script: Script, server: Server | None = None) -> Worker:
        worker = Worker(script, self.model, self.bridge, server)  # type: ignore[arg-type]  # plays the part of Rounds
        self.workers.append(worker)
        worker.start()
        return worker


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    for worker in stage.workers:
        worker.stop()


def test_it_goes_on_while_there_is_more_and_tells_how_far_it_is(stage: Stage) -> None:
    script = Script(RoundResult(IndexState.WORKING, 0), RoundResult(IndexState.WORKING, 0))

    worker = stage.play(script)
    idle = stage.heard.wait_for(state(IndexState.IDLE))

    assert idle == IndexProgress(IndexState.IDLE, 0, 10) == worker.progress
    assert script.rounds == 3
    assert stage.heard.states() == [IndexState.WORKING, IndexState.IDLE]


def test_a_commit_wakes_it_but_its_own_do_not(stage: Stage) -> None:
    script = Script()
    worker = stage.play(script)
    stage.heard.wait_for(state(IndexState.IDLE))

    worker.notes_changed(Changes(Act.INDEX))
    script.done = 3
    worker.notes_changed(Changes(Act.EDIT))

    stage.heard.wait_for(lambda event: event == IndexProgress(IndexState.IDLE, 3, 10))


def test_it_wakes_by_itself_when_a_note_is_due(stage: Stage) -> None:
    script = Script(RoundResult(IndexState.IDLE, 0.02), RoundResult(IndexState.WORKING, None))

    stage.play(script)

    stage.heard.wait_for(state(IndexState.WORKING))


def test_paused_it_does_nothing_until_resumed(stage: Stage) -> None:
    script = Script()
    worker = stage.play(script)
    stage.heard.wait_for(state(IndexState.IDLE))

    worker.pause()
    stage.heard.wait_for(state(IndexState.PAUSED))
    rounds = script.rounds
    worker.wake()
    paused = worker.paused
    worker.resume()
    stage.heard.wait_for(lambda event: stage.heard.states()[-1:] == [IndexState.IDLE])

    assert paused
    assert not worker.paused
    assert script.rounds == rounds + 1


def test_a_round_under_way_hears_that_it_is_to_stop(stage: Stage) -> None:
    begun, answers = threading.Event(), []

    def on_round(keep_going: Callable[[], bool]) -> None:
        answers.append(keep_going())
        begun.set()
        while keep_going():
            pass
        answers.append(keep_going())

    script = Script()
    script.on_round = on_round
    worker = stage.play(script)
    begun.wait(30)

    worker.stop()

    assert answers == [True, False]
    assert script.ended


def test_a_fault_is_told_once_for_as_long_as_it_lasts_and_work_goes_on(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.app.background.worker.AFTER_FAULT_S", 0.0)
    full = VaultError("The disk is full.")
    script = Script(
        full,
        full,
        full,
        RoundResult(IndexState.WORKING, 0),
        full,
        KeyError("ours"),
        RoundResult(IndexState.IDLE),
    )

    stage.play(script)
    stage.heard.wait_for(state(IndexState.IDLE))

    told = [event.message for event in stage.heard.events if isinstance(event, BackgroundFailed)]
    assert told[:2] == ["The disk is full.", "The disk is full."]
    assert "unexpected error" in told[2]
    assert len(told) == 3


def test_damage_is_told_with_the_backup_there_is(stage: Stage) -> None:
    damage = DamagedVault("The file is damaged.", backup="good.db")

    stage.play(Script(damage))
    told = stage.heard.wait_for(failed("damaged"))

    assert told == BackgroundFailed("The file is damaged.", damage)


def test_after_a_fault_it_waits_before_it_tries_again(stage: Stage) -> None:
    script = Script(VaultError("no"))

    worker = stage.play(script)
    stage.heard.wait_for(failed("no"))
    worker.wake()
    stage.heard.wait_for(state(IndexState.IDLE))

    assert script.rounds == 2


def test_the_model_is_let_go_of_when_nothing_uses_it(stage: Stage) -> None:
    stage.play(Script())
    stage.heard.wait_for(state(IndexState.IDLE))
    released = threading.Event()
    stage.embedder.release = released.set  # type: ignore[method-assign]  # to hear of it

    stage.model.embed(["a query of the window"])

    assert released.wait(30)


def test_work_can_be_handed_in_and_is_refused_when_it_is_over(stage: Stage) -> None:
    async def seven() -> int:
        await asyncio.sleep(0)
        return 7

    worker = stage.play(Script())

    answer = worker.submit(seven()).result(30)
    worker.stop()

    assert answer == 7
    with pytest.raises(NoteBrainError, match="not running"):
        worker.submit(seven())
    worker.wake()
    worker.stop()


def test_words_of_other_processes_reach_the_window_and_the_indexer(
    stage: Stage, tmp_path: Path
) -> None:
    address = tmp_path / "s" / "window.sock"
    script = Script()
    workers: list[Worker] = []

    def hear(said: Message) -> None:
        workers[0].on_message(said)

    server = Server(address, hear)
    workers.append(Worker(script, stage.model, stage.bridge, server))  # type: ignore[arg-type]  # as above
    stage.workers += workers
    workers[0].start()
    stage.heard.wait_for(state(IndexState.IDLE))

    raised, changed = (
        send_message(address, MessageKind.RAISE),
        send_message(address, MessageKind.CHANGED),
    )
    send_message(address, MessageKind.CAPTURE, text="Bread")
    stage.heard.wait_for(lambda event: isinstance(event, RaiseWindow))
    stage.heard.wait_for(lambda event: event == CaptureAsked("Bread"))
    stage.heard.wait_for(lambda event: isinstance(event, ChangedElsewhere))
    workers[0].stop()

    assert (raised, changed) == (True, True)
    assert not send_message(address, MessageKind.RAISE)


def test_without_its_socket_it_still_works(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    server = Server(tmp_path / "file" / "window.sock", lambda _word: None)

    stage.play(Script(), server)

    stage.heard.wait_for(state(IndexState.IDLE))


def test_a_change_right_after_a_report_is_reported_though_the_next_round_is_far_away(
    stage: Stage,
) -> None:
    def on_round(_keep_going: Callable[[], bool]) -> None:
        script.done = script.rounds

    script = Script(RoundResult(IndexState.IDLE, 59.0), RoundResult(IndexState.IDLE, 59.0))
    script.on_round = on_round
    worker = stage.play(script)
    stage.heard.wait_for(state(IndexState.IDLE))

    worker.notes_changed(Changes(Act.FORGET))

    stage.heard.wait_for(lambda event: event == IndexProgress(IndexState.IDLE, 2, 10))
