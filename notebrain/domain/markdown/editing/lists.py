"""Lists while typing: Enter continues them, Tab indents, Backspace removes the marker, numbers are updated."""

import re
from typing import Final

from notebrain.domain.markdown.editing.selection import Passage, lines_of, put, with_lines
from notebrain.domain.notes.links import typed_link

INDENT: Final = "  "
_ITEM: Final = re.compile(
    r"(?P<indent>[ \t]*)(?P<quote>(?:>[ \t]?)*)(?P<inner>(?<=[> \t])[ \t]*)?"
    r"(?:(?P<sign>[-*+]|(?P<number>\d{1,9})(?P<dot>[.)]))(?P<gap>[ \t]+|$)"
    r"(?P<box>\[[ xX]\](?:[ \t]+|$))?)?"
)
_RULE: Final = re.compile(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$")


def enter(passage: Passage) -> Passage | None:
    """Return the effect of Enter in a list: it adds an item or, in an empty item, ends the list.

    In a link, right before its closing brackets, it leaves the link first. None if Enter just starts a new line.
    """
    if passage.chosen:
        return None
    start, end = passage.line
    before, after = passage.text[start : passage.caret], passage.text[passage.caret : end]
    if after.startswith("]]") and typed_link(before) is not None:
        behind = passage.choosing(passage.caret + 2, passage.caret + 2)
        return enter(behind) or put(behind, behind.caret, behind.caret, "\n")
    item = _item(before)
    if item is None or not (item["sign"] or item["quote"]):
        return _written(passage, "\n" + item["indent"]) if item else None
    if not after.strip() and len(item[0]) == len(before):
        return _ended(passage, start, item)
    if item["sign"] and not item["gap"]:
        return _written(passage, "\n" + item["indent"] + item["quote"])
    # without this, the spaces after the caret would be duplicated after the new marker
    blanks = len(after) - len(after.lstrip(" \t")) if before != item[0] else 0
    return renumbered(_written(passage, "\n" + _next_lead(item), blanks))


def enter_in_code(passage: Passage) -> Passage:
    """Return the effect of Enter in code: a new line, indented as far as the one above, and nothing else."""
    before = passage.text[: passage.start].rpartition("\n")[2]
    indent = before[: len(before) - len(before.lstrip(" \t"))]
    at = passage.start + 1 + len(indent)
    return put(passage, passage.start, passage.end, "\n" + indent)._replace(anchor=at, caret=at)


def backspace(passage: Passage) -> Passage | None:
    """Return the passage without the list marker right before the caret, or None if there is none."""
    if passage.chosen:
        return None
    start, _end = passage.line
    item = _item(passage.text[start : passage.caret])
    if item is None or not (item["sign"] or item["quote"]) or start + item.end() != passage.caret:
        return None
    if item["sign"]:
        if not item["gap"]:
            return None
        return renumbered(put(passage, start + item.start("sign"), passage.caret, ""))
    shorter = re.sub(r">[ \t]?$", "", passage.text[start : passage.caret].rstrip(" \t"))
    return put(passage, start + len(shorter), passage.caret, "")


def indent(passage: Passage, *, code: bool = False) -> Passage | None:
    """Return the items or the selected lines indented, or None if Tab types a tab; `code` has no items."""
    numbers = lines_of(passage)
    lines = passage.text.split("\n")
    if len(numbers) == 1 and (code or not is_item(lines[numbers[0]])):
        return None
    kept = {
        number: (0, INDENT if code else _step(lines, number))
        for number in numbers
        if lines[number] or len(numbers) == 1
    }
    indented = with_lines(passage, kept)
    return indented if code else renumbered(indented)


def outdent(passage: Passage, *, code: bool = False) -> Passage | None:
    """Return the selected lines outdented, or None if none of them can be; `code` has no items."""
    lines = passage.text.split("\n")
    moved = {
        number: (width, "")
        for number in lines_of(passage)
        if (width := outdent_width(lines[number]))
    }
    if not moved:
        return None
    outdented = with_lines(passage, moved)
    return outdented if code else renumbered(outdented)


def is_item(line: str) -> bool:
    """Return whether the line is a list item, so that Tab indents it instead of typing a tab."""
    item = _item(line)
    return bool(item and item["sign"])


def is_numbered(line: str) -> bool:
    """Return whether the line is a numbered item, so that the items after it are renumbered."""
    item = _item(line)
    return bool(item and item["number"])


def goes_on(line: str) -> bool:
    """Return whether a line may belong to the same list as the one before it."""
    return is_item(line) or line[:1] in (" ", "\t", ">")


def outdent_width(line: str) -> int:
    """Return how many characters outdenting the line removes."""
    if line.startswith("\t"):
        return 1
    most = 4 if is_numbered(line) and line.startswith("   ") else len(INDENT)
    head = line[:most]
    width = len(head) - len(head.lstrip(" "))
    return min(width, 3) if most == 4 else width  # noqa: PLR2004 - as wide as "1. "


def renumbered(passage: Passage) -> Passage:
    """Return the passage with the list renumbered, from the line where the selection starts."""
    lines = passage.text.split("\n")
    first = passage.text.count("\n", 0, passage.start)
    changed: dict[int, tuple[int, str]] = {}
    last: list[tuple[int, str, int]] = []  # for each depth: its indent, its dot, its number
    for number, line in enumerate(lines):
        item = _item(line)
        if item is None or not item["sign"]:
            if not (line[:1] in (" ", "\t") and line.strip()):
                last.clear()
            continue
        value = int(item["number"]) if item["number"] else -1
        follows = _number_after(last, item, value)
        wanted = follows if number >= first else value
        if wanted != value:
            changed[number] = (item.end("number"), line[: item.start("number")] + str(wanted))
        last.append((_width(item), item["dot"] or "", wanted))
    return _with_numbers(passage, changed)


def _number_after(last: list[tuple[int, str, int]], item: re.Match[str], value: int) -> int:
    """Return the number of an item after those in `last` for each depth; deeper ones are removed from it."""
    while last and last[-1][0] > _width(item):
        last.pop()
    if not (last and last[-1][0] == _width(item)):
        return 1 if value > 1 and last else value
    _depth, dot, before = last.pop()
    return before + 1 if value >= 0 and before >= 0 and dot == item["dot"] else value


def _width(item: re.Match[str]) -> int:
    """Return the indentation of an item."""
    return len((item["indent"] + item["quote"] + (item["inner"] or "")).expandtabs(4))


def _with_numbers(passage: Passage, changed: dict[int, tuple[int, str]]) -> Passage:
    """Return the passage with these line starts; the selection stays between the same characters."""
    lines = passage.text.split("\n")
    at, shifts = 0, [0, 0]
    for number, line in enumerate(lines):
        if number in changed:
            gone, came = changed[number]
            lines[number] = came + line[gone:]
            for which, spot in enumerate((passage.anchor, passage.caret)):
                if spot >= at + gone:
                    shifts[which] += len(came) - gone
        at += len(line) + 1
    return Passage("\n".join(lines), passage.anchor + shifts[0], passage.caret + shifts[1])


def _item(line: str) -> re.Match[str] | None:
    return None if _RULE.match(line) else _ITEM.match(line)


def _next_lead(item: re.Match[str]) -> str:
    lead = item["indent"] + item["quote"] + (item["inner"] or "")
    if not item["sign"]:
        return lead
    sign = f"{int(item['number']) + 1}{item['dot']}" if item["number"] else item["sign"]
    return lead + sign + item["gap"] + ("[ ] " if item["box"] else "")


def _ended(passage: Passage, start: int, item: re.Match[str]) -> Passage:
    """Return the passage with an empty item outdented, or replaced by a blank line at the outermost level.

    Without that line, Markdown would take what follows for more of the item or quote above ("lazy continuation").
    """
    if item["sign"] and item["indent"] and not item["quote"]:
        moved = outdent(passage)
        if moved is not None:
            return moved
    prefix = item["quote"].rstrip() + " " if item["sign"] and item["quote"] else ""
    lead = item["indent"] + prefix if prefix else ""
    above_start = passage.text.rfind("\n", 0, max(0, start - 1)) + 1
    above = passage.text[above_start : max(0, start - 1)]
    if above.strip("> \t"):
        lead = f"{lead.rstrip()}\n{lead}" if goes_on(above) else lead
    elif above.strip() and not item["sign"]:
        start, lead = above_start, "\n"  # the quote ends above its own blank line
    return renumbered(put(passage, start, passage.caret, lead))


def _written(passage: Passage, text: str, gone: int = 0) -> Passage:
    """Return the passage with `text` inserted before the caret and `gone` characters after it removed."""
    at = passage.caret
    new = passage.text[:at] + text + passage.text[at + gone :]
    return Passage(new, at + len(text), at + len(text))


def _step(lines: list[str], number: int) -> str:
    """Return the indentation to add to a line: the width of the number below a numbered item."""
    line = lines[number]
    if line.startswith("\t"):
        return "\t"
    return "   " if is_numbered(line) else INDENT
