"""The door to the account: frames, errors, tries, pace, and what never leaves it."""

import asyncio
import json
import logging
import pickle
from contextlib import suppress
from datetime import UTC, datetime

import httpx
import pytest
from hypothesis import given, settings, strategies as st

from notebrain.cloud.error_codes import Service
from notebrain.cloud.error_texts import waiting_time
from notebrain.cloud.rate_limit import RateLimiter, TokenBucket
from notebrain.cloud.request import Ask, base_url, json_body
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.credentials import clean
from notebrain.domain.errors import (
    CloudBadRequest,
    CloudConfig,
    CloudError,
    CloudMissing,
    CloudOffline,
    CloudQuota,
    CloudThrottle,
    CloudTransient,
    Interrupted,
)
from tests.fakes.passing_time import PassingTime

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
SECRET = "cfut_do-not-tell-anybody-1234567890"
ACCOUNT = "0123456789abcdef0123456789abcdef"
OK = {"success": True, "errors": [], "messages": [], "result": {"a": 1}}
NOTE = "my doctor said that nobody may know"


class At:
    def now(self) -> datetime:
        return NOW


def failing(status: int, code: int, said: str = "", **headers: str) -> httpx.Response:
    errors = [{"code": code, "message": said}]
    frame = {"success": False, "errors": errors, "messages": [], "result": None}
    return httpx.Response(status, json=frame, headers=headers)


def cloud_of(*answers: httpx.Response | Exception, time: PassingTime | None = None) -> Cloudflare:
    """Return an account that gives these answers in turn, the last one for ever."""
    left = list(answers)

    def answer(_request: httpx.Request) -> httpx.Response:
        now = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(now, Exception):
            raise now
        return httpx.Response(now.status_code, headers=now.headers, content=now.content)

    pace = RateLimiter(passing=time or PassingTime(), chance=lambda: 1.0)
    transport = httpx.MockTransport(answer)
    return Cloudflare(clean(SECRET, ACCOUNT), clock=At(), pace=pace, transport=transport)


def asked(cloud: Cloudflare, service: Service = Service.D1, **more):
    return asyncio.run(cloud.ask(Ask(service, "GET", "/x", **more)))


@pytest.mark.parametrize(
    ("header", "wait_s"),
    [
        (None, None),
        ("", None),
        ("7", 7.0),
        ("0", 0.0),
        ("-3", None),
        ("nan", None),
        ("1e300", 3600.0),
        ("Sat, 21 Nov 2026 18:30:20 GMT", 20.0),
        ("Sat, 21 Nov 2026 18:00:00 GMT", 0.0),
        ("tomorrow", None),
    ],
)
def test_a_wait_is_read_as_seconds_or_as_a_moment(header, wait_s) -> None:
    assert waiting_time(header, NOW) == wait_s


def test_a_passing_fault_is_tried_again_after_growing_waits() -> None:
    time = PassingTime()
    html = httpx.Response(502, html="<html>502 Bad Gateway</html>")
    cloud = cloud_of(
        html,
        html,
        failing(500, 7500, "internal error; reference = a"),
        httpx.Response(200, json=OK),
        time=time,
    )

    reply = asked(cloud)

    assert reply.result == {"a": 1}
    assert time.slept == [1.0, 2.0, 4.0]


def test_the_wait_it_asks_for_is_kept_and_concerns_everything() -> None:
    time = PassingTime()
    busy = failing(429, 10013, "Too many requests", **{"Retry-After": "12"})
    cloud = cloud_of(busy, httpx.Response(200, json=OK), time=time)

    asked(cloud)

    assert time.slept[0] == 12.0


