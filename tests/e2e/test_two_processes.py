"""Several programs on one vault: all write, one indexes, and the next takes over when it is killed."""

import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from notebrain.app.events import Event, IndexProgress, IndexState
from notebrain.app.jobs.background import make_worker
from notebrain.app.services import open_services
from notebrain.domain.notes.draft import Draft
from notebrain.storage.store import FILE_NAME
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.listeners import Listeners
from tests.fakes.soundness import faults_in

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WRITER = """
import sys
from notebrain.app.services import open_services
from notebrain.domain.notes.draft import Draft
services = open_services(sys.argv[1])
for number in range(int(sys.argv[3])):
    services.notes.capture(Draft(f"{sys.argv[2]} {number} " + "words " * 40, tags=("shared",))).result()
services.close()
"""

INDEXER = """
import sys, threading
from tests.fakes.listeners import Listeners
from notebrain.app.events import IndexProgress
from notebrain.app.jobs.background import make_worker
from notebrain.app.services import open_services
from tests.fakes.busy_program import SlowEmbedder
services = open_services(sys.argv[1], embedder=SlowEmbedder())
bridge = Listeners()
bridge.add(lambda event: isinstance(event, IndexProgress) and print("indexes", flush=True))
make_worker(services, bridge).start()
threading.Event().wait()
"""


def program(text: str, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", text, *map(str, arguments)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
    )


@pytest.mark.timeout(120)
def test_two_programs_write_a_thousand_notes_each_and_none_is_lost(tmp_path: Path) -> None:
    programs = [program(WRITER, tmp_path, name, 1000) for name in ("ada", "grace")]

    codes = [one.wait() for one in programs]
    for one in programs:
        one.communicate()

    assert codes == [0, 0]
    assert faults_in(tmp_path) == []
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        found = db.execute(
            "select count(*), count(distinct id), count(distinct body) from note"
        ).fetchone()
    assert found == (2000, 2000, 2000)


@pytest.mark.timeout(120)
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX")
def test_one_indexes_and_after_its_kill_the_other_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.app.background.rounds.LEASE_CHECK_S", 0.1)
    services = open_services(tmp_path, embedder=FakeEmbedder())
    for number in range(400):
        services.notes.capture(Draft(f"note {number}")).result()
    holder = program(INDEXER, tmp_path)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"indexes\n"
    states: list[IndexState] = []
    elsewhere, done = threading.Event(), threading.Event()

    def hear(event: Event) -> None:
        if isinstance(event, IndexProgress):
            states.append(event.state)
            if event.state is IndexState.ELSEWHERE:
                elsewhere.set()
            if event.state is IndexState.IDLE and event.done == event.total:
                done.set()

    bridge = Listeners()
    bridge.add(hear)
    worker = make_worker(services, bridge)
    worker.start()
    assert elsewhere.wait(20)
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    finished = done.wait(60)
    worker.stop()
    services.close()

    assert finished, states
    assert states[0] is IndexState.ELSEWHERE
    assert faults_in(tmp_path) == []
