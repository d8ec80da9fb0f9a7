"""ask, where a model of the account may answer: only once it was allowed, and with its price."""

from collections.abc import Iterator

import pytest

from notebrain.app.api import Brain
from notebrain.app.settings.ask import ASK_MODEL_ALLOWED
from notebrain.domain.grounding.writing_models import LARGE, SMALL
from notebrain.embedders import local
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.cloudflare.faults import refused
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder

QUESTION = "When is the boiler serviced?"


@pytest.fixture
def account(
    notebrain: InProcess, monkeypatch: pytest.MonkeyPatch, notes_go_at_once: None
) -> Iterator[Standin]:
    monkeypatch.setattr(local, "LocalEmbedder", lambda *_model: FakeEmbedder())
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        assert notebrain.run("account", "connect", "--yes").code == 0
        notebrain.capture("The boiler is serviced on 3 March 2026.")
        notebrain.capture("The service of the boiler costs 240 euros.", "--local-only")
        assert notebrain.run("sync").code == 0
        standin.requests.clear()
        standin.ai.script(
            "The boiler is serviced on 3 March 2026 [1]. The boiler costs 340 euros [1]."
        )
        yield standin


def allow(notebrain: InProcess) -> None:
    with Brain.open(notebrain.vault) as brain:
        brain.services.settings.put(ASK_MODEL_ALLOWED, True).result()


def test_until_it_is_allowed_nothing_leaves_and_a_hint_says_how(
    notebrain: InProcess, account: Standin
) -> None:
    done = notebrain.run("ask", QUESTION)

    assert "The boiler is serviced on 3 March 2026." in done.text
    assert "settings under Cloudflare" in done.err
    assert account.requests.of("ai.run") == []


def test_a_model_answers_with_quotes_and_its_price(notebrain: InProcess, account: Standin) -> None:
    allow(notebrain)

    done = notebrain.run("ask", QUESTION)

    assert "The boiler is serviced on 3 March 2026. [1]" in done.text
    assert "340 euros. [1] (not supported by your notes)" in done.text
    assert "llama-3.3-70b-instruct-fp8-fast in your account for" in done.err
    assert "1 more note stays on this computer" in done.err
    (asked,) = account.requests.of("ai.run")
    assert b"3 March" in asked.request.body
    assert b"240" not in asked.request.body


def test_its_document_names_model_price_and_what_is_missing(
    notebrain: InProcess, account: Standin
) -> None:
    allow(notebrain)

    told = notebrain.run("ask", QUESTION, "--json").json

    assert [one["supported"] for one in told["answer"]] == [True, False]
    assert told["model"] == LARGE.name
    assert told["neurons"] == pytest.approx(account.ai.neurons.used, rel=0.01)
    assert "stays on this computer" in told["degraded"]
    assert told["sources"][0]["quote"] == "The boiler is serviced on 3 March 2026."


def test_without_a_model_none_is_asked(notebrain: InProcess, account: Standin) -> None:
    allow(notebrain)

    told = notebrain.run("ask", QUESTION, "--no-model", "--json").json

    assert (told["model"], told["neurons"]) == (None, 0.0)
    assert account.requests.of("ai.run") == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [(SMALL.name, SMALL.name), ("Mistral", "@cf/mistralai/mistral-small-3.1-24b-instruct")],
)
def test_another_model_answers_if_it_is_named(
    notebrain: InProcess, account: Standin, typed: str, name: str
) -> None:
    allow(notebrain)

    told = notebrain.run("ask", QUESTION, "--model", typed, "--json").json

    assert told["model"] == name


def test_a_model_of_which_there_are_several_or_none_is_not_asked(
    notebrain: InProcess, account: Standin
) -> None:
    allow(notebrain)

    several = notebrain.run("ask", QUESTION, "--model", "llama-3.1")
    none = notebrain.run("ask", QUESTION, "--model", "gpt-oss-20b")
    both = notebrain.run("ask", QUESTION, "--model", "x", "--no-model")

    assert (several.code, none.code, both.code) == (1, 1, 2)
    assert "Several models match llama-3.1: " in several.err
    assert "no model gpt-oss-20b that can answer, only: " in none.err
    assert account.requests.of("ai.run") == []


def test_a_model_that_cannot_answer_leaves_the_quotes(
    notebrain: InProcess, account: Standin
) -> None:
    allow(notebrain)
    account.faults.add(refused(400, 5007, "No such model or task"), "ai.run")

    told = notebrain.run("ask", QUESTION, "--json").json

    assert told["answer"][0]["supported"]
    assert told["model"] is None
    assert "choose another model" in told["degraded"]
