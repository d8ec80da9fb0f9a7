"""Check boxes in the text of a note: finding open ones, and ticking one without changing anything else."""

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
class Checkbox:
    """One check box.

    Attributes:
        at: The position of the character between the brackets.
        text: The text after it, without outer whitespace.
    """

    at: int
    text: str
    ticked: bool = False


def boxes(body: str) -> Iterator[Checkbox]:
    """Yield every check box from top to bottom, except in code blocks."""
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
            yield Checkbox(item.start("mark"), text, ticked=item["mark"] != _WAITING)


def waiting(body: str, *, limit: int) -> Sequence[Checkbox]:
    """Return the first boxes that have text and are not ticked."""
    found: list[Checkbox] = []
    for box in boxes(body):
        if len(found) == limit:
            break
        if box.text and not box.ticked:
            found.append(box)
    return found


def with_mark(body: str, box: Checkbox, *, ticked: bool) -> str | None:
    """Return the text with this box ticked or unticked, and every other character unchanged.

    The box is found even if it moved because lines were added or removed; None if it is gone.
    """
    wanted = replace(box, ticked=not ticked)
    same = [
        known for known in boxes(body) if (known.text, known.ticked) == (wanted.text, wanted.ticked)
    ]
    if not same:
        return None
    at = min(same, key=lambda known: abs(known.at - box.at)).at
    return f"{body[:at]}{'x' if ticked else _WAITING}{body[at + 1 :]}"
