"""The account's vectors from end to end: two computers, the command line, and the account that is not there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.settings.search import SEARCH_MODEL
from notebrain.cloud.workers_ai import SMALL, index_name
from notebrain.embedders import local
from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    monkeypatch.setattr(local, "LocalEmbedder", lambda *_model: FakeEmbedder())
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        yield standin


@pytest.fixture
def pair(tmp_path: Path, account: Standin) -> tuple[InProcess, InProcess]:
    one, two = InProcess(tmp_path / "one"), InProcess(tmp_path / "two")
    for computer in (one, two):
        assert computer.run("account", "connect", "--yes").code == 0
    account.ai.embedded.clear()  # what the check of the permissions asked for
    return one, two


def points(account: Standin) -> set[str]:
    account.vectorize.settle()
    return set(account.vectorize.index(index_name(SMALL.space)).vectors())


def sync(computer: InProcess) -> None:
    computer.run("sync")
    computer.run("index")
    assert computer.run("sync").code == 0


def ask_the_account(computer: InProcess) -> None:
    with Brain.open(computer.vault) as brain:
        brain.services.settings.put(SEARCH_MODEL, "account").result()


@pytest.mark.slow
def test_the_second_computer_pays_for_no_vector_the_first_has_paid_for(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, two = pair
    for number in range(3):
        one.capture(f"note number {number}", "--at", "2026-01-02")
    one.capture("mine alone", "--local-only", "--at", "2026-01-02")

    sync(one)
    sync(two)

    assert sorted(account.ai.embedded) == [f"note number {number}" for number in range(3)]
    assert len(points(account)) == 3


@pytest.mark.slow
def test_the_account_s_model_answers_and_without_it_the_local_one(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, _two = pair
    wanted = one.capture("the cat sat on the mat", "--at", "2026-01-02")
    one.capture("weather of the week", "--at", "2026-01-02")
    sync(one)
    ask_the_account(one)
    account.ai.embedded.clear()

    found = one.run("search", "cat mat", "--mode", "meaning", "--json").json
    assert account.ai.embedded == ["cat mat"]
    assert found["degraded"] is None
    assert found["hits"][0]["note_id"] == wanted
    with account.faults.during(faults.server_error()):
        found = one.run("search", "cat mat", "--mode", "meaning", "--json").json

    assert "model on this computer" in found["degraded"]
    assert found["hits"][0]["note_id"] == wanted


@pytest.mark.slow
def test_a_fresh_computer_finds_by_meaning_before_it_has_read_a_note(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, two = pair
    wanted = one.capture("the cat sat on the mat", "--at", "2026-01-02")
    one.capture("weather of the week", "--at", "2026-01-02")
    sync(one)
    account.vectorize.settle()
    two.run("sync")
    ask_the_account(two)

    found = two.run("search", "cat mat", "--mode", "meaning", "--json").json

    assert found["indexed"] == {"done": 0, "total": 2}
    assert [hit["note_id"] for hit in found["hits"]][:1] == [wanted]


def test_a_purged_note_leaves_nothing_in_the_account(
    pair: tuple[InProcess, InProcess], account: Standin
) -> None:
    one, _two = pair
    gone = one.capture("away with it", "--at", "2026-01-02")
    one.capture("this stays", "--at", "2026-01-02")
    sync(one)
    assert len(points(account)) == 2

    with Brain.open(one.vault) as brain:
        brain.forget(gone)
        brain.purge(gone)
    sync(one)

    assert {point[:32] for point in points(account)}.isdisjoint({gone.replace("-", "")})
    assert len(points(account)) == 1
