"""The stand-in's doorman: tokens, accounts, permissions, routes and the limit over all of them."""

from collections.abc import Callable

import httpx
import pytest

from tests.fakes.cloudflare import Permission, Standin, start_cloudflare
from tests.fakes.cloudflare.asking import Asking
from tests.fakes.cloudflare.tokens import Token

OTHER_ACCOUNT = "0123456789abcdef0123456789abcdef"


def asking(account: Standin, token: Token) -> Asking:
    return Asking(account, token.value)


def test_a_user_token_is_verified_at_the_door_of_users_only(ask: Asking) -> None:
    told = ask.get("/user/tokens/verify")

    assert told.result["status"] == "active"
    # the number of "Authentication error" comes with success here
    assert '"code": 10000' in told.text
    assert ask.get("tokens/verify").refusal == (401, 1000)


def test_an_account_token_is_verified_at_the_door_of_accounts_only(account: Standin) -> None:
    with asking(account, account.tokens.issue(of_account=True)) as ask:
        assert ask.get("tokens/verify").result["status"] == "active"
        told = ask.get("/user/tokens/verify")
        assert (*told.refusal, told.message) == (401, 1000, "Invalid API Token")
        assert ask.get(f"/accounts/{OTHER_ACCOUNT}/tokens/verify").refusal == (401, 1000)
        assert ask.get("d1/database").status == 200


@pytest.mark.parametrize("status", ["expired", "disabled"])
def test_a_token_that_has_ended_says_so_and_opens_nothing(account: Standin, status: str) -> None:
    token = account.tokens.issue(status=status, expires_on="2026-01-01T00:00:00Z")

    with asking(account, token) as ask:
        assert ask.get("/user/tokens/verify").result == {
            "id": token.id,
            "status": status,
            "expires_on": "2026-01-01T00:00:00Z",
        }
        assert ask.get("d1/database").refusal == (401, 10000)


def test_a_deleted_token_is_unknown_everywhere(account: Standin) -> None:
    token = account.tokens.issue()
    account.tokens.revoke(token.value)

    with asking(account, token) as ask:
        told = ask.get("d1/database")
        assert (*told.refusal, told.message) == (401, 10000, "Authentication error")
        assert ask.get("/user/tokens/verify").refusal == (401, 1000)


@pytest.mark.parametrize("value", ["", "Bearer", "Token x", "Bearer a b"])
def test_malformed_headers_are_refused(account: Standin, value: str) -> None:
    reply = httpx.get(f"{account.base_url}/accounts", headers={"Authorization": value})

    assert reply.status_code == 400
    (error,) = reply.json()["errors"]
    assert (error["code"], error["error_chain"][0]["code"]) == (6003, 6111)


MISSING: list[tuple[Permission, str, str, tuple[int, int]]] = [
    (Permission.D1_EDIT, "POST", "d1/database", (403, 7403)),
    (Permission.VECTORIZE_EDIT, "POST", "vectorize/v2/indexes", (401, 10000)),
    (Permission.AI_EDIT, "POST", "ai/run/@cf/baai/bge-small-en-v1.5", (401, 10000)),
    (Permission.AI_READ, "POST", "ai/run/@cf/baai/bge-small-en-v1.5", (401, 10000)),
    (Permission.R2_EDIT, "POST", "r2/buckets", (401, 10000)),
    (Permission.ACCOUNT_READ, "GET", "", (401, 10000)),
]


@pytest.mark.parametrize(("missing", "method", "path", "refusal"), MISSING)
def test_a_missing_permission_is_refused(
    account: Standin, missing: Permission, method: str, path: str, refusal: tuple[int, int]
) -> None:
    path = path or f"/accounts/{account.account}"

    with asking(account, account.tokens.issue(without=[missing])) as ask:
        assert ask(method, path, {} if method == "POST" else None).refusal == refusal


@pytest.mark.parametrize("path", ["d1/database", "vectorize/v2/indexes", "r2/buckets"])
def test_reading_is_open_to_those_who_may_write(account: Standin, path: str) -> None:
    writing = (Permission.D1_EDIT, Permission.VECTORIZE_EDIT, Permission.R2_EDIT)

    with asking(account, account.tokens.issue(writing)) as ask:
        assert ask.get(path).status == 200


def test_a_narrow_token_sees_no_accounts(account: Standin, ask: Asking) -> None:
    narrow = account.tokens.issue(without=[Permission.ACCOUNT_READ])

    with asking(account, narrow) as other:
        assert other.get("/accounts").result == []
    assert [one["id"] for one in ask.get("/accounts").result] == [account.account]
    assert ask.get(f"/accounts/{account.account}").result["id"] == account.account


@pytest.mark.parametrize(
    ("path", "refusal"),
    [
        (f"/accounts/{OTHER_ACCOUNT}/d1/database", (401, 10000)),
        ("/accounts/not-an-account/d1/database", (404, 7003)),
        (f"/accounts/%EF%BB%BF{OTHER_ACCOUNT}/d1/database", (404, 7003)),
        (f"/accounts/{OTHER_ACCOUNT}%20/d1/database", (404, 7003)),
        (f"/accounts/{OTHER_ACCOUNT}/nothing", (404, 7000)),
        ("/nothing", (404, 7000)),
    ],
)
def test_other_places_are_refused(ask: Asking, path: str, refusal: tuple[int, int]) -> None:
    assert ask.get(path).refusal == refusal


def test_a_method_nobody_knows_is_not_allowed(ask: Asking) -> None:
    assert ask("PATCH", "vectorize/v2/indexes").refusal == (405, 7001)


def test_too_many_requests_close_the_door_for_five_minutes() -> None:
    with start_cloudflare(rate_limit=3) as account, Asking(account, account.token) as ask:
        account.clock.stand_still()
        other = account.tokens.issue()
        first = [ask.get("/accounts").status for _ in range(3)]

        with asking(account, other) as second:
            told = second.get("/accounts")
        account.clock.forward(minutes=4)
        later = ask.get("/accounts")
        account.clock.forward(minutes=1)

        assert first == [200, 200, 200]
        assert told.status == 429
        assert told.headers["retry-after"] == "300"
        assert told.headers["x-ratelimit-remaining"] == "0"
        assert (later.status, later.headers["retry-after"]) == (429, "60")
        assert ask.get("/accounts").status == 200


def test_the_limit_slides(account: Standin, ask: Asking) -> None:
    account.clock.stand_still()
    account.rate_limit.limit = 2

    def spread(step: Callable[[], None]) -> list[int]:
        found = []
        for _ in range(4):
            found.append(ask.get("/accounts").status)
            step()
        return found

    assert spread(lambda: account.clock.forward(minutes=3)) == [200] * 4


def test_every_answer_has_a_number_and_the_accounts_time(account: Standin, ask: Asking) -> None:
    account.clock.stand_still()
    before = ask.get("/accounts").headers
    account.clock.forward(days=30)
    after = ask.get("/accounts").headers

    assert before["cf-ray"] != after["cf-ray"]
    assert before["date"] != after["date"]


def test_the_record_keeps_everything_but_the_token(account: Standin, ask: Asking) -> None:
    ask.post("d1/database", {"name": "notes"})
    ask.get("d1/database/none")

    first, second = account.requests.of("d1.*")

    assert (first.operation, first.json(), first.status) == ("d1.create", {"name": "notes"}, 200)
    assert (second.operation, second.codes) == ("d1.get", (7404,))
    assert account.token not in repr(list(account.requests))
