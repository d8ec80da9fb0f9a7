"""How one list of keys becomes another with as few steps as the view can follow."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

MAX_RUNS = 200
# 4 ms; some more, and to show all of 100,000 anew (8 ms and the choice of rows put back) is no slower.
MAX_INSERTED = 2_000


@dataclass(frozen=True, slots=True)
class Steps:
    """What to do to the old list, in this order.

    Attributes:
        removed: Runs of rows that go, as first and last, from the bottom up.
        kept: The rows that stay, in their new order, or None when their order is the same.
        inserted: Runs of rows that come, as first row and keys, from the top down.
        whole: Set when the lists have too little in common: simply show the new one.
    """

    new: Sequence[int]
    removed: tuple[tuple[int, int], ...] = ()
    kept: tuple[int, ...] | None = None
    inserted: tuple[tuple[int, tuple[int, ...]], ...] = field(default=())
    whole: bool = False


def steps(old: Sequence[int], new: Sequence[int]) -> Steps:
    """Return how `old` becomes `new`; safe on any thread."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    coming, going = set(new_middle), set(old_middle)
    removed = _runs([i for i, note in enumerate(old_middle, head) if note not in coming])
    inserted = _runs([i for i, note in enumerate(new_middle, head) if note not in going])
    coming_rows = sum(last - first + 1 for first, last in inserted)
    if len(removed) + len(inserted) > MAX_RUNS or coming_rows > MAX_INSERTED:
        return Steps(new, whole=True)
    stay_old = [note for note in old_middle if note in coming]
    stay_new = [note for note in new_middle if note in going]
    return Steps(
        new,
        removed=tuple(reversed(removed)),
        kept=None if stay_old == stay_new else (*old[:head], *stay_new, *old[len(old) - tail :]),
        inserted=tuple((first, tuple(new[first : last + 1])) for first, last in inserted),
    )


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
