"""The account that is not there, and someone who asks it."""

from collections.abc import Iterator

import pytest

from tests.engine.bucket import objects_on
from tests.engine.database import databases_on
from tests.engine.process import Engine, installed
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.cloudflare.asking import Asking


@pytest.fixture
def account(standin_account: Standin) -> Standin:
    return standin_account


@pytest.fixture
def standin_account() -> Iterator[Standin]:
    with start_cloudflare() as standin:
        yield standin


@pytest.fixture
def engine_account(engine: Engine) -> Iterator[Standin]:
    """The same account, with databases and buckets on the engine of the service."""
    databases, objects = databases_on(engine), objects_on(engine)
    with start_cloudflare(databases=databases, objects=objects) as standin:
        yield standin


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    folder = installed()
    if folder is None:
        pytest.skip("the engine is not installed; `dev.py engine` installs it")
    with Engine(folder) as running:
        yield running


@pytest.fixture
def ask(account: Standin) -> Iterator[Asking]:
    with Asking(account, account.token) as asking:
        yield asking
