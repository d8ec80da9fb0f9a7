"""The account that is not there, and someone who asks it."""

from collections.abc import Iterator

import pytest

from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.cloudflare.asking import Asking


@pytest.fixture
def account() -> Iterator[Standin]:
    with start_cloudflare() as standin:
        yield standin


@pytest.fixture
def ask(account: Standin) -> Iterator[Asking]:
    with Asking(account, account.token) as asking:
        yield asking
