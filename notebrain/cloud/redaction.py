"""Cleans what the account said for logs and messages: without secrets, and without any text of a note."""

from collections.abc import Iterator, Sequence
from typing import Final

_LONGEST: Final = 65_536
"""No answer of the account comes close to this length; an endless one must not fill the vault."""
# shorter matches happen by chance; longer ones could be words of a note
_WINDOW = 6
_HIDDEN = "…"


def redacted(text: str, *, secrets: Sequence[str], private: Sequence[str]) -> str:
    """Return `text` on one line, without secrets and without anything that repeats part of `private`.

    Example:
        >>> redacted("bad input: my doctor said", secrets=(), private=("my doctor said so",))
        'bad input: …'
    """
    for secret in secrets:
        text = text.replace(secret, _HIDDEN) if secret else text
    text = _on_one_line(text[:_LONGEST])
    hidden = [False] * len(text)
    for start, size in _repeated(text, [_on_one_line(value) for value in private]):
        hidden[start : start + size] = [True] * size
    return _without(text, hidden)


def _on_one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in text)


def _repeated(message: str, private: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where private text is repeated, and how many characters of it."""
    windows = {message[start : start + _WINDOW] for start in range(len(message) - _WINDOW + 1)}
    found = {
        window
        for text in private
        for start in range(len(text) - _WINDOW + 1)
        if (window := text[start : start + _WINDOW]) in windows
    }
    short = {text for text in private if 0 < len(text) < _WINDOW}
    if not found and not short:
        return
    for start in range(len(message)):
        if message[start : start + _WINDOW] in found:
            yield start, _WINDOW
        elif short:
            sizes = range(min(_WINDOW, len(message) - start + 1))
            yield start, max((n for n in sizes if message[start : start + n] in short), default=0)


def _without(text: str, hidden: Sequence[bool]) -> str:
    shown: list[str] = []
    for character, hide in zip(text, hidden, strict=True):
        if not hide:
            shown.append(character)
        elif not shown or shown[-1] != _HIDDEN:
            shown.append(_HIDDEN)
    return "".join(shown)
