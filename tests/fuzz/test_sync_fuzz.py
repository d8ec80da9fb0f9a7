"""Random days on several computers, faults of the network and kills: nothing is lost, nothing doubled, all agree."""

import pytest

from tests.fuzz.racing import RacingWorld
from tests.fuzz.strange import StrangeWorld
from tests.fuzz.world import World, run

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


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_two_hundred_seeds_of_fifty_actions(tmp_path) -> None:
    for seed in range(200):
        for kind in (World, StrangeWorld, RacingWorld):
            run(tmp_path / f"{kind.__name__}{seed}", seed, actions=50, kind=kind)
