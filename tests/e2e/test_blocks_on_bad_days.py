"""Blocks and procedures, met as real processes: full disks, wrong clocks, several programs at once, kills.

Blocks of two computers are in `tests/unit/sync/test_syncing_blocks.py`.
"""

import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import test_no_room
from tests.fakes.command_line import Program
from tests.fakes.forked_program import ForkedProgram
from tests.fakes.soundness import faults_in

pytestmark = [pytest.mark.e2e]

_MANY = 6
_KILLS = 8
disk = test_no_room.disk

_WRITER = """
import sys
from pathlib import Path
from notebrain.app.services import open_services
from notebrain.domain.procedures.procedures import ProcedureDraft, Trigger, TriggerKind
from notebrain.domain.profile.blocks import BlockKey
services = open_services(Path(sys.argv[1]))
for number in range(10_000):
    services.memory.profile.add(BlockKey.SCRATCHPAD, f"line {number}").result()
    draft = ProcedureDraft(f"rule {number}", Trigger(TriggerKind.WORDS, "review"))
    services.memory.procedures.add(draft).future.result()
    print(number, flush=True)
"""


def text(program: Program, key: str = "rules") -> str:
    blocks: list[dict[str, Any]] = program.run("profile", "list", "--json").json
    found: str = next(block["text"] for block in blocks if block["key"] == key)
    return found


def procedures(program: Program) -> list[str]:
    """Return what the procedures say, the newest first."""
    return [one["content"] for one in program.run("procedures", "list", "--json").json]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [(test_no_room.fill_bytes, "The disk is full"), (test_no_room.make_read_only, "is read-only")],
)
def test_without_room_what_was_there_stays_and_the_next_try_works(
    disk: Path, spoil: Callable[[Path], Callable[[], None]], told: str
) -> None:
    program = ForkedProgram(disk / "vault")
    assert program.run("profile", "set", "rules", "Ask first.").code == 0
    assert program.run("procedures", "add", "--words", "review", "Read it twice.").code == 0
    mend = spoil(disk)
    long = "x" * 20_000

    failed = [
        program.run("profile", "set", "rules", long),
        program.run("profile", "undo", "rules"),
        program.run("procedures", "add", "--words", "review", long[:900]),
    ]

    for one in failed:
        assert one.code != 0
        assert told in one.err
    assert text(program) == "Ask first."
    assert procedures(program) == ["Read it twice."]
    mend()
    assert program.run("profile", "set", "rules", "Ask twice.").code == 0
    assert text(program) == "Ask twice."
    assert faults_in(disk / "vault") == []


@pytest.mark.parametrize("first", [9_000.0, -9_000.0])
def test_a_wrong_clock_changes_neither_the_order_of_texts_nor_what_undo_brings_back(
    tmp_path: Path, first: float
) -> None:
    program = ForkedProgram(tmp_path / "vault")
    for number, off in enumerate((0.0, first, -first, 0.0)):
        program.clock_off_days = off
        assert program.run("profile", "set", "rules", f"text {number}").code == 0
        added = program.run("procedures", "add", "--words", "review", f"rule {number}")
        assert added.code == 0, added.err
    program.clock_off_days = 0.0

    assert text(program) == "text 3"
    assert program.run("profile", "undo", "rules").code == 0
    assert text(program) == "text 2"
    assert sorted(procedures(program)) == [f"rule {number}" for number in range(4)]
    matched = program.run("procedures", "match", "--json", "a review")
    assert matched.code == 0, matched.err
    assert len(matched.json) == 4
    assert program.run("context", "a review", "--json").code == 0
    assert faults_in(tmp_path / "vault") == []


def test_programs_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    program = Program(tmp_path / "vault")
    assert program.run("profile", "set", "scratchpad", "begin").code == 0

    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    started = [
        program.start(*words, **quiet)
        for number in range(_MANY)
        for words in (
            ("profile", "add", "scratchpad", f"line {number}"),
            ("procedures", "add", "--words", "review", f"rule {number}"),
        )
    ]

    errors = [one.communicate(timeout=120)[1] for one in started]
    assert [one.returncode for one in started] == [0] * len(started), errors
    lines = text(program, "scratchpad").split("\n")
    assert lines[0] == "begin"
    assert sorted(lines[1:]) == [f"line {number}" for number in range(_MANY)]
    assert sorted(procedures(program)) == [f"rule {number}" for number in range(_MANY)]


def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    vault, draw = tmp_path / "vault", random.Random(5)
    command = [sys.executable, "-c", _WRITER, str(vault)]
    for _kill in range(_KILLS):
        done = -1
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _line in range(draw.randint(1, 12)):
                done = int(writer.stdout.readline())
            writer.send_signal(signal.SIGKILL)

        program = ForkedProgram(vault)
        lines = text(program, "scratchpad").split("\n")
        begun = [at for at, line in enumerate(lines) if line == "line 0"][-1]
        written = lines[begun:]
        assert written == [f"line {number}" for number in range(len(written))]
        assert len(written) > done
        assert {f"rule {number}" for number in range(done + 1)} <= set(procedures(program))
        assert faults_in(vault) == []
