"""Random days on several computers, faults of the network and kills: nothing is lost, nothing doubled, all agree."""

import sys

import pytest

from tests.fuzz.filing import FilesWorld
from tests.fuzz.racing import RacingWorld
from tests.fuzz.report import KINDS, live_through
from tests.fuzz.strange import StrangeWorld
from tests.fuzz.world import run

# what each of these seeds once found is told in the commit that mended it
FOUND = (8, 77, 148, 184, 393)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [*FOUND, 1001])
def test_whatever_happens_all_computers_agree_in_the_end_and_have_every_word(
    tmp_path, seed
) -> None:
    run(tmp_path, seed, actions=50)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("kind", "seed"), [(StrangeWorld, 38), (RacingWorld, 0)])
def test_so_do_vaults_from_backups_copied_vaults_and_notes_that_everybody_writes(
    tmp_path, kind, seed
) -> None:
    run(tmp_path, seed, actions=50, kind=kind)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [6, 10])
def test_every_file_that_a_note_names_is_on_every_computer_in_the_end(tmp_path, seed) -> None:
    world = run(tmp_path, seed, actions=50, kind=FilesWorld)

    assert world.counts.files > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_seeds_of_fifty_actions(kind, capsys) -> None:
    def say(text: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n{text}\n")

    assert live_through(kind, range(200), actions=50, say=say) == []
