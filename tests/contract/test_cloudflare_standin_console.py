"""What can be typed to an account that was started by hand."""

from collections.abc import Iterator

import httpx
import pytest

from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.cloudflare.console import HELP, Console


@pytest.fixture
def account() -> Iterator[Standin]:
    with start_cloudflare() as account:
        yield account


def databases(account: Standin) -> httpx.Response:
    """Ask for the databases of the account with its newest token."""
    headers = {"Authorization": f"Bearer {account.token}"}
    return httpx.get(f"{account.base_url}/accounts/{account.account}/d1/database", headers=headers)


def test_a_trouble_lasts_until_it_is_ended(account: Standin) -> None:
    console = Console(account)

    console.answer("error\n")
    assert [databases(account).status_code for _ in range(2)] == [502, 502]
    console.answer("ok\n")

    assert databases(account).status_code == 200


def test_tokens_are_taken_back_and_made_without_a_permission(account: Standin) -> None:
    console = Console(account)

    console.answer("revoke")
    assert databases(account).status_code == 401
    told = console.answer("token without d1")
    assert told.endswith(account.token)
    assert databases(account).status_code in (401, 403)
    console.answer("token")

    assert databases(account).status_code == 200


def test_it_shows_what_the_account_holds_and_takes_it_away(account: Standin) -> None:
    console = Console(account)
    account.d1.create("notebrain")

    assert "database notebrain" in console.answer("look")
    assert console.answer("delete") == "gone: notebrain"
    assert databases(account).json()["result"] == []


@pytest.mark.parametrize("line", ["", "help", "quota today", "token D1"])
def test_it_tells_what_it_understands(account: Standin, line: str) -> None:
    assert Console(account).answer(line) == HELP
