"""One edit of a run of text: what was not touched stays as it is stored."""

import re
from collections.abc import Sequence
from itertools import pairwise

from notebrain.domain.textmatch import matches
from notebrain.domain.textpieces import Odd, Piece, joined, part
from notebrain.domain.textshown import LINE_ENDS, SOFT

_SPLIT_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def replaced(whole: Piece, left: int, right: int, added: str, line_end: str) -> Piece:
    """Return the run with `shown[left:right]` replaced by `added`."""
    shown = whole.shown[:left] + added + whole.shown[right:]
    if not whole.odd and line_end != "\r" and not _SPLIT_PAIR.search(shown):
        return Piece(shown)
    odd = [item for item in whole.odd if item.at < left]
    odd += [Odd(left + at, stored) for at, stored in _odd_of(whole, left, right, added, line_end)]
    shift = left + len(added) - right
    odd += [Odd(item.at + shift, item.stored) for item in whole.odd if item.at >= right]
    return _mended(Piece(shown, tuple(odd)), line_end)


def edited_run(
    whole: Piece, base: int, edits: Sequence[tuple[int, int, str]], line_end: str
) -> Piece:
    """Return a run that begins at the unit `base` after these edits (start, end, added), in order."""
    spans = [(whole.index(start - base), whole.index(end - base), add) for start, end, add in edits]
    if not whole.odd and line_end != "\r":
        parts: list[str] = []
        done = 0
        for left, right, added in spans:
            parts += (whole.shown[done:left], added)
            done = right
        shown = "".join((*parts, whole.shown[done:]))
        if not _SPLIT_PAIR.search(shown):
            return Piece(shown)
    for left, right, added in reversed(spans):
        whole = replaced(whole, left, right, added, line_end)
    return whole


def _odd_of(
    whole: Piece, left: int, right: int, added: str, line_end: str
) -> list[tuple[int, str]]:
    """Return the odd characters of `added`, which takes the place of `whole.shown[left:right]`."""
    gone = {odd.at - left: odd.stored for odd in whole.odd if left <= odd.at < right}
    new_end = _line_end_near(whole, left, right, line_end)
    if not gone and new_end == line_end:
        return []
    stored = {at: new_end for at, char in enumerate(added) if char == "\n" and new_end != line_end}
    for match in matches(whole.shown[left:right], added):
        for step in range(match.size):
            if match.old + step in gone:
                stored[match.new + step] = gone[match.old + step]
            else:
                stored.pop(match.new + step, None)
    return sorted(stored.items())


def _line_end_near(whole: Piece, left: int, right: int, line_end: str) -> str:
    """Return what a new line at `left` ends in: as the line before it, or the one after."""
    for at in (whole.shown.rfind("\n", 0, left), whole.shown.find("\n", right)):
        kind = whole.kind_at(at, line_end) if at >= 0 else ""
        if kind in LINE_ENDS:
            return kind
    return line_end


def _mended(run: Piece, line_end: str) -> Piece:
    """Return the run without neighbours that would be read back as one: CR LF, two halves."""
    kinds = {odd.at: odd.stored for odd in run.odd}
    for block in re.finditer("\n{2,}", run.shown):
        ends = [at for at in range(*block.span()) if kinds.get(at, line_end) != SOFT]
        for at, after in pairwise(ends):
            if kinds.get(at, line_end) == "\r" and kinds.get(after, line_end) == "\n":
                kinds[at] = "\n"
    if len(kinds) > len(run.odd) or any(kinds[odd.at] != odd.stored for odd in run.odd):
        run = Piece(run.shown, tuple(Odd(*item) for item in sorted(kinds.items())))
    while pair := _SPLIT_PAIR.search(run.shown):
        whole = pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        tail = part(run, pair.end(), len(run.shown))
        run = joined((part(run, 0, pair.start()), Piece(whole), tail))
    return run
