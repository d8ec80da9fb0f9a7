"""Edits whole lines: toggles headings, lists, check boxes and quotes; moves, duplicates and deletes lines."""

import re
from collections.abc import Callable
from typing import Final

from notebrain.domain.markdown.editing.lists import renumbered
from notebrain.domain.markdown.editing.selection import Passage, lines_of, with_lines

_HEADING: Final = re.compile(r"(#{1,6})(?:[ \t]+|$)")
_SIGN: Final = re.compile(
    r"(?P<lead>[ \t]*(?:>[ \t]?)*)(?P<mark>(?P<sign>[-*+]|\d{1,9}[.)])(?:[ \t]+|$)"
    r"(?P<box>\[(?P<tick>[ xX])\](?:[ \t]+|$))?)?"
)
_QUOTE: Final = re.compile(r"(?P<lead>[ \t]*)(?P<mark>>[ \t]?)?")

Head = tuple[int, str]
"""How many characters at the start of a line are replaced, and the replacement."""


def heading(passage: Passage, level: int) -> Passage:
    """Return the selected lines as headings of this level, or as text if they already are."""
    chosen = _chosen(passage)
    levels = {number: _level(line) for number, line in chosen.items()}
    sign = "" if all(found[0] == level for found in levels.values()) else "#" * level + " "
    return with_lines(passage, {number: (found[1], sign) for number, found in levels.items()})


def bullets(passage: Passage) -> Passage:
    """Return the selected lines as bulleted items, or as text if they already are."""
    return _as_list(passage, lambda sign: sign in ("-", "*", "+"), lambda _count: "- ")


def numbers(passage: Passage) -> Passage:
    """Return the selected lines as numbered items, or as text if they already are."""
    return _as_list(passage, lambda sign: sign[:1].isdigit(), lambda count: f"{count}. ")


def boxes(passage: Passage) -> Passage:
    """Return the selected lines with a check box; if they have one, ticked, or cleared if all are ticked."""
    items = {number: _sign(line) for number, line in _chosen(passage).items()}
    lacking = any(not item["box"] for item in items.values())
    tick = " " if lacking or all(item["tick"] != " " for item in items.values()) else "x"
    changed: dict[int, Head] = {}
    for number, item in items.items():
        if not item["box"]:
            lead = item["lead"] + (item["mark"] or "- ")
            changed[number] = (item.end(), (lead if lead[-1:].isspace() else lead + " ") + "[ ] ")
        elif not lacking:
            line = item.string
            at = item.start("tick")
            changed[number] = (at + 1, line[:at] + tick)
    return with_lines(passage, changed)


def quote(passage: Passage) -> Passage:
    """Return the selected lines as a quote, or as text if they already are."""
    found = {number: _match(_QUOTE, line) for number, line in _chosen(passage).items()}
    if all(item["mark"] for item in found.values()):
        return with_lines(passage, {n: (item.end(), item["lead"]) for n, item in found.items()})
    return with_lines(passage, dict.fromkeys(found, (0, "> ")))


def moved(passage: Passage, *, down: bool) -> Passage | None:
    """Return the selected lines swapped with the line below or above, or None at the edge of the text."""
    lines = passage.text.split("\n")
    chosen = lines_of(passage)
    other = chosen.stop if down else chosen.start - 1
    if not 0 <= other < len(lines):
        return None
    width = len(lines[other]) + 1
    line = lines.pop(other)
    lines.insert(chosen.start if down else chosen.stop - 1, line)
    by = width if down else -width
    text = "\n".join(lines)
    return Passage(
        text,
        min(max(0, passage.anchor + by), len(text)),
        min(max(0, passage.caret + by), len(text)),
    )


def doubled(passage: Passage) -> Passage:
    """Return the selected lines twice, with the second copy selected."""
    lines = passage.text.split("\n")
    chosen = lines_of(passage)
    copy = lines[chosen.start : chosen.stop]
    by = sum(len(line) + 1 for line in copy)
    lines[chosen.stop : chosen.stop] = copy
    return Passage("\n".join(lines), passage.anchor + by, passage.caret + by)


def deleted(passage: Passage) -> Passage:
    """Return the text without the selected lines; the caret stays in its column."""
    lines = passage.text.split("\n")
    chosen = lines_of(passage)
    column = passage.caret - passage.line[0]
    del lines[chosen.start : chosen.stop]
    number = min(chosen.start, len(lines) - 1)
    if number < 0:
        return Passage("", 0, 0)
    caret = sum(len(line) + 1 for line in lines[:number]) + min(column, len(lines[number]))
    return Passage("\n".join(lines), caret, caret)


def _as_list(
    passage: Passage, is_one: Callable[[str], bool], sign: Callable[[int], str]
) -> Passage:
    items = {number: _sign(line) for number, line in _chosen(passage).items()}
    if all(item["mark"] and not item["box"] and is_one(item["sign"]) for item in items.values()):
        return with_lines(passage, {n: (item.end(), item["lead"]) for n, item in items.items()})
    changed = {
        number: (item.end(), item["lead"] + sign(count))
        for count, (number, item) in enumerate(items.items(), start=1)
    }
    return renumbered(with_lines(passage, changed))


def _chosen(passage: Passage) -> dict[int, str]:
    """Return the selected lines that are not empty, or a single selected line in any case."""
    lines = passage.text.split("\n")
    chosen = lines_of(passage)
    return {n: lines[n] for n in chosen if lines[n].strip() or len(chosen) == 1} or {
        chosen.start: lines[chosen.start]
    }


def _level(line: str) -> tuple[int, int]:
    """Return the level of a heading (0 for text) and the length of its mark."""
    found = _HEADING.match(line)
    return (len(found[1]), found.end()) if found else (0, 0)


def _sign(line: str) -> re.Match[str]:
    return _match(_SIGN, line)


def _match(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    """Return the match of a pattern that every line matches."""
    found = pattern.match(line)
    assert found is not None  # noqa: S101 - every part of these patterns may be missing
    return found
