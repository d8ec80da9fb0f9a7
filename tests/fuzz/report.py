"""Living through many seeds, and what is told of it."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.fuzz.filing import FilesWorld
from tests.fuzz.racing import RacingWorld
from tests.fuzz.strange import StrangeWorld
from tests.fuzz.world import Counts, World, run

KINDS = {"plain": World, "strange": StrangeWorld, "racing": RacingWorld, "files": FilesWorld}


def live_through(
    kind: str, seeds: range, *, actions: int, say: Callable[[str], object]
) -> list[int]:
    """Live through these seeds, tell what happened, and return those that failed."""
    total, failed, started = Counts(), list[int](), time.monotonic()
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            try:
                counts = run(Path(folder), seed, actions=actions, kind=KINDS[kind]).counts
            except AssertionError as error:
                failed.append(seed)
                say(str(error))
                continue
        for name, value in vars(counts).items():
            setattr(total, name, getattr(total, name) + value)
    took_s = time.monotonic() - started
    say(f"{kind}: {len(seeds)} seeds of {actions} actions in {took_s:.0f} s: {total}")
    say(f"failed: {failed or 'none'}")
    return failed
