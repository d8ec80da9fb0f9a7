"""Which characters of a changed text were there before."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

LONGEST_BY_CHARACTER = 600
"""Longer texts are compared by lines first: by characters costs the product of both lengths."""


class Match(NamedTuple):
    """`size` characters at `old` in the old text stand at `new` in the new one."""

    old: int
    new: int
    size: int


def matches(old: str, new: str) -> list[Match]:
    """Return the parts of `new` that come from `old`, in order."""
    head = _common_head(old, new)
    tail = _common_head(old[head:][::-1], new[head:][::-1])
    middle = _between(old[head : len(old) - tail], new[head : len(new) - tail])
    found = [
        Match(0, 0, head),
        *(Match(head + match.old, head + match.new, match.size) for match in middle),
        Match(len(old) - tail, len(new) - tail, tail),
    ]
    return [match for match in found if match.size]


def _between(old: str, new: str) -> Iterator[Match]:
    if not old or not new:
        return
    if len(old) + len(new) <= LONGEST_BY_CHARACTER:
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        yield from (Match(*block) for block in matcher.get_matching_blocks())
    elif "\n" in old[:-1] and "\n" in new[:-1]:
        yield from _by_line(old, new)


def _by_line(old: str, new: str) -> Iterator[Match]:
    """Yield what is shared by lines; lines that changed in equal number are compared one to one."""
    ours, theirs = old.split("\n"), new.split("\n")
    our_starts, their_starts = _starts(ours), _starts(theirs)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        if tag != "equal" and last - first != new_last - new_first:
            continue
        for line, new_line in zip(range(first, last), range(new_first, new_last), strict=True):
            at, new_at = our_starts[line], their_starts[new_line]
            for match in matches(
                old[at : our_starts[line + 1]], new[new_at : their_starts[new_line + 1]]
            ):
                yield Match(at + match.old, new_at + match.new, match.size)


def _starts(lines: list[str]) -> list[int]:
    """Return where each line starts, and where the text ends."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    starts[-1] -= 1
    return starts


def _common_head(one: str, other: str) -> int:
    shortest = min(len(one), len(other))
    if one[:shortest] == other[:shortest]:
        return shortest
    low, high = 0, shortest
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low
