"""Random days of three computers through the command line: every word is found, once, and no secret leaves."""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.command_line_world import Fault, run
from tests.fuzz.planted import FAULTS
from tests.fuzz.warm_program import WarmProgram

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform != "linux", reason="forks a process for each command"),
]

FOUND_BY = 2
"""The first of the seeds that lead to the fault which every gate plants."""
NOTICED = {
    "lose_the_last_line": "lost",
    "save_twice": "in two notes",
    "share_everything": "left its computer",
    "purge_the_forgotten": "lost",
}


@pytest.fixture(scope="module")
def program() -> Iterator[WarmProgram]:
    warm = WarmProgram()
    yield warm
    warm.close()


def test_whatever_three_computers_do_nothing_acknowledged_is_missing(
    tmp_path: Path, program: WarmProgram
) -> None:
    run(tmp_path, 7, actions=40, program=program)


@pytest.mark.parametrize(
    "planted",
    [
        pytest.param(one, marks=() if one == "lose_the_last_line" else pytest.mark.long)
        for one in FAULTS
    ],
)
def test_a_planted_fault_is_noticed(tmp_path: Path, program: WarmProgram, planted: str) -> None:
    def live() -> None:
        for place, seed in enumerate((FOUND_BY, *range(12))):
            days = tmp_path / str(place)
            days.mkdir()
            run(days, seed, actions=15, program=program, planted=planted)

    with pytest.raises(Fault, match=f": {NOTICED[planted]}"):
        live()


@pytest.mark.long
@pytest.mark.timeout(3 * 3600)
def test_two_hundred_seeds_of_sixty_actions(
    program: WarmProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    counts, failed, started = Counter[str](), list[str](), time.monotonic()
    for seed in range(200):
        with tempfile.TemporaryDirectory() as folder:
            try:
                counts += run(Path(folder), seed, actions=60, program=program).counts
            except Fault as fault:
                failed.append(str(fault))
    with capsys.disabled():
        took_s = time.monotonic() - started
        sys.stdout.write(f"\n200 seeds of 60 actions in {took_s:.0f} s: {dict(counts)}\n")
    assert not failed, "\n\n".join(failed)
