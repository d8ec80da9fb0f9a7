"""What is learned from a conversation: cards, at most five, nothing known, nothing that stays here."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from notebrain.app.account.conversation_reader import ConversationReader
from notebrain.app.services import Services, open_services
from notebrain.app.settings.ask import LEARN_EVERY
from notebrain.ask.lessons import Batch
from notebrain.ask.model_answer import ModelAnswer
from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.errors import CloudQuota, CloudTransient, UserError
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Role, Source
from notebrain.domain.grounding.quotes import Quote
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import ListFilter, NoteId
from notebrain.domain.review.cards import Answer as Says, CardKind
from notebrain.domain.sync.remote import Hold
from notebrain.notes.service import Filing
from notebrain.storage.conversations import episodes
from notebrain.storage.notes import lists, notes
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.writer import ScriptedWriter

GAS = "We order gas from Ebersdorf now."


class Purse:
    def __init__(self) -> None:
        self.refuses: CloudQuota | None = None
        self.settled: list[float] = []

    async def hold(self, neurons: float) -> Hold:
        if self.refuses is not None:
            raise self.refuses
        return Hold("q", "here", 0, neurons)

    async def settle(self, hold: Hold, neurons: float) -> None:
        self.settled.append(neurons)

    async def refused(self, error: Exception) -> None:
        pass


class World:
    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.services: Services = open_services(folder, clock=self.clock, embedder=FakeEmbedder())
        self.purse = Purse()
        self.writer = ScriptedWriter()
        self.allowed = True
        self._position = count()
        memory = self.services.memory
        self.reader = ConversationReader(
            memory.conversations,
            memory._lessons,
            self,  # type: ignore[arg-type]
            self.services.settings,
            asyncio.run,
        )
        self.one = memory.conversations.begin()

    # as `ModelAnswers`
    connected = True
    model = SimpleNamespace(name="@cf/test/scripted")

    async def writer_of(self, _name: str) -> ModelAnswer:
        words = count()
        return ModelAnswer(
            self.services.store, self.writer, self.purse, draw=lambda: f"frame{next(words)}"
        )

    def take(self, text: str, *, local_only: bool = False) -> NoteId:
        return self.services.notes.capture(Draft(text, local_only=local_only)).result().note

    def say(self, question: str, told: str = "", note: NoteId | None = None) -> None:
        """Ask something that an answer from a note replies to."""
        sources: tuple[Source, ...] = ()
        if note is not None:
            quote = Quote(note, 1, 0, len(told), told)
            sources = (
                Source(1, quote, Role.QUOTED, "", "typed", self.clock.now(), 1.0, None, False),
            )
        said = (AnswerSentence(told, (1,), True),) if told else ()
        answer = Answer(question, said, sources)
        conversations = self.services.memory.conversations
        conversations.keep(self.one, next(self._position), answer, at=self.clock.now()).result()

    def propose(self, *candidates: dict[str, Any]) -> None:
        self.writer.script = [json.dumps({"candidates": candidates})]

    def learn(self) -> Batch | None:
        return cast("Batch | None", self.reader.learn(self.one))

    def cards(self) -> list[str]:
        found = self.services.review.waiting()
        return [one.newer.body for one in found if one.card.kind is CardKind.LEARNED]

    def notes(self) -> int:
        with self.services.store.read() as db:
            return lists.count(db, ListFilter())


def one(text: str, quote: str = "", **more: object) -> dict[str, Any]:
    return {
        "what": "memory",
        "text": text,
        "quote": quote or text,
        "category": "fact",
        "importance": 3,
    } | more


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path / "vault")
    world.services.settings.put(LEARN_EVERY, 2).result()
    yield world
    world.services.close()


def test_a_card_waits_and_nothing_else_changes(world: World) -> None:
    world.say(GAS)
    world.propose(one("We order gas from Ebersdorf.", GAS))

    batch = world.learn()

    assert batch is not None
    assert len(batch.cards) == 1
    assert world.cards() == ["We order gas from Ebersdorf."]
    assert world.services.review.count() == 1
    assert world.services.review.counts() == {CardKind.LEARNED: 1}
    assert world.notes() == 0
    assert world.purse.settled == [12.0]


def test_it_is_read_once_every_so_many_messages(world: World) -> None:
    world.services.settings.put(LEARN_EVERY, 6).result()
    world.propose()
    for number in range(7):
        world.say(f"Statement {number} about the boat in the shed.")
        world.learn()

    assert len(world.writer.sent) == 2
    assert b"Statement 2" in world.writer.sent[0]
    assert b"Statement 2" not in world.writer.sent[1]
    assert b"Statement 5" in world.writer.sent[1]


@pytest.mark.parametrize("reason", ["off", "not allowed"])
def test_nothing_is_read_unless_the_user_wants_it(world: World, reason: str) -> None:
    world.say(GAS)
    if reason == "off":
        world.services.settings.put(LEARN_EVERY, 0).result()
    else:
        world.allowed = False

    assert world.learn() is None
    assert world.writer.sent == []


def test_what_stays_on_this_computer_never_leaves(world: World) -> None:
    then = world.take("The safe opens with 4711.", local_only=True)
    now = world.take("The doctor said to rest for 3 weeks.")
    gone = world.take("The pin of the card is 9927.")
    world.say("How does the safe open?", "The safe opens with 4711.", then)
    world.say("What did the doctor say?", "The doctor said to rest for 3 weeks.", now)
    world.say("What is the pin?", "The pin of the card is 9927.", gone)
    world.services.notes.file([then], Filing(local_only=False)).result()
    world.services.notes.file([then], Filing(local_only=True)).result()
    world.services.notes.file([now], Filing(local_only=True)).result()
    world.services.notes.forget([gone]).result()
    world.say(GAS)
    world.propose(one("The safe opens with 4711."), one(GAS))

    batch = world.learn()

    (sent,) = world.writer.sent
    assert b"Ebersdorf" in sent
    for secret in (b"4711", b"safe", b"doctor", b"9927"):
        assert secret not in sent
    assert batch is not None
    assert world.cards() == [GAS]
    assert batch.dropped == 1


def test_a_conversation_that_stays_here_is_not_sent_at_all(world: World) -> None:
    note = world.take("The safe opens with 4711.", local_only=True)
    world.say("How does the safe open?", "The safe opens with 4711.", note)

    assert world.learn() == Batch()
    assert world.writer.sent == []


def test_at_most_five_cards_come_of_a_conversation(world: World) -> None:
    words = ["anchor", "basket", "candle", "drawer", "engine", "funnel", "garden", "hammer"]
    for number, word in enumerate(words):
        world.say(f"The {word} has been lying below shelf {number} since spring.")
    texts = [
        f"The {word} has been lying below shelf {n} since spring." for n, word in enumerate(words)
    ]
    world.propose(*(one(text, importance=1 + n % 5) for n, text in enumerate(texts)))

    batch = world.learn()

    assert batch is not None
    assert (len(batch.cards), batch.dropped) == (5, 3)
    assert batch.cards[0].candidate.importance == 5
    world.say("The kettle has been lying below shelf 9 since spring.")
    assert world.learn() is None


def test_what_the_user_says_again_counts_and_brings_no_card(world: World) -> None:
    note = world.take("Gas\n\nWe order gas from Ebersdorf now.")
    world.say(GAS)
    world.propose(one(GAS))

    batch = world.learn()

    assert batch is not None
    assert (batch.cards, batch.reinforced, batch.known) == ((), (note,), 1)
    with world.services.store.read() as db:
        assert notes.get(db, note).reinforcement_count == 1


def test_what_an_answer_quoted_is_not_said_again_by_the_user(world: World) -> None:
    note = world.take("Gas\n\nWe order gas from Ebersdorf now.")
    world.say("Where from?", "We order gas from Ebersdorf now.", note)
    world.propose(one(GAS))

    batch = world.learn()

    assert batch is not None
    assert (batch.cards, batch.reinforced, batch.known) == ((), (), 1)


def test_another_value_is_a_contradiction_and_reinforces_nothing(world: World) -> None:
    note = world.take("We order gas from Lobenstein now.")
    world.say(GAS)
    world.propose(one(GAS))

    batch = world.learn()

    assert batch is not None
    assert batch.reinforced == ()
    (asked,) = world.services.review.waiting()
    assert asked.older.id == note
    assert asked.card.proposed is None
    with world.services.store.read() as db:
        assert notes.get(db, note).reinforcement_count == 0


def test_nothing_is_proposed_twice(world: World) -> None:
    world.say(GAS)
    world.propose(one(GAS))
    world.learn()
    (asked,) = world.services.review.waiting()
    world.services.review.answer(asked.card.id, Says.DISMISS).result()
    world.clock.forward(minutes=1)
    world.say(GAS)

    batch = world.learn()

    assert batch is not None
    assert (batch.cards, batch.known) == ((), 1)


def test_remembering_makes_a_note_and_undo_takes_it_back(world: World) -> None:
    world.say(GAS)
    world.propose(one(GAS, category="decision", importance=4))
    world.learn()
    review = world.services.review
    (asked,) = review.waiting()

    review.answer(asked.card.id, Says.REMEMBER).result()

    (given,) = review.inbox().given
    assert given.asked.learned is not None
    assert review.count() == 0
    with world.services.store.read() as db:
        (row,) = db.execute("select id from note").fetchall()
        note = notes.get(db, row[0])
    assert (note.body, note.source, note.category, note.importance) == (
        GAS,
        "extracted",
        "decision",
        4,
    )
    with pytest.raises(UserError):
        review.answer(asked.card.id, Says.REMEMBER).result()
    review.undo(asked.card.id).result()
    assert world.notes() == 0
    assert world.cards() == [GAS]


def test_a_note_that_was_written_in_since_is_kept_by_undo(world: World) -> None:
    world.say(GAS)
    world.propose(one(GAS))
    world.learn()
    (asked,) = world.services.review.waiting()
    changes = world.services.review.answer(asked.card.id, Says.REMEMBER).result()
    world.services.notes.append(changes.note, "More.").result()

    world.services.review.undo(asked.card.id).result()

    assert world.notes() == 1


def test_several_cards_are_remembered_and_undone_as_one_act(world: World) -> None:
    world.say(GAS)
    world.say("The spare key is with Ana since May.")
    world.propose(one(GAS), one("The spare key is with Ana since May."))
    batch = world.learn()
    assert batch is not None
    act = world.services.review.batch([card.id for card in batch.cards], Says.REMEMBER)

    act.do().result()
    assert world.notes() == 2
    act.undo().result()

    assert world.notes() == 0
    assert len(world.cards()) == 2


def test_a_card_can_wait_until_tomorrow(world: World) -> None:
    world.say(GAS)
    world.propose(one(GAS))
    world.learn()
    (asked,) = world.services.review.waiting()

    world.services.review.answer(asked.card.id, Says.LATER).result()
    assert world.cards() == []
    world.clock.forward(days=1, minutes=1)

    assert world.cards() == [GAS]


def test_an_answer_that_a_card_does_not_offer_is_refused(world: World) -> None:
    world.say(GAS)
    world.propose(one(GAS))
    world.learn()
    (asked,) = world.services.review.waiting()

    with pytest.raises(UserError, match="remember, dismiss, later"):
        world.services.review.answer(asked.card.id, Says.MERGE).result()


@pytest.mark.parametrize(
    "script",
    [
        ["no JSON"],
        ['{"candidates": ['],
        [CloudTransient("lost")],
        ["{}"],
        [json.dumps({"candidates": [one("The moon is made of cheese.")] * 10_000})],
    ],
)
def test_an_unusable_answer_brings_nothing_and_is_not_asked_for_again(
    world: World, script: Sequence[Any]
) -> None:
    world.say(GAS)
    world.writer.script = script

    batch = world.learn()

    assert batch is not None
    assert batch.cards == ()
    assert world.learn() is None


def test_without_budget_nothing_is_sent(world: World) -> None:
    world.purse.refuses = CloudQuota("nothing left")
    world.say(GAS)

    assert world.learn() == Batch()
    assert world.writer.sent == []


def test_cards_outlive_their_conversation(world: World) -> None:
    world.say(GAS)
    world.propose(one(GAS))
    world.learn()
    world.services.memory.conversations.delete(world.one).result()
    world.clock.forward(days=40)

    world.services.memory.conversations.tidy()

    assert world.cards() == [GAS]


def test_cards_of_a_conversation_are_not_queued_for_the_account(world: World) -> None:
    world.say(GAS)
    world.propose(one(GAS))
    world.learn()

    with world.services.store.read() as db:
        assert db.execute("select count(*) from card").fetchone() == (0,)


def summed_up(world: World, one: ConversationId) -> Any:
    done: Any = world.reader.sum_up(one)
    with world.services.store.read() as db:
        return done, episodes.of(db, one)


def test_a_model_sums_a_conversation_up(world: World) -> None:
    world.say(GAS)
    said = {"summary": "You order gas from Ebersdorf.", "topics": ["gas"], "outcome": "Ebersdorf."}
    world.writer.script = [json.dumps(said)]

    _done, episode = summed_up(world, world.one)

    assert episode.summary == "You order gas from Ebersdorf."
    assert (episode.topics, episode.made_by) == (("gas",), "@cf/test/scripted")


@pytest.mark.parametrize(
    "said",
    [
        '{"summary": "You order 12 bottles.", "topics": [], "outcome": "Done."}',
        '{"summary": "You do not order gas from Ebersdorf.", "topics": [], "outcome": "Done."}',
        '{"summary": "", "topics": [], "outcome": ""}',
        '{"summary": 3}',
        "Sure, here it is",
    ],
)
def test_a_summary_that_says_more_than_was_said_is_not_used(world: World, said: str) -> None:
    world.say(GAS)
    world.writer.script = [said]

    _done, episode = summed_up(world, world.one)

    assert episode.made_by == ""
    assert episode.summary.startswith(GAS)


def test_a_conversation_with_local_texts_only_is_summed_up_here(world: World) -> None:
    note = world.take("The safe opens with 4711.", local_only=True)
    world.say("How does the safe open?", "The safe opens with 4711.", note)

    done, episode = summed_up(world, world.one)

    assert done is None
    assert world.writer.sent == []
    assert (episode.stays, episode.outcome) == (True, "The safe opens with 4711.")
