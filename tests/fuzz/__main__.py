"""`python -m tests.fuzz --kind racing --seeds 200 --actions 50`: live through many seeds and report."""

import argparse
import sys

from tests.fuzz.report import KINDS, live_through


def main() -> int:
    """Return 1 when a seed failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--actions", type=int, default=50)
    parser.add_argument("--kind", choices=KINDS, default="plain")
    parser.add_argument("--quiet", action="store_true", help="only the first line of a failure")
    args = parser.parse_args()

    def say(text: str) -> None:
        sys.stdout.write(f"{text.splitlines()[0] if args.quiet else text}\n")
        sys.stdout.flush()

    seeds = range(args.first, args.first + args.seeds)
    return 1 if live_through(args.kind, seeds, actions=args.actions, say=say) else 0


if __name__ == "__main__":
    sys.exit(main())
