"""Killed at any instant, NoteBrain loses nothing it acknowledged, and goes on where it was."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import pytest

from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.busy_program import hash_of
from tests.fakes.clock import FakeClock
from tests.fakes.soundness import faults_in

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX"),
]

FILES = 120
KILLS_PER_VAULT = 20


class Ledger:
    """What the killed programs said: what must be there, and what may be."""

    def __init__(self) -> None:
        self.must: dict[str, str] = {}
        self.may: defaultdict[str, set[str]] = defaultdict(set)
        self.gone: set[str] = set()
        self.somewhere: defaultdict[str, set[str]] = defaultdict(set)
        self.acknowledged = 0
        self.answers = 0

    def read(self, said: bytes) -> None:
        # a last line without its end was cut by the kill: nobody could have read it
        for line in said.decode().splitlines()[: said.count(b"\n")]:
            match line.split():
                case ["trying", note_id, "gone"]:
                    self.may[note_id].add("gone")
                    self.somewhere.pop(note_id, None)  # its history goes with it
                case ["trying", note_id, text]:
                    self.may[note_id].add(text)
                case ["saved", note_id, text]:
                    self.must[note_id] = text
                    self.may[note_id] = {text}
                    self.acknowledged += 1
                case ["free", note_id]:
                    # the next act may move the text: it has to be in a note or a history from now on
                    if note_id in self.must:
                        self.somewhere[note_id].add(self.must.pop(note_id))
                case ["answered", _card]:
                    self.answers += 1
                case ["gone", note_id]:
                    self.must.pop(note_id, None)
                    self.gone.add(note_id)
                    self.acknowledged += 1
                case _:
                    pass

    def losses(self, folder: Path) -> list[str]:
        """Return every acknowledged write that the vault does not hold."""
        with closing(sqlite3.connect(folder / FILE_NAME)) as db:
            present = {row[0]: hash_of(row[1]) for row in db.execute("select id, body from note")}
            earlier = {hash_of(row[0]) for row in db.execute("select body from revision")}
        moved = set[str]().union(*self.somewhere.values())
        lost = [f"{text} is nowhere" for text in moved - earlier - set(present.values())]
        lost += [
            f"{note_id}: {present.get(note_id)}"
            for note_id, text in self.must.items()
            if present.get(note_id) not in {text, *self.may[note_id]}
            and not (note_id not in present and "gone" in self.may[note_id])
        ]
        return lost + [f"{note_id} came back" for note_id in self.gone if note_id in present]


class Vault:
    """One vault that is killed over and over."""

    def __init__(self, folder: Path, files: Path) -> None:
        self.folder = folder
        self.files = files
        self.ledger = Ledger()

    def start(self, seed: int, *more: str) -> subprocess.Popen[bytes]:
        command = [
            sys.executable,
            "-m",
            "tests.fakes.busy_program",
            str(self.folder),
            str(self.files),
            str(seed),
            *more,
        ]
        return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2])

    def kill_after(self, chance: random.Random) -> None:
        """Start the program and kill it: one time in six while it starts, else while it works."""
        program = self.start(chance.getrandbits(32))
        assert program.stdout is not None
        said = b""
        if chance.random() < 1 / 6:
            time.sleep(chance.uniform(0.0, 0.5))
        else:
            said = program.stdout.readline()
            time.sleep(chance.expovariate(1 / 0.15))
        os.kill(program.pid, signal.SIGKILL)
        self.ledger.read(said + program.stdout.read())
        program.stdout.close()
        program.wait()

    def check(self) -> None:
        if (self.folder / FILE_NAME).exists():
            Store.open(self.folder, clock=FakeClock()).close()
            assert faults_in(self.folder) == []
            assert self.ledger.losses(self.folder) == []

    def finish(self) -> None:
        """Let the program come to its end, and check that all work was done, and done once."""
        program = self.start(0, "finish")
        said, _ = program.communicate(timeout=120)
        assert program.returncode == 0
        assert said.splitlines()[-1] == f"finished {FILES}".encode()
        self.check()
        with closing(sqlite3.connect(self.folder / FILE_NAME)) as db:
            # the comparing of notes is work of its own, after this
            waits = "select count(*) from outbox where kind = 'index'"
            assert db.execute(waits).fetchone()[0] == 0
            assert db.execute("select count(*) from ungrammed").fetchone()[0] == 0
            imported = db.execute(
                "select path, body from imported join note on note.rowid = note_rowid order by path"
            ).fetchall()
            from_files = db.execute(
                "select count(*) from note where source like 'import:%'"
            ).fetchone()[0]
        assert imported == [
            (path.name, path.read_text(encoding="utf-8")) for path in sorted(self.files.iterdir())
        ]
        assert from_files == FILES


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    chance = random.Random(7)
    for number in range(FILES):
        words = " ".join(
            f"word{chance.randrange(2000)}" for _ in range(chance.choice((20, 200, 3000)))
        )
        (folder / f"{number:04}.md").write_text(f"# File {number}\n\n{words}\n", encoding="utf-8")
    return folder


def kill_often(root: Path, files: Path, kills: int, seed: int) -> tuple[int, int]:
    """Kill programs on several vaults; return how many acknowledged writes and answers were checked."""
    chance = random.Random(seed)
    acknowledged = answers = done = 0
    while done < kills:
        vault = Vault(root / f"vault-{done}", files)
        for _ in range(min(KILLS_PER_VAULT, kills - done)):
            vault.kill_after(chance)
            vault.check()
            done += 1
        vault.finish()
        acknowledged += vault.ledger.acknowledged
        answers += vault.ledger.answers
    return acknowledged, answers


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_dozen_kills_lose_nothing(tmp_path: Path, files: Path) -> None:
    acknowledged, _answers = kill_often(tmp_path, files, kills=12, seed=20261121)

    assert acknowledged > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_kills_lose_nothing(tmp_path: Path, files: Path) -> None:
    seed = time.monotonic_ns()
    print(f"seed {seed}")  # noqa: T201 - to run the same kills again

    acknowledged, answers = kill_often(tmp_path, files, kills=1000, seed=seed)

    print(f"1,000 kills, {acknowledged} writes and {answers} answers checked, 0 lost")  # noqa: T201 - the figure
    assert acknowledged > 2000
    assert answers > 20
