"""A vault connected to the stand-in of an account whose models may be asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.services import Services, open_services
from notebrain.app.settings.ask import ASK_MODEL_ALLOWED
from notebrain.storage.sync import account as sync_account
from notebrain.storage.writer import outcome
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        yield standin


@pytest.fixture
def services(tmp_path: Path, account: Standin) -> Iterator[Services]:
    services = open_services(tmp_path / "vault", embedder=FakeEmbedder())
    yield services
    services.close()


@pytest.fixture
def connected(services: Services, account: Standin) -> Services:
    async def connect() -> None:
        there = services.cloud.account
        await there.connect(await there.preview(account.token, account.account))

    services.cloud.submit(connect()).result(30)
    outcome(
        services.store.write(
            lambda db: sync_account.connect(db, vault="v", device="here", machine="m")
        )
    )
    services.settings.put(ASK_MODEL_ALLOWED, True).result(10)
    account.requests.clear()
    return services