def test_a_wait_beyond_its_patience_is_handed_on_and_nobody_asks_meanwhile() -> None:
    time = PassingTime()
    cloud = cloud_of(httpx.Response(429), httpx.Response(200, json=OK), time=time)
    with pytest.raises(CloudThrottle) as first:
        asked(cloud)
    assert first.value.retry_after_s == 300.0

    with pytest.raises(CloudThrottle) as second:
        asked(cloud, service=Service.AI)

    assert second.value.retry_after_s == 300.0
    assert cloud.requests == 1
    time.now += 301
    assert asked(cloud).result == {"a": 1}


def test_a_burst_of_vectors_leaves_the_other_services_alone() -> None:
    cloud = cloud_of(failing(400, 40041, "Too Many Requests"), httpx.Response(200, json=OK))
    with pytest.raises(CloudThrottle) as error:
        asked(cloud, service=Service.VECTORIZE, patience_s=0)

    reply = asked(cloud, service=Service.D1, patience_s=0)

    assert error.value.retry_after_s == 15.0
    assert reply.result == {"a": 1}


def test_a_used_up_share_tells_when_it_begins_anew_and_is_not_tried_again() -> None:
    cloud = cloud_of(failing(429, 4006, "daily free allocation"))

    with pytest.raises(CloudQuota) as error:
        asked(cloud, service=Service.AI)

    assert error.value.resets_at == datetime(2026, 11, 22, tzinfo=UTC)
    assert error.value.retry_after_s == 5.5 * 3600
    assert cloud.requests == 1


def test_a_wrong_clock_here_does_not_move_the_moment_it_begins_anew() -> None:
    used_up = failing(429, 4006, Date="Wed, 25 Nov 2026 23:00:00 GMT")

    with pytest.raises(CloudQuota) as error:
        asked(cloud_of(used_up), service=Service.AI)

    assert error.value.resets_at == datetime(2026, 11, 26, tzinfo=UTC)
    assert error.value.retry_after_s == 3600


def test_a_question_somebody_waits_for_does_not_stand_in_line() -> None:
    time = PassingTime()
    cloud = cloud_of(httpx.Response(200, json=OK), time=time)

    async def many() -> None:
        for _ in range(100):
            await cloud.ask(Ask(Service.D1, "GET", "/x"))

    asyncio.run(many())
    assert time.slept
    time.slept.clear()

    asked(cloud, patience_s=0)

    assert time.slept == []


def test_what_may_have_been_done_is_not_sent_twice() -> None:
    cloud = cloud_of(httpx.ReadError("gone"), httpx.Response(200, json=OK))

    with pytest.raises(CloudTransient):
        asked(cloud, repeatable=False)

    assert cloud.requests == 1


def test_what_surely_was_not_done_is_sent_again() -> None:
    cloud = cloud_of(httpx.ConnectError("no route"), httpx.Response(200, json=OK))

    reply = asked(cloud, repeatable=False)

    assert reply.result == {"a": 1}


def test_no_network_is_told_as_such() -> None:
    with pytest.raises(CloudOffline, match="cannot be reached"):
        asked(cloud_of(httpx.ConnectError("no route")), patience_s=0)


def test_the_page_of_a_hotel_is_not_taken_for_an_answer() -> None:
    page = httpx.Response(200, html="<html>Please sign in</html>")

    with pytest.raises(CloudTransient, match="sign in"):
        asked(cloud_of(page), patience_s=0)


def test_a_redirection_is_not_followed() -> None:
    away = httpx.Response(302, headers={"Location": "https://elsewhere.example/"})
    cloud = cloud_of(away)

    with pytest.raises(CloudTransient):
        asked(cloud, patience_s=0)

    assert cloud.requests == 1


