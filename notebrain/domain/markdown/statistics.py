"""What a text amounts to: words, characters, check boxes, links, and how long it takes to read."""

import re
from dataclasses import dataclass, fields
from math import ceil
from typing import Final

from notebrain.domain.notes.checkboxes import boxes
from notebrain.domain.notes.links import find_links
from notebrain.domain.text.graphemes import is_boundary

WORD: Final = re.compile(r"(?!(?<=\[)[xX]\])[^\W_]\S*")
"""A word: it may contain signs, but a sign alone, the mark of a check box and underscores alone are none."""

_WORDS_A_MINUTE: Final = 230
"""What adults read silently in English: 238 words of fiction, a little less of anything denser (Brysbaert, 2019)."""
_LETTERS_A_MINUTE: Final = 500
"""What adults read of Chinese and Japanese, whose words are not separated by spaces."""
_IDEOGRAPHS: Final = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]"
)
_PARAGRAPH: Final = re.compile(r"\S[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]*\S[^\r\n]*)*")


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers of one text, or the sums of several.

    Attributes:
        characters: As a reader counts them: an accent or the parts of an emoji do not count.
        letters: The characters that are not whitespace.
        boxes, ticked: Check boxes, and those of them that are ticked.
        seconds: How long it takes to read.
    """

    words: int = 0
    characters: int = 0
    letters: int = 0
    paragraphs: int = 0
    boxes: int = 0
    ticked: int = 0
    links: int = 0
    seconds: int = 0

    @property
    def minutes(self) -> int:
        """How long it takes to read, in whole minutes; 0 only for a text without words."""
        return -(-self.seconds // 60)

    def __add__(self, other: "Statistics") -> "Statistics":
        return Statistics(
            *(getattr(self, one.name) + getattr(other, one.name) for one in fields(self))
        )


def statistics(text: str) -> Statistics:
    """Return the numbers of a note's text.

    Example:
        >>> statistics("- [x] buy **rice**").words
        2
    """
    words = len(WORD.findall(text))
    characters, letters = _characters(text)
    ideographs = len(_IDEOGRAPHS.findall(text))
    found = list(boxes(text))
    spoken = 0 if ideographs > words else words
    return Statistics(
        words=words,
        characters=characters,
        letters=letters,
        paragraphs=len(_PARAGRAPH.findall(text)),
        boxes=len(found),
        ticked=sum(box.ticked for box in found),
        links=len(find_links(text)),
        seconds=ceil(60 * (spoken / _WORDS_A_MINUTE + ideographs / _LETTERS_A_MINUTE)),
    )


def _characters(text: str) -> tuple[int, int]:
    """Return how many characters there are, and how many of them are not whitespace; a line end counts as one."""
    if text.isascii():
        ends = text.count("\r\n")
        blank = sum(map(text.count, " \t\n\r\v\f\x1c\x1d\x1e\x1f"))
        return len(text) - ends, len(text) - blank
    seen = letters = 0
    for at, sign in enumerate(text):
        if is_boundary(text, at):
            seen += 1
            letters += not sign.isspace()
    return seen, letters
