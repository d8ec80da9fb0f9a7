"""account model: one that knows the notes' languages is suggested, and taken or declined once its cost is known."""

from collections.abc import Iterator

import pytest

from notebrain.app.api import Brain
from notebrain.app.settings.table import INDEX_LANGUAGES
from notebrain.cloud.workers_ai import BASE, M3, SMALL, index_name
from notebrain.embedders import local
from notebrain.embedders.bundled import BundledModel
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder

GERMAN = "Der Zählerstand im Keller ist noch nicht so hoch, wie er am Ende des Jahres sein wird"
ENGLISH = "The meter in the cellar is not yet as high as it will be at the end of the year"
OFFER = "notebrain account model --use bge-m3"


def bundled(_folder: object, model: BundledModel) -> FakeEmbedder:
    embedder = FakeEmbedder()
    embedder.space = model.space
    return embedder


@pytest.fixture
def account(
    monkeypatch: pytest.MonkeyPatch, notebrain: InProcess, quick_tries: None
) -> Iterator[Standin]:
    monkeypatch.setattr(local, "LocalEmbedder", bundled)
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        yield standin


def connect(notebrain: InProcess, text: str) -> None:
    notebrain.capture(text)
    assert notebrain.run("account", "connect", "--yes").code == 0
    notebrain.run("index")


def model(notebrain: InProcess, *arguments: str) -> tuple[str, str | None]:
    told = notebrain.run("account", "model", *arguments, "--json").json
    return told["model"], told["suggested_model"]


def test_notes_in_another_language_are_offered_the_model_that_knows_it_and_the_cost_comes_first(
    notebrain: InProcess, account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect(notebrain, GERMAN)
    assert OFFER in notebrain.run("account", "status").text
    assert model(notebrain) == (SMALL.name, M3.name)

    unasked = notebrain.run("account", "model", "--use", "bge-m3", stdin=b"")

    assert unasked.code == 2
    assert "1 note still to be read by bge-m3: less than 1 % of the free day." in unasked.text
    assert model(notebrain) == (SMALL.name, M3.name)

    assert model(notebrain, "--use", "bge-m3", "--yes") == (M3.name, None)
    assert OFFER not in notebrain.run("account", "status").text
    assert notebrain.run("sync").code == 0
    account.vectorize.settle()
    assert len(account.vectorize.index(index_name(M3.space)).vectors()) == 1


def test_who_keeps_the_model_in_use_is_not_asked_again(
    notebrain: InProcess, account: Standin
) -> None:
    connect(notebrain, GERMAN)

    assert model(notebrain, "--use", "bge-small-en-v1.5") == (SMALL.name, None)

    assert OFFER not in notebrain.run("account", "status").text
    assert model(notebrain, "--use", BASE.name, "--yes") == (BASE.name, None)


@pytest.mark.parametrize(("text", "languages"), [(ENGLISH, "detect"), (GERMAN, "english")])
def test_nothing_is_offered_for_notes_in_english(
    notebrain: InProcess, account: Standin, text: str, languages: str
) -> None:
    notebrain.capture("one")
    with Brain.open(notebrain.vault) as brain:
        brain.services.settings.put(INDEX_LANGUAGES, languages).result()
    connect(notebrain, text)

    assert model(notebrain) == (SMALL.name, None)


def test_without_an_account_or_with_a_wrong_name_it_says_so(
    notebrain: InProcess, account: Standin
) -> None:
    notebrain.capture(GERMAN)
    assert "not connected" in notebrain.run("account", "model").err
    connect(notebrain, GERMAN + ".")

    wrong = notebrain.run("account", "model", "--use", "gpt", "--yes")

    assert wrong.code == 1
    assert "bge-small-en-v1.5" in wrong.err
