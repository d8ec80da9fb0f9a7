"""Three-way merge of texts: edits of both sides that do not overlap are combined."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from notebrain.domain.text.alignment import MOST_STEPS, DiffBudget, Run, common

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_END: Final = re.compile(r"\r\n|\r|\n")


class _Edit(NamedTuple):
    """A replacement of the lines from `start` to `end` of the base by new ones.

    Attributes:
        line: Whether a single line replaced a single line; other edits may be adjacent to it.
    """

    start: int
    end: int
    lines: tuple[str, ...]
    line: bool


def merge_texts(base: str, mine: str, theirs: str) -> str | None:
    r"""Return the text with the edits of both sides, or None if they overlap.

    Edits are compared line by line. Both sides may change different lines, even adjacent ones; identical edits count
    once. Two changes of the same line overlap, and so do two different insertions at the same position. Line ends are
    preserved. Merging texts of any size finishes (1 MB with every line changed on both sides: about a second).

    Example:
        >>> merge_texts("[ ] milk\n[ ] eggs", "[x] milk\n[ ] eggs", "[ ] milk\n[x] eggs")
        '[x] milk\n[x] eggs'
    """
    if theirs in (mine, base):
        return mine
    if mine == base:
        return theirs
    end = _line_end(base) or max(_line_end(mine), _line_end(theirs), key=_rank) or "\n"
    old, ours, others = (_lines(text, end) for text in (base, mine, theirs))
    edits = _both(list(_edits(old, ours)), list(_edits(old, others)))
    if edits is None:
        return None
    unended = _picked(*(_is_unended(text) for text in (base, mine, theirs)))
    merged = list(_applied(old, edits))
    if merged and unended:
        merged[-1] = merged[-1].rstrip("\r\n")
    return "".join(merged)


def _lines(text: str, end: str) -> list[str]:
    """Return the lines with their ends; the last one always gets one, so that adding lines below does not change it."""
    lines = _LINE.findall(text)
    if _is_unended(text):
        lines[-1] += end
    return lines


def _is_unended(text: str) -> bool:
    return text != "" and text[-1] not in "\r\n"


def _line_end(text: str) -> str:
    found = _END.search(text)
    return "" if found is None else found.group()


def _rank(end: str) -> tuple[int, str]:
    """Order line ends, so that it does not matter which side has which."""
    return len(end), end


def _picked(base: bool, mine: bool, theirs: bool) -> bool:
    return theirs if mine == base else mine


def _edits(old: Sequence[str], new: Sequence[str]) -> Iterator[_Edit]:
    """Yield the edits of the old lines, in order; equal numbers of replaced lines count one by one."""
    at = new_at = 0
    # half each, so that the result does not depend on which side is which
    for run in (*common(old, new, DiffBudget(MOST_STEPS // 2)), Run(len(old), len(new), 0)):
        size, new_size = run.old - at, run.new - new_at
        if size == new_size:
            for step in range(size):
                yield _Edit(at + step, at + step + 1, (new[new_at + step],), line=True)
        elif size or new_size:
            yield _Edit(at, run.old, tuple(new[new_at : run.new]), line=False)
        at, new_at = run.old + run.size, run.new + run.size


def _both(mine: Sequence[_Edit], theirs: Sequence[_Edit]) -> list[_Edit] | None:
    """Return the edits of both sides in order, without duplicates, or None if two overlap."""
    merged: list[_Edit] = []
    for edit in sorted((*mine, *theirs), key=lambda one: (one.start, one.end, one.lines)):
        if merged and merged[-1] == edit:
            continue
        if merged and _touch(merged[-1], edit):
            return None
        merged.append(edit)
    return merged


def _touch(first: _Edit, second: _Edit) -> bool:
    """Return whether edits of different sides overlap; `first` must not start after `second`."""
    if second.start < first.end or (first.start, first.end) == (second.start, second.end):
        return True
    if second.start > first.end:
        return False
    # adjacent: the order is only ambiguous if a line is inserted next to lines that were added or removed
    inserted = first.start == first.end or second.start == second.end
    return inserted and not (first.line or second.line)


def _applied(old: Sequence[str], edits: Sequence[_Edit]) -> Iterator[str]:
    at = 0
    for edit in edits:
        yield from old[at : edit.start]
        yield from edit.lines
        at = edit.end
    yield from old[at:]
