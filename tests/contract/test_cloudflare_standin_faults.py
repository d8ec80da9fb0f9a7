"""What the stand-in breaks on purpose, and that it breaks nothing else."""

import threading
import time
from datetime import timedelta
from email.utils import parsedate_to_datetime

import httpx
import pytest

from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.cloudflare.asking import Asking
from tests.fakes.cloudflare.faults import Trouble
from tests.fakes.display import wait_until

CREATE = {"name": "notes"}

REFUSALS: list[tuple[Trouble, int, int]] = [
    (faults.throttled(), 429, 10013),
    (faults.vectorize_busy(), 429, 40041),
    (faults.vectorize_busy(400), 400, 40041),
    (faults.neurons_used_up(), 429, 4006),
    (faults.neurons_used_up(3036), 429, 3036),
    (faults.no_capacity(), 429, 3040),
    (faults.d1_internal(), 500, 7500),
    (faults.d1_reset(), 500, 7500),
    (faults.d1_account_full(), 400, 7500),
    (faults.refused(403, 3041, "account blocked"), 403, 3041),
]


@pytest.mark.parametrize(("trouble", "status", "code"), REFUSALS)
def test_refusals_come_once_and_nothing_is_done(
    account: Standin, ask: Asking, trouble: Trouble, status: int, code: int
) -> None:
    account.faults.add(trouble)

    told = ask.post("d1/database", CREATE)

    assert told.refusal == (status, code)
    assert account.d1.names() == []
    assert ask.post("d1/database", CREATE).status == 200


@pytest.mark.parametrize(
    ("wait", "header"),
    [(7, "7"), ("Fri, 01 Jan 2027 00:00:00 GMT", "Fri, 01 Jan 2027 00:00:00 GMT")],
)
def test_throttling_tells_how_long_to_wait(
    account: Standin, ask: Asking, wait: str | float, header: str
) -> None:
    account.faults.add(faults.throttled(wait))

    assert ask.get("/accounts").headers["retry-after"] == header


def test_throttling_may_keep_silent_about_the_wait(account: Standin, ask: Asking) -> None:
    account.faults.add(faults.throttled(None))

    assert "retry-after" not in ask.get("/accounts").headers


@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        (faults.server_error(), 502),
        (faults.server_error(503), 503),
        (faults.captive_portal(), 200),
        (faults.captive_portal(302), 302),
    ],
)
def test_others_answer_in_html(
    account: Standin, ask: Asking, trouble: Trouble, status: int
) -> None:
    account.faults.add(trouble)

    told = ask.post("d1/database", CREATE)

    assert told.status == status
    assert told.headers["content-type"].startswith("text/html")
    assert "<html>" in told.text
    assert account.d1.names() == []


@pytest.mark.parametrize(
    ("trouble", "done"),
    [
        (faults.dropped(), []),
        (faults.response_lost(), ["notes"]),
        (faults.response_cut(), ["notes"]),
    ],
)
def test_connections_end_before_or_after_it_was_done(
    account: Standin, ask: Asking, trouble: Trouble, done: list[str]
) -> None:
    account.faults.add(trouble)

    with pytest.raises(httpx.RemoteProtocolError):
        ask.post("d1/database", CREATE)

    assert account.d1.names() == done
    assert ask.get("/accounts").status == 200
    assert account.requests.of("d1.create")[0].fault == trouble.name


@pytest.mark.parametrize(
    ("trouble", "text"),
    [
        (faults.truncated_json(), '{"result": {"uuid"'),
        (faults.null_result(), '{"result":null,"success":true'),
        (faults.other_body(b"[]"), "[]"),
    ],
)
def test_answers_are_spoiled_after_it_was_done(
    account: Standin, ask: Asking, trouble: Trouble, text: str
) -> None:
    account.faults.add(trouble)

    told = ask.post("d1/database", CREATE)

    assert told.status == 200
    assert told.text.startswith(text)
    assert account.d1.names() == ["notes"]


def test_a_slow_body_comes_whole_in_the_end(account: Standin, ask: Asking) -> None:
    account.faults.add(faults.slow_body(0.05))

    assert ask.post("d1/database", CREATE).result["name"] == "notes"


def test_who_waits_too_long_for_a_body_gives_up(account: Standin, ask: Asking) -> None:
    account.faults.add(faults.slow_body(60))

    with pytest.raises(httpx.ReadTimeout):
        ask("POST", "d1/database", CREATE, timeout=httpx.Timeout(30, read=0.2))

    # a busy stand-in may act only after the client gave up
    wait_until(lambda: account.d1.names() == ["notes"], what="the database that was asked for")


def test_a_stand_in_that_hangs_still_closes_at_once() -> None:
    with start_cloudflare() as account:
        account.faults.add(faults.hanging())
        reached = threading.Event()

        def ask() -> None:
            reached.set()
            with Asking(account, account.token) as asking, pytest.raises(httpx.TransportError):
                asking.get("/accounts")

        thread = threading.Thread(target=ask)
        thread.start()
        reached.wait(30)
        started = time.monotonic()
    thread.join(30)

    assert not thread.is_alive()
    assert time.monotonic() - started < 10


def test_only_the_named_operation_is_hit_as_often_as_asked(account: Standin, ask: Asking) -> None:
    fault = account.faults.add(faults.no_capacity(), on="d1.*", times=2, skip=1)

    others = [ask.get("/accounts").status for _ in range(2)]
    found = [ask.get("d1/database").status for _ in range(4)]

    assert others == [200, 200]
    assert found == [200, 429, 429, 200]
    assert fault.hits == 2


def test_a_function_may_choose_the_requests(account: Standin, ask: Asking) -> None:
    account.faults.add(
        faults.no_capacity(), on=lambda name, request: b"second" in request.body, times=None
    )

    found = [ask.post("d1/database", {"name": name}).status for name in ("first", "second")]

    assert found == [200, 429]


def test_chance_is_the_same_for_the_same_seed() -> None:
    def found(seed: int) -> list[int]:
        with start_cloudflare(seed=seed) as account, Asking(account, account.token) as ask:
            account.faults.add(faults.no_capacity(), times=None, chance=0.5)
            return [ask.get("/accounts").status for _ in range(20)]

    assert found(1) == found(1)
    assert set(found(1)) == {200, 429}
    assert found(1) != found(2)


def test_a_fault_lasts_for_a_block_or_until_it_is_cleared(account: Standin, ask: Asking) -> None:
    with account.faults.during(faults.no_capacity(), on="accounts.list") as fault:
        inside = [ask.get("/accounts").status for _ in range(3)]
    after = ask.get("/accounts").status
    account.faults.add(faults.no_capacity(), times=None)
    account.faults.clear()

    assert inside == [429] * 3
    assert fault.hits == 3
    assert [after, ask.get("/accounts").status] == [200, 200]


def test_the_date_of_the_account_may_be_wrong(account: Standin, ask: Asking) -> None:
    account.date_skew = timedelta(hours=-3)

    told = parsedate_to_datetime(ask.get("/accounts").headers["date"])

    assert timedelta(hours=2) < account.clock.now() - told < timedelta(hours=4)
