"""Which tags stand for what Markdown marks: strong, emphasised, struck through, code."""

import re
from typing import Final

_MARKS: Final = {
    "b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "s": "~~", "del": "~~", "strike": "~~",
    "code": "`", "tt": "`", "kbd": "`", "samp": "`",
}  # fmt: skip
_BOLD: Final = re.compile(r"font-weight:\s*(?:bold|[6-9]00)")
_LIGHT: Final = re.compile(r"font-weight:\s*(?:normal|[1-4]00)")
_ITALIC: Final = re.compile(r"font-style:\s*(?:italic|oblique)")

CODE: Final = "`"


def mark_of(tag: str, style: str) -> str | None:
    """Return the mark that a tag with this style opens: "" if it looks like plain text, None if it is about none."""
    if tag == "span":
        return "**" if _BOLD.search(style) else "*" if _ITALIC.search(style) else ""
    mark = _MARKS.get(tag)
    if mark == "**" and _LIGHT.search(style):
        return ""  # Google Docs wraps everything in such a <b>
    return mark
