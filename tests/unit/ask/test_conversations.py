"""Conversations are kept turn by turn, found again, and summed up once they end."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.services import Services, open_services
from notebrain.ask.conversations import Conversations
from notebrain.ask.model_answer import Freshness
from notebrain.ask.service import AskRequest
from notebrain.domain.conversations.conversation import AWAY, ConversationId, Turn
from notebrain.domain.conversations.learned import Candidate, Learned, Learns, id_of
from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Category, NoteId
from notebrain.domain.review.cards import Answer as CardAnswer, CardId
from notebrain.domain.search.types import Mode, SearchRequest
from notebrain.notes.service import Edit, Filing
from notebrain.storage.connection import Connection
from notebrain.storage.conversations import episodes, learned
from notebrain.storage.conversations.conversations import KEPT_DELETED
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder

BOILER = "Boiler\n\nThe boiler was serviced on 3 March by Mr Huber. He changed the seal."
KEYS = "Keys\n\nThe spare key is with Ana."


class World:
    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.services: Services = open_services(folder, clock=self.clock, embedder=FakeEmbedder())

    @property
    def conversations(self) -> Conversations:
        return self.services.memory.conversations

    def take(self, text: str, *, local_only: bool = False) -> NoteId:
        return self.services.notes.capture(Draft(text, local_only=local_only)).result().note

    def ask(self, one: ConversationId, *questions: str, after: int = 0) -> None:
        for position, question in enumerate(questions, after):
            answer = self.services.asking.ask(AskRequest(question))
            self.conversations.keep(one, position, answer, at=self.clock.now()).result()

    def turns(self, one: ConversationId) -> list[Turn]:
        return list(self.conversations.open(one).turns)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path / "vault")
    yield world
    world.services.close()


def test_a_conversation_is_kept_whole(world: World) -> None:
    world.take(BOILER)
    one = world.conversations.begin()
    answer = world.services.asking.ask(AskRequest("When was the  boiler\nserviced?"))

    world.conversations.keep(one, 0, answer, at=world.clock.now()).result()

    opened = world.conversations.open(one)
    assert opened.conversation.title == "When was the boiler serviced?"
    assert [turn.answer for turn in opened.turns] == [answer]
    assert list(opened.freshness[0].values()) == [Freshness.SAME] * len(answer.sources)
    assert opened.episode is None


def test_a_second_answer_to_a_question_replaces_the_first(world: World) -> None:
    world.take(BOILER)
    one = world.conversations.begin()
    world.ask(one, "Who has the spare key?")
    world.take(KEYS)

    world.ask(one, "Who has the spare key?")

    (turn,) = world.turns(one)
    assert turn.answer.sentences[0].text == "The spare key is with Ana."


def test_what_two_programs_ask_in_one_conversation_is_both_kept(world: World) -> None:
    world.take(BOILER)
    world.take(KEYS)
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")
    world.clock.forward(minutes=1)
    here = world.clock.now()
    world.ask(one, "Who has the spare key?", after=1)  # the other program asks first
    world.clock.forward(minutes=1)

    answer = world.services.asking.ask(AskRequest("Who changed the seal?"))
    for said in (
        answer,
        replace(answer, model="m"),
    ):  # the words of the notes, then those of a model
        world.conversations.keep(one, 1, said, at=here).result()

    turns = world.turns(one)
    assert [turn.question for turn in turns] == [
        "When was the boiler serviced?",
        "Who has the spare key?",
        "Who changed the seal?",
    ]
    assert turns[1].answer.sentences[0].text == "The spare key is with Ana."
    assert turns[2].answer.model == "m"


def test_it_says_what_became_of_the_notes(world: World) -> None:
    note = world.take(BOILER)
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")

    world.services.notes.edit(note, Edit("Boiler\n\nSold.", session="s")).result()

    assert Freshness.CHANGED in world.conversations.open(one).freshness[0].values()


def test_conversations_are_listed_the_last_one_first(world: World) -> None:
    first, second = world.conversations.begin(), world.conversations.begin()
    world.ask(first, "When was the boiler serviced?")
    world.clock.forward(minutes=1)
    world.ask(second, "Who has the key?")
    world.clock.forward(minutes=1)

    world.ask(first, "And before?", after=1)

    assert [one.id for one in world.conversations.listed()] == [first, second]
    assert world.conversations.listed()[0].turns == 2


@pytest.mark.parametrize(
    "query", ["boiler", "BOIL", "huber serviced", "when was the bo", "keys boiler "]
)
def test_words_find_questions_and_answers(world: World, query: str) -> None:
    world.take(BOILER)
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")

    found = [found.id for found in world.conversations.listed(query, by_meaning=False)]

    assert found == ([] if "keys" in query else [one])


def test_a_new_title_is_found_and_the_first_one_comes_back(world: World) -> None:
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")

    assert world.conversations.rename(one, "  Heating\n matters ").result() == (
        "When was the boiler serviced?"
    )
    assert [found.title for found in world.conversations.listed("heating")] == ["Heating matters"]
    world.ask(one, "And by whom?", after=1)
    assert world.conversations.open(one).conversation.title == "Heating matters"
    world.conversations.rename(one, " ").result()
    assert world.conversations.open(one).conversation.title == "When was the boiler serviced?"


def test_a_deleted_conversation_comes_back_for_a_while(world: World) -> None:
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")
    world.conversations.delete(one).result()
    assert world.conversations.listed() == []
    assert world.conversations.recent() == []

    world.clock.moment += KEPT_DELETED - timedelta(days=1)
    world.conversations.tidy()
    world.conversations.restore(one).result()
    assert len(world.conversations.listed()) == 1

    world.conversations.delete(one).result()
    world.clock.moment += KEPT_DELETED + timedelta(days=1)
    world.conversations.tidy()
    with pytest.raises(NotFound):
        world.conversations.restore(one).result()


@pytest.mark.parametrize("local", ["no", "then", "now", "trashed"])
def test_a_turn_stays_here_if_one_of_its_notes_did_does_or_is_gone(
    world: World, local: str
) -> None:
    note = world.take(BOILER, local_only=local == "then")
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")
    if local in ("then", "now"):
        world.services.notes.file([note], Filing(local_only=local == "now")).result()
    if local == "trashed":
        world.services.notes.forget([note]).result()

    assert [turn.stays for turn in world.turns(one)] == [local != "no"]
    assert world.conversations.sum_up(one).stays is (local != "no")


def test_a_conversation_ends_when_it_is_finished_or_left(world: World) -> None:
    finished, left, open_ = (world.conversations.begin() for _ in range(3))
    world.ask(left, "When was the boiler serviced?")
    world.clock.moment += AWAY
    world.ask(finished, "Who has the key?")
    world.ask(open_, "Where is the boat?")
    world.conversations.finish(finished).result()

    assert world.conversations.ended() == [finished, left]

    for one in world.conversations.ended():
        world.conversations.sum_up(one)
    assert world.conversations.ended() == []
    assert [one.id for one in world.conversations.recent()] == [left, finished]
    world.clock.forward(minutes=1)
    world.ask(finished, "Since when?", after=1)  # it goes on
    assert world.conversations.ended() == []
    world.clock.moment += AWAY
    assert set(world.conversations.ended()) == {finished, open_}


def test_a_clock_set_back_ends_nothing(world: World) -> None:
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")

    world.clock.moment -= timedelta(days=400)

    assert world.conversations.ended() == []


def test_without_a_model_an_episode_consists_of_the_conversation_itself(world: World) -> None:
    world.take(BOILER)
    world.take(KEYS)
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?", "Who has the spare key?")

    episode = world.conversations.sum_up(one)

    assert episode.summary.startswith("When was the boiler serviced? The boiler was serviced on")
    assert episode.outcome == "The spare key is with Ana."
    assert {"boiler", "spare"} <= set(episode.topics)
    assert (episode.messages, episode.made_by) == (4, "")
    assert world.conversations.recent() == [episode]
    assert world.conversations.listed("spare", by_meaning=False)[0].outcome == episode.outcome


def test_what_ended_is_summed_up_once_and_found_by_its_meaning(world: World) -> None:
    world.take(BOILER)
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")
    memory = world.services.memory

    memory.look_after_conversations()
    assert world.conversations.recent() == []  # it may go on

    world.clock.forward(minutes=31)
    memory.look_after_conversations()
    (episode,) = world.conversations.recent()

    world.clock.forward(minutes=1)
    memory.look_after_conversations()
    assert world.conversations.recent() == [episode]
    with world.services.store.read() as db:
        assert episodes.without_vector(db, world.services.model.space) == []


def test_a_conversation_without_answers_has_no_episode(world: World) -> None:
    with pytest.raises(NotFound):
        world.conversations.sum_up(world.conversations.begin())


def test_ended_conversations_are_found_by_what_they_were_about(world: World) -> None:
    world.take(BOILER)
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")
    world.conversations.sum_up(one)
    query = "boiler serviced by somebody in winter"
    assert world.conversations.listed(query) == []

    world.conversations.tidy()

    assert [found.id for found in world.conversations.listed(query)] == [one]
    assert world.conversations.listed(query, by_meaning=False) == []
    assert world.conversations.listed("zeppelin over the sea") == []


def searched(world: World, query: str, mode: Mode = Mode.HYBRID) -> list[tuple[str, bool]]:
    result = world.services.answer(SearchRequest(query, mode=mode))
    assert result.conversations is not None
    assert not result.hits
    return [(one.title, one.by_meaning) for one in result.conversations]


def test_is_conversation_finds_by_words_topics_and_outcome_then_by_meaning(world: World) -> None:
    world.take(BOILER)
    world.take(KEYS)
    for question in ("When was the boiler serviced?", "Who has the spare key?"):
        one = world.conversations.begin()
        world.ask(one, question)
        world.conversations.sum_up(one)
        world.clock.forward(minutes=1)
    world.conversations.tidy()

    boiler, key = ("When was the boiler serviced?", False), ("Who has the spare key?", False)
    assert searched(world, "is:conversation") == [key, boiler]
    assert searched(world, "what did Huber do in March is:conversation") == [boiler]
    assert searched(world, "what did Huber sell is:conversation") == []
    assert searched(world, "the boiler of Huber is:conversation") == [boiler]
    assert searched(world, "ana is:conversation") == [key]
    far = "boiler serviced by somebody in winter is:conversation"
    assert searched(world, far) == [("When was the boiler serviced?", True)]
    assert searched(world, far, Mode.KEYWORD) == []


def test_is_conversation_goes_with_the_other_conditions(world: World) -> None:
    world.take(BOILER)
    one = world.conversations.begin()
    world.ask(one, "When was the boiler serviced?")
    found = [("When was the boiler serviced?", False)]
    day = world.clock.now().date().isoformat()

    assert searched(world, 'is:conversation "the boiler was serviced"') == found
    assert searched(world, 'is:conversation "serviced the boiler"') == []
    assert searched(world, "is:conversation boiler -huber") == []
    assert searched(world, "is:conversation boiler -zeppelin -tag:home") == found
    assert searched(world, f"is:conversation after:{day}") == found
    assert searched(world, f"is:conversation -after:{day}") == []
    assert searched(world, f"is:conversation before:{day}") == []
    assert searched(world, "is:conversation boiler last year") == found
    result = world.services.answer(SearchRequest("is:conversation tag:home", workspace="Work"))
    assert not result.conversations
    assert result.hints == ("“tag:home” is about notes: no conversation is found with it.",)


def test_without_is_conversation_or_without_it_only_notes_are_found(world: World) -> None:
    world.take(BOILER)
    world.ask(world.conversations.begin(), "When was the boiler serviced?")

    for query in ("boiler", "boiler -is:conversation"):
        result = world.services.answer(SearchRequest(query))
        assert (len(result.hits), result.conversations) == (1, None)


def test_the_search_for_notes_does_not_find_conversations(world: World) -> None:
    one = world.conversations.begin()
    world.ask(one, "Where is the zeppelin?")
    world.conversations.sum_up(one)

    with world.services.store.read() as db:
        assert db.execute("select count(*) from note").fetchone() == (0,)


_PROGRAM = """
import sys
from pathlib import Path
from notebrain.app.services import open_services
from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.grounding.answers import Answer
services = open_services(Path(sys.argv[1]))
conversations = services.memory.conversations
for turn in range(10_000):
    answer = Answer(f"Question {turn}?", (), ())
    conversations.keep(ConversationId("one"), turn, answer, at=services.clock.now()).result()
    print(turn, flush=True)
