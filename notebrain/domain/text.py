"""What a text is called, how it begins, and when two texts are the same."""

import hashlib
import re
import unicodedata

TITLE_LENGTH = 120
SNIPPET_LENGTH = 180
# Enough for title and snippet of any note: a list must not read a whole 50 MB note to show two lines.
_HEAD_LENGTH = 4_000

_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029\x85]")
_TRAILING_BLANKS = re.compile(r"[ \t\u00a0]+$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")
_BLOCK_MARKS = re.compile(r"^(?:\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+))+")
_INLINE_MARKS = re.compile(r"\*\*|__|~~|`|\[\[|\]\]")
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
_SPACES = re.compile(r"\s+")
_RULE_OR_FENCE = re.compile(r"^\s*(?:`{3,}.*|~{3,}.*|-{3,}|\*{3,}|_{3,})\s*$")


def plain_line(line: str) -> str:
    """Return one line of Markdown as a reader would say it: without marks, blanks folded.

    Example:
        >>> plain_line("## The **good** [version](https://example.org)")
        'The good version'
    """
    text = _INLINE_MARKS.sub("", _LINK.sub(r"\1", _BLOCK_MARKS.sub("", line)))
    return _SPACES.sub(" ", text.replace("\x00", " ")).strip()


def title_of(body: str) -> str:
    """Return the title that a body gives itself: its first line that says something, or an empty text."""
    for line in _head_lines(body):
        title = plain_line(line)
        if title:
            return _cut(title, TITLE_LENGTH)
    return ""


def snippet_of(body: str) -> str:
    """Return about two lines of what follows the first line of a body, on one line."""
    lines = [plain for line in _head_lines(body) if (plain := plain_line(line))]
    return _cut(" ".join(lines[1:]), SNIPPET_LENGTH)


def _head_lines(body: str) -> list[str]:
    return [line for line in body[:_HEAD_LENGTH].splitlines() if not _RULE_OR_FENCE.match(line)]


def _cut(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    at_word = text.rfind(" ", length // 2, length)
    return text[: at_word if at_word > 0 else length].rstrip() + "…"


def repeat_hash(text: str) -> bytes:
    """Return the hash by which a text counts as an exact repeat of another.

    SHA-256 of the text after NFC, with LF line ends, no trailing blanks, blank lines collapsed; case is kept.
    """
    same = _LINE_ENDS.sub("\n", unicodedata.normalize("NFC", text))
    same = _BLANK_LINES.sub("\n\n", _TRAILING_BLANKS.sub("", same)).strip("\n")
    return hashlib.sha256(same.encode()).digest()


def content_hash(text: str) -> bytes:
    """Return the hash under which the vector of exactly this text is kept (SHA-256)."""
    return hashlib.sha256(text.encode()).digest()


def count_words(text: str) -> int:
    """Return the number of words of a text, as a status line counts them."""
    return len(text.split())
