"""The services of the account, when its answers are not what they should be."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO

import httpx
import pytest
from hypothesis import given, settings, strategies as st

from notebrain.cloud.account import Owner, check, verify
from notebrain.cloud.d1 import D1, Statement
from notebrain.cloud.files import R2Files
from notebrain.cloud.r2 import Bucket
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vectorize import Vector, Vectorize
from notebrain.cloud.workers_ai import M3, SMALL, WorkersAi, index_name
from notebrain.domain.credentials import clean
from notebrain.domain.errors import (
    CloudAuth,
    CloudConfig,
    CloudError,
    CloudLost,
    CloudOffline,
    CloudQuota,
)
from notebrain.domain.ports import Space
from tests.fakes.passing_time import PassingTime

DATABASE = "00000000-0000-4000-8000-000000000000"
VECTOR = bytes([0, 0, 128, 63]) * 384
Answer = Callable[[httpx.Request], httpx.Response]


class At:
    def now(self) -> datetime:
        return datetime(2026, 11, 21, tzinfo=UTC)


def cloud_with(answer: Answer) -> Cloudflare:
    pace = RateLimiter(passing=PassingTime())
    credentials = clean("token-of-somebody", "0" * 32)
    transport = httpx.MockTransport(answer)
    return Cloudflare(credentials, clock=At(), pace=pace, transport=transport)


def giving(result: object, status: int = 200, code: int | None = None) -> Answer:
    errors = [] if code is None else [{"code": code, "message": ""}]
    frame = {"success": code is None, "errors": errors, "messages": [], "result": result}
    body = json.dumps(frame).encode()
    return lambda _request: httpx.Response(status, content=body)


async def all_of(things: AsyncIterator[object]) -> None:
    async for _ in things:
        pass


def test_what_costs_something_is_not_asked_for_twice_when_its_answer_is_lost() -> None:
    asked: list[bytes] = []

    def gone(request: httpx.Request) -> httpx.Response:
        asked.append(request.content)
        raise httpx.ReadError("gone")

    with pytest.raises(CloudLost):
        asyncio.run(WorkersAi(cloud_with(gone), SMALL).embed(["lime"]))

    assert sum(b"lime" in body for body in asked) == 1


def files_of(cloud: Cloudflare) -> R2Files:
    return R2Files(Bucket(cloud, "notebrain"))


SHA = sha256(b"a").hexdigest()
ACTS: dict[str, Callable[[Cloudflare], Awaitable[object]]] = {
    "verify": verify,
    "check": check,
    "find": lambda cloud: D1(cloud).find("x"),
    "get": lambda cloud: D1(cloud).get(DATABASE),
    "create": lambda cloud: D1(cloud).create("x"),
    "run": lambda cloud: D1(cloud).run(DATABASE, [Statement("select 1"), Statement("select 2")]),
    "embed": lambda cloud: WorkersAi(cloud, SMALL).embed(["a"]),
    "exists": lambda cloud: Vectorize(cloud, SMALL.space).exists(),
    "state": lambda cloud: Vectorize(cloud, SMALL.space).state(),
    "query": lambda cloud: Vectorize(cloud, SMALL.space).query(VECTOR, limit=3),
    "vectors": lambda cloud: Vectorize(cloud, SMALL.space).get(["a"]),
    "page": lambda cloud: Vectorize(cloud, SMALL.space).page(),
    "upsert": lambda cloud: all_of(Vectorize(cloud, SMALL.space).upsert([Vector("a", VECTOR)])),
    "delete": lambda cloud: all_of(Vectorize(cloud, SMALL.space).delete_ids(["a"])),
    "bucket": lambda cloud: Bucket(cloud, "notebrain").make(),
    "send": lambda cloud: files_of(cloud).send(SHA, BytesIO(b"a")),
    "receive": lambda cloud: files_of(cloud).receive(SHA, BytesIO()),
    "check file": lambda cloud: files_of(cloud).check(SHA),
    "files": lambda cloud: files_of(cloud).stored(),
    "remove": lambda cloud: files_of(cloud).remove(SHA),
}
NAMES = [
    "uuid", "name", "success", "results", "columns", "rows", "meta", "changes", "data", "response",
    "shape", "config", "dimensions", "matches", "id", "score", "values", "vectors", "nextCursor",
    "isTruncated", "mutationId", "status", "expires_on", "metadata", "key", "size", "etag", "parts",
]  # fmt: skip
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6)
    ),
    max_leaves=15,
)


@pytest.mark.slow
@pytest.mark.parametrize("act", ACTS.values(), ids=list(ACTS))
@settings(max_examples=15)
@given(result=ANYTHING)
def test_whatever_is_in_the_frame_only_typed_errors_come_out(act, result) -> None:
    async def run() -> None:
        await act(cloud_with(giving(result)))

    with suppress(CloudError):
        asyncio.run(run())


@pytest.mark.parametrize("status", ["disabled", "expired"])
def test_a_token_that_is_known_but_no_longer_good_is_told(status) -> None:
    cloud = cloud_with(giving({"id": "x", "status": status}))

    with pytest.raises(CloudAuth, match="create a new token"):
        asyncio.run(verify(cloud))


def test_a_token_neither_check_knows_may_still_open_the_account() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        unknown = "tokens/verify" in request.url.path
        return giving([], 401, 1000)(request) if unknown else giving([])(request)

    verified = asyncio.run(verify(cloud_with(answer)))

    assert verified.owner is Owner.UNKNOWN


def test_an_account_id_nobody_has_ends_the_check() -> None:
    with pytest.raises(CloudConfig, match="account ID"):
        asyncio.run(check(cloud_with(giving(None, 404, 7003))))


def test_without_a_network_nothing_is_said_to_be_missing() -> None:
    def answer(_request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no route")

    with pytest.raises(CloudOffline):
        asyncio.run(check(cloud_with(answer)))


def test_what_the_check_cannot_find_out_is_told_apart_from_what_is_missing() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        used_up = "/ai/run/" in request.url.path
        return giving(None, 429, 4006)(request) if used_up else giving([])(request)

    checked = asyncio.run(check(cloud_with(answer)))

    assert checked.missing == ()
    assert [type(why) for _, why in checked.doubts] == [CloudQuota]


def test_both_shapes_of_an_answer_hold_vectors() -> None:
    row = [3.0, 4.0] + [0.0] * 1022

    vectors = [
        asyncio.run(WorkersAi(cloud_with(giving({name: [row]})), M3).embed(["a"])).vectors
        for name in ("data", "response")
    ]

    assert vectors[0] == vectors[1]
    assert len(vectors[0][0]) == 4096


@pytest.mark.parametrize(
    "row",
    [[], [0.0] * 384, [1.0] * 383, [1e308] * 384, [float("nan")] * 384, ["1"] * 384, [True] * 384],
)
def test_what_is_no_vector_is_never_kept(row) -> None:
    answer = giving({"data": [[1.0] * 384, row]})

    with pytest.raises(CloudError):
        asyncio.run(WorkersAi(cloud_with(answer), SMALL).embed(["a", "b"]))


def test_the_name_of_an_index_always_fits() -> None:
    space = Space(model="@cf/x/" + "Very.Long_" * 12, pooling="cls", dimensions=1536)

    name = index_name(space)

    assert len(name) <= 64
    assert name.startswith("notebrain-very-long")
    assert name.endswith("-cls-1536")
    assert name != index_name(Space(space.model + "2", "cls", 1536))
