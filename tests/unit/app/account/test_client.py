"""The line to an account: a new one takes the place of the old one, which is never opened again."""

import asyncio
from collections.abc import Iterator

import pytest

from notebrain.app.account.client import AccountNetwork
from notebrain.app.account.connection import Connection
from notebrain.cloud.workers_ai import SMALL
from notebrain.credentials.stores import Place
from notebrain.domain.credentials import Credentials, Token
from notebrain.domain.errors import CloudOffline
from notebrain.domain.sync.remote import Remote
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Standin, start_cloudflare


@pytest.fixture
def account() -> Iterator[Standin]:
    with start_cloudflare() as standin:
        yield standin


async def ask(remote: Remote) -> None:
    await remote.embedder.embed(["lime trees"])


def test_who_holds_a_line_that_was_closed_reaches_nothing_and_opens_nothing(
    account: Standin,
) -> None:
    network = AccountNetwork(FakeClock(), {"NOTEBRAIN_CLOUDFLARE_API": account.base_url}, pace=None)
    connection = Connection(
        account.account, account.d1.create("notebrain").uuid, "notebrain", "vault"
    )

    async def key_of(_connection: Connection) -> tuple[Credentials, Place]:
        return Credentials(Token(account.token), account.account), Place.RUN

    async def replaced() -> None:
        old = await network.remote(connection, SMALL, key_of)
        await ask(old)
        await network.close()

        with pytest.raises(CloudOffline):
            await ask(old)
        new = await network.remote(connection, SMALL, key_of)
        await ask(new)
        assert await network.remote(connection, SMALL, key_of) is new
        await network.close()

    asyncio.run(replaced())
