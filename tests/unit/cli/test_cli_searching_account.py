"""search, where the model of the account understands the question: a script of many searches counts like the window."""

from collections.abc import Iterator

import pytest

from notebrain.app.api import Brain
from notebrain.app.settings.search import SEARCH_MODEL
from notebrain.cloud import rate_limit
from notebrain.embedders import local
from notebrain.search.query_embedding import OF_THE_ACCOUNT
from notebrain.storage.embedding import usage
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def account(notebrain: InProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    monkeypatch.setattr(local, "LocalEmbedder", lambda *_model: FakeEmbedder())
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        assert notebrain.run("account", "connect", "--yes").code == 0
        notebrain.capture("The spare key is with Ann", "--at", "2026-01-02")
        assert notebrain.run("sync").code == 0
        with Brain.open(notebrain.vault) as brain:
            brain.services.settings.put(SEARCH_MODEL, OF_THE_ACCOUNT).result()
        standin.requests.clear()
        yield standin


def told(account: Standin) -> int:
    """Return what the computers of the vault were told of requests, by anybody."""
    rows = account.d1.database("notebrain").look("select value from meta where name like 'use:%'")
    return sum(value for (value,) in rows)


def spent(notebrain: InProcess) -> float:
    with Brain.open(notebrain.vault) as brain, brain.services.store.read() as db:
        (day,) = db.execute("select max(day) from neuron_day").fetchone() or (0,)
        return usage.spent(db, day or 0)


@pytest.mark.slow
def test_what_searches_spend_is_counted_and_told_to_the_other_computers(
    notebrain: InProcess, account: Standin
) -> None:
    before, cost = told(account), spent(notebrain)
    for number in range(8):
        assert notebrain.run("search", f"where is key {number}", "--json").json["degraded"] is None
    asked = len(account.requests)
    assert asked >= 8

    assert notebrain.run("sync").code == 0

    assert told(account) - before == len(account.requests)
    assert spent(notebrain) > cost


@pytest.mark.slow
def test_a_script_of_searches_leaves_the_users_share_of_the_requests_alone(
    notebrain: InProcess, account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "URGENT_LIMIT", 20)

    answers = [notebrain.run("search", f"key {number}", "--json").json for number in range(30)]

    assert len(account.requests) <= 20
    assert answers[0]["degraded"] is None
    assert "slow down" in answers[-1]["degraded"]
    assert all(answer["hits"] for answer in answers)
