"""A model of the account reads conversations: one request by schema, within the budget, whatever comes back."""

import json
from typing import Any

import pytest

from notebrain.app.services import Services
from notebrain.app.settings.ask import ASK_MODEL_ALLOWED, LEARN_EVERY
from notebrain.app.settings.table import NEURON_BUDGET
from notebrain.ask.lessons import Batch
from notebrain.ask.service import AskRequest
from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.conversations.learned import Learns
from notebrain.domain.notes.draft import Draft
from notebrain.domain.profile.blocks import BlockKey
from notebrain.domain.review.cards import Answer as Says
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.faults import (
    Trouble,
    dropped,
    neurons_used_up,
    other_body,
    server_error,
)
from tests.fakes.cloudflare.workers_ai import json_mode_failed

QUESTIONS = ("When is the boiler serviced?", "Who has the spare key?", "Who pays for the boiler?")
TEXTS = (
    "The boiler is serviced on 3 March.",
    "The spare key is with Ana.",
    "The landlord pays for the boiler.",
)
KEY = {
    "what": "memory",
    "text": "The spare key is with Ana.",
    "quote": "The spare key is with Ana",
    "category": "fact",
    "importance": 4,
}


def candidates(*found: dict[str, Any]) -> str:
    return json.dumps({"candidates": found})


def bodies(account: Standin) -> list[Any]:
    return [json.loads(one.request.body) for one in account.requests.of("ai.run")]


@pytest.fixture
def one(connected: Services) -> ConversationId:
    """A conversation of three questions, one of them about a note that stays on this computer."""
    conversations = connected.memory.conversations
    one = conversations.begin()
    for place, (question, text) in enumerate(zip(QUESTIONS, TEXTS, strict=True)):
        draft = Draft(text, local_only="landlord" in text)
        connected.notes.capture(draft).result(10)
        answer = connected.asking.ask(AskRequest(question))
        at = connected.clock.now()
        conversations.keep(one, place, answer, at=at).result(10)
    return one


def learn(services: Services, one: ConversationId) -> Batch:
    future = services.memory.reader.learn(one)
    assert future is not None
    return future.result(30)


def test_one_request_asks_by_schema_and_brings_cards(
    connected: Services, account: Standin, one: ConversationId
) -> None:
    invented = {**KEY, "text": "The spare key is with Ben.", "quote": "The spare key is with Ben"}
    account.ai.script(candidates(KEY, invented))
    connected.memory.profile.write(BlockKey.USER_PROFILE, "Lives in Graz.").result(10)
    connected.memory.profile.write(BlockKey.CUSTOM, "The safe opens with 4711.").result(10)
    connected.memory.profile.keep_here([BlockKey.CUSTOM], local_only=True).result(10)

    batch = learn(connected, one)

    (body,) = bodies(account)
    assert body["response_format"]["type"] == "json_schema"
    assert "stream" not in body
    told = json.dumps(body, ensure_ascii=False)
    assert "spare key is with Ana" in told
    assert "Lives in Graz." in told
    assert "landlord" not in told  # the answer quotes a note that stays here
    assert "4711" not in told
    assert (batch.known, batch.dropped, batch.cards) == (1, 1, ())
    assert connected.memory.reader.learn(one) is None  # it was read


def test_what_is_new_waits_in_review_and_can_be_undone_as_one_act(
    connected: Services, account: Standin, one: ConversationId
) -> None:
    found = [
        {**KEY, "what": "procedure", "trigger": "spare key"},
        {**KEY, "what": "block", "block": "user_profile"},
    ]
    account.ai.script(candidates(*found))

    batch = learn(connected, one)

    assert {card.candidate.what for card in batch.cards} == {Learns.PROCEDURE, Learns.BLOCK}
    assert connected.memory.procedures.all() == []
    act = connected.review.batch([card.id for card in batch.cards], Says.REMEMBER)
    act.do().result(10)
    assert [one.content for one in connected.memory.procedures.all()] == [KEY["text"]]
    assert connected.memory.profile.block(BlockKey.USER_PROFILE).text == KEY["text"]
    act.undo().result(10)
    assert connected.memory.procedures.all() == []
    assert connected.memory.profile.block(BlockKey.USER_PROFILE).text == ""


@pytest.mark.parametrize(
    "said",
    ["", "Sure! Here you go:", '{"candidates": [', "[]", '{"candidates": "none"}', "null",
     '{"candidates": [null, 7, [], {"what": "memory"}, {"what": 7, "quote": {}}]}'],
)  # fmt: skip
def test_broken_json_brings_nothing(
    connected: Services, account: Standin, one: ConversationId, said: str
) -> None:
    account.ai.script(said)

    assert learn(connected, one).cards == ()
    assert len(account.requests.of("ai.run")) == 1


def test_a_model_that_cannot_keep_to_the_schema_brings_nothing(
    connected: Services, account: Standin, one: ConversationId
) -> None:
    account.ai.script(json_mode_failed())

    assert learn(connected, one) == Batch()


@pytest.mark.parametrize(
    "trouble",
    [
        neurons_used_up(),
        server_error(),
        dropped(),
        other_body(b"<html>"),
        other_body(b'{"result": 7}'),
    ],
    ids=lambda one: one.name,
)
def test_an_error_brings_nothing_and_the_plain_episode_stays(
    connected: Services, account: Standin, one: ConversationId, trouble: Trouble
) -> None:
    account.faults.add(trouble, "ai.run", times=None)

    assert learn(connected, one) == Batch()
    improved = connected.memory.reader.sum_up(one)
    assert improved is not None
    improved.result(60)

    episode = connected.memory.conversations.open(one).episode
    assert episode is not None
    assert episode.made_by == ""


def test_beyond_the_budget_nothing_is_asked(
    connected: Services, account: Standin, one: ConversationId
) -> None:
    connected.settings.put(NEURON_BUDGET, 1).result(10)

    assert learn(connected, one) == Batch()
    assert account.requests.of("ai.run") == []


def test_nothing_is_read_before_the_user_agreed_or_where_it_is_turned_off(
    connected: Services, account: Standin, one: ConversationId
) -> None:
    connected.settings.put(LEARN_EVERY, 0).result(10)
    assert connected.memory.reader.learn(one) is None
    connected.settings.put(LEARN_EVERY, 6).result(10)
    connected.settings.put(ASK_MODEL_ALLOWED, None).result(10)

    assert connected.memory.reader.learn(one) is None
    assert connected.memory.reader.sum_up(one) is None
    assert account.requests.of("ai.run") == []
