"""Every model that writes: sends what it said it would, streams, ends when told to, and tells its price."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai_writer import WorkersAiWriter, models_in
from notebrain.domain.errors import CloudConfig, CloudError, CloudLost, CloudQuota
from notebrain.domain.grounding.writing_models import LARGE, SMALL, WritingModel
from notebrain.domain.ports import Message, Prompt, Writer, Written
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.ai_models import MODELS, Model
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.cloudflare.faults import neurons_used_up, refused
from tests.fakes.cloudflare.streaming import (
    as_a_whole,
    breaks_off,
    fails_inside,
    other_stream,
    stalls,
    without_usage,
)
from tests.fakes.writer import ScriptedWriter

PROMPT = Prompt((Message("system", "Be short."), Message("user", "== w 1 ==\nWhen? 🔧\n")), 512)
SAID = "Am 3. März 2026 🔧 [1]. Für 240 € [2]."
CHOICES = WritingModel("@cf/google/gemma-4-26b-a4b-it", 24_000, 9_091, 27_273)

Run = Callable[[Callable[[Writer], Awaitable[Any]]], Any]


@pytest.fixture(
    params=["scripted", LARGE, SMALL, CHOICES], ids=lambda one: getattr(one, "name", one)
)
def run(request: pytest.FixtureRequest, account: Standin) -> Run:
    """Run something with a writer that says SAID."""
    account.ai.script(SAID)
    if request.param == "scripted":
        words = SAID.replace(" ", " |").split("|")
        return lambda act: asyncio.run(_run(act(ScriptedWriter(*words))))
    return lambda act: with_cloud(account, lambda cloud: act(WorkersAiWriter(cloud, request.param)))


async def _run(work: Awaitable[Any]) -> Any:
    return await work


async def all_of(writer: Writer) -> list[Written]:
    async with aclosing(writer.write(writer.prepare(PROMPT))) as pieces:
        return [piece async for piece in pieces]


def test_it_writes_in_pieces_and_tells_the_price(run: Run) -> None:
    pieces = run(all_of)

    assert "".join(piece.text for piece in pieces) == SAID
    assert len(pieces) > 4
    (cost,) = [piece.neurons for piece in pieces if piece.neurons is not None]
    assert cost > 0


def test_the_price_is_between_nothing_and_the_most_it_said(run: Run) -> None:
    async def act(writer: Writer) -> tuple[float, float]:
        sent = writer.prepare(PROMPT)
        return sent.likely, sent.most

    likely, most = run(act)

    assert 0 < likely < most


def test_what_is_prepared_is_the_same_each_time(run: Run) -> None:
    async def act(writer: Writer) -> bool:
        return writer.prepare(PROMPT) == writer.prepare(PROMPT)

    assert run(act)


def test_it_ends_when_it_is_closed(run: Run) -> None:
    async def act(writer: Writer) -> str:
        async with aclosing(writer.write(writer.prepare(PROMPT))) as pieces:
            return (await anext(pieces)).text

    assert SAID.startswith(run(act))


def from_account(account: Standin, model: WritingModel = LARGE) -> tuple[str, Any]:
    """Return what was written, and its price or the error that ended it."""
    got: list[Written] = []

    async def act(cloud: Cloudflare) -> CloudError | None:
        writer = WorkersAiWriter(cloud, model)
        try:
            async with aclosing(writer.write(writer.prepare(PROMPT))) as pieces:
                async for piece in pieces:
                    got.append(piece)  # noqa: PERF401 - an error keeps what came before it
        except CloudError as error:
            return error
        return None

    error = with_cloud(account, act)
    costs = [piece.neurons for piece in got if piece.neurons is not None]
    return "".join(piece.text for piece in got), error or (costs[-1] if costs else None)


def test_what_is_sent_is_what_was_prepared_byte_for_byte(account: Standin) -> None:
    bodies: list[bytes] = []

    async def act(cloud: Cloudflare) -> None:
        writer = WorkersAiWriter(cloud)
        sent = writer.prepare(PROMPT)
        bodies.append(sent.body)
        async with aclosing(writer.write(sent)) as pieces:
            async for _piece in pieces:
                pass

    with_cloud(account, act)

    (asked,) = account.requests.of("*")
    assert asked.request.body == bodies[0]
    body = json.loads(bodies[0])
    assert [one["content"] for one in body["messages"]] == [one.text for one in PROMPT.messages]
    assert body["stream"] is True
    assert body["max_tokens"] == 512
    assert "tools" not in body


@pytest.mark.parametrize("model", [LARGE, SMALL, CHOICES], ids=lambda one: one.name)
def test_the_price_is_the_one_the_account_counts(account: Standin, model: WritingModel) -> None:
    account.ai.script(SAID)
    _text, cost = from_account(account, model)

    assert cost == pytest.approx(account.ai.neurons.used, rel=0.1)
    assert (model.neurons_in, model.neurons_out) == (
        MODELS[model.name].neurons_in,
        MODELS[model.name].neurons_out,
    )


@pytest.mark.parametrize(
    "text",
    ["漢字かな交じり文" * 200, "deadbeef" * 400, "🔧👩‍🔧" * 300, "0123456789" * 300, "שלום" * 300, "!?" * 900],
)  # fmt: skip
def test_no_question_costs_more_than_the_most_it_said(account: Standin, text: str) -> None:
    account.ai.script("x " * 250)
    prompt = Prompt((Message("system", text), Message("user", text)), 512)
    most: list[float] = []

    async def act(cloud: Cloudflare) -> None:
        writer = WorkersAiWriter(cloud)
        sent = writer.prepare(prompt)
        most.append(sent.most)
        async with aclosing(writer.write(sent)) as pieces:
            async for _piece in pieces:
                pass

    with_cloud(account, act)

    assert 0 < account.ai.neurons.used <= most[0]


def test_an_answer_as_a_whole_is_an_answer(account: Standin) -> None:
    account.ai.script(SAID)
    account.faults.add(as_a_whole(), "ai.run")

    assert from_account(account) == (SAID, 1.5)


def test_without_a_price_none_is_told(account: Standin) -> None:
    account.ai.script(SAID)
    account.faults.add(without_usage(), "ai.run")

    assert from_account(account) == (SAID, None)


@pytest.mark.parametrize(
    "usage",
    ["7", "{}", '{"prompt_tokens":-5,"completion_tokens":1}', '{"neurons":1e300}', '{"neurons":"a"}',
     '{"prompt_tokens":1e18,"completion_tokens":1}', '{"prompt_tokens":null,"completion_tokens":3}'],
)  # fmt: skip
def test_an_incredible_price_is_none(account: Standin, usage: str) -> None:
    body = b'data: {"response":"a","usage":%b}\n\ndata: [DONE]\n\n' % usage.encode()
    account.faults.add(other_stream(body), "ai.run")

    assert from_account(account) == ("a", None)


@pytest.mark.parametrize(
    ("events", "text"),
    [
        (['{"response":"a"}', '{"response":42}', '{"response":true}', '{"response":["b"]}'], "a42"),
        (['{"response":"\\ud83d"}', '{"response":"\\udd27 ok"}', '{"response":"\\ud83d"}'], "🔧 ok"),
        (['{"choices":[{"delta":{"reasoning_content":"hm"}}]}', '{"choices":[{"delta":{"content":"b"}}]}'], "b"),
        (['{"choices":"no"}', '{"choices":[7]}', '{"choices":[{"delta":null}]}', '{"tool_calls":[{}]}'], ""),
        (['{"choices":[{"message":{"content":"whole"},"finish_reason":"stop"}]}'], "whole"),
    ],
)  # fmt: skip
def test_every_shape_of_an_event_is_read(account: Standin, events: list[str], text: str) -> None:
    body = b"".join(b"data: %b\n\n" % one.encode() for one in events) + b"data: [DONE]\n\n"
    account.faults.add(other_stream(body), "ai.run")

    assert from_account(account)[0] == text


def test_an_answer_that_reached_its_length_says_so(account: Standin) -> None:
    event = b'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"length"}]}\n\n'
    account.faults.add(other_stream(event + b"data: [DONE]\n\n"), "ai.run")

    async def act(cloud: Cloudflare) -> list[Written]:
        return await all_of(WorkersAiWriter(cloud))

    assert with_cloud(account, act) == [Written("a", cut=True)]


@pytest.mark.parametrize(
    ("trouble", "kind", "text"),
    [
        (breaks_off(3), CloudLost, "Am 3."),
        (fails_inside({"error": {"code": 3036, "message": "used up"}}, 3), CloudQuota, "Am 3."),
        (neurons_used_up(), CloudQuota, ""),
        (refused(400, 5007, "No such model or task"), CloudConfig, ""),
    ],
    ids=["breaks off", "3036 inside", "4006", "5007"],
)
def test_what_ends_it_is_one_of_the_six_kinds(
    account: Standin, trouble: Any, kind: type[CloudError], text: str
) -> None:
    account.ai.script(SAID)
    account.faults.add(trouble, "ai.run")

    got, error = from_account(account)

    assert (got, type(error)) == (text, kind)


def test_a_silence_is_given_up(account: Standin, short_silence: None) -> None:
    account.ai.script(SAID)
    account.faults.add(stalls(3), "ai.run")

    got, error = from_account(account)

    assert (got, type(error)) == ("Am 3.", CloudLost)


@pytest.fixture
def short_silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("notebrain.cloud.workers_ai_writer.PIECE_S", 0.2)
    return iter(())


FORM = Prompt(PROMPT.messages, 300, {"type": "object", "properties": {"what": {"type": "string"}}})


@pytest.mark.parametrize("model", [LARGE, SMALL, CHOICES], ids=lambda one: one.name)
@pytest.mark.parametrize("said", [{"what": "ein Satz 🔧"}, '{"what": "ein Satz 🔧"}'])
def test_an_answer_in_json_comes_as_a_whole_with_its_price(
    account: Standin, model: WritingModel, said: Any
) -> None:
    account.ai.script(said)

    async def act(cloud: Cloudflare) -> tuple[list[Written], bytes]:
        writer = WorkersAiWriter(cloud, model)
        sent = writer.prepare(FORM)
        async with aclosing(writer.write(sent)) as pieces:
            return [piece async for piece in pieces], sent.body

    pieces, body = with_cloud(account, act)

    assert json.loads("".join(piece.text for piece in pieces)) == {"what": "ein Satz 🔧"}
    (cost,) = [piece.neurons for piece in pieces if piece.neurons is not None]
    assert cost > 0
    asked = json.loads(body)
    assert "stream" not in asked
    assert asked["response_format"] == {"type": "json_schema", "json_schema": FORM.schema}


def catalog(account: Standin) -> dict[str, WritingModel]:
    return {one.name: one for one in with_cloud(account, models_in)}


def test_the_catalog_has_the_models_that_can_answer_with_their_prices(account: Standin) -> None:
    found = catalog(account)

    assert {name.rpartition("/")[2] for name in found} == {
        "llama-3.3-70b-instruct-fp8-fast",
        "llama-3.1-8b-instruct-fast",  # without a price there, but the program knows it
        "llama-3.1-8b-instruct-fp8",
        "llama-3.2-3b-instruct",
        "mistral-small-3.1-24b-instruct",
    }  # none that thinks aloud, judges texts or is about to go
    assert found[SMALL.name] == SMALL
    assert (found[LARGE.name].context_tokens, found[LARGE.name].name) == (24_000, LARGE.name)
    for model in found.values():
        assert model.neurons_in == pytest.approx(MODELS[model.name].neurons_in, rel=0.02)
        assert model.neurons_out == pytest.approx(MODELS[model.name].neurons_out, rel=0.02)


def test_a_catalog_of_many_pages_is_read_to_its_end(account: Standin) -> None:
    one = replace(MODELS[LARGE.name], dollars=(0.3, 2.3))
    account.ai.listed = [replace(one, name=f"@cf/maker/writer-{n}") for n in range(120)]

    assert len(catalog(account)) == 120
    assert len(account.requests.of("ai.models")) == 3


@pytest.mark.parametrize(
    "properties",
    [
        None,
        "none",
        [],
        [None, 7, "price"],
        [{"property_id": "price", "value": "free"}],
        [{"property_id": "price", "value": [{"unit": "per M input tokens", "price": 0.2}]}],
        [{"property_id": "price", "value": [None, {"unit": 7, "price": "a lot"}]}],
        [{"property_id": ["price"], "value": {"unit": "per step"}}],
    ],
)
def test_a_model_without_a_readable_price_is_left_out(
    account: Standin, monkeypatch: pytest.MonkeyPatch, properties: object
) -> None:
    strange = MODELS[CHOICES.name].entry() | {"name": "@cf/a/b", "properties": properties}
    _list(monkeypatch, strange)

    assert catalog(account) == {}


def test_prices_in_other_money_are_not_taken_for_dollars(
    account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = json.dumps(MODELS[LARGE.name].entry() | {"name": "@cf/a/b"})
    _list(monkeypatch, json.loads(entry.replace("USD", "EUR")))

    assert catalog(account) == {}


def _list(monkeypatch: pytest.MonkeyPatch, entry: dict[str, object]) -> None:
    """Let the catalog have this entry only."""

    def strange(_model: Model) -> dict[str, object]:
        return entry

    monkeypatch.setattr(Model, "entry", strange)