"""


@pytest.mark.slow
def test_a_kill_loses_no_finished_turn(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _PROGRAM, str(tmp_path / "vault")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        for line in program.stdout:
            if int(line) == 20:
                program.send_signal(signal.SIGKILL)
                break
        last = [20, *(int(line) for line in program.stdout.read().split())][-1]

    world = World(tmp_path / "vault")
    kept = [turn.question for turn in world.turns(ConversationId("one"))]
    world.services.close()

    assert kept[: last + 1] == [f"Question {turn}?" for turn in range(last + 1)]


def test_many_long_answers_are_no_burden(world: World) -> None:
    """A conversation of 25 questions with odd texts is kept and found."""
    world.take("Ünïcode \u202e نص 🎉 " * 2_000)
    one = world.conversations.begin()
    world.ask(one, *(f"نص {number} \u202e 🎉 ünïcode?" for number in range(25)))

    assert world.conversations.listed("unicode", by_meaning=False)[0].turns == 25


def test_nothing_is_summed_up_before_the_first_answer(world: World) -> None:
    one = world.conversations.begin()
    world.ask(one, "Where?")

    def empty(db: Connection) -> None:
        db.execute("delete from conversation_turn")

    world.services.store.write(empty).result()

    with pytest.raises(UserError):
        world.conversations.sum_up(one)


def test_a_note_that_is_deleted_for_good_is_quoted_nowhere_any_more(world: World) -> None:
    note = world.take("The safe opens with 4711.")
    other = world.take(KEYS)
    one = world.conversations.begin()
    world.ask(one, "What opens the safe?")
    two = world.conversations.begin()
    world.ask(two, "Who has the keys?")
    for conversation in (one, two):
        world.conversations.sum_up(conversation)

    brain = Brain(world.services)
    brain.forget(note)
    brain.purge(note)

    tables = ("conversation", "conversation_turn", "episode", "learned")
    with world.services.store.read() as db:
        kept = repr([db.execute(f"select * from {table}").fetchall() for table in tables])
    assert "4711" not in kept
    assert "What opens the safe?" in kept
    assert [one.question for one in world.turns(one)] == ["What opens the safe?"]
    assert other in repr(world.turns(two))


def test_of_what_was_proposed_from_a_deleted_note_only_what_was_agreed_to_stays(
    world: World,
) -> None:
    note = world.take("Our landlord Zanzibarquux pays for the boiler.")
    one = world.conversations.begin()
    world.ask(one, "Who pays for the boiler?")

    def propose(text: str) -> CardId:
        said = f"Zanzibarquux {text}"
        candidate = Candidate(
            Learns.MEMORY, said, said, said, own=False, category=Category.FACT, importance=3
        )
        card = Learned(id_of(one, candidate), one, candidate, "m", world.clock.now(), "title")
        world.services.store.write(lambda db: learned.put(db, card)).result()
        return card.id

    waiting, refused, kept = map(propose, ("waits", "is refused", "is remembered"))
    review = world.services.review
    review.batch([refused], CardAnswer.DISMISS).do().result()
    review.batch([kept], CardAnswer.REMEMBER).do().result()

    brain = Brain(world.services)
    brain.forget(note)
    brain.purge(note)

    with world.services.store.read() as db:
        cards = [learned.maybe(db, card) for card in (waiting, refused, kept)]
        answers = repr(db.execute("select * from card_answer").fetchall())
    assert [card is None for card in cards] == [True, True, False]
    assert "Zanzibarquux" not in answers
