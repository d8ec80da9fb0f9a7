"""Finds what two sequences have in common, in order, with bounded effort; all comparisons are based on this."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MOST_EDITS = 400
"""Sequences that need more edits than this are split at items that occur exactly once in both."""
MOST_STEPS = 1_500_000
"""About a second of work; the rest is compared by items that occur exactly once in both."""
_DEEPEST = 40


class Run(NamedTuple):
    """`size` items at `old` in one sequence equal those at `new` in the other."""

    old: int
    new: int
    size: int


@dataclass(slots=True)
class DiffBudget:
    """The remaining work allowed for a comparison, shared by all of its parts."""

    steps: int = MOST_STEPS


class _Part(NamedTuple):
    """The items from `old` to `old_end` against those from `new` to `new_end`."""

    old: int
    old_end: int
    new: int
    new_end: int


def common(old: Sequence[str], new: Sequence[str], effort: DiffBudget | None = None) -> list[Run]:
    """Return what both have in common, in order, with adjacent runs joined."""
    effort = effort or DiffBudget()
    return _joined(_within(old, new, _Part(0, len(old), 0, len(new)), effort, _DEEPEST))


def common_size(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many items two short sequences have in common, in order, without telling where.

    It is the length of the longest common subsequence, found with one bit for each old item (Hyyrö 2004).

    Example:
        >>> common_size("abcd", "acxd")
        3
    """
    places: dict[str, int] = {}
    for at, item in enumerate(old):
        places[item] = places.get(item, 0) | 1 << at
    everywhere = (1 << len(old)) - 1
    left = everywhere
    for item in new:
        met = left & places.get(item, 0)
        left = ((left + met) | (left - met)) & everywhere
    return len(old) - left.bit_count()


def _within(
    old: Sequence[str], new: Sequence[str], part: _Part, effort: DiffBudget, depth: int
) -> Iterator[Run]:
    head, tail = _head(old, new, part), 0
    middle = _Part(part.old + head, part.old_end, part.new + head, part.new_end)
    tail = _tail(old, new, middle)
    middle = middle._replace(old_end=middle.old_end - tail, new_end=middle.new_end - tail)
    if head:
        yield Run(part.old, part.new, head)
    if middle.old < middle.old_end and middle.new < middle.new_end:
        yield from _of_middle(old, new, middle, effort, depth)
    if tail:
        yield Run(middle.old_end, middle.new_end, tail)


def _of_middle(
    old: Sequence[str], new: Sequence[str], part: _Part, effort: DiffBudget, depth: int
) -> Iterator[Run]:
    shortest = _shortest(old, new, part, effort)
    if shortest is not None:
        yield from shortest
        return
    anchors = _anchors(old, new, part) if depth else []
    at, new_at = part.old, part.new
    for anchor, new_anchor in anchors:
        between = _Part(at, anchor, new_at, new_anchor)
        yield from _within(old, new, between, effort, depth - 1)
        yield Run(anchor, new_anchor, 1)
        at, new_at = anchor + 1, new_anchor + 1
    if anchors:
        rest = _Part(at, part.old_end, new_at, part.new_end)
        yield from _within(old, new, rest, effort, depth - 1)


def _head(old: Sequence[str], new: Sequence[str], part: _Part) -> int:
    size, most = 0, min(part.old_end - part.old, part.new_end - part.new)
    while size < most and old[part.old + size] == new[part.new + size]:
        size += 1
    return size


def _tail(old: Sequence[str], new: Sequence[str], part: _Part) -> int:
    size, most = 0, min(part.old_end - part.old, part.new_end - part.new)
    while size < most and old[part.old_end - 1 - size] == new[part.new_end - 1 - size]:
        size += 1
    return size


def _shortest(
    old: Sequence[str], new: Sequence[str], part: _Part, effort: DiffBudget
) -> list[Run] | None:
    """Return the runs left by the fewest edits (Myers 1986), or None if there are too many edits."""
    size, new_size = part.old_end - part.old, part.new_end - part.new
    furthest = {1: 0}
    trail: list[dict[int, int]] = []
    for edits in range(min(MOST_EDITS, size + new_size) + 1):
        effort.steps -= edits + 1
        if effort.steps < 0:
            return None
        trail.append(furthest.copy() if edits else {1: 0})
        for diagonal in range(-edits, edits + 1, 2):
            at = _next(furthest, diagonal, edits)
            new_at = at - diagonal
            while at < size and new_at < new_size and old[part.old + at] == new[part.new + new_at]:
                at, new_at = at + 1, new_at + 1
            furthest[diagonal] = at
            if at >= size and new_at >= new_size:
                return _walked_back(part, trail)
    return None


def _next(furthest: dict[int, int], diagonal: int, edits: int) -> int:
    """Return where a diagonal begins: after an addition, or after a removal."""
    down = diagonal == -edits or (
        diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1]
    )
    return furthest[diagonal + 1] if down else furthest[diagonal - 1] + 1


def _walked_back(part: _Part, trail: list[dict[int, int]]) -> list[Run]:
    at, new_at = part.old_end - part.old, part.new_end - part.new
    runs: list[Run] = []
    for edits in range(len(trail) - 1, -1, -1):
        furthest, diagonal = trail[edits], at - new_at
        start = _next(furthest, diagonal, edits)
        if at > start:
            runs.append(Run(part.old + start, part.new + start - diagonal, at - start))
        if edits:
            added = start == furthest.get(diagonal + 1) and (
                diagonal == -edits
                or (diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1])
            )
            at, new_at = (start, start - diagonal - 1) if added else (start - 1, start - diagonal)
    return runs[::-1]


def _anchors(old: Sequence[str], new: Sequence[str], part: _Part) -> list[tuple[int, int]]:
    """Return the items that occur exactly once on both sides and are in the same order on both."""
    ours, theirs = range(part.old, part.old_end), range(part.new, part.new_end)
    often = Counter(old[at] for at in ours)
    new_often = Counter(new[at] for at in theirs)
    place = {new[at]: at for at in theirs if new_often[new[at]] == 1}
    pairs = [(at, place[old[at]]) for at in ours if often[old[at]] == 1 and old[at] in place]
    return _rising(pairs)


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence of `pairs` whose second numbers are increasing, too."""
    lasts: list[int] = []
    tops: list[int] = []
    before: list[int] = []
    for number, (_at, new_at) in enumerate(pairs):
        pile = bisect_left(lasts, new_at)
        before.append(tops[pile - 1] if pile else -1)
        if pile == len(lasts):
            lasts.append(new_at)
            tops.append(number)
        else:
            lasts[pile], tops[pile] = new_at, number
    chosen: list[tuple[int, int]] = []
    number = tops[-1] if tops else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _joined(runs: Iterator[Run]) -> list[Run]:
    joined: list[Run] = []
    for run in runs:
        last = joined[-1] if joined else None
        if last and (last.old + last.size, last.new + last.size) == (run.old, run.new):
            joined[-1] = last._replace(size=last.size + run.size)
        else:
            joined.append(run)
    return joined
