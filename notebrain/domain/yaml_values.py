"""Single values of the small part of YAML that note programs write in front matter."""

import json
import re
from collections.abc import Iterable, Sequence
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
    """Return what a key says: `value` stands beside it, `below` are the lines that belong to it."""
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
    """Return a text as a YAML scalar: plain where nothing can be misread, else in double quotes.

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
            text = text.encode("utf-8", "replace").decode()  # half a character cannot be kept
        except ValueError:  # an escape that only YAML knows
            text = match.group()[1:-1]
        return text, match.end()
    if match := _SINGLE.match(value):
        return match.group()[1:-1].replace("''", "'"), match.end()
    return None


def _flow_list(value: str) -> tuple[str, ...]:
    """Read `[a, "b, c"]`; a list that never closes ends with the text."""
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
