"""The real program on a computer whose clock is wrong: `python -m tests.fakes.off_clock DAYS ARGUMENT...`.

Everything in the program that asks for the time asks `SystemClock`, which `test_one_clock.py` makes sure of; so
moving that one moves the whole process, from its first line to its last.
"""

import sys
from datetime import timedelta

from notebrain.app.core.clock import SystemClock


def set_clock(days: float) -> None:
    """Let this process believe that it is so many days later than it is, or earlier."""
    right = SystemClock.now
    shift = timedelta(days=days)
    SystemClock.now = lambda self: right(self) + shift  # type: ignore[method-assign]  # that is the purpose


def main() -> int:
    """Set the clock, then be NoteBrain."""
    set_clock(float(sys.argv.pop(1)))
    from notebrain.__main__ import main as notebrain

    return notebrain(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
