"""Front matter: the lines between two `---` at the top of a Markdown file that say things about it.

Reads the small part of YAML that note programs write. What it does not understand it leaves alone:
front matter is kept verbatim, and only lines whose meaning changed are rewritten.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from notebrain.domain.yaml_values import Value, read_value

_NEWLINE = r"(?:\r\n|\r|\n)"
_OPENING: Final = re.compile(rf"---[ \t]*{_NEWLINE}")
_LINE: Final = re.compile(rf"([^\r\n]*)({_NEWLINE}|\Z)")
_CLOSING: Final = re.compile(r"(?:---|\.\.\.)[ \t]*\Z")
_KEY: Final = re.compile(
    r"""(["']?)([^\s:#"'\[\]{}&*!|>%@`,-][^:"'\r\n]*?)\1[ \t]*:(?:[ \t]+(.*))?\Z"""
)
_CONTINUED: Final = re.compile(r"\s|-(?:\s|\Z)|[\]}]")
_MOST_LINES: Final = 2_000


@dataclass(frozen=True, slots=True)
class _Entry:
    """One key with everything that belongs to it: `lines[first:last]`."""

    key: str
    first: int
    last: int
    value: str


def cut(text: str) -> tuple[str, str]:
    """Return the front matter of a text, verbatim with its `---` lines, and the body after it.

    One blank line after the front matter belongs to it. What is not well-formed is no front matter
    but body. Both parts put together are the text.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return "", text
    position, keys = opening.end(), 0
    for _ in range(_MOST_LINES):
        line = _LINE.match(text, position)
        if line is None or (line.end() == position and position == len(text)):
            return "", text
        if _CLOSING.match(line[1]):
            end = _after_blank_line(text, line.end())
            return (text[:end], text[end:]) if keys else ("", text)
        is_key = _KEY.match(line[1]) is not None
        if not is_key and not _belongs(line[1], to_key=keys > 0):
            return "", text
        keys += is_key
        position = line.end()
    return "", text


def read(front_matter: str) -> dict[str, Value]:
    """Return the values by their keys in small letters; of a key that comes twice, the first."""
    lines = _lines(front_matter)
    found: dict[str, Value] = {}
    for entry in _entries(lines):
        below = [text for text, _ in lines[entry.first + 1 : entry.last]]
        found.setdefault(entry.key, read_value(entry.value, below))
    return found


def merge(front_matter: str, changes: Mapping[str, str]) -> str:
    """Return front matter with new values (already in YAML) for some keys; other lines stay."""
    lines = _lines(front_matter)
    line_end = line_end_of(front_matter)
    new = dict(changes)
    kept: list[str] = []
    entries = {entry.first: entry for entry in _entries(lines)}
    skip_to = 0
    for number, (text, end) in enumerate(lines):
        if number < skip_to:
            continue
        entry = entries.get(number)
        if entry is not None and entry.key in new:
            kept.append(f"{text.partition(':')[0]}: {new.pop(entry.key)}{line_end}")
            skip_to = entry.last
            continue
        if number and _CLOSING.match(text):
            kept += [f"{key}: {value}{line_end}" for key, value in new.items()]
            new = {}
        kept.append(text + end)
    return "".join(kept)


def line_end_of(front_matter: str) -> str:
    """Return the line end that front matter uses."""
    first = _LINE.match(front_matter)
    return (first[2] if first else "") or "\n"


def make(values: Mapping[str, str], line_end: str = "\n") -> str:
    """Return new front matter of these keys (values already in YAML), a blank line after it."""
    lines = ["---", *(f"{key}: {value}" for key, value in values.items()), "---", "", ""]
    return line_end.join(lines)


def _belongs(line: str, *, to_key: bool) -> bool:
    """Tell whether a line without a key can stand in front matter."""
    return _is_remark(line) or (to_key and _CONTINUED.match(line) is not None)


def _is_remark(line: str) -> bool:
    return line.strip()[:1] in ("", "#")


def _after_blank_line(text: str, position: int) -> int:
    blank = re.compile(_NEWLINE).match(text, position)
    return blank.end() if blank else position


def _lines(front_matter: str) -> list[tuple[str, str]]:
    """Return the lines of front matter, each with its line end."""
    return [(match[1], match[2]) for match in _LINE.finditer(front_matter) if match.group()]


def _entries(lines: list[tuple[str, str]]) -> list[_Entry]:
    starts: list[tuple[int, str, str]] = []
    last = len(lines)
    for number, (text, _) in enumerate(lines[1:], start=1):
        if _CLOSING.match(text):
            last = number
            break
        match = _KEY.match(text)
        if match is not None:
            starts.append((number, match[2].strip().lower(), match[3] or ""))
    if not starts:
        return []
    ends = [*(number for number, _, _ in starts[1:]), last]
    return [
        _Entry(key, first, _without_trailing_comments(lines, first, end), value)
        for (first, key, value), end in zip(starts, ends, strict=True)
    ]


def _without_trailing_comments(lines: list[tuple[str, str]], first: int, end: int) -> int:
    """Comments and blank lines before the next key belong to that one."""
    while end > first + 1 and _is_remark(lines[end - 1][0]):
        end -= 1
    return end
