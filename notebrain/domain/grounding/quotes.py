"""Literal quotes: the passages an answer may rest on, and the places in them where a text stands.

A text stands somewhere if it is there after NFC and with every run of blanks as one. All positions count code points of
the note's body.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from re import compile as compiled
from typing import Final

from notebrain.domain.notes.note import NoteId

SHORTEST, LONGEST = 12, 240
"""How many characters a quote has that is not a whole line."""

_AROUND: Final = 80
"""How much of a long sentence is quoted before the place that matters."""
_WORD: Final = compiled(r"\S+")
_JAMO: Final = (range(0x1161, 0x1176), range(0x11A8, 0x11C3))


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a note that may be quoted.

    Attributes:
        number: What marks it in an answer, from 1.
        revision: The version of the note's text (`Note.version`).
        text: The part, as it stands in the body.
        start: Where it begins in the body.
        local_only: Whether it must not leave this computer.
    """

    number: int
    note_id: NoteId
    revision: int
    title: str
    text: str
    start: int = 0
    updated_at: datetime | None = None
    local_only: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """A text that stands in a note, at `body[start:end]` of this revision."""

    note_id: NoteId
    revision: int
    start: int
    end: int
    text: str


def find(wanted: str, passages: Sequence[Passage]) -> tuple[Passage, Quote] | None:
    """Return the first place where a text stands in the passages, or None if it is nowhere or is no quote.

    A quote has 12 to 240 characters or is a whole line.
    """
    looked_for = " ".join(unicodedata.normalize("NFC", wanted).split())
    if not looked_for:
        return None
    for passage in passages:
        for start, end in _View.of(passage.text).places(looked_for):
            if _is_long_enough(passage.text, start, end):
                return passage, quote(passage, start, end)
    return None


def quote(passage: Passage, start: int, end: int) -> Quote:
    """Return the quote of `passage.text[start:end]`."""
    return Quote(
        passage.note_id,
        passage.revision,
        passage.start + start,
        passage.start + end,
        passage.text[start:end],
    )


def stands(quote: Quote, body: str) -> bool:
    """Return whether a quote is literally at its place in the body of its revision, and may be a quote at all."""
    if not 0 <= quote.start < quote.end <= len(body):
        return False
    there = body[quote.start : quote.end]
    return normal(there) == normal(quote.text) and _is_long_enough(body, quote.start, quote.end)


def normal(text: str) -> str:
    """Return a text in NFC with every run of blanks as one."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def quotable(text: str, start: int, end: int, at: int | None = None) -> tuple[int, int]:
    """Return the range of a sentence that may be quoted: itself, its line if it is short, or a part of it.

    A part begins and ends between words, where that is possible.

    Args:
        at: A place in the sentence that should be in the part.
    """
    if end - start < SHORTEST:
        start, end = _line(text, start, end)
    if end - start <= LONGEST:
        return start, end
    if at is not None and start + LONGEST - _AROUND < at < end:
        earliest = min(at - _AROUND, end - LONGEST)
        blank = text.find(" ", earliest, at)
        start = blank + 1 if blank >= 0 else earliest
    if end - start <= LONGEST:
        return start, end
    cut = text.rfind(" ", start + SHORTEST, start + LONGEST)
    return start, cut if cut > start else start + LONGEST


def _is_long_enough(text: str, start: int, end: int) -> bool:
    if SHORTEST <= len(normal(text[start:end])) <= LONGEST:
        return True
    return (start, end) == _line(text, start, end)


def _line(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of the line around a text, without blanks at its ends."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", max(end, start + 1))
    line = text[first : last if last >= 0 else len(text)]
    begin = first + len(line) - len(line.lstrip())
    return begin, begin + len(line.strip())


@dataclass(frozen=True, slots=True)
class _View:
    """A text as it is searched: its words in NFC, one blank between them.

    Attributes:
        starts: Where each word begins in `text`.
        words: Where each word stands in the original, and its parts if NFC changed its length.
    """

    text: str
    starts: Sequence[int] = ()
    words: Sequence[tuple[int, int]] = ()
    parts: dict[int, Sequence[int]] = field(default_factory=dict[int, Sequence[int]])

    # several quotes are looked for in the same passages
    @staticmethod
    @lru_cache(maxsize=64)
    def of(text: str) -> "_View":
        starts: list[int] = []
        spans: list[tuple[int, int]] = []
        normal_words: list[str] = []
        parts: dict[int, Sequence[int]] = {}
        at = 0
        for number, found in enumerate(_WORD.finditer(text)):
            word = found[0]
            if not unicodedata.is_normalized("NFC", word):
                word, parts[number] = _composed(word)
            starts.append(at)
            spans.append(found.span())
            normal_words.append(word)
            at += len(word) + 1
        return _View(" ".join(normal_words), starts, spans, parts)

    def places(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Yield where a text stands in the original that was made normal in the same way."""
        at = self.text.find(wanted)
        while at >= 0:
            start = self._original(at, at_end=False)
            end = self._original(at + len(wanted), at_end=True)
            if start is not None and end is not None:
                yield start, end
            at = self.text.find(wanted, at + 1)

    def _original(self, at: int, *, at_end: bool) -> int | None:
        """Return the position in the original, or None within a character that was put together."""
        number = bisect_right(self.starts, at - at_end) - 1
        inside = at - self.starts[number]
        begin, _end = self.words[number]
        if number not in self.parts:
            return begin + inside
        place = self.parts[number][inside]
        return None if place < 0 else begin + place


def _composed(word: str) -> tuple[str, Sequence[int]]:
    """Return a word in NFC and, for each position in it, the original one: -1 within one original character."""
    composed: list[str] = []
    places: list[int] = []
    start = 0
    while start < len(word):
        end = start + 1
        while end < len(word) and _joins(word[end]):
            end += 1
        new = unicodedata.normalize("NFC", word[start:end])
        composed.append(new)
        places += [start, *[-1] * (len(new) - 1)]
        start = end
    return "".join(composed), [*places, len(word)]


def _joins(character: str) -> bool:
    """Return whether a character may become one with what is before it."""
    return unicodedata.category(character)[0] == "M" or any(
        ord(character) in jamo for jamo in _JAMO
    )
