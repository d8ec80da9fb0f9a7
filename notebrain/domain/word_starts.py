"""Finds words by how they begin, without taking a text apart: it is asked of hundreds of notes at every key."""

import re
from collections.abc import Iterator

_REST_OF_WORD = re.compile(r"[^\W_]*")


def words_beginning(text: str, beginning: str) -> Iterator[tuple[int, int]]:
    """Yield where words begin like this, and where they end: a stem is the beginning of all its words.

    Both in the same case; nothing begins with nothing.
    """
    at = text.find(beginning) if beginning else -1
    while at >= 0:
        if at == 0 or not text[at - 1].isalnum():
            rest = _REST_OF_WORD.match(text, at)
            yield at, rest.end() if rest else at
        at = text.find(beginning, at + 1)
