"""Commands run beside each other, beside a busy writer and beside an open window."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from notebrain.app.core.instance import Message, MessageKind, Server
from notebrain.app.core.paths import socket_path
from tests.fakes.command_line import Program

pytestmark = pytest.mark.e2e


@pytest.fixture
def notebrain(tmp_path: Path) -> Program:
    return Program(tmp_path / "vault", {"XDG_RUNTIME_DIR": str(tmp_path)})


def count(vault: Path) -> int:
    try:
        with closing(sqlite3.connect(vault / "notebrain.db", timeout=10)) as db:
            number: int = db.execute("select count(*) from note").fetchone()[0]
            return number
    except sqlite3.Error:
        return 0


def until(true_at_last: threading.Event) -> None:
    assert true_at_last.wait(20)


def test_many_writers_at_once_lose_nothing(notebrain: Program) -> None:
    pipe = subprocess.PIPE

    processes = [
        notebrain.start("capture", f"note {number}", stdout=pipe, stderr=pipe)
        for number in range(8)
    ]
    answers = [process.communicate(timeout=50) for process in processes]

    assert [process.returncode for process in processes] == [0] * 8, answers
    titles = {note["title"] for note in notebrain.run("list", "--json").json}
    assert titles == {f"note {number}" for number in range(8)}


def test_a_command_waits_for_a_writer_that_holds_the_vault(notebrain: Program) -> None:
    notebrain.capture("first")
    with closing(sqlite3.connect(notebrain.vault / "notebrain.db", isolation_level=None)) as db:
        db.execute("begin immediate")

        waiting = notebrain.start("capture", "second", stdout=subprocess.PIPE)
        listed = notebrain.run("list", "--json").json
        still_waits = waiting.poll() is None
        db.execute("commit")
        waiting.communicate(timeout=30)

    assert [note["title"] for note in listed] == ["first"]
    assert still_waits
    assert waiting.returncode == 0
    assert count(notebrain.vault) == 2


def test_an_open_window_hears_of_what_a_command_wrote(
    notebrain: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", notebrain.environ["XDG_RUNTIME_DIR"])
    heard: list[Message] = []
    told, listening = threading.Event(), threading.Event()

    def hear(said: Message) -> None:
        heard.append(said)
        told.set()

    async def window() -> None:
        server = Server(socket_path(notebrain.vault), hear)
        await server.start()
        listening.set()
        await asyncio.to_thread(told.wait, 20)
        await server.stop()

    thread = threading.Thread(target=lambda: asyncio.run(window()))
    thread.start()
    until(listening)
    notebrain.run("list")
    silent_after_reading = not told.is_set()
    notebrain.run("capture", "x")
    thread.join()

    assert silent_after_reading
    assert heard == [Message(MessageKind.CHANGED)]


@pytest.mark.skipif(sys.platform == "win32", reason="a test cannot press Ctrl+C there")
def test_ctrl_c_ends_an_import_cleanly_and_the_next_one_goes_on(
    notebrain: Program, tmp_path: Path
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(2_500):
        (folder / f"{number}.md").write_text(f"# Note {number}\n" + "some words here " * 40)

    process = notebrain.start("import", str(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while not count(notebrain.vault) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    stored = count(notebrain.vault)
    again = notebrain.run("import", str(folder), "--json").json

    assert process.returncode == 1
    assert err.decode().startswith("Stopped. What was imported stays")
    assert f", {stored} new" in out.decode()
    assert 0 < stored < 2_500
    assert (again["unchanged"], again["imported"]) == (stored, 2_500 - stored)


def test_a_note_is_found_by_meaning_after_indexing(notebrain: Program) -> None:
    cat = notebrain.capture("The cat sleeps on the sofa all day")
    notebrain.capture("Quarterly tax figures are due in March")

    indexed = notebrain.run("index", "--json").json
    answer = notebrain.run("search", "feline taking a nap", "--mode", "meaning", "--json").json

    assert indexed == {"indexed": {"done": 2, "total": 2}, "problem": None}
    assert answer["degraded"] is None
    assert answer["hits"][0]["note_id"] == cat


def test_a_batch_can_be_a_conversation(notebrain: Program) -> None:
    notebrain.capture("zebra")
    pipe = subprocess.PIPE

    process = notebrain.start(
        "search", "--batch", "-", "--mode", "keyword", stdin=pipe, stdout=pipe
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"zebra\n")
    process.stdin.flush()
    first = process.stdout.readline()
    process.communicate(timeout=30)

    assert b'"title":"zebra"' in first
    assert process.returncode == 0
