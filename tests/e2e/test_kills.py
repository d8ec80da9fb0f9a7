"""Killed at any instant, NoteBrain loses nothing it acknowledged, and goes on where it was."""

import json
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

from notebrain.app.notes.capture_draft import CaptureDraft
from notebrain.app.settings.remembered import CAPTURE_DRAFT
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
WINDOWS_IN = 3
"""One kill in so many is of the window while keys are typed into it, the others of the services."""


class Ledger:
    """What the killed programs said: what must be there, and what may be."""

    def __init__(self) -> None:
        self.must: dict[str, str] = {}
        self.may: defaultdict[str, set[str]] = defaultdict(set)
        self.gone: set[str] = set()
        self.somewhere: defaultdict[str, set[str]] = defaultdict(set)
        self.acknowledged = 0
        self.answers = 0
        self.typed: set[str] = set()
        """The notes that were typed in the window, which goes on writing in them whatever else happens to them."""
        self.freed: set[str] = set()
        self.entered = ""
        """The text that Enter was pressed on in the capture window, until it says that it is kept."""
        self._waiting: dict[str, int] = {}
        self.ages_ms: list[float] = []
        """At each kill, the age of the oldest key that the window had not called saved."""

    def read(self, said: bytes, killed_at_ns: int) -> None:
        self._waiting.clear()
        if self.entered:
            self.may["draft"].add(hash_of(""))
        self.entered = ""
        # a last line without its end was cut by the kill: nobody could have read it
        for line in said.decode().splitlines()[: said.count(b"\n")]:
            what, *words = line.split()
            getattr(self, f"_{what}", _ignore)(*words)
        if self._waiting:
            self.ages_ms.append((killed_at_ns - min(self._waiting.values())) / 1e6)

    def _trying(self, note_id: str, text: str) -> None:
        self.may[note_id].add(text)
        if text == "gone":
            self.somewhere.pop(note_id, None)  # its history goes with it

    def _key(self, note_id: str, at_ns: str) -> None:
        self.typed.add(note_id)
        self._waiting[note_id] = int(at_ns)

    def _saved(self, note_id: str, text: str) -> None:
        self._waiting.pop(note_id, None)
        self.may[note_id] = {text}
        self.acknowledged += 1
        if note_id in self.typed & self.freed:
            self.somewhere[note_id] = {text}
        else:
            self.must[note_id] = text

    def _entered(self, text: str) -> None:
        self.entered = text

    def _kept(self, text: str) -> None:
        self.entered = ""
        self.may["draft"].add(hash_of(""))
        self.somewhere["captured"].add(text)
        self.acknowledged += 1

    def _free(self, note_id: str) -> None:
        # the next act may move the text: it has to be in a note or a history from now on
        self.freed.add(note_id)
        if note_id in self.must:
            self.somewhere[note_id].add(self.must.pop(note_id))

    def _answered(self, _card: str) -> None:
        self.answers += 1

    def _gone(self, note_id: str) -> None:
        self.must.pop(note_id, None)
        self.gone.add(note_id)
        self.acknowledged += 1

    def losses(self, folder: Path) -> list[str]:
        """Return every acknowledged write that the vault does not hold."""
        with closing(sqlite3.connect(folder / FILE_NAME)) as db:
            present = {row[0]: hash_of(row[1]) for row in db.execute("select id, body from note")}
            earlier = {hash_of(row[0]) for row in db.execute("select body from revision")}
            drafts = db.execute(
                "select value from setting where name = ?", (CAPTURE_DRAFT.name,)
            ).fetchall()
        present["draft"] = hash_of("")
        for (value,) in drafts:
            present["draft"] = hash_of(CaptureDraft.from_text(json.loads(value)).text)
        there = earlier | set(present.values())
        lost = [
            f"{note_id}: {text} is nowhere"
            for note_id, texts in self.somewhere.items()
            for text in texts - there
            # while the window writes on, what it was trying takes the place of what it had saved
            if note_id not in self.typed or not self.may[note_id] & there
        ]
        lost += [
            f"{note_id}: {present.get(note_id)}"
            for note_id, text in self.must.items()
            if present.get(note_id) not in {text, *self.may[note_id]}
            and not (note_id == "draft" and self.entered in there)
            and not (note_id not in present and "gone" in self.may[note_id])
        ]
        return lost + [f"{note_id} came back" for note_id in self.gone if note_id in present]


