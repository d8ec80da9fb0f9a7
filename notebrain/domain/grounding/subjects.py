"""Whose words these are, and whom they are about: speakers, voices, names.

In notes that record what people said, a line begins with who says it. Then "I" is that person, and "you" somebody else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from notebrain.domain.grounding.questions import Question, bare

SAID, ADDRESSED, NOT_NAMED = 1.0, 0.9, 0.0
"""How far a turn is about a person: their own words, words to or about them, neither."""

MARGIN: Final = 0.11
"""How much more of a question somebody else's words must cover than those of the person asked about.

Of 302 questions to two dialogues of LoCoMo, .08 declines 56 of 100 without an answer and 6 of 100 others, .12 declines
39 and 5; every second question to two other dialogues, .11 declines 40 and 8.
"""

_NAME: Final = r"[^\W\d_][\w.'’-]{0,30}"
_SPEAKER: Final = re.compile(
    rf"(?m)^[ \t]*(?:[-*+>] )?[*_]{{0,2}}(?P<name>{_NAME}(?: {_NAME}){{0,2}})[*_]{{0,2}}:[*_]{{0,2}}[ \t]"
)
_FIRST: Final = re.compile(
    r"\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|[Uu]s|[Ii]ch|[Mm]ein\w{0,2}|[Mm]ir|[Mm]ich|[Ww]ir|[Uu]nser\w{0,2}|[Uu]ns)\b"
)
_SECOND: Final = re.compile(
    r"\b(?:[Yy]ou|[Yy]ours?|[Dd]u|[Dd]ein\w{0,2}|[Dd]ir|[Dd]ich|[Ee]uch|[Ee]uer|[Ee]ure\w?|Sie|Ihre?[mnrs]?|Ihnen)\b"
)
_SHORTEST_NICKNAME: Final = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """What one person says, or a whole text that names no speakers.

    Attributes:
        name: Who says it, as written; empty if the text does not tell.
        start: Where it begins, with the name of the speaker.
        words_start: Where the words begin.
    """

    name: str
    start: int
    words_start: int
    end: int

    @property
    def speaker(self) -> str:
        """The name in lower case."""
        return bare(self.name)


def turns_of(text: str) -> Iterator[Turn]:
    """Yield the turns of a text, in order."""
    starts = [found for found in _SPEAKER.finditer(text) if found["name"][0].isupper()]
    if not starts or text[: starts[0].start()].strip():
        yield Turn("", 0, 0, starts[0].start() if starts else len(text))
    for at, found in enumerate(starts):
        end = starts[at + 1].start() if at + 1 < len(starts) else len(text)
        yield Turn(found["name"], found.start(), found.end(), end)


def is_same_person(one: str, other: str) -> bool:
    """Return whether two names in lower case can be one person's: mel and melanie, ana and ana lima."""
    return any(
        first == second
        or (
            min(len(first), len(second)) >= _SHORTEST_NICKNAME
            and (first.startswith(second) or second.startswith(first))
        )
        for first in one.split()
        for second in other.split()
    )


def persons(question: Question, speakers: frozenset[str]) -> frozenset[str]:
    """Return which names of a question are those of speakers."""
    return frozenset(
        name for name in question.names if any(is_same_person(name, one) for one in speakers)
    )


def about(person: str, turn: Turn, text: str) -> float:
    """Return how far a turn is about a person: `SAID`, `ADDRESSED` or `NOT_NAMED`.

    Args:
        text: The text that the turn is in.
    """
    words = text[turn.words_start : turn.end]
    first, second = bool(_FIRST.search(words)), bool(_SECOND.search(words))
    if turn.speaker and is_same_person(person, turn.speaker):
        return SAID if first or not second else ADDRESSED
    if names(words, person) or (turn.speaker and second and not first):
        return ADDRESSED
    return NOT_NAMED


def names(text: str, name: str) -> bool:
    """Return whether a text has a name, in any case and with any ending of two letters."""
    return _named(name).search(text) is not None


@lru_cache(maxsize=256)
def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?:['’]?\w{{1,2}})?(?!\w)", re.IGNORECASE)
