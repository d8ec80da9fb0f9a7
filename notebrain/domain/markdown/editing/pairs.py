"""Completes brackets, quotes and marks in pairs while typing."""

from typing import Final

from notebrain.domain.markdown.editing.selection import Passage

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
