"""What an answer said, made fit for a log: no token, no text of a note."""

from collections.abc import Sequence

_LONGEST = 1_000
# shorter runs are shared by chance; longer ones could be words of a note
_WINDOW = 6
_HIDDEN = "…"


def redacted(said: str, *, secrets: Sequence[str], private: Sequence[str]) -> str:
    """Return `said`, shortened, with secrets and whatever repeats a part of `private` left out.

    Example:
        >>> redacted("bad input: my doctor said", secrets=(), private=("my doctor said so",))
        'bad input: …'
    """
    for secret in secrets:
        said = said.replace(secret, _HIDDEN) if secret else said
    said = said[:_LONGEST]
    hidden = [False] * len(said)
    for start in range(len(said)):
        size = _repeated(said, start, private)
        hidden[start : start + size] = [True] * size
    return _without(said, hidden)


def _repeated(said: str, start: int, private: Sequence[str]) -> int:
    """Return how many characters from `start` repeat something private."""
    window = said[start : start + _WINDOW]
    if len(window) == _WINDOW and any(window in text for text in private):
        return _WINDOW
    short = (
        len(text) for text in private if 0 < len(text) < _WINDOW and said.startswith(text, start)
    )
    return max(short, default=0)


def _without(said: str, hidden: Sequence[bool]) -> str:
    kept: list[str] = []
    for character, hide in zip(said, hidden, strict=True):
        if not hide:
            kept.append(character)
        elif not kept or kept[-1] != _HIDDEN:
            kept.append(_HIDDEN)
    return "".join(kept)
