"""The stand-in's Workers AI: vectors, scripted texts, and the meter of the day."""

import math
from datetime import UTC, datetime

import pytest

from tests.fakes.cloudflare import Standin, embedding, start_cloudflare
from tests.fakes.cloudflare.ai_models import MODELS, RETIRED, Model, Task
from tests.fakes.cloudflare.asking import Asking
from tests.fakes.cloudflare.workers_ai import json_mode_failed

SMALL = "@cf/baai/bge-small-en-v1.5"
LLAMA = "@cf/meta/llama-3.3-70b-instruct-fp8-fast"
GLM = "@cf/zai-org/glm-4.7-flash"
EMBEDDERS = [model for model in MODELS.values() if model.task is Task.EMBEDDINGS]


def embed(ask: Asking, *texts: str, model: str = SMALL, pooling: str = "cls") -> list[list[float]]:
    told = ask.post(f"ai/run/{model}", {"text": list(texts), "pooling": pooling})
    found: list[list[float]] = told.result["data"]
    return found


def cosine(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("known", EMBEDDERS, ids=lambda model: model.name)
def test_every_model_gives_unit_vectors_of_its_size(ask: Asking, known: Model) -> None:
    told = ask.post(f"ai/run/{known.name}", {"text": ["one", "two"], "pooling": "cls"})

    assert told.result["shape"] == [2, known.dimensions]
    assert [len(one) for one in told.result["data"]] == [known.dimensions] * 2
    assert all(math.isclose(cosine(one, one), 1, abs_tol=1e-5) for one in told.result["data"])
    assert told.result.get("pooling") == ("cls" if known.takes_pooling else None)


def test_one_text_is_a_list_of_one(ask: Asking) -> None:
    told = ask.post(f"ai/run/{SMALL}", {"text": "one"})

    assert (told.result["shape"], told.result["pooling"]) == ([1, 384], "mean")


def test_slashes_of_the_model_may_be_escaped(ask: Asking) -> None:
    plain = embed(ask, "one")

    told = ask.post(f"ai/run/{SMALL.replace('/', '%2F')}", {"text": "one", "pooling": "cls"})

    assert told.result["data"] == plain


def test_the_two_poolings_do_not_understand_each_other(ask: Asking) -> None:
    (cls,), (mean,) = embed(ask, "bread and butter"), embed(ask, "bread and butter", pooling="mean")

    assert cosine(cls, mean) < 0.5
    assert embed(ask, "bread and butter") == [cls]


@pytest.mark.slow
@pytest.mark.parametrize("model", [SMALL, "@cf/baai/bge-large-en-v1.5"])
def test_the_shipped_model_finds_by_meaning(model: str) -> None:
    with (
        start_cloudflare(embed=embedding.shipped()) as account,
        Asking(account, account.token) as ask,
    ):
        query, near, far = embed(
            ask, "a tall building", "skyscrapers of the city", "soup with onions", model=model
        )
        (mean,) = embed(ask, "a tall building", model=model, pooling="mean")

    assert cosine(query, query) == pytest.approx(1, abs=1e-4)
    assert cosine(query, near) > cosine(query, far) + 0.2
    assert abs(cosine(query, mean)) < 0.4


@pytest.mark.parametrize(
    ("path", "body", "refusal"),
    [
        (SMALL, {"text": ["x"] * 101}, (400, 5006)),
        (SMALL, {"text": ["x", ""]}, (400, 5006)),
        (SMALL, {"text": []}, (400, 5006)),
        (SMALL, {"text": "x", "pooling": "max"}, (400, 5006)),
        (SMALL, {"texts": ["x"]}, (400, 5006)),
        (SMALL, ["x"], (400, 5004)),
        (SMALL, None, (400, 3003)),
        (LLAMA, {"prompt": "x"}, (400, 5006)),
        ("@cf/baai/bge-tiny", {"text": "x"}, (400, 5007)),
        (min(RETIRED), {"messages": [{"role": "user", "content": "x"}]}, (400, 5028)),
        ("bge-small", {"text": "x"}, (404, 3042)),
    ],
)
def test_what_a_model_cannot_take_is_refused(
    ask: Asking, path: str, body: object, refusal: tuple[int, int]
) -> None:
    assert ask.post(f"ai/run/{path}", body).refusal == refusal


def test_the_words_of_a_missing_text(ask: Asking) -> None:
    told = ask.post(f"ai/run/{SMALL}", {})

    assert told.message.startswith(
        "AiError: Bad input: Error: required properties at '/' are 'text' ("
    )


def test_a_body_too_large_is_to_be_split(account: Standin, ask: Asking) -> None:
    account.ai.max_body_bytes = 100

    assert ask.post(f"ai/run/{SMALL}", {"text": ["x" * 100]}).refusal == (413, 3006)


def test_a_call_tells_what_it_cost(account: Standin, ask: Asking) -> None:
    told = ask.post(f"ai/run/{SMALL}", {"text": ["word " * 998]})

    # 512 tokens are read of a longer text
    assert float(told.headers["cf-ai-neurons"]) == pytest.approx(512 * 1841 / 1e6, abs=0.01)
    assert account.ai.neurons.used == pytest.approx(512 * 1841 / 1e6)


@pytest.mark.parametrize("code", [4006, 3036])
def test_the_allocation_ends_and_comes_back_at_midnight(code: int) -> None:
    with start_cloudflare() as account, Asking(account, account.token) as ask:
        account.clock.start_at(datetime(2026, 11, 21, 23, 0, tzinfo=UTC))
        account.ai.neurons.a_day, account.ai.neurons.code = 0.001, code
        embed(ask, "one")

        told = ask.post(f"ai/run/{SMALL}", {"text": "two"})
        account.clock.forward(minutes=61)

        assert told.refusal == (429, code)
        assert told.message.startswith("you have used up your daily free allocation of 10,000 neu")
        assert len(embed(ask, "two")) == 1
        assert account.ai.embedded == ["one", "two"]


def test_who_does_not_want_to_wait_is_sent_away(account: Standin, ask: Asking) -> None:
    account.ai.busy = True

    told = ask.post(f"ai/run/{SMALL}", {"text": "x", "options": {"rejectIfBusy": True}})

    assert told.refusal == (429, 3040)
    assert ask.post(f"ai/run/{SMALL}", {"text": "x"}).status == 200


def test_scripted_answers_come_in_their_order_and_both_shapes(
    account: Standin, ask: Asking
) -> None:
    account.ai.script({"verdict": "same"}, '{"verdict": "other"}', lambda body: body["model_says"])
    body = {"messages": [{"role": "user", "content": "compare"}], "model_says": "hello"}

    as_object = ask.post(f"ai/run/{LLAMA}", body).result
    as_choices = ask.post(f"ai/run/{GLM}", body).result
    last = ask.post(f"ai/run/{LLAMA}", body).result
    stays = ask.post("ai/v1/chat/completions", body | {"model": LLAMA})

    assert as_object["response"] == {"verdict": "same"}
    assert as_choices["choices"][0]["message"]["content"] == '{"verdict": "other"}'
    assert last["response"] == "hello"
    assert '"content": "hello"' in stays.text


def test_a_model_may_fail_at_json(account: Standin, ask: Asking) -> None:
    account.ai.script(json_mode_failed())

    told = ask.post(f"ai/run/{LLAMA}", {"messages": [{"role": "user", "content": "x"}]})

    assert told.message == "JSON Mode couldn't be met"


def test_contexts_are_ranked_by_the_words_they_share(ask: Asking) -> None:
    body = {"query": "bread and butter", "contexts": [{"text": "soup"}, {"text": "bread"}]}

    told = ask.post("ai/run/@cf/baai/bge-reranker-base", body)

    assert [one["id"] for one in told.result["response"]] == [1, 0]


def test_the_other_vendors_shape_has_no_envelope_and_no_cls(ask: Asking) -> None:
    told = ask.post("ai/v1/embeddings", {"model": SMALL, "input": ["one"]})

    assert told.result is None
    assert f'"model": "{SMALL}"' in told.text
    assert str(embed(ask, "one", pooling="mean")[0][-1]) in told.text


def test_models_are_listed_by_their_task(ask: Asking) -> None:
    found = ask.get("ai/models/search", task="Text Embeddings", per_page=50).result

    assert {one["name"] for one in found} == {model.name for model in EMBEDDERS}
