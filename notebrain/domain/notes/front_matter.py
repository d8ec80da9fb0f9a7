"""Reads and writes front matter and the YAML in it.

It supports the small subset of YAML that note-taking apps write. Everything else is left alone: front matter is
preserved verbatim, and only lines whose meaning changed are rewritten.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Value = str | tuple[str, ...] | None
"""A text, a list of texts, or nothing."""

_NOTHING: Final = frozenset({"", "~", "null", "Null", "NULL"})
_COMMENT: Final = re.compile(r"(?:^|[ \t]+)#.*\Z", re.DOTALL)
_DOUBLE: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SINGLE: Final = re.compile(r"'(?:[^']|'')*'")
_ITEM: Final = re.compile(r"\s*-(?:[ \t]+(.*))?\Z", re.DOTALL)
_BLOCK: Final = re.compile(r"[|>][-+0-9]*\Z")
_SEPARATORS: Final = re.compile(r"[,\[\]]")
_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w /().'+-]*[\w)])?\Z")
_WORDS_OF_YAML: Final = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def read_value(value: str, below: Sequence[str]) -> Value:
    """Return the value of a key: `value` is the text beside it, `below` are the lines that belong to it."""
    value = value.strip()
    if value.startswith("["):
        return _flow_list(" ".join([value, *below]))
    if _BLOCK.match(value):
        return " ".join(line.strip() for line in below if line.strip())
    head = _scalar(value)
    if head is None and any(_ITEM.match(line) for line in below):
        return _block_list(below)
    rest = [line.strip() for line in below if line.strip() and not line.lstrip().startswith("#")]
    if head is not None and rest and not value.startswith(('"', "'")):
        return " ".join([head, *rest])
    return head


def write_text(text: str) -> str:
    """Return a text as a YAML scalar: plain if it cannot be misread, otherwise in double quotes.

    Example:
        >>> write_text("Bread"), write_text("a: b"), write_text("yes")
        ('Bread', '"a: b"', '"yes"')
    """
    if _PLAIN.match(text) and text.lower() not in _WORDS_OF_YAML:
        return text
    return '"' + "".join(_escaped(char) for char in text) + '"'


def write_list(texts: Iterable[str]) -> str:
    """Return texts as a YAML list on one line."""
    return f"[{', '.join(map(write_text, texts))}]"


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else json.dumps(char)[1:-1]


def _scalar(value: str) -> str | None:
    quoted = _quoted(value)
    if quoted is not None:
        return quoted[0]
    plain = _COMMENT.sub("", value).strip()
    return None if plain in _NOTHING else plain


def _quoted(value: str) -> tuple[str, int] | None:
    """Return the text of a quoted scalar at the start of `value` and where it ends, or None."""
    if match := _DOUBLE.match(value):
        try:
            text: str = json.loads(match.group(), strict=False)
            text = text.encode("utf-8", "replace").decode()  # a lone surrogate cannot be stored
        except ValueError:  # an escape that only exists in YAML
            text = match.group()[1:-1]
        return text, match.end()
    if match := _SINGLE.match(value):
        return match.group()[1:-1].replace("''", "'"), match.end()
    return None


def _flow_list(value: str) -> tuple[str, ...]:
    """Return the texts in `[a, "b, c"]`; an unclosed list ends with the text."""
    items: list[str] = []
    rest = value[1:].lstrip()
    while rest and not rest.startswith("]"):
        quoted = _quoted(rest)
        if quoted is not None:
            item: str | None = quoted[0]
            rest = rest[quoted[1] :]
            after = _SEPARATORS.search(rest)
        else:
            after = _SEPARATORS.search(rest)
            item = _scalar(rest[: after.start()] if after else rest)
        if item is not None:
            items.append(item)
        if after is None:
            break
        rest = rest[after.start() :] if after.group() == "]" else rest[after.end() :].lstrip()
    return tuple(items)


def _block_list(below: Sequence[str]) -> tuple[str, ...]:
    items = (_scalar((match[1] or "").strip()) for line in below if (match := _ITEM.match(line)))
    return tuple(item for item in items if item is not None)


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
    """Return the front matter of a text, verbatim including its `---` lines, and the body after it.

    One blank line after the front matter belongs to it. Malformed front matter is part of the body. Both parts together
    are the text.
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
    """Return the values by lower-case key; if a key occurs twice, the first one counts."""
    lines = _lines(front_matter)
    found: dict[str, Value] = {}
    for entry in _entries(lines):
        below = [text for text, _ in lines[entry.first + 1 : entry.last]]
        found.setdefault(entry.key, read_value(entry.value, below))
    return found


def merge(front_matter: str, changes: Mapping[str, str]) -> str:
    """Return front matter with new values (already in YAML) for some keys; other lines are unchanged."""
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
    """Return new front matter with these keys (values already in YAML), followed by a blank line."""
    lines = ["---", *(f"{key}: {value}" for key, value in values.items()), "---", "", ""]
    return line_end.join(lines)


def _belongs(line: str, *, to_key: bool) -> bool:
    """Return whether a line without a key can be part of front matter."""
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
    """Return the end of an entry: comments and blank lines before the next key belong to that key."""
    while end > first + 1 and _is_remark(lines[end - 1][0]):
        end -= 1
    return end
