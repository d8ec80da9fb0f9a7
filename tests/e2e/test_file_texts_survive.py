"""Files are read whatever is killed meanwhile, by one of several programs, and each of them once."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from notebrain.app.services import open_services
from notebrain.domain.notes.draft import Draft
from notebrain.storage.store import FILE_NAME
from tests.fakes.documents import pdf
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.soundness import faults_in

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX"),
]
PAGES = 120
FILES = 3


def start_index(vault: Path) -> "subprocess.Popen[bytes]":
    line = [sys.executable, "-m", "notebrain", "--data-dir", str(vault), "index"]
    return subprocess.Popen(line, cwd=Path(__file__).parents[2], stdout=subprocess.DEVNULL)


def count(vault: Path, what: str) -> int:
    with closing(sqlite3.connect(vault / FILE_NAME, timeout=30)) as db:
        number: int = db.execute(f"select count(*) from {what}").fetchone()[0]
    return number


def has_pieces(vault: Path, some: int) -> bool:
    return count(vault, "attachment_text") >= some


def until(condition: Callable[[], bool], program: "subprocess.Popen[bytes]") -> None:
    """Wait until something is so, or the program has ended."""
    end = time.monotonic() + 60
    while not condition() and program.poll() is None and time.monotonic() < end:
        time.sleep(0.002)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with notes that hold long files which nobody has read yet."""
    services = open_services(tmp_path / "vault", embedder=FakeEmbedder())
    try:
        for number in range(FILES):
            pages = [f"alpha{number} page{page} of the report" for page in range(PAGES)]
            link = services.file_acts.add_bytes(pdf(pages), f"report {number}.pdf").markdown
            services.notes.capture(Draft(f"Note {number}\n\n{link}")).result()
    finally:
        services.close()
    return tmp_path / "vault"


def assert_all_read(vault: Path) -> None:
    assert count(vault, "attachment_reading where state = 'read'") == FILES
    assert count(vault, "attachment_text") == FILES * PAGES
    with closing(sqlite3.connect(vault / FILE_NAME, isolation_level=None)) as db:
        db.execute(
            "insert into attachment_fts (attachment_fts, rank) values ('integrity-check', 1)"
        )
    assert faults_in(vault) == []


def test_a_program_killed_while_it_reads_leaves_the_rest_to_the_next(vault: Path) -> None:
    for some in (1, PAGES + 1, 2 * PAGES + 100):
        program = start_index(vault)
        until(partial(has_pieces, vault, some), program)
        os.kill(program.pid, signal.SIGKILL)
        program.wait()

    assert start_index(vault).wait() == 0

    assert_all_read(vault)


def test_two_programs_at_once_read_each_file_once(vault: Path) -> None:
    programs = [start_index(vault), start_index(vault)]

    assert [program.wait() for program in programs] == [0, 0]
    assert start_index(vault).wait() == 0

    assert_all_read(vault)


def test_no_process_that_reads_is_left_behind(vault: Path) -> None:
    program = start_index(vault)
    until(lambda: count(vault, "attachment_text") > 0, program)
    os.kill(program.pid, signal.SIGKILL)
    program.wait()

    end = time.monotonic() + 30
    while (left := readers_of(program.pid)) and time.monotonic() < end:
        time.sleep(0.05)
    assert left == []


def readers_of(parent: int) -> list[str]:
    """Return the processes that read files and were started by a process, or by one that is gone."""
    lines = subprocess.run(
        ["ps", "-eo", "pgid,args"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    group = str(os.getpgid(0))
    return [line for line in lines if line.split()[0] == group and "--read-files" in line]