def test_a_canceled_request_ends_at_once() -> None:
    async def hang(_request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    async def canceled() -> None:
        transport = httpx.MockTransport(hang)
        cloud = Cloudflare(clean(SECRET, ACCOUNT), clock=At(), transport=transport)
        task = asyncio.create_task(cloud.ask(Ask(Service.D1, "GET", "/x")))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(canceled())


def test_an_answer_that_never_comes_ends_with_its_time() -> None:
    async def hang(_request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    cloud = Cloudflare(clean(SECRET, ACCOUNT), clock=At(), transport=httpx.MockTransport(hang))

    with pytest.raises(CloudTransient, match="in time"):
        asked(cloud, timeout_s=0.01, patience_s=0)


@pytest.mark.parametrize("word", [SECRET, ACCOUNT, NOTE, "doctor said that"])
def test_neither_the_token_nor_a_note_is_in_an_error_or_a_log(word, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    said = f"{SECRET} for {ACCOUNT}: near '{word}' in {NOTE}"
    cloud = cloud_of(failing(503, 1, said), failing(400, 5006, said))
    ask = Ask(Service.AI, "POST", "/x", body=json_body([NOTE]), private=(NOTE,))

    with pytest.raises(CloudBadRequest) as error:
        asyncio.run(cloud.ask(ask))

    shown = f"{error.value} {error.value!r} {error.value.detail} {ask!r} {cloud!r} {caplog.text}"
    assert word not in shown
    assert SECRET not in repr(vars(error.value))
    assert "5006" in error.value.detail


def test_a_token_does_not_leave_the_process_by_accident() -> None:
    credentials = clean(SECRET, ACCOUNT)

    assert SECRET not in f"{credentials!r} {credentials.token} {[credentials.token]}"
    with pytest.raises(TypeError):
        pickle.dumps(credentials)


@pytest.mark.slow
@settings(max_examples=150)
@given(
    body=st.one_of(
        st.binary(max_size=200),
        st.sampled_from(
            [b"[" * 100_000, b"1" * 10_000, b"\xff\xfe", b'{"success":true', b"null", b"NaN"]
        ),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(
                        [
                            "success",
                            "errors",
                            "result",
                            "code",
                            "message",
                            "messages",
                            "result_info",
                            "total_count",
                        ]
                    ),
                    inner,
                    max_size=5,
                )
            ),
            max_leaves=12,
        ).map(lambda value: json.dumps(value).encode()),
    ),
    status=st.sampled_from(
        [200, 204, 301, 400, 401, 403, 404, 408, 410, 413, 418, 429, 500, 502, 503, 522]
    ),
    service=st.sampled_from(Service),
    wait=st.sampled_from([None, "", "1", "x", "-1", "nan", "1e999", "Mon, 99 Foo"]),
)
def test_whatever_answers_only_typed_errors_come_out(body, status, service, wait) -> None:
    headers = {} if wait is None else {"Retry-After": wait}
    cloud = cloud_of(httpx.Response(status, content=body, headers=headers))

    with suppress(CloudError):
        asked(cloud, service=service, patience_s=0)


def test_never_more_than_the_account_allows_in_five_minutes() -> None:
    bucket, now, sent = TokenBucket(at=0.0), 0.0, 0
    while now <= 300.0:
        now += bucket.take(now)
        sent += 1

    assert 640 < sent < 720


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/client/v4",
        "http://127.0.0.1:80/x",
        "http://localhost:1",
        "http://[::1]:9/x",
    ],
)
def test_a_stand_in_may_be_asked_in_the_open_only_on_this_computer(url) -> None:
    assert base_url({"NOTEBRAIN_CLOUDFLARE_API": url + "/"}) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com",
        "http://127.0.0.1.evil.com/",
        "http://localhost@evil.com/",
        "ftp://x",
        "https://",
    ],
)
def test_an_address_that_would_give_the_token_away_is_refused(url) -> None:
    with pytest.raises(CloudConfig, match="https"):
        base_url({"NOTEBRAIN_CLOUDFLARE_API": url})


