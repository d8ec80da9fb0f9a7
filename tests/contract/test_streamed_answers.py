"""The client reads an answer while it is made: in order, at once, and with an end whatever happens."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

from notebrain.cloud.error_codes import Service
from notebrain.cloud.request import Ask, json_body
from notebrain.cloud.transport import Cloudflare
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
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.cloudflare.faults import (
    Trouble,
    captive_portal,
    dropped,
    firewall,
    hanging,
    neurons_used_up,
    no_capacity,
    other_body,
    refused,
    response_lost,
    server_error,
    throttled,
)
from tests.fakes.cloudflare.streaming import (
    EVENTS,
    as_a_whole,
    breaks_off,
    compressed,
    fails_inside,
    other_line_ends,
    other_stream,
    split_every,
    stalls,
    with_comments,
    without_end,
    without_usage,
)

MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast"
CHOICES = "@cf/google/gemma-4-26b-a4b-it"
SAID = "Der Kessel wird am 3. März 2026 gewartet 🔧 [1]. Für 240 € [2]."
NOTE = "my doctor said that nobody may know"


def request(model: str = MODEL, **more: Any) -> Ask:
    body = {"messages": [{"role": "user", "content": NOTE}], "stream": True}
    path = f"/accounts/{{account}}/ai/run/{model}"
    options: dict[str, Any] = {"repeatable": False, "private": (NOTE,), **more}
    return Ask(Service.AI, "POST", path, body=json_body(body), **options)


def text_of(event: Any) -> str:
    if "choices" in event:
        return "".join(str(one["delta"].get("content", "")) for one in event["choices"])
    return str(event.get("response", ""))


def read(account: Standin, model: str = MODEL, **more: Any) -> tuple[str, CloudError | None]:
    """Return what arrived, and what ended it before its end."""
    got: list[str] = []

    async def act(cloud: Cloudflare) -> CloudError | None:
        try:
            async with cloud.stream(request(model, **more)) as events:
                async for event in events:
                    got.append(text_of(event))  # noqa: PERF401 - an error keeps what came before it
        except CloudError as error:
            return error
        return None

    account.ai.script(SAID)
    error = with_cloud(account, act)
    return "".join(got), error


@pytest.mark.parametrize("model", [MODEL, CHOICES])
def test_an_answer_arrives_in_many_events(account: Standin, model: str) -> None:
    assert read(account, model) == (SAID, None)

    (asked,) = account.requests.of("ai.run")
    assert asked.reply.content_type == EVENTS
    assert asked.reply.body.count(b"data: ") > 15
    assert asked.request.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("model", [MODEL, CHOICES])
@pytest.mark.parametrize(
    "trouble",
    [
        *(split_every(size) for size in (1, 7, 100)),
        other_line_ends(b"\r\n"),
        other_line_ends(b"\r"),
        with_comments(),
        compressed(),
        without_usage(),
    ],
    ids=lambda trouble: trouble.name,
)
def test_however_it_arrives_it_says_the_same(
    account: Standin, model: str, trouble: Trouble
) -> None:
    account.faults.add(trouble, "ai.run")

    assert read(account, model) == (SAID, None)


def test_a_model_that_answers_as_a_whole_gives_one_event(account: Standin) -> None:
    account.faults.add(as_a_whole(), "ai.run")

    assert read(account) == (SAID, None)


@pytest.mark.parametrize(
    ("trouble", "kind", "begins"),
    [
        (stalls(3), CloudLost, "Der Kessel wird"),
        (breaks_off(3), CloudLost, "Der Kessel wird"),
        # ends inside the umlaut, and inside JSON
        (breaks_off(6, more=23), CloudLost, "Der Kessel wird am 3."),
        (without_end(), CloudLost, SAID),
        (other_stream(b"data: {}\n\n" * 3), CloudLost, ""),
        (other_stream(b"\xff\xfe" * 500), CloudLost, ""),
        (other_stream(b"x" * 200_000), CloudLost, ""),
        (other_stream(b"data: " + b"x" * 200_000 + b"\n\n"), CloudLost, ""),
        (other_stream(b": alive\n" * 700_000), CloudLost, ""),
        (fails_inside({"errors": [{"code": 3040, "message": "full"}]}), CloudTransient, "Der Kessel"),
        (fails_inside({"error": {"code": 4006, "message": "no"}}), CloudQuota, "Der Kessel"),
        (fails_inside({"error": {"code": 3036, "message": "no"}}), CloudQuota, "Der Kessel"),
        (fails_inside({"error": "No such model", "success": False}), CloudTransient, "Der Kessel"),
    ],
)  # fmt: skip
def test_what_goes_wrong_on_the_way_ends_it_and_keeps_what_came(
    account: Standin, trouble: Trouble, kind: type[CloudError], begins: str
) -> None:
    account.faults.add(trouble, "ai.run", times=None)

    got, error = read(account, timeout_s=0.3)

    assert got == begins
    assert isinstance(error, kind)
    assert len(account.requests.of("ai.run")) == 1


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [
        (neurons_used_up(4006), CloudQuota),
        (neurons_used_up(3036), CloudQuota),
        (throttled(600), CloudThrottle),
        (no_capacity(), CloudTransient),
        (refused(400, 5007, f"No such model {MODEL} or task"), CloudConfig),
        (refused(401, 10000, "Authentication error"), CloudAuth),
        (server_error(), CloudTransient),
        (captive_portal(), CloudTransient),
        (firewall(), CloudTransient),
        (dropped(), CloudLost),
        (hanging(), CloudLost),
        (response_lost(), CloudLost),
        (other_body(b"<html>hello</html>"), CloudLost),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_what_goes_wrong_before_it_is_one_of_the_six_kinds(
    account: Standin, trouble: Trouble, kind: type[CloudError]
) -> None:
    account.faults.add(trouble, "ai.run", times=None)

    got, error = read(account, timeout_s=0.3)

    assert got == ""
    assert isinstance(error, kind)
    assert NOTE not in f"{error} {error.detail}"


def test_a_wait_that_is_asked_for_is_kept_before_it_begins(account: Standin) -> None:
    account.faults.add(throttled(2), "ai.run")

    assert read(account) == (SAID, None)
    assert len(account.requests.of("ai.run")) == 2


def test_an_error_inside_repeats_nothing_of_a_note(account: Standin) -> None:
    account.faults.add(fails_inside({"error": f"cannot read: {NOTE}"}), "ai.run")

    _got, error = read(account)

    assert error is not None
    assert "doctor" not in f"{error} {error.detail}"


def test_the_first_event_does_not_wait_for_the_second(account: Standin) -> None:
    account.faults.add(stalls(1), "ai.run")
    account.ai.script(SAID)

    async def act(cloud: Cloudflare) -> Any:
        async with cloud.stream(request()) as events:
            return await anext(events)

    assert text_of(with_cloud(account, act)) == "Der"


@pytest.mark.parametrize("read_first", [True, False])
def test_leaving_early_closes_the_connection(account: Standin, read_first: bool) -> None:
    account.faults.add(stalls(1), "ai.run")
    account.ai.script(SAID)
    left: list[int] = []

    async def act(cloud: Cloudflare) -> None:
        async with cloud.stream(request()) as events:
            if read_first:
                await anext(events)
        pool = cloud._client._transport._pool  # type: ignore[union-attr]
        left.append(len(pool.connections))

    with_cloud(account, act)

    assert left == [0]


def test_it_can_be_canceled_while_it_waits(account: Standin) -> None:
    account.faults.add(stalls(2), "ai.run")
    account.ai.script(SAID)

    async def act(cloud: Cloudflare) -> list[str]:
        got: list[str] = []
        both = asyncio.Event()

        async def reading() -> None:
            async with cloud.stream(request()) as events:
                async for event in events:
                    got.append(text_of(event))
                    if len(got) == 2:
                        both.set()

        task = asyncio.ensure_future(reading())
        await both.wait()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return got

    assert with_cloud(account, act) == ["Der", " Kessel"]


def test_the_end_of_the_client_ends_it(account: Standin) -> None:
    account.faults.add(stalls(1), "ai.run")
    account.ai.script(SAID)

    async def act(cloud: Cloudflare) -> CloudError | None:
        async with cloud.stream(request()) as events:
            await anext(events)
            ending = asyncio.ensure_future(cloud.end())
            try:
                await anext(events)
            except CloudError as error:
                return error
            finally:
                await ending
        return None

    error = with_cloud(account, act)

    assert isinstance(error, CloudOffline | CloudLost)


def test_a_stream_is_no_json_mode(account: Standin) -> None:
    async def act(cloud: Cloudflare) -> None:
        body = json.loads(request().body or b"") | {"response_format": {"type": "json_object"}}
        ask = Ask(Service.AI, "POST", request().path, body=json_body(body), patience_s=0)
        async with cloud.stream(ask) as events:
            async for _event in events:
                pass

    with pytest.raises(CloudError):
        with_cloud(account, act)
