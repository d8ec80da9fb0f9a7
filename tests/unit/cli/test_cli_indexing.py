from collections.abc import Sequence

import pytest

from notebrain.app import services
from notebrain.app.brain import Brain
from notebrain.app.settings import INDEX_PAUSED
from notebrain.domain.errors import NoEmbedder
from notebrain.embedders import local
from notebrain.storage.lease import Lease
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> FakeEmbedder:
    """The composition root chooses this instead of the model."""
    embedder = FakeEmbedder()
    monkeypatch.setattr(local, "LocalEmbedder", lambda _folder: embedder)
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
    assert done.line == "The rest could not be indexed yet and will be tried again later."


def test_a_window_that_pauses_is_told(notebrain: InProcess, embedder: FakeEmbedder) -> None:
    notebrain.capture("one")
    with Brain.open(notebrain.vault) as brain:
        brain.services.settings.put(INDEX_PAUSED, True)
    lease = Lease(notebrain.vault / services.INDEXER_LOCK)
    lease.take()

    done = notebrain.run("index")

    lease.release()
    assert done.code == 1
    assert "paused in the open window" in done.line
