"""What an answer said, made fit to be kept and shown: no token, no text of a note, no control characters."""

from collections.abc import Iterator, Sequence
from typing import Final

_LONGEST: Final = 65_536
"""No answer of the account comes near; one without end must not fill the vault."""
# shorter runs are shared by chance; longer ones could be words of a note
_WINDOW = 6
_HIDDEN = "…"


def redacted(said: str, *, secrets: Sequence[str], private: Sequence[str]) -> str:
    """Return `said` on one line, with secrets and whatever repeats a part of `private` left out.

    Example:
        >>> redacted("bad input: my doctor said", secrets=(), private=("my doctor said so",))
        'bad input: …'
    """
    for secret in secrets:
        said = said.replace(secret, _HIDDEN) if secret else said
    said = _on_one_line(said[:_LONGEST])
    hidden = [False] * len(said)
    for start, size in _repeated(said, [_on_one_line(one) for one in private]):
        hidden[start : start + size] = [True] * size
    return _without(said, hidden)


def _on_one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else " " for one in text)


def _repeated(said: str, private: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where something private is repeated, and how many characters of it."""
    windows = {said[start : start + _WINDOW] for start in range(len(said) - _WINDOW + 1)}
    found = {
        window
        for text in private
        for start in range(len(text) - _WINDOW + 1)
        if (window := text[start : start + _WINDOW]) in windows
    }
    short = {text for text in private if 0 < len(text) < _WINDOW}
    if not found and not short:
        return
    for start in range(len(said)):
        if said[start : start + _WINDOW] in found:
            yield start, _WINDOW
        elif short:
            sizes = range(min(_WINDOW, len(said) - start + 1))
            yield start, max((n for n in sizes if said[start : start + n] in short), default=0)


def _without(said: str, hidden: Sequence[bool]) -> str:
    kept: list[str] = []
    for character, hide in zip(said, hidden, strict=True):
        if not hide:
            kept.append(character)
        elif not kept or kept[-1] != _HIDDEN:
            kept.append(_HIDDEN)
    return "".join(kept)
