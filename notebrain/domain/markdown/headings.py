"""The headings of a Markdown text."""

import re
from typing import Final

from notebrain.domain.notes.content import title_of

_FARTHEST: Final = 200_000  # a later heading names a section, not the note
_SIGNS: Final = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\Z", re.DOTALL)
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_UNDERLINE: Final = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*\Z")
_NO_PARAGRAPH: Final = tuple("#>`~=|*+-\t")


def first_heading(body: str) -> str:
    """Return the plain text of the first heading outside code blocks, or an empty string.

    Example:
        >>> first_heading("# The good version #")
        'The good version'
    """
    fence = before = ""
    for line in body[:_FARTHEST].splitlines():
        mark = line.lstrip(" ")[:1]
        if mark in ("`", "~"):
            fence = _fence_after(fence, line)
        elif not fence and (heading := _heading(mark, line, before)):
            return heading
        before = line
    return ""


def _heading(mark: str, line: str, before: str) -> str:
    """Return the heading that a line forms, alone or by underlining the line before it."""
    if mark == "#":
        match = _SIGNS.match(line)
        return title_of(match[1]) if match else ""
    if mark in ("=", "-") and before.strip() and not before.lstrip(" ").startswith(_NO_PARAGRAPH):
        return title_of(before) if _UNDERLINE.match(line) else ""
    return ""


def _fence_after(open_fence: str, line: str) -> str:
    """Return the fence that is open after a line; a fence of at least the same length closes it."""
    match = _FENCE.match(line)
    if match is None:
        return open_fence
    if not open_fence:
        return match[1]
    return "" if match[1].startswith(open_fence) else open_fence
