"""The model in the account as a judge: whatever it answers, only what can be checked is taken."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai_judge import MODEL, WorkersAiJudge
from notebrain.domain.arbitration import Paper, Ruled, ruling_of
from notebrain.domain.errors import CloudError, CloudQuota
from notebrain.domain.judging.verdict import Evidence, Kind, Side, What
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.cloudflare.workers_ai import json_mode_failed

OLDER = Paper("The pump is serviced by Ann", datetime(2026, 3, 3, tzinfo=UTC))
NEWER = Paper("Nobody but Bob touches the pump", datetime(2026, 11, 2, tzinfo=UTC))
GOOD: dict[str, Any] = {
    "relation": "contradiction",
    "confidence": 0.8,
    "quotes": [{"note": 1, "text": "Ann"}, {"note": 2, "text": "Nobody but Bob"}],
}
CHOICES = "@cf/google/gemma-4-26b-a4b-it"


def asked(account: Standin, model: str = MODEL) -> Ruled:
    async def act(cloud: Cloudflare) -> Ruled:
        return await WorkersAiJudge(cloud, model).rule(OLDER, NEWER)

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


def test_a_spent_day_and_a_retired_model_are_told_apart_from_no_ruling(account: Standin) -> None:
    with pytest.raises(CloudError):
        asked(account, "@cf/meta/llama-3-8b-instruct")
    account.ai.neurons.spend(10_000_000_000, 1000)
    with pytest.raises(CloudQuota):
        asked(account)


@pytest.mark.parametrize("answer", [None, 7, "x", [], {}, {"relation": []}, {"relation": {}}])
def test_any_value_can_be_an_answer(answer: object) -> None:
    assert ruling_of(answer, "one", "two") is None
