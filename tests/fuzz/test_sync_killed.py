"""Real programs that write and sync at the same time, killed over and over in the midst of it."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from notebrain.domain.notes.attachments import Sha, is_sha
from notebrain.storage.files.blobs import Blobs
from tests.fakes.cloudflare import faults, start_cloudflare
from tests.fuzz.filing import FilesWorld, content_of
from tests.fuzz.ledger import doubled, words_in
from tests.fuzz.oracle import in_the_account, same, settle, text_of
from tests.fuzz.stack import Address, Computer
from tests.fuzz.world import World

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX"),
]
NAMES = "ab"


class KilledWorld(World):
    """Two computers whose programs are real ones."""

    program = "tests.fuzz.busy_computer"
    fails: Sequence[str] = ("d1.raw",)
    most_lines = 12

    def people(self) -> None:
        for name in NAMES:
            Computer(self.folder / name, name, self.address, timedelta()).close()

    def kill_some(self, kills: int) -> int:
        """Let the programs run, and kill one after the other; return how many words were saved."""
        running = {name: self.start(name, number) for number, name in enumerate(NAMES)}
        for kill in range(kills):
            name = self.dice.choice(NAMES)
            self.listen(running[name], self.dice.randint(2, self.most_lines))
            self.end(running[name])
            self.shared.faults.add(
                self.dice.choice((faults.response_lost, faults.dropped, faults.d1_internal))(),
                on=self.dice.choice(self.fails),
            )
            running[name] = self.start(name, len(NAMES) + kill)
        for program in running.values():
            self.listen(program, 3)
            self.end(program)
        return len(self.ledger.written)

    def start(self, name: str, number: int) -> "subprocess.Popen[str]":
        address: Address = self.address
        where = (address.base_url, address.token, address.account, address.database)
        command = [
            *(sys.executable, "-m", self.program),
            *(str(self.folder / name), name, f"{number + 1}", *where),
        ]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def listen(self, program: "subprocess.Popen[str]", words: int) -> None:
        assert program.stdout is not None
        for _word in range(words):
            line = program.stdout.readline()
            assert line, "the program ended by itself"
            self.hear(line)

    def hear(self, line: str) -> None:
        _saved, note_id, word = line.split()
        self.ledger.notes.add(note_id)
        self.ledger.written[word] = note_id

    def end(self, program: "subprocess.Popen[str]") -> None:
        program.send_signal(signal.SIGKILL)
        assert program.stdout is not None
        for line in program.stdout.read().splitlines(keepends=True):
            if line.endswith("\n"):  # else the kill cut it
                self.hear(line)
        program.wait()
        program.stdout.close()
        self.counts.kills += 1


class KilledFilesWorld(KilledWorld, FilesWorld):
    """Two computers whose programs add files."""

    program = "tests.fuzz.busy_files"
    fails = ("d1.raw", "r2.put", "r2.get", "r2.list")
    most_lines = 80

    def hear(self, line: str) -> None:
        match line.split():
            case ["added", note_id, word, size]:
                content = content_of(word, int(size))
                self.made[Sha(sha256(content).hexdigest())] = content
                self.ledger.notes.add(note_id)
            case _:
                pass


def beside(world: World, note_id: str) -> set[str]:
    """Return the words of the texts that were kept beside a note when two computers wrote at one place."""
    return {
        word
        for one in world.computers
        for word in words_in(one.card_of(note_id) + one.history(note_id, reason="sync"))
    }


@pytest.mark.parametrize(
    ("seed", "kills"),
    [
        (1, 4),
        pytest.param(2, 40, marks=pytest.mark.long),
        pytest.param(3, 40, marks=pytest.mark.long),
    ],
)
def test_programs_that_are_killed_while_they_sync_lose_and_double_nothing(
    tmp_path: Path, seed: int, kills: int
) -> None:
    with start_cloudflare(seed=seed, rate_limit=None, checked=False) as shared:
        world = KilledWorld(tmp_path, seed, shared)
        written = world.kill_some(kills)
        for name in NAMES:
            world.computers.append(
                Computer(tmp_path / name, name, world.address, timedelta(days=400))
            )
        settle(world)
        notes = in_the_account(world)
        for computer in world.computers:
            same(computer, notes, world)
        missing = [
            word
            for word, note_id in world.ledger.written.items()
            if word not in words_in(text_of(notes[note_id])) | beside(world, note_id)
        ]
        twice = {note.id: doubled(text_of(note)) for note in notes.values()}
        world.close()

    assert written > kills
    assert missing == []
    assert not any(twice.values())


@pytest.mark.parametrize(
    ("seed", "kills"),
    [
        (1, 6),
        pytest.param(2, 100, marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
        pytest.param(3, 100, marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
    ],
)
def test_programs_that_are_killed_while_files_go_and_come_lose_and_halve_none(
    tmp_path: Path, seed: int, kills: int
) -> None:
    with start_cloudflare(seed=seed, rate_limit=None, checked=False) as shared:
        world = KilledFilesWorld(tmp_path, seed, shared)
        world.kill_some(kills)
        for name in NAMES:
            world.computers.append(
                Computer(tmp_path / name, name, world.address, timedelta(days=400))
            )

        settle(world)

        notes = in_the_account(world)
        assert world.ledger.notes <= notes.keys()
        for computer in world.computers:
            same(computer, notes, world)
            assert half_files(computer) == []
        world.judge_more()
        world.close()
    assert len(world.made) > kills


def half_files(computer: Computer) -> list[str]:
    """Return the files in the folder of a vault that are not what their names say."""
    paths = Blobs.beside(computer.store.path).folder.rglob("*")
    named = {path.name: path for path in paths if is_sha(path.name)}
    return [name for name, path in named.items() if sha256(path.read_bytes()).hexdigest() != name]
