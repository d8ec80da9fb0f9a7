"""Prepares HTML from other programs: checks whether it is worth parsing, and removes what slows the parser down."""

import re
from typing import Final

_LONGEST: Final = 1_000_000
_MOST_TAGS: Final = 20_000
_PREFORMATTED: Final = re.compile(r"<div[^>]*white-space:\s*pre\b")


def is_readable(html: str) -> bool:
    """Return whether HTML is short enough to parse within a key press; otherwise its plain text is used."""
    return 0 < len(html) <= _LONGEST and html.count("<") + html.count("&") <= _MOST_TAGS


def is_code(html: str) -> bool:
    """Return whether HTML only adds a code editor's colors to lines that should stay as they are."""
    return _PREFORMATTED.search(html[:2_000]) is not None and "<p" not in html[:2_000]


def cleaned(html: str) -> str:
    """Return HTML without comments and unclosed tags, whose ends the parser would search for again and again."""
    return with_whole_tags(without_comments(html))


def with_whole_tags(html: str) -> str:
    """Return HTML in which unclosed tags are plain text."""
    first, *parts = html.split("<")
    return first + "".join((("<" if ">" in part else "&lt;") + part) for part in parts)


def without_comments(html: str) -> str:
    """Return HTML without comments; one that is not closed goes to the end."""
    parts: list[str] = []
    at = 0
    while (start := html.find("<!", at)) >= 0:
        parts.append(html[at:start])
        close = "-->" if html.startswith("<!--", start) else ">"
        end = html.find(close, start)
        if end < 0:
            return "".join(parts)
        at = end + len(close)
    return "".join((*parts, html[at:]))
