"""A model's answer: what leaves the computer is known before, and whatever came is kept with the reason it ended."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path

import pytest

from notebrain.ask.model_answer import Freshness, ModelAnswer, ModelText, Prepared, freshness
from notebrain.domain.errors import (
    CloudAuth,
    CloudConfig,
    CloudError,
    CloudLost,
    CloudOffline,
    CloudQuota,
    CloudThrottle,
    CloudTransient,
)
from notebrain.domain.grounding.prompt import Turn
from notebrain.domain.grounding.quotes import Passage
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import Hold
from notebrain.notes.service import CaptureService, Edit, Filing
from notebrain.storage.notes import notes
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds
from tests.fakes.writer import ScriptedWriter

QUESTION = "When is the boiler serviced?"
SAID = "It is serviced in March [1]."


class Purse:
    def __init__(self, refuses: CloudError | None = None) -> None:
        self.refuses = refuses
        self.held: list[float] = []
        self.settled: list[float] = []
        self.told: list[CloudError] = []

    async def hold(self, neurons: float) -> Hold:
        if self.refuses is not None:
            raise self.refuses
        self.held.append(neurons)
        return Hold("q", "here", 0, neurons)

    async def settle(self, hold: Hold, neurons: float) -> None:
        self.settled.append(neurons)

    async def refused(self, error: CloudError) -> None:
        self.told.append(error)


class World:
    def __init__(self, folder: Path) -> None:
        clock = FakeClock()
        self.store = Store.open(folder, clock=clock)
        self.notes = CaptureService(self.store, clock, FakeIds())
        self.purse = Purse()
        self.shown: list[str] = []

    def note(self, text: str, number: int = 1) -> Passage:
        note_id = outcome(self.notes.capture(Draft(text))).note
        assert note_id is not None
        with self.store.read() as db:
            saved = notes.get(db, note_id)
        return Passage(number, saved.id, saved.version, saved.title, text, 0, saved.updated_at)

    def asking(self, writer: ScriptedWriter) -> ModelAnswer:
        words = count()
        return ModelAnswer(self.store, writer, self.purse, draw=lambda: f"frame{next(words)}")

    def ask(self, writer: ScriptedWriter, *found: Passage, question: str = QUESTION) -> ModelText:
        asking = self.asking(writer)
        prepared = asking.prepare(question, found)
        return asyncio.run(asking.write(prepared, self.shown.append))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path / "vault")
    yield world
    world.store.close()


def words_of(text: str) -> list[str]:
    return text.replace(" ", " |").split("|")


def test_the_text_grows_and_its_price_is_settled(world: World) -> None:
    writer = ScriptedWriter(*words_of(SAID), neurons=12.0)

    told = world.ask(writer, world.note("The boiler is serviced in March."))

    assert (told.text, told.reason, told.declined) == (SAID, None, False)
    assert (told.model, told.neurons) == (writer.name, 12.0)
    assert world.shown == [SAID[: len(one)] for one in world.shown]
    assert len(world.shown) == 6
    assert world.purse.settled == [12.0]
    assert world.purse.held[0] > 12.0


def test_what_leaves_is_what_was_prepared(world: World) -> None:
    writer = ScriptedWriter(SAID)
    asking = world.asking(writer)

    prepared = asking.prepare(QUESTION, [world.note("Serviced in March.", 3)], [Turn("a?", "b")])
    assert writer.sent == []
    told = asyncio.run(asking.write(prepared))

    assert prepared.sent is not None
    assert writer.sent == [prepared.sent.body]
    assert told.prepared is prepared
    assert prepared.numbers == (3,)
    assert b"Serviced in March." in prepared.sent.body


def test_notes_that_stay_here_are_never_sent(world: World) -> None:
    words = enumerate(("free", "secret", "later"), 1)
    free, secret, later = (world.note(f"{word} boiler", number) for number, word in words)
    outcome(world.notes.file([later.note_id], Filing(local_only=True)))  # after it was found
    writer = ScriptedWriter(SAID)

    told = world.ask(writer, free, replace(secret, local_only=True), later)

    assert told.prepared.kept_back == (2, 3)
    assert told.prepared.numbers == (1,)
    assert b"secret" not in writer.sent[0]
    assert b"later" not in writer.sent[0]


def test_a_note_that_was_deleted_meanwhile_is_not_sent(world: World) -> None:
    free, gone = world.note("free boiler"), world.note("gone boiler", 2)
    outcome(world.notes.forget([gone.note_id]))
    writer = ScriptedWriter(SAID)

    world.ask(writer, free, gone)

    assert b"gone boiler" not in writer.sent[0]


@pytest.mark.parametrize("question", ["", " \n", "x" * 2_001])
def test_a_question_that_asks_nothing_or_too_much_costs_nothing(
    world: World, question: str
) -> None:
    writer = ScriptedWriter(SAID)

    told = world.ask(writer, world.note("boiler"), question=question)

    assert (told.text, told.neurons, writer.sent) == ("", 0.0, [])
    assert told.reason is not None
    assert "2000" in told.reason
    assert world.purse.held == []


def test_without_a_note_that_may_leave_no_model_is_asked(world: World) -> None:
    writer = ScriptedWriter(SAID)

    told = world.ask(writer, replace(world.note("boiler"), local_only=True))
    none = world.ask(writer)

    assert told.reason == "All notes that fit stay on this computer, so no model was asked."
    assert none.reason == "No note fits, so no model was asked."
    assert writer.sent == []


def test_a_budget_that_does_not_cover_it_is_the_reason(world: World) -> None:
    world.purse.refuses = CloudQuota("Half of the budget is used up.")
    writer = ScriptedWriter(SAID)

    told = world.ask(writer, world.note("boiler"))

    assert (told.text, told.reason, told.neurons) == ("", "Half of the budget is used up.", 0.0)
    assert writer.sent == []


QUOTA = CloudQuota("quota", code=4006)
QUOTA.resets_at = datetime.fromisoformat("2026-11-27T00:00:00+00:00")


@pytest.mark.parametrize(
    ("error", "words", "free"),
    [
        (QUOTA, "renewed at 00:00 UTC", True),
        (CloudThrottle("slow"), "slow down", True),
        (CloudOffline("offline"), "cannot be reached", True),
        (CloudLost("lost"), "connection to the model was lost", False),
        (CloudTransient("busy", code=3040), "overloaded", True),
        (CloudTransient("A page came instead."), "A page came", False),
        (CloudTransient("It will try again.", service="ai"), "temporary problem", False),
        (CloudConfig("No such model.", code=5007), "No such model.", True),
        (CloudAuth("Wrong token."), "Wrong token.", True),
    ],
)
def test_what_goes_wrong_before_it_is_said_in_one_sentence(
    world: World, error: CloudError, words: str, free: bool
) -> None:
    told = world.ask(ScriptedWriter(error), world.note("boiler"))

    assert (told.text, told.partial) == ("", False)
    assert told.reason is not None
    assert words in told.reason
    assert "try again" not in told.reason
    assert world.purse.settled == [0.0 if free else world.purse.held[0]]
    assert world.purse.told == [error]


@pytest.mark.parametrize("error", [CloudLost("lost"), QUOTA, CloudTransient("busy", code=3040)])
def test_what_had_come_is_kept_with_the_reason(world: World, error: CloudError) -> None:
    told = world.ask(ScriptedWriter("It is serviced ", "in Mar", error), world.note("boiler"))

    assert (told.text, told.partial) == ("It is serviced in Mar", True)
    assert told.reason is not None
    assert told.reason.startswith("The answer is incomplete: ")
    assert world.purse.settled == world.purse.held


End = Callable[[ModelAnswer, "asyncio.Task[ModelText]"], object]


def stopped(world: World, end: End) -> ModelText | None:
    async def act() -> ModelText | None:
        never = asyncio.Event()
        asking = world.asking(ScriptedWriter("It is ", "serviced ", never))
        came = asyncio.Event()
        prepared = asking.prepare(QUESTION, [found])

        def show(text: str) -> None:
            world.shown.append(text)
            if len(world.shown) == 2:
                came.set()

        task = asyncio.ensure_future(asking.write(prepared, show))
        await came.wait()
        end(asking, task)
        with suppress(asyncio.CancelledError):
            return await task
        return None

    found = world.note("boiler")
    return asyncio.run(act())


def test_stop_keeps_what_had_come(world: World) -> None:
    told = stopped(world, lambda asking, _task: asking.stop())

    assert told is not None
    assert (told.text, told.partial) == ("It is serviced", True)
    assert told.reason == "The answer is incomplete: You stopped it."
    assert world.purse.settled == world.purse.held


def test_the_end_of_the_program_settles_it_too(world: World) -> None:
    assert stopped(world, lambda _asking, task: task.cancel()) is None
    assert world.purse.settled == world.purse.held


def test_an_answer_that_is_stopped_before_it_begins_sends_nothing(world: World) -> None:
    writer = ScriptedWriter(SAID)
    asking = world.asking(writer)
    prepared = asking.prepare(QUESTION, [world.note("boiler")])

    asking.stop()
    told = asyncio.run(asking.write(prepared))

    assert (told.text, told.reason) == ("", "You stopped it.")
    assert (writer.sent, world.purse.settled) == ([], [0.0])


def test_stop_after_an_answer_changes_nothing(world: World) -> None:
    asking = world.asking(ScriptedWriter(SAID))
    told = asyncio.run(asking.write(asking.prepare(QUESTION, [world.note("boiler")])))

    asking.stop()

    assert told.reason is None


def test_an_answer_that_takes_too_long_is_given_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.ask.model_answer.LONGEST_S", 0.05)

    async def act() -> ModelText:
        asking = world.asking(ScriptedWriter("It is ", asyncio.Event()))
        return await asking.write(asking.prepare(QUESTION, [found]))

    found = world.note("boiler")
    told = asyncio.run(act())

    assert (told.text, told.reason) == ("It is", "The answer is incomplete: It took too long.")


@pytest.mark.parametrize(
    ("script", "text", "reason"),
    [
        (["The boiler is serviced in March, I think. "] * 40, None, "repeated itself"),
        (["la "] * 400, None, "repeated itself"),
        ([f"{n} is a number. " for n in range(2_000)], None, "more than it should"),
        ([], "", "The model wrote nothing."),
        ([" \n", "\x00\u202e"], "", "The model wrote nothing."),
    ],
)
def test_an_answer_without_end_or_without_words_is_ended(
    world: World, script: list[str], text: str | None, reason: str
) -> None:
    told = world.ask(ScriptedWriter(*script), world.note("boiler"))

    assert reason in (told.reason or "")
    assert len(told.text) <= 8_100
    assert text is None or told.text == text


def test_an_answer_that_reached_its_length_is_partial(world: World) -> None:
    told = world.ask(ScriptedWriter("It is serviced in Ma", cut=True), world.note("boiler"))

    assert told.partial
    assert "maximum length" in (told.reason or "")


@pytest.mark.parametrize("script", [["NO", "NE"], ["NONE."], ["\nNONE\n"], ["N", "O", "N", "E"]])
def test_no_answer_is_no_text(world: World, script: list[str]) -> None:
    told = world.ask(ScriptedWriter(*script), world.note("boiler"))

    assert (told.text, told.declined, told.reason) == ("", True, None)
    assert "NONE" not in "".join(world.shown[:1]).replace("NONE.", "")


def test_an_answer_may_begin_like_no_answer(world: World) -> None:
    told = world.ask(ScriptedWriter("No", "ne of the notes says so [1]."), world.note("boiler"))

    assert told.text == "None of the notes says so [1]."
    assert not told.declined


def test_the_word_for_no_answer_is_no_part_of_an_answer(world: World) -> None:
    told = world.ask(ScriptedWriter("NONE ", "It may be opened [1]."), world.note("boiler"))

    assert (told.text, told.declined) == ("It may be opened [1].", False)
    assert world.shown == ["It may be opened [1]."]


def test_what_hides_text_is_shown_nowhere(world: World) -> None:
    told = world.ask(ScriptedWriter("a\u202eb\x1b[2J", " c"), world.note("boiler"))

    assert told.text == "ab[2J c"
    assert world.shown == ["ab[2J", "ab[2J c"]


def test_without_a_told_price_the_most_counts(world: World) -> None:
    told = world.ask(ScriptedWriter(SAID, neurons=None), world.note("boiler"))

    assert told.neurons == world.purse.held[0]


def test_what_became_of_the_notes_meanwhile_is_known(world: World) -> None:
    same, changed, gone = (world.note(f"{n} boiler", n) for n in (1, 2, 3))
    outcome(world.notes.edit(changed.note_id, Edit("another text", session="s")))
    outcome(world.notes.forget([gone.note_id]))
    never = replace(same, number=4, note_id=NoteId("01900000-0000-7000-8000-000000000000"))

    found = freshness(world.store, [same, changed, gone, never])

    assert list(found.values()) == [
        Freshness.SAME,
        Freshness.CHANGED,
        Freshness.GONE,
        Freshness.GONE,
    ]


def test_nothing_to_send_can_be_told_without_an_account() -> None:
    assert Prepared(None).sent is None