class Vault:
    """One vault that is killed over and over."""

    def __init__(self, folder: Path, files: Path) -> None:
        self.folder = folder
        self.files = files
        self.ledger = Ledger()

    def start(
        self, seed: int, *more: str, program: str = "busy_program"
    ) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", f"tests.fakes.{program}", str(self.folder), str(self.files)]
        return subprocess.Popen(
            [*line, str(seed), *more],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )

    def prepare(self) -> None:
        """Make a vault in which cards wait: between two kills there is no time for that."""
        said, _ = self.start(0, "prepare").communicate(timeout=120)
        self.ledger.read(said, time.monotonic_ns())

    def kill_after(self, chance: random.Random, *, window: bool) -> None:
        """Start the program or the window and kill it: one time in six while it starts, else while it works."""
        name, starts_s, works_s = (
            ("busy_window", 1.0, 1.5) if window else ("busy_program", 0.5, 0.15)
        )
        program = self.start(chance.getrandbits(32), program=name)
        assert program.stdout is not None
        said = b""
        if chance.random() < 1 / 6:
            time.sleep(chance.uniform(0.0, starts_s))
        else:
            said = program.stdout.readline()
            assert said == b"open\n", "it does not come up without help"
            time.sleep(chance.expovariate(1 / works_s))
        self.kill(program, said)

    def kill(self, program: subprocess.Popen[bytes], said: bytes) -> None:
        """Kill the program, and take down what it said until then."""
        assert program.stdout is not None
        killed_at_ns = time.monotonic_ns()
        os.kill(program.pid, signal.SIGKILL)
        self.ledger.read(said + program.stdout.read(), killed_at_ns)
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


def _ignore(*_words: str) -> None:
    """Words that tell of no text: `open`, `finished`."""


def kill_often(root: Path, files: Path, kills: int, seed: int) -> list[Ledger]:
    """Kill programs on several vaults; return what was acknowledged on each, all of it checked."""
    chance = random.Random(seed)
    ledgers = []
    done = 0
    while done < kills:
        vault = Vault(root / f"vault-{done}", files)
        vault.prepare()
        for _ in range(min(KILLS_PER_VAULT, kills - done)):
            vault.kill_after(chance, window=done % WINDOWS_IN == 0)
            vault.check()
            done += 1
        vault.finish()
        ledgers.append(vault.ledger)
    return ledgers


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_dozen_kills_lose_nothing(tmp_path: Path, files: Path) -> None:
    (ledger,) = kill_often(tmp_path, files, kills=12, seed=20261121)

    assert ledger.acknowledged > 0
    assert ledger.typed


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_window_that_calls_saved_what_it_did_not_save_is_found_out(
    tmp_path: Path, files: Path
) -> None:
    vault = Vault(tmp_path, files)
    program = vault.start(7, "forgetful", program="busy_window")
    assert program.stdout is not None
    lines = [program.stdout.readline()]
    typed = set[bytes]()
    while lines[-1].split()[0] != b"saved" or lines[-1].split()[1] not in typed:
        lines.append(program.stdout.readline())
        typed |= {line.split()[1] for line in lines[-1:] if line.startswith(b"key ")}

    vault.kill(program, b"".join(lines))

    assert vault.ledger.losses(vault.folder)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_thousand_kills_lose_nothing(tmp_path: Path, files: Path) -> None:
    seed = time.monotonic_ns()
    print(f"seed {seed}")  # noqa: T201 - to run the same kills again

    ledgers = kill_often(tmp_path, files, kills=1000, seed=seed)

    acknowledged = sum(ledger.acknowledged for ledger in ledgers)
    answers = sum(ledger.answers for ledger in ledgers)
    typed = sum(len(ledger.typed) for ledger in ledgers)
    ages = sorted(age for ledger in ledgers for age in ledger.ages_ms)
    print(  # noqa: T201 - the figures
        f"1,000 kills, {acknowledged} writes, {answers} answers and {typed} notes typed in the window checked, 0 lost; "
        f"oldest key not called saved: {ages[len(ages) // 2]:.0f} ms in the middle, {ages[-1]:.0f} ms at most"
    )
    assert acknowledged > 2000
    assert answers > 20
    assert typed > 100
