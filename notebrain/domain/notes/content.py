"""The title, snippet and hashes of a text."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator

TITLE_LENGTH = 120
SNIPPET_LENGTH = 180
_MENTION_LENGTH = 40
# Enough for the title and snippet of any note: a list must not read a whole 50 MB note to show two lines.
_HEAD_LENGTH = 4_000
_LINE_LENGTH = 500
_CUT = "…"
_BLOCK_LENGTH = 65_536
_BETWEEN_LETTERS = re.compile(r"[!-~](?=[!-~])")

_OTHER_LINE_ENDS = ("\r\n", "\r", "\u2028", "\u2029", "\x85")
_BLANKS = " \t\u00a0"
_BLANK_LINES = re.compile(r"\n{3,}")
_BLOCK_MARKS = re.compile(
    r"^(?:\s*(?:#{1,6}\s+|>\s?(?:\[!\w+\][-+]?\s*)?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+))+"
)
BEFORE_ALIAS = r"\[\[[^\[\]|\n]*\|(?=[^\S\n]*[^\s\[\]][^\[\]\n]*\]\])"
"""What is not read of a link with words of its own: `[[Wood pile|` of `[[Wood pile|the wood]]`."""
_INLINE_MARKS = re.compile(rf"{BEFORE_ALIAS}|\*\*|__|~~|`|\[\[|\]\]")
# single marks around words; within a word they belong to it, as in snake_case
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_]+)(?<=\S)\1(?![\w*])")
_INLINE_SIGNS = frozenset("*_~`[]")
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
_RULE_OR_FENCE = re.compile(r"^\s*(?:`{3,}.*|~{3,}.*|\*{3,}|_{3,}|(?:\||-{3,})[\s:|-]*)\s*$")
_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$")


def plain_line(line: str) -> str:
    """Return one line of Markdown as plain text: without marks, with whitespace collapsed.

    Example:
        >>> plain_line("## The **good** [version](https://example.org)")
        'The good version'
    """
    text = _BLOCK_MARKS.sub("", line)
    if not _INLINE_SIGNS.isdisjoint(text):
        text = _EMPHASIS.sub(r"\2", _INLINE_MARKS.sub("", _LINK.sub(r"\1", text)))
    if "|" in text and _TABLE_ROW.match(text):
        text = text.replace("|", " ")
    return " ".join(text.replace("\x00", " ").split())


def title_of(body: str) -> str:
    """Return the title of a body: its first line with text, or an empty string."""
    return _cut(next(_plain_lines(body), ""), TITLE_LENGTH)


def snippet_of(body: str, title: str = "") -> str:
    """Return about two lines of a body as one line, without its first line if that is the title."""
    words: list[str] = []
    for number, line in enumerate(_plain_lines(body)):
        words.append(_without_title(line, title) if number == 0 else line)
        if sum(map(len, words)) > SNIPPET_LENGTH:
            break
    text = " ".join(line for line in words if line)
    if not _INLINE_SIGNS.isdisjoint(text):
        text = _EMPHASIS.sub(r"\2", text)
    return _cut(text, SNIPPET_LENGTH)


def _without_title(line: str, title: str) -> str:
    if line == title:
        return ""
    return line.removeprefix(title.removesuffix(_CUT)).lstrip() if title.endswith(_CUT) else line


def _plain_lines(body: str) -> Iterator[str]:
    """Yield the lines with text at the start of a body, with long ones cut."""
    head = body[:_HEAD_LENGTH]
    if "attachment:" in head:
        from notebrain.domain.notes.attachments import readable  # most notes have no files

        head = readable(head)
    for line in head.splitlines():
        if not _RULE_OR_FENCE.match(line) and (plain := plain_line(line[:_LINE_LENGTH])):
            yield plain


def _cut(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    at_word = text.rfind(" ", length // 2, length)
    return text[: at_word if at_word > 0 else length].rstrip() + _CUT


def mentioned(title: str, length: int = _MENTION_LENGTH) -> str:
    """Return a title shortened for use in a one-line sentence about its note.

    Example:
        >>> mentioned("Tax office meeting on Tuesday at ten, with the receipts")
        'Tax office meeting on Tuesday at ten,…'
    """
    return _cut(title, length)


def repeat_hash(text: str) -> bytes:
    """Return the hash by which a text counts as an exact repeat of another.

    SHA-256 of the text in NFC, with LF line ends, no trailing whitespace, and blank lines collapsed; case matters.
    """
    blocks = [_same(block) for block in _blocks(text)]
    blocks[0] = blocks[0].lstrip("\n")
    blocks[-1] = blocks[-1].rstrip("\n")
    digest = hashlib.sha256()
    for block in blocks:
        digest.update(block.encode("utf-8", "surrogatepass"))
    return digest.digest()


def _same(block: str) -> str:
    text = block if block.isascii() else unicodedata.normalize("NFC", block)
    for line_end in _OTHER_LINE_ENDS:
        text = text.replace(line_end, "\n")
    if text[-1:] in _BLANKS or any(f"{blank}\n" in text for blank in _BLANKS):
        text = "\n".join(line.rstrip(_BLANKS) for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", text) if "\n\n\n" in text else text


def _blocks(text: str) -> Iterator[str]:
    """Yield a text in blocks that can be processed separately, since no combining characters cross the cuts.

    A single call on a text of 50 MB would block all other threads, including the GUI thread, for seconds.
    """
    start = 0
    while len(text) - start > _BLOCK_LENGTH and (
        cut := _BETWEEN_LETTERS.search(text, start + _BLOCK_LENGTH)
    ):
        yield text[start : cut.end()]
        start = cut.end()
    yield text[start:]


def text_hash(title: str, body: str, front_matter: str) -> bytes:
    """Return the hash that identifies the exact texts of a note or of an earlier version."""
    return bytes_hash(
        *(text.encode("utf-8", "surrogatepass") for text in (title, body, front_matter))
    )


def bytes_hash(*texts: bytes | None) -> bytes:
    """Return the `text_hash` of texts as stored on disk; a missing one counts as empty."""
    digest = hashlib.blake2b(digest_size=16)
    for text in texts:
        digest.update(len(text or b"").to_bytes(8))
        digest.update(text or b"")
    return digest.digest()


def content_hash(text: str) -> bytes:
    """Return the hash under which the vector of exactly this text is stored (SHA-256)."""
    return hashlib.sha256(text.encode()).digest()
