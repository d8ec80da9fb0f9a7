"""account vectors: what models that are not used have left, and its removal, killed at any instant."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.model.removal_state import removal_in
from notebrain.app.services import INDEXER_LOCK
from notebrain.app.settings.table import ACCOUNT_MODEL
from notebrain.cloud.workers_ai import BASE, SMALL, index_name
from notebrain.embedders import local
from notebrain.storage.file_lock import Lease
from notebrain.storage.store import FILE_NAME
from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.command_line import InProcess, Program
from tests.fakes.embedder import FakeEmbedder

INDEX = index_name(SMALL.space)
SHORT = "bge-small-en-v1.5"


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch, quick_tries: None) -> Iterator[Standin]:
    monkeypatch.setattr(local, "LocalEmbedder", lambda *_model: FakeEmbedder())
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        yield standin


def embed(computer: InProcess) -> None:
    assert computer.run("sync").code == 0
    computer.run("index")
    assert computer.run("sync").code == 0


@pytest.fixture
def computer(tmp_path: Path, account: Standin) -> InProcess:
    """A computer whose notes were embedded by the small model, and by the base one since."""
    computer = InProcess(tmp_path / "vault")
    for text in ("the cat sat on the mat", "weather of the week"):
        computer.capture(text, "--at", "2026-01-02")
    assert computer.run("account", "connect", "--yes").code == 0
    embed(computer)
    with Brain.open(computer.vault) as brain:
        brain.services.settings.put(ACCOUNT_MODEL, BASE.name).result()
    embed(computer)
    account.vectorize.settle()
    return computer


def test_the_list_names_what_is_left_and_removing_says_what_is_gone(
    computer: InProcess, account: Standin
) -> None:
    listed = computer.run("account", "vectors")
    assert listed.text == f"{SHORT}: 2 passages\n"

    removed = computer.run("account", "vectors", "--remove", SHORT, "--yes")

    assert removed.code == 0, removed.err
    assert "2 passages must be embedded again: about" in removed.text
    assert f"the Vectorize index {INDEX} with 2 vectors." in removed.text
    assert "the vectors of 2 notes in the database." in removed.text
    assert f"Removed from this computer: 2 vectors by {SHORT}." in removed.text
    assert account.vectorize.names() == [index_name(BASE.space)]
    assert "Only the model in use" in computer.run("account", "vectors").text


def test_programs_get_documents(computer: InProcess) -> None:
    listed = computer.run("account", "vectors", "--json").json
    assert listed == {
        "models": [{"model": SMALL.name, "passages": 2, "here": 2}],
        "removal": None,
    }

    removed = computer.run("account", "vectors", "--remove", SMALL.name, "--yes", "--json").json

    assert removed == {
        "model": SMALL.name,
        "part": "done",
        "index": INDEX,
        "whole_index": True,
        "points_removed": 2,
        "notes_removed": 2,
        "here_removed": 2,
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--remove", SHORT), 2, "Add --yes"),
        (("--remove", "bge-base-en-v1.5", "--yes"), 1, "no unused model"),
        (("--remove", "gpt", "--yes"), 1, "no unused model"),
    ],
)
def test_nothing_is_removed_without_a_yes_or_of_the_model_that_is_used(
    computer: InProcess, account: Standin, arguments: tuple[str, ...], code: int, told: str
) -> None:
    done = computer.run("account", "vectors", *arguments, stdin=b"")

    assert done.code == code
    assert told in done.err
    assert len(account.vectorize.names()) == 2


@pytest.mark.slow
def test_beside_an_open_window_it_is_left_to_that(computer: InProcess, account: Standin) -> None:
    lease = Lease(computer.vault / INDEXER_LOCK)
    assert lease.acquire()
    try:
        done = computer.run("account", "vectors", "--remove", SHORT, "--yes")
    finally:
        lease.release()

    assert done.code == 1
    assert "Remove the vectors in its settings" in done.err
    assert len(account.vectorize.names()) == 2


def part(computer: InProcess) -> str | None:
    """Return how far a removal is, as the vault has it."""
    with closing(sqlite3.connect(computer.vault / FILE_NAME)) as db:
        row = db.execute("select value from setting where name = 'account.removal'").fetchone()
    removal = None if row is None else removal_in(json.loads(row[0]))
    return None if removal is None else removal.part.value


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX")
@pytest.mark.parametrize(
    ("held", "wanted"), [("vectorize.delete", "index"), ("d1.raw", "database")]
)
def test_what_was_killed_half_way_is_shown_and_goes_on(
    computer: InProcess, account: Standin, held: str, wanted: str
) -> None:
    environ = {
        "NOTEBRAIN_CLOUDFLARE_API": account.base_url,
        "NOTEBRAIN_CF_TOKEN": account.token,
        "NOTEBRAIN_CF_ACCOUNT": account.account,
    }
    # three look how much there is by the others, the fourth counts for the receipt
    account.faults.add(faults.hanging(), on=held, skip=4 if held == "d1.raw" else 0, times=None)
    command = ("account", "vectors", "--remove", SHORT, "--yes", "--json")
    with Program(computer.vault, environ).start(*command, stdout=subprocess.PIPE) as program:
        while part(computer) != wanted and program.poll() is None:
            time.sleep(0.002)  # the kill comes at any instant from here on: that is the test
        assert program.poll() is None
        program.send_signal(signal.SIGKILL)
    account.faults.clear()

    under_way = computer.run("account", "vectors", "--json").json["removal"]
    assert under_way["part"] == wanted
    removed = computer.run(*command).json

    assert [removed[f"{one}_removed"] for one in ("points", "notes", "here")] == [2, 2, 2]
    assert account.vectorize.names() == [index_name(BASE.space)]
    with closing(sqlite3.connect(computer.vault / FILE_NAME)) as db:
        spaces = db.execute("select distinct space_id from vector_sent").fetchall()
    assert len(spaces) == 1