def test_the_end_breaks_off_what_is_under_way_and_leaves_no_connection_open() -> None:
    async def live() -> tuple[CloudError, bool]:
        connected, gone = asyncio.Event(), asyncio.Event()

        async def never_answer(reader: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
            connected.set()
            while await reader.read(1000):
                pass
            to.close()
            gone.set()

        server = await asyncio.start_server(never_answer, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        cloud = Cloudflare(
            clean(SECRET, ACCOUNT), clock=At(), base_url=f"http://{host}:{port}", pace=RateLimiter()
        )
        asked = asyncio.create_task(cloud.ask(Ask(Service.D1, "GET", "/x", timeout_s=3600)))
        await connected.wait()

        await cloud.end()

        with pytest.raises(CloudError) as told:
            await asked
        async with asyncio.timeout(30):
            await gone.wait()
        server.close()
        await server.wait_closed()
        return told.value, gone.is_set()

    error, gone = asyncio.run(live())

    assert isinstance(error, CloudTransient)
    assert gone


# ------------------------------------------------------------------ large bodies


LARGE = bytes(1_000_000)


def cloud_with(answer) -> Cloudflare:
    pace = RateLimiter(passing=PassingTime(), chance=lambda: 1.0)
    transport = httpx.MockTransport(answer)
    return Cloudflare(clean(SECRET, ACCOUNT), clock=At(), pace=pace, transport=transport)


def test_a_large_body_goes_in_pieces_with_its_length_in_front() -> None:
    seen: list[httpx.Request] = []
    pieces: list[int] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        await request.aread()
        seen.append(request)
        return httpx.Response(200, json=OK)

    asked(cloud_with(answer), Service.R2, body=LARGE, on_bytes=pieces.append)

    assert seen[0].content == LARGE
    assert seen[0].headers["content-length"] == "1000000"
    assert "transfer-encoding" not in seen[0].headers
    assert sum(pieces) == len(LARGE)
    assert len(pieces) > 3


def test_a_body_can_be_received_raw_and_an_error_still_has_its_frame() -> None:
    pieces: list[int] = []
    raw = cloud_of(httpx.Response(200, content=LARGE))
    missing = cloud_of(failing(404, 10007, "The specified key does not exist."))

    reply = asked(raw, Service.R2, raw=True, on_bytes=pieces.append)

    assert reply.result == LARGE
    assert sum(pieces) == len(LARGE)
    with pytest.raises(CloudMissing):
        asked(missing, Service.R2, raw=True)


def test_a_request_that_moves_may_take_longer_than_its_limit() -> None:
    """Every piece takes two thirds of the limit, all of them together far more."""

    async def run() -> object:
        loop = asyncio.get_running_loop()
        start, late = loop.time(), 0.0
        loop.time = lambda: start + late  # type: ignore[method-assign]

        def piece(_size: int) -> None:
            nonlocal late
            late += 20.0

        async def answer(_request: httpx.Request) -> httpx.Response:
            for _turn in range(3):
                await asyncio.sleep(0)  # an ended limit would strike here
            return httpx.Response(200, json=OK)

        ask = Ask(Service.R2, "PUT", "/x", body=LARGE, timeout_s=30.0, on_bytes=piece)
        reply = await cloud_with(answer).ask(ask)
        assert late >= 80.0
        return reply.result

    assert asyncio.run(run()) == OK["result"]


def test_whatever_a_watcher_raises_ends_the_request_and_is_not_tried_again() -> None:
    pieces: list[int] = []

    def stop(size: int) -> None:
        pieces.append(size)
        raise Interrupted("enough")

    cloud = cloud_of(httpx.Response(200, json=OK))
    with pytest.raises(Interrupted):
        asked(cloud, Service.R2, body=LARGE, on_bytes=stop)

    assert len(pieces) == cloud.requests == 1


def test_a_burst_of_files_leaves_the_notes_alone() -> None:
    cloud = cloud_of(failing(429, 10058, "TooManyRequests"))

    with pytest.raises(CloudThrottle):
        asked(cloud, Service.R2, patience_s=0.5)

    assert cloud.pace.shut_for(Service.R2) > 0
    assert cloud.pace.shut_for(Service.D1) == 0
