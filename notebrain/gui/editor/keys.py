"""What Enter and Tab do in a list: rules on one line of text, without a widget."""

import re
from typing import NamedTuple

_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?P<quote>(?:>[ \t]?)*)"
    r"(?:(?P<sign>[-*+]|(?P<number>\d{1,9})(?P<dot>[.)]))(?P<gap>[ \t]+)"
    r"(?P<box>\[[ xX]\](?:[ \t]+|$))?)?"
)
INDENT = "  "


class Enter(NamedTuple):
    """What Enter does: take `remove` characters before the caret away, then insert `insert`."""

    remove: int
    insert: str


def on_enter(before: str, after: str) -> Enter:
    """Return what Enter does between the two parts of a line.

    In a list it begins the next item; in an empty item it ends the list.
    """
    item = _ITEM.match(before)
    lead = item.group() if item else ""
    if item is None or not (item["sign"] or item["quote"]):
        return Enter(0, "\n" + (item["indent"] if item else ""))
    if len(lead) == len(before) and not after.strip():
        return Enter(len(lead), "")
    return Enter(0, "\n" + _next_lead(item))


def _next_lead(item: re.Match[str]) -> str:
    lead = item["indent"] + item["quote"]
    if not item["sign"]:
        return lead
    sign = f"{int(item['number']) + 1}{item['dot']}" if item["number"] else item["sign"]
    return lead + sign + item["gap"] + ("[ ] " if item["box"] else "")


def is_item(line: str) -> bool:
    """Whether the line is an item of a list, so that Tab moves it rather than write a tab."""
    item = _ITEM.match(line)
    return bool(item and item["sign"])


def outdent_width(line: str) -> int:
    """Return how many characters moving the line to the left takes away."""
    if line.startswith("\t"):
        return 1
    return len(line[: len(INDENT)]) - len(line[: len(INDENT)].lstrip(" "))
