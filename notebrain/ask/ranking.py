"""Orders the notes that may answer a question, and tells whether they are about somebody else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from notebrain.ask.candidates import Candidate, Gathered
from notebrain.domain.grounding.questions import Kind, Question, may_say_when, words_asked
from notebrain.domain.grounding.subjects import ADDRESSED, MARGIN, SAID, about, is_same_person

_AFTER_QUESTION = 0.5
"""The share of its score that a note with only a question gives to the next one, which is likely to answer it."""
_NEXT_TO = 0.1
"""The share of its score that any other note gives to those next to it."""
_CONTEXT = 0.5
"""How much a word counts that stands in what was said right before."""
_OF_OTHERS, _TO_THEM, _ONLY_ASKS, _HAS_KIND = 0.7, 0.85, 0.7, 1.2
"""The factors for notes of other persons, notes to or about the person, notes that ask, and notes with a date (or
whatever else was asked for).

On 302 questions to two dialogues of LoCoMo, all of this together takes the share with evidence among the first eight
from .77 to .84; no factor alone matters by more than .02, half or twice as much as here changes .01 at most.
"""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with what it is ranked by.

    Attributes:
        score: Its rank among the candidates: higher is better.
        cover: How much of the question its words cover, by rarity, 0 to 1.
        about: How far it is about each person in the question.
    """

    candidate: Candidate
    score: float
    cover: float
    about: float

    @property
    def fit(self) -> float:
        """How much of the question it covers, in words and in meaning; what answers a question fits like that."""
        one, before = self.candidate, self.candidate.said_before
        asked = before.meaning if before is not None and asks(before.words) else 0.0
        return self.cover + max(one.meaning, asked)


def rank(question: Question, gathered: Gathered) -> list[Ranked]:
    """Return the candidates, the best first."""
    covers = _covers(question, gathered)
    ranked = [_ranked(question, gathered, one, covers) for one in gathered.candidates]
    return sorted(ranked, key=lambda one: (-one.score, one.candidate.key))


def someone_else(gathered: Gathered, ranked: Sequence[Ranked]) -> str | None:
    """Return who else says what was asked about one person, or None if that person may be the right one.

    Each speaker counts by the one note of theirs that covers most of the question, in words and in meaning.
    """
    if len(gathered.asked) != 1:
        return None
    person = next(iter(gathered.asked))
    speakers = {turn.speaker: turn.name for one in ranked if (turn := one.candidate.turn).name}
    best = {speaker: _best_of(speaker, ranked) for speaker in speakers}
    own = max((value for name, value in best.items() if is_same_person(person, name)), default=0.0)
    others = {name: value for name, value in best.items() if not is_same_person(person, name)}
    other = max(sorted(others), key=others.__getitem__, default=None)
    return speakers[other] if other is not None and others[other] > own + MARGIN else None


def _best_of(speaker: str, ranked: Sequence[Ranked]) -> float:
    """Return how much of the question the words of a person cover, and how near in meaning they come, at most."""
    how_far = [(one, about(speaker, one.candidate.turn, one.candidate.text)) for one in ranked]
    cover = max((share * one.cover for one, share in how_far), default=0.0)
    meaning = max((share * one.candidate.meaning for one, share in how_far), default=0.0)
    return cover + meaning


def _covers(question: Question, gathered: Gathered) -> Mapping[int, float]:
    """Return which share of the question each note covers; what was said right before it counts half."""
    words = {one.key: words_asked(one.words, question) for one in gathered.candidates}
    total = sum(gathered.rarity.values()) or 1.0
    covers: dict[int, float] = {}
    for one in gathered.candidates:
        own = words[one.key]
        before = one.said_before
        more = words[before.key] - own if before is not None else frozenset[str]()
        weight = sum(gathered.rarity[word] for word in own)
        weight += _CONTEXT * sum(gathered.rarity[word] for word in more)
        covers[one.key] = weight / total
    return covers


def _ranked(
    question: Question, gathered: Gathered, one: Candidate, covers: Mapping[int, float]
) -> Ranked:
    share = max((about(person, one.turn, one.text) for person in gathered.asked), default=SAID)
    factor = _OF_OTHERS if share < ADDRESSED else _TO_THEM if share < SAID else 1.0
    if only_asks(one.words):
        factor *= _ONLY_ASKS
    if question.kind is Kind.WHEN and may_say_when(one.words):
        factor *= _HAS_KIND
    return Ranked(one, (one.score + _from_neighbors(one)) * factor, covers[one.key], share)


def _from_neighbors(one: Candidate) -> float:
    before = 0.0
    if one.before is not None:
        before = (_AFTER_QUESTION if asks(one.before.words) else _NEXT_TO) * one.before.score
    after = 0.0 if one.after is None else _NEXT_TO * one.after.score
    return max(before, after)


def asks(text: str) -> bool:
    """Return whether a text ends with a question."""
    return text.rstrip(' \t\n*_"”’)').endswith(("?", "\uff1f"))


def only_asks(text: str) -> bool:
    """Return whether a text is a single question."""
    return asks(text) and not any(mark in text.rstrip(" ?\n") for mark in (". ", "! ", "? ", "\n"))
