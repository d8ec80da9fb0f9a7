"""Marks around words: toggles bold, italic, code, strikethrough and links, and completes pairs while typing."""

import re
from typing import Final

from notebrain.domain.markdown.editing.selection import Passage, put

BOLD: Final = "**"
ITALIC: Final = "*"
CODE: Final = "`"
STRIKE: Final = "~~"

_WORD: Final = re.compile(r"\w+(?:['’\-]\w+)*")
_LEAD: Final = re.compile(
    r"[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+)?"
)
_ADDRESS: Final = re.compile(r"(?:https?://|mailto:)\S+")


def toggled(passage: Passage, mark: str) -> Passage:
    """Return the passage with this mark added to, or removed from, the selection or the word at the caret.

    If there is neither, an empty pair of marks is put around the caret.
    """
    if "\n" in passage.chosen:
        return _lines_toggled(passage, mark)
    start, end = _meant(passage)
    if start == end:
        return _at_caret(passage, mark)
    return _one(passage, start, end, mark)


def linked(passage: Passage, address: str = "") -> Passage:
    """Return the passage with the selection or the word at the caret as a link; the caret goes to the missing part."""
    start, end = _meant(passage)
    words = passage.text[start:end]
    if not address and _ADDRESS.fullmatch(words):
        words, address = "", words
    link = f"[{words}]({address})"
    text = passage.text[:start] + link + passage.text[end:]
    caret = start + 1 if not words else start + len(link) - (0 if address else 1)
    return Passage(text, caret, caret)


def is_address(text: str) -> bool:
    """Return whether a text is a single web address."""
    return len(text) < 4_000 and _ADDRESS.fullmatch(text.strip()) is not None  # noqa: PLR2004


def _meant(passage: Passage) -> tuple[int, int]:
    """Return the range of the selection without outer whitespace, or of the word at the caret."""
    if passage.chosen.strip():
        words = passage.chosen
        start = passage.start + len(words) - len(words.lstrip())
        return start, start + len(words.strip())
    if passage.chosen:
        return passage.end, passage.end
    begin, end = passage.line
    for found in _WORD.finditer(passage.text, begin, end):
        if found.start() <= passage.caret <= found.end():
            return found.span()
    return passage.caret, passage.caret


def _has(text: str, start: int, end: int, mark: str) -> bool:
    """Return whether the range is enclosed in the mark; one of two asterisks does not count as italic."""
    sign = mark[0]
    before = len(text[:start]) - len(text[:start].rstrip(sign))
    after = len(text[end:]) - len(text[end:].lstrip(sign))
    both = min(before, after)
    return both in (1, 3) if mark == ITALIC else both >= len(mark)


def _one(passage: Passage, start: int, end: int, mark: str) -> Passage:
    text, width = passage.text, len(mark)
    if _has(text, start, end, mark):
        text = text[: start - width] + text[start:end] + text[end + width :]
        return _with_selection(passage, text, (start, end), -width)
    inner = (start + width, end - width)
    if _wears(text, (start, end), mark):
        text = text[:start] + text[inner[0] : inner[1]] + text[end:]
        return Passage(text, passage.anchor, passage.caret).choosing(start, end - 2 * width)
    text = text[:start] + mark + text[start:end] + mark + text[end:]
    return _with_selection(passage, text, (start, end), width)


def _with_selection(passage: Passage, text: str, span: tuple[int, int], by: int) -> Passage:
    """Return the passage with the new text and the same selection, or the caret at the same place in its word."""
    if passage.chosen:
        return Passage(text, passage.anchor, passage.caret).choosing(span[0] + by, span[1] + by)
    return Passage(text, passage.caret + by, passage.caret + by)


def _at_caret(passage: Passage, mark: str) -> Passage:
    at, width, text = passage.end, len(mark), passage.text
    between = text[max(0, at - width) : at] == mark and text.startswith(mark, at)
    if between and _has(text, at, at, mark):
        return Passage(text[: at - width] + text[at + width :], at - width, at - width)
    return Passage(text[:at] + mark * 2 + text[at:], at + width, at + width)


def _lines_toggled(passage: Passage, mark: str) -> Passage:
    """Return the passage with the mark around the words of each selected line, since emphasis cannot span lines."""
    spans: list[tuple[int, int]] = []
    at = passage.start
    for line in passage.chosen.split("\n"):
        begin = passage.text.rfind("\n", 0, at) + 1
        lead = _LEAD.match(passage.text, begin)
        start = max(at, lead.end() if lead else at)
        words = passage.text[start : at + len(line)]
        if words.strip():
            start += len(words) - len(words.lstrip())
            spans.append((start, start + len(words.strip())))
        at += len(line) + 1
    off = bool(spans) and all(_wears(passage.text, span, mark) for span in spans)
    for start, end in reversed(spans):
        text = passage.text
        if off:
            passage = put(passage, end - len(mark), end, "")
            passage = put(passage, start, start + len(mark), "")
        elif not _wears(text, (start, end), mark):
            chosen = passage.choosing(passage.start, passage.end)
            first = chosen.start
            passage = put(put(passage, end, end, mark), start, start, mark)
            passage = passage.choosing(first, passage.end)
    return passage


def _wears(text: str, span: tuple[int, int], mark: str) -> bool:
    start, end = span[0] + len(mark), span[1] - len(mark)
    return (
        end > start
        and text.startswith(mark, span[0])
        and text.endswith(mark, 0, span[1])
        and _has(text, start, end, mark)
    )


_CLOSING: Final = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'", "`": "`"}
_AROUND: Final = {**_CLOSING, "*": "*", "_": "_", "~": "~", "<": ">"}
_BEFORE_CLOSING: Final = frozenset(" \t\n)]}.,;:!?\"'`*_~|")


def typed(passage: Passage, char: str) -> Passage | None:
    """Return the effect of typing this character as part of a pair; None just inserts it."""
    if passage.chosen:
        return _around(passage, char)
    at, text = passage.caret, passage.text
    after = text[at : at + 1]
    if char and after == char and char in _CLOSING.values() and _closes(text, at, char):
        return Passage(text, at + 1, at + 1)
    closing = _CLOSING.get(char)
    if closing is None or (after and after not in _BEFORE_CLOSING):
        return None
    if closing == char and not _may_open(text[max(0, at - 1) : at], char):
        return None
    return Passage(text[:at] + char + closing + text[at:], at + 1, at + 1)


def erased(passage: Passage) -> Passage | None:
    """Return the passage without the empty pair around the caret, or None if there is none."""
    at, text = passage.caret, passage.text
    if passage.chosen or at == 0 or _CLOSING.get(text[at - 1]) != text[at : at + 1]:
        return None
    return Passage(text[: at - 1] + text[at + 1 :], at - 1, at - 1)


def _around(passage: Passage, char: str) -> Passage | None:
    closing = _AROUND.get(char)
    if closing is None or "\n" in passage.chosen:
        return None
    start, end, text = passage.start, passage.end, passage.text
    text = text[:start] + char + text[start:end] + closing + text[end:]
    return Passage(text, passage.anchor, passage.caret).choosing(start + 1, end + 1)


def _closes(text: str, at: int, char: str) -> bool:
    """Return whether the character after the caret closes a pair that was opened on this line."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    opening = next(one for one, other in _CLOSING.items() if other == char)
    if opening == char:
        return line.count(char) % 2 == 1
    return line.count(opening) > line.count(char)


def _may_open(before: str, char: str) -> bool:
    """Return whether a quote here opens a pair: not after a letter, as in “don't”, nor after the same character."""
    return not (before.isalnum() or before == char)
