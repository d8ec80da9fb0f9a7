"""Killed at any instant while files come, move and go, no file that a text names is missing, and none is half."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from notebrain.app.services import open_services
from notebrain.storage.files import attachments, uses
from tests.fakes.aging import age
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.soundness import faults_in

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX"),
]

MOST_IN_ONE_ACT = 5
"""How many files the program adds at once; a kill leaves no more than these under temporary names."""


class Vault:
    """One vault that is killed over and over."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "vault"
        self.sources = folder / "sources"
        self.sources.mkdir(parents=True)
        self.notes: dict[str, str] = {}
        self.acknowledged = 0
        self.unlisted = 0

    def kill_after(self, chance: random.Random) -> None:
        """Start the program and kill it at a random moment of its work."""
        line = [sys.executable, "-m", "tests.fakes.file_program", str(self.folder)]
        program = subprocess.Popen(
            [*line, str(self.sources), str(chance.getrandbits(32))],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        assert program.stdout is not None
        said = b""
        while not said.endswith(b"open\n"):
            said += program.stdout.readline()
        time.sleep(chance.expovariate(1 / 0.25))
        os.kill(program.pid, signal.SIGKILL)
        said += program.stdout.read()
        program.stdout.close()
        program.wait()
        for words in said.decode().splitlines()[: said.count(b"\n")]:
            match words.split():
                case ["gone", note]:
                    self.notes.pop(note, None)
                case ["saved", note, text]:
                    self.notes[note] = text
                    self.acknowledged += 1
                case _:
                    pass

    def check(self) -> None:
        """Check what the kill left, then let the next start take it back."""
        unfinished = self._unfinished()
        assert len(unfinished) <= MOST_IN_ONE_ACT, unfinished
        services = open_services(self.folder, embedder=FakeEmbedder())
        try:
            unlisted = services.file_care.tidy()
            assert len(unlisted) <= 1, unlisted
            self.unlisted += len(unlisted)
            with services.store.read() as db:
                named, indexed = uses.named_anywhere(db), set(uses.used(db))
                listed = attachments.all_sizes(db)
                bodies = dict(db.execute("select id, body from note").fetchall())
        finally:
            services.close()
        assert named == indexed
        assert named <= listed.keys()
        there = self._hashes()
        assert {name: name for name in there} == there, "half a file"
        assert listed.keys() <= there.keys()
        lost = [note for note in self.notes if note not in bodies]
        assert not lost
        assert faults_in(self.folder) == []

    def check_old(self) -> None:
        """Check that everything unused has gone when its days are over, what the kills left as well."""
        services = open_services(self.folder, embedder=FakeEmbedder())
        try:
            services.file_care.tidy()
            age(services.store, services.clock, 31)
            with services.store.read() as db:
                named = uses.named_anywhere(db)
        finally:
            services.close()
        assert named == self._hashes().keys()

    def _unfinished(self) -> list[str]:
        """Return the temporary files, and delete them as it happens after an hour."""
        parts = list((self.folder / "files").glob("*.part"))
        for part in parts:
            part.unlink()
        return [part.name for part in parts]

    def _hashes(self) -> dict[str, str]:
        folder = self.folder / "files"
        return {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*")
            if path.is_file()
        }


def kill_often(root: Path, kills: int, seed: int) -> Vault:
    chance = random.Random(seed)
    vault = Vault(root)
    for _kill in range(kills):
        vault.kill_after(chance)
        vault.check()
    vault.check_old()
    return vault


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_ten_kills_lose_no_file(tmp_path: Path) -> None:
    vault = kill_often(tmp_path, kills=10, seed=20261126)

    assert vault.acknowledged > 20


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_five_hundred_kills_lose_no_file(tmp_path: Path) -> None:
    seed = time.monotonic_ns()
    print(f"seed {seed}")  # noqa: T201 - to run the same kills again

    vault = kill_often(tmp_path, kills=500, seed=seed)

    print(  # noqa: T201 - the figures
        f"500 kills, {vault.acknowledged} acknowledged texts with files, 0 lost, {vault.unlisted} left unlisted"
    )
    assert vault.acknowledged > 1000
