"""Check boxes in the text of a note: finding those that wait, and ticking one without touching anything else."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM: Final = re.compile(
    r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(?P<mark>[ xX])\](?=[ \t]|\r|\n|\Z)"
)
_WAITING: Final = " "


@dataclass(frozen=True, slots=True)
class Box:
    """One check box.

    Attributes:
        at: Where the character between the brackets is.
        text: What stands behind it, without outer blanks.
    """

    at: int
    text: str
    ticked: bool = False


def boxes(body: str) -> Iterator[Box]:
    """Return every check box from top to bottom; what stands in a block of code is none."""
    fence = ""
    for line in _LINE.finditer(body):
        mark = _FENCE.match(body, line.start(), line.end())
        if fence:
            if (
                mark
                and mark[1].startswith(fence)
                and not line[0][mark.end() - line.start() :].strip()
            ):
                fence = ""
            continue
        if mark:
            fence = mark[1]
            continue
        item = _ITEM.match(body, line.start(), line.end())
        if item:
            text = body[item.end() : line.end()].strip()
            yield Box(item.start("mark"), text, ticked=item["mark"] != _WAITING)


def waiting(body: str, *, limit: int) -> Sequence[Box]:
    """Return the first boxes that say something and are not ticked."""
    found: list[Box] = []
    for box in boxes(body):
        if len(found) == limit:
            break
        if box.text and not box.ticked:
            found.append(box)
    return found


def with_mark(body: str, box: Box, *, ticked: bool) -> str | None:
    """Return the text with this box ticked or not, every other character as it was.

    The box is found again where it moved to when other lines came or went; None when it is gone.
    """
    wanted = replace(box, ticked=not ticked)
    same = [one for one in boxes(body) if (one.text, one.ticked) == (wanted.text, wanted.ticked)]
    if not same:
        return None
    at = min(same, key=lambda one: abs(one.at - box.at)).at
    return f"{body[:at]}{'x' if ticked else _WAITING}{body[at + 1 :]}"
