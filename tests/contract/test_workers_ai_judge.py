"""The model in the account as a judge: whatever it answers, only what can be checked is taken."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from notebrain.cloud.computers import Computers, Questions
from notebrain.cloud.d1 import D1
from notebrain.cloud.judge import MODEL, WorkersAiJudge
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.errors import CloudError, CloudLost, CloudQuota, CloudRefused, CloudTransient
from notebrain.domain.judge.verdict import Evidence, Kind, Side, What
from notebrain.domain.review.second_opinion import CaseFile, RecordedOpinion, ruling_of
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.cloudflare.faults import firewall, hanging, holds, refused, server_error
from tests.fakes.cloudflare.workers_ai import json_mode_failed

OLDER = CaseFile("The pump is serviced by Ann", datetime(2026, 3, 3, tzinfo=UTC))
NEWER = CaseFile("Nobody but Bob touches the pump", datetime(2026, 11, 2, tzinfo=UTC))
GOOD: dict[str, Any] = {
    "relation": "contradiction",
    "confidence": 0.8,
    "quotes": [{"note": 1, "text": "Ann"}, {"note": 2, "text": "Nobody but Bob"}],
}
CHOICES = "@cf/google/gemma-4-26b-a4b-it"


def judge_of(cloud: Cloudflare, model: str = MODEL) -> WorkersAiJudge:
    return WorkersAiJudge(cloud, Questions(D1(cloud), "", Computers()), model)


def asked(account: Standin, model: str = MODEL) -> RecordedOpinion:
    async def act(cloud: Cloudflare) -> RecordedOpinion:
        return await judge_of(cloud, model).rule(OLDER, NEWER)

    return with_cloud(account, act)


@pytest.mark.parametrize("model", [MODEL, CHOICES])
@pytest.mark.parametrize(
    "answer",
    [GOOD, json.dumps(GOOD), f"```json\n{json.dumps(GOOD)}\n```", f"```\n{json.dumps(GOOD)}```"],
)
def test_a_ruling_is_read_in_every_shape(account: Standin, model: str, answer: object) -> None:
    account.ai.script(answer)  # type: ignore[arg-type]  # a test's short cut
    told = asked(account, model)
    assert told.ruling is not None
    assert told.ruling.kind is Kind.CONTRADICTION
    assert told.ruling.quotes == (
        Evidence(Side.OLDER, 24, 27, "Ann", What.WORDS),
        Evidence(Side.NEWER, 0, 14, "Nobody but Bob", What.WORDS),
    )
    assert told.neurons == pytest.approx(account.ai.neurons.used, abs=0.1)


def test_the_notes_are_sent_as_small_numbers_with_a_schema(account: Standin) -> None:
    bodies: list[dict[str, Any]] = []

    def script(body: Any) -> dict[str, Any]:
        bodies.append(dict(body))
        return GOOD

    account.ai.script(script)
    asked(account)
    (body,) = bodies
    notes = json.loads(body["messages"][1]["content"])["notes"]
    assert [(one["note"], one["text"]) for one in notes] == [(1, OLDER.body), (2, NEWER.body)]
    assert body["response_format"]["type"] == "json_schema"
    assert body["max_tokens"] > 256


@pytest.mark.parametrize(
    "changed",
    [
        {"relation": "merge"},
        {"relation": None},
        {"confidence": "high"},
        {"confidence": 1.5},
        {"confidence": True},
        {"quotes": "Ann"},
        {"quotes": None},
        {"quotes": [{"note": 1, "text": "Ann"}]},
        {"quotes": [{"note": 1, "text": "ann"}, {"note": 2, "text": "Bob"}]},
        {"quotes": [{"note": 2, "text": "Ann"}, {"note": 1, "text": "Bob"}]},
        {"quotes": [{"note": 1, "text": " "}, {"note": 2, "text": "Bob"}]},
        {"quotes": [{"note": 3, "text": "Ann"}, {"note": 2, "text": "Bob"}]},
        {"quotes": [{"note": 1, "text": "Ann"}, {"note": 2, "text": "Bob"}] * 20},
    ],
)
def test_an_answer_that_is_not_true_is_no_ruling(
    account: Standin, changed: dict[str, object]
) -> None:
    account.ai.script(GOOD | changed)
    assert asked(account).ruling is None


@pytest.mark.parametrize("answer", ["", "They contradict.", '{"relation":', "[]", "null", "7"])
def test_an_answer_that_is_no_object_is_no_ruling(account: Standin, answer: str) -> None:
    account.ai.script(answer)
    assert asked(account).ruling is None


def test_a_model_that_cannot_keep_to_the_schema_gives_no_ruling(account: Standin) -> None:
    account.ai.script(json_mode_failed())
    told = asked(account)
    assert told.ruling is None
    assert told.neurons > 0


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (200, 5024, "JSON Mode couldn't be met"),
        (500, 5024, "AiError: JSON Mode couldn’t be met"),
        (500, 88_002, "json mode could not be met: invalid schema"),
        (400, 3_999, "JSON Mode couldn't be met"),
    ],
)
def test_a_schema_that_is_not_met_is_no_ruling_under_every_status(
    account: Standin, status: int, code: int, said: str
) -> None:
    account.faults.add(refused(status, code, said))

    told = asked(account)

    assert (told.ruling, told.neurons > 0) == (None, True)
    assert len(account.requests.of("ai.run")) == 1


def test_notes_that_a_firewall_refuses_are_told_from_a_model_that_is_out_of_reach(
    account: Standin,
) -> None:
    with account.faults.during(firewall(), holds("Ann")), pytest.raises(CloudRefused) as refusal:
        asked(account)
    with account.faults.during(server_error(500), holds("Ann")), pytest.raises(CloudRefused) as two:
        asked(account)
    with account.faults.during(server_error(500)), pytest.raises(CloudTransient) as busy:
        asked(account)

    assert [refusal.value.passing, two.value.passing] == [False, True]
    assert not isinstance(busy.value, CloudRefused)
    assert "firewall" in str(refusal.value)


def test_a_spent_day_and_a_retired_model_are_told_apart_from_no_ruling(account: Standin) -> None:
    with pytest.raises(CloudError):
        asked(account, "@cf/meta/llama-3-8b-instruct")
    account.ai.neurons.spend(10_000_000_000, 1000)
    with pytest.raises(CloudQuota):
        asked(account)


@pytest.mark.parametrize("answer", [None, 7, "x", [], {}, {"relation": []}, {"relation": {}}])
def test_any_value_can_be_an_answer(answer: object) -> None:
    assert ruling_of(answer, "one", "two") is None


PUMP = CaseFile("The pump is serviced by Ann on 3 March", datetime(2026, 3, 3, tzinfo=UTC))
PUMPS = CaseFile("The pump is serviced by Ann, it costs €40", datetime(2026, 11, 2, tzinfo=UTC))
MERGED = "The pump is serviced by Ann on 3 March, it costs €40"
OVERLAP: dict[str, Any] = {"relation": "overlap", "confidence": 0.8, "quotes": []}


def merged(
    account: Standin, model: str = MODEL, pair: tuple[CaseFile, CaseFile] = (PUMP, PUMPS)
) -> str:
    """Return the merged text of an answer, whose ruling is of use in any case."""

    async def act(cloud: Cloudflare) -> RecordedOpinion:
        return await judge_of(cloud, model).rule(*pair)

    ruling = with_cloud(account, act).ruling
    assert ruling is not None
    return ruling.merge


@pytest.mark.parametrize("model", [MODEL, CHOICES])
@pytest.mark.parametrize("relation", ["overlap", "duplicate"])
@pytest.mark.parametrize("as_text", [True, False])
def test_a_merged_text_is_read_in_every_shape(
    account: Standin,
    model: str,
    relation: str,
    as_text: bool,
) -> None:
    answer = OVERLAP | {"relation": relation, "merge": f"{MERGED}\n"}
    account.ai.script(json.dumps(answer) if as_text else answer)
    assert merged(account, model) == MERGED


@pytest.mark.parametrize(
    "given",
    [
        None,
        7,
        ["The pump"],
        {"text": MERGED},
        "",
        "  ",
        f"{MERGED} and €41",
        "The pump is serviced by Carol",
        "The pump is never serviced by Ann",
        f"{MERGED}. {MERGED}. {MERGED}",
        "Sure! Here is the merge: the pump",
    ],
)
def test_a_merged_text_that_is_no_text_or_not_true_is_left_out_and_the_ruling_holds(
    account: Standin, given: object
) -> None:
    account.ai.script(OVERLAP | {"merge": given})
    assert merged(account) == ""


def test_a_merged_text_of_notes_that_exclude_each_other_is_left_out(account: Standin) -> None:
    account.ai.script(GOOD | {"merge": OLDER.body})
    assert merged(account, pair=(OLDER, NEWER)) == ""


def test_an_answer_that_never_comes_is_lost(
    account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.cloud.judge.TIMEOUT_S", 0.2)
    account.ai.script(OVERLAP | {"merge": MERGED})
    account.faults.add(hanging(), "ai.run", times=None)
    with pytest.raises(CloudLost):
        merged(account)


def test_of_long_notes_no_merged_text_is_asked_for_and_an_answer_has_room_for_one(
    account: Standin,
) -> None:
    bodies: list[dict[str, Any]] = []

    def script(body: Any) -> dict[str, Any]:
        bodies.append(dict(body))
        return OVERLAP

    account.ai.script(script)
    short, long = PUMP, CaseFile("Pump. " * 300, PUMP.at)
    merged(account)
    merged(account, pair=(long, short))
    merged(account, pair=(long, long))

    asks = [
        "merge" in body["response_format"]["json_schema"]["properties"]
        and "merge is for duplicate" in body["messages"][0]["content"]
        for body in bodies
    ]
    assert asks == [True, True, False]
    assert all("merge" not in body["response_format"]["json_schema"]["required"] for body in bodies)
    rooms = [body["max_tokens"] for body in bodies]
    assert rooms[2] < rooms[0] < rooms[1] - len(long.body) / 4


def test_the_room_for_a_merged_text_is_in_the_estimate(account: Standin) -> None:
    async def act(cloud: Cloudflare) -> tuple[float, float]:
        judge = judge_of(cloud)
        return judge.neurons("a" * 20, "b"), judge.neurons("a" * 2_000, "b")

    short, longer = with_cloud(account, act)
    assert longer - short > 1_980 / 3 * 204_805 / 1_000_000
