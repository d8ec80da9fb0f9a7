"""`python -m tests.fuzz --seeds 200 --actions 50`: live through many seeds and report."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.racing import RacingWorld
from tests.fuzz.strange import StrangeWorld
from tests.fuzz.world import Counts, World, run

KINDS = {"plain": World, "strange": StrangeWorld, "racing": RacingWorld}


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Return 1 when a seed failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--actions", type=int, default=50)
    parser.add_argument("--quiet", action="store_true", help="do not print the trail of a failure")
    parser.add_argument("--kind", choices=KINDS, default="plain")
    args = parser.parse_args()
    kind = KINDS[args.kind]
    total, failed, started = Counts(), list[int](), time.monotonic()
    for seed in range(args.first, args.first + args.seeds):
        with tempfile.TemporaryDirectory() as folder:
            try:
                counts = run(Path(folder), seed, actions=args.actions, kind=kind).counts
            except AssertionError as error:
                failed.append(seed)
                text = str(error)
                say(text.splitlines()[0][:300] if args.quiet else text)
                continue
        for name, value in vars(counts).items():
            setattr(total, name, getattr(total, name) + value)
    say(f"{args.seeds} seeds of {args.actions} in {time.monotonic() - started:.0f} s: {total}")
    say(f"failed: {failed or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
