from collections.abc import Sequence

import pytest

from notebrain.app import services
from notebrain.app.api import Brain
from notebrain.app.settings.table import INDEX_PAUSED, NEURON_BUDGET
from notebrain.domain.errors import NoEmbedder
from notebrain.embedders import local
from notebrain.storage.file_lock import Lease
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> FakeEmbedder:
    """The composition root chooses this instead of the model."""
    embedder = FakeEmbedder()
    monkeypatch.setattr(local, "LocalEmbedder", lambda *_model: embedder)
    return embedder


def test_everything_becomes_searchable_by_meaning(
    notebrain: InProcess, embedder: FakeEmbedder
) -> None:
    notebrain.capture("one")
    notebrain.capture("two")

    done = notebrain.run("index")

    assert (done.code, done.err) == (0, "")
    assert done.text == "2 of 2 notes searchable by meaning.\n"
    assert notebrain.run("index", "--json").json == {
        "indexed": {"done": 2, "total": 2},
        "problem": None,
    }
    assert {note["state"] for note in notebrain.run("list", "--json").json} == {"indexed"}


def test_a_missing_model_is_a_problem_told_in_one_line(
    notebrain: InProcess, embedder: FakeEmbedder
) -> None:
    notebrain.capture("one")
    embedder.failure = NoEmbedder("There is no model.")

    done = notebrain.run("index")

    assert (done.code, done.line) == (1, "There is no model.")
    assert done.text == "0 of 1 notes searchable by meaning.\n"


def test_a_search_without_a_model_finds_words_and_says_what_is_missing(
    notebrain: InProcess, embedder: FakeEmbedder
) -> None:
    notebrain.capture("one zebra")
    notebrain.run("index")
    embedder.failure = NoEmbedder("There is no model.")

    done = notebrain.run("search", "zebra")

    assert done.code == 0
    assert "one zebra" in done.text
    assert done.err.splitlines() == ["There is no model."]
    assert notebrain.run("search", "zebra", "--json").json["degraded"] == "There is no model."


def test_a_note_that_cannot_be_indexed_yet_is_told(
    notebrain: InProcess, embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_texts: Sequence[str]) -> list[bytes]:
        raise RuntimeError("no such word")

    notebrain.capture("one")
    monkeypatch.setattr(embedder, "embed", refuse)

    done = notebrain.run("index")

    assert done.code == 1
    assert done.line == "The rest could not be indexed yet; NoteBrain will try again later."


def test_a_window_that_pauses_is_told(notebrain: InProcess, embedder: FakeEmbedder) -> None:
    notebrain.capture("one")
    with Brain.open(notebrain.vault) as brain:
        brain.services.settings.put(INDEX_PAUSED, True)
    lease = Lease(notebrain.vault / services.INDEXER_LOCK)
    lease.acquire()

    done = notebrain.run("index")

    lease.release()
    assert done.code == 1
    assert "paused in the open window" in done.line


def test_the_estimate_says_what_the_account_would_cost_and_does_nothing(
    notebrain: InProcess, embedder: FakeEmbedder
) -> None:
    notebrain.capture(" ".join(f"word{n}" for n in range(300)))
    notebrain.capture("mine alone " * 100, "--local-only")
    notebrain.run("index")

    told = notebrain.run("index", "--estimate")
    estimate = notebrain.run("index", "--estimate", "--json").json

    assert estimate["model"] == "@cf/baai/bge-small-en-v1.5"
    assert (estimate["notes"], estimate["passages"]) == (1, 2)
    assert 1.2 < estimate["neurons"] < 2.0
    assert (estimate["budget"], estimate["days"], estimate["free"]) == (8000, 1, True)
    assert told.code == 0
    assert "1 note still to be read by @cf/baai/bge-small-en-v1.5: less than 1 %" in told.text
    assert "costs nothing" in told.text


def test_the_estimate_counts_notes_that_were_not_indexed_yet(notebrain: InProcess) -> None:
    notebrain.capture("a" * 2_000)
    notebrain.capture("two")
    notebrain.capture("mine alone", "--local-only")

    estimate = notebrain.run("index", "--estimate", "--json").json

    assert (estimate["notes"], estimate["passages"]) == (2, 3)
    assert estimate["neurons"] > 0


def test_a_budget_beyond_the_free_share_is_said_to_cost(
    notebrain: InProcess, embedder: FakeEmbedder
) -> None:
    notebrain.capture("one")
    notebrain.run("index")
    with Brain.open(notebrain.vault) as brain:
        brain.services.settings.put(NEURON_BUDGET, 20_000).result()
    assert "Cloudflare charges your account" in notebrain.run("index", "--estimate").text

    with Brain.open(notebrain.vault) as brain:
        brain.services.settings.put(NEURON_BUDGET, 0).result()

    assert "nothing is embedded" in notebrain.run("index", "--estimate").text


def test_without_notes_nothing_would_be_spent(notebrain: InProcess) -> None:
    assert "this would cost nothing" in notebrain.run("index", "--estimate").text
