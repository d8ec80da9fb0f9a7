"""A passage as it is quoted in the results: without the signs of Markdown and without its title."""

import re

Marks = tuple[tuple[int, int], ...]

# what goes away; a run of blanks (a line end among them) becomes one; passages may come on one line
_SIGNS = re.compile(
    r"""(?m:^(?P<block>[ \t]*(?:\#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)))
    |(?P<flat>(?<=[ ])(?:\#{1,6}|[-*+][ ]\[[ xX]\])[ ]+)
    |(?P<fence>^(?:```|~~~)[^\n]*$)
    |(?P<inline>\*\*|~~|`|\[\[|\]\])
    |(?P<blanks>[\s\x00]+)""",
    re.VERBOSE | re.MULTILINE,
)

_HEADING = re.compile(r"\s*#{1,6}\s+")


def plain_quote(snippet: str, marks: Marks, title: str) -> tuple[str, Marks]:
    """Return the passage to be read in two lines, and where the marked words are in it."""
    kept: list[int] = []
    at = _after_title(snippet, title)
    parts: list[str] = []
    for found in _SIGNS.finditer(snippet, at):
        parts.append(snippet[at : found.start()])
        kept.extend(range(at, found.start()))
        if found.lastgroup == "blanks" and parts and not _ends_blank(parts):
            parts.append(" ")
            kept.append(found.start())
        at = found.end()
    parts.append(snippet[at:])
    kept.extend(range(at, len(snippet)))
    text = "".join(parts)
    if not text.strip():
        return snippet, marks
    return text, _moved(marks, kept)


def _after_title(snippet: str, title: str) -> int:
    """Return where the passage goes on after a beginning that only says the title again."""
    sign = _HEADING.match(snippet)
    start = sign.end() if sign else 0
    rest = snippet[start + len(title) :]
    if title and snippet.startswith(title, start) and rest[:1].isspace() and rest.strip():
        return len(snippet) - len(rest.lstrip())
    return 0


def _ends_blank(parts: list[str]) -> bool:
    last = next((part for part in reversed(parts) if part), " ")
    return last.endswith(" ")


def _moved(marks: Marks, kept: list[int]) -> Marks:
    """Return the marks by their place among the characters that were kept."""
    place = {old: new for new, old in enumerate(kept)}
    moved: list[tuple[int, int]] = []
    for start, end in marks:
        places = [place[old] for old in range(start, end) if old in place]
        if places:
            moved.append((places[0], places[-1] + 1))
    return tuple(moved)
