"""Answers without a model: the best sentences of the best notes, word for word.

No sentence is written, changed or joined.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from notebrain.ask.candidates import Candidate
from notebrain.ask.ranking import Ranked, asks
from notebrain.ask.table_rows import heads_of, parts_of
from notebrain.domain.conversations.markdown_file import day_of
from notebrain.domain.grounding.mentions import goes_on, headings, is_item, speaks_of, unnamed
from notebrain.domain.grounding.questions import (
    Kind,
    Question,
    answering,
    is_dated,
    telling_words,
    words_asked,
)
from notebrain.domain.grounding.quotes import quotable
from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.contradictions import LIKELY
from notebrain.domain.judge.parser import read
from notebrain.domain.markdown.plain_text import after_title
from notebrain.domain.notes.content import title_of

MOST_SENTENCES, MOST_OF_NOTE = 5, 2
_SECOND = 0.4
"""How much less a second sentence of one note counts than the first one."""
_LEAST_SECOND = 0.3
"""The share of the question that a second sentence of a note must cover."""
_LEAST_OF_BEST = 0.25
"""The share of the best note's score from which on a note is quoted."""
_LEAST_FIT, _LEAST_FIT_OF_TURN = 0.65, 0.5
"""The share of the best note's fit from which on a note is quoted, and a turn of a talk, which goes on from another.

In a vault of 30 notes, all are near the best score. Of 73 questions to three such vaults, 59 were answered by nothing
but what answers them with 0.5 for all, while notes counted what was noted before them, too; 63 now, and as many by it.
"""
_HAS_KIND, _NAMES, _IS_QUESTION, _HERE, _TELLS, _MANY_WORDS = 0.4, 0.3, 0.5, 0.1, 0.1, 6
"""What a sentence is worth beside the share of the question that it covers: for a date, amount or name that was asked
for; for all that the question names; the factor of questions and headings; for being where the search looked; for up
to six telling words.
"""
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sentence to quote.

    Attributes:
        start: Where the quote begins in the candidate's text.
        bold: Where the quote has what was asked for.
        score: How well it fits: higher is better.
    """

    candidate: Candidate
    start: int
    end: int
    bold: tuple[Span, ...]
    score: float

    @property
    def text(self) -> str:
        """The quote as it stands in the note."""
        return self.candidate.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence of a note as it is chosen.

    Attributes:
        cover: The share of the question that it covers.
        answers: Whether it has what was asked for.
    """

    span: Span
    worth: float
    cover: float
    answers: bool


def best_sentence(question: Question, ranked: Ranked, rarity: Mapping[str, float]) -> Chosen | None:
    """Return the sentence of a note that fits best, or None if the note says nothing."""
    return next(iter(_sentences(question, ranked, rarity)), None)


def choose(
    question: Question, ranked: Iterable[Ranked], rarity: Mapping[str, float], most: int
) -> list[Chosen]:
    """Return at most `most` sentences, at most two of a note, in the order of their dates."""
    found: list[Chosen] = []
    notes = list(ranked)
    if question.contact is not None:
        notes = [one for one in notes if _has_contact(question, one, notes)]
    best = max((one.score for one in notes), default=0.0)
    fit = max((one.fit for one in notes), default=0.0)
    for one in notes:
        least = _LEAST_FIT_OF_TURN if one.candidate.turn.name else _LEAST_FIT
        if one.score >= _LEAST_OF_BEST * best and one.fit >= least * fit:
            found += _sentences(question, one, rarity)[:MOST_OF_NOTE]
    found.sort(key=lambda one: -one.score)
    kept = found[:most]
    return sorted(kept, key=lambda one: (one.candidate.updated_at, one.candidate.key, one.start))


def noted(question: Question, chosen: Sequence[Chosen]) -> list[str]:
    """Return when each sentence was noted, if that was asked for and no quote of its note says it; otherwise nothing.

    A heading with a date says it, or else the days on which the note was made and last changed.
    """
    if question.kind is not Kind.WHEN:
        return [""] * len(chosen)
    dated = {one.candidate.key for one in chosen if is_dated(one.text)}
    return ["" if one.candidate.key in dated else _noted(one) for one in chosen]


def _noted(one: Chosen) -> str:
    note = one.candidate
    above = (heading.lstrip("# ") for heading in headings(note.text, one.start))
    days = dict.fromkeys(map(day_of, (min(note.created_at, note.updated_at), note.updated_at)))
    return next((text for text in (*above, note.title) if is_dated(text)), " – ".join(days))


def conflicts(chosen: Sequence[Chosen]) -> list[tuple[int, int]]:
    """Return the pairs of sentences of different notes that cannot both be true, by their indices."""
    return [
        (first, second)
        for (first, one), (second, other) in combinations(enumerate(chosen), 2)
        if one.candidate.key != other.candidate.key
        and any(
            conflict.strength >= LIKELY
            for conflict in Comparison(read(one.text), read(other.text)).conflicts
        )
    ]


def _sentences(question: Question, ranked: Ranked, rarity: Mapping[str, float]) -> list[Chosen]:
    """Return the sentences of a note, the best first."""
    one, turn = ranked.candidate, ranked.candidate.turn
    total = sum(rarity.values()) or 1.0
    found: list[_Part] = []
    before = frozenset[str]()
    if (said := one.said_before) is not None:
        before = words_asked(said.words, question)
    title_end = _title_end(one)
    for start, end in parts_of(one.text, turn.words_start, turn.end):
        text = one.text[start:end]
        if end <= title_end < turn.end and (text.startswith("#") or not answering(text, question)):
            continue  # the title is shown beside the quote
        if (heads := heads_of(one.text, start, end)) is not None:
            before = words_asked(" ".join(heads), question)
        own = words_asked(text, question)
        cover = sum(rarity[word] for word in own) / total
        context = sum(rarity[word] for word in before - own) / total
        answers = bool(answering(text, question))
        worth = cover + context / 2
        if answers and (turn.name or speaks_of(question, one.text, _title(one), (start, end))):
            worth += _kind_worth(question)
        worth += _NAMES * _share_named(question, text)
        worth += _HERE * (start <= one.at < end)
        # "Thanks, Mel!" says less than anything else in a note
        worth += _TELLS * min(1.0, sum(1 for _word in telling_words(text)) / _MANY_WORDS)
        says = not asks(text) and not text.startswith("#")
        worth *= 1.0 if says else _IS_QUESTION
        found.append(_Part((start, end), worth, cover, answers=answers and says))
        before = own
    found.sort(key=lambda part: (-part.worth, part.span))
    first = _answer_beside(question, one, found)
    chosen: list[Chosen] = []
    for part in found if first is None else [first, *found]:
        is_lead = first is not None and part is found[0]
        if chosen and not is_lead and (part.cover < _LEAST_SECOND or question.contact is not None):
            continue
        quoted = _quotable(one, part.span)
        if any(quoted[0] < other.end and other.start < quoted[1] for other in chosen):
            continue
        text = one.text[quoted[0] : quoted[1]]
        score = ranked.score * (_SECOND if chosen else 1.0)
        chosen.append(Chosen(one, *quoted, answering(text, question), score))
    return chosen


def _answer_beside(question: Question, one: Candidate, parts: Sequence[_Part]) -> _Part | None:
    """Return the sentence with what was asked for that goes on from the best one, which lacks it.

    "Coffee with Ana. That was on 12 May." says when in its second sentence.
    """
    if not parts or parts[0].answers or question.kind in (Kind.ANYTHING, Kind.CONTACT):
        return None
    lead = parts[0].span
    return next(
        (
            part
            for part in parts[1:]
            if part.answers and goes_on(question, one.text, _title(one), lead, part.span)
        ),
        None,
    )


def _title(one: Candidate) -> str:
    """Return the title of a note, unless that is only the beginning of its text."""
    end = _title_end(one)
    if not end:
        return "" if not one.start and title_of(one.text) == one.title else one.title
    return one.title if len(list(parts_of(one.text, 0, end))) == 1 else ""


def _title_end(one: Candidate) -> int:
    """Return where the text of a note begins below its title; the first item of a list is none."""
    if not one.title or one.start or is_item(one.text, 0):
        return 0
    return after_title(one.text, one.title)


def _kind_worth(question: Question) -> float:
    """Return what it counts that a sentence has what was asked for; without the contact, it answers nothing."""
    return _HAS_KIND if question.contact is None else 1.0 + _HAS_KIND


def _has_contact(question: Question, one: Ranked, ranked: Sequence[Ranked]) -> bool:
    """Return whether a note has such a contact, and of whom or what was asked: in words, or nearest in meaning."""
    note = one.candidate
    if not answering(note.words, question):
        return False
    said = words_asked(f"{note.title}\n{note.text}", question)
    nearest = max(ranked, key=lambda other: other.candidate.meaning)
    return not question.whose or not said.isdisjoint(question.whose) or one is nearest


def _share_named(question: Question, text: str) -> float:
    """Return the share of the question's subjects that a sentence names."""
    lacking = len(unnamed(question, text))
    return 1.0 - lacking / len(question.subjects) if question.subjects else 0.0


def _quotable(one: Candidate, span: Span) -> Span:
    at = one.at if span[0] <= one.at < span[1] else None
    start, end = quotable(one.text, *span, at)
    return max(start, one.turn.start), end
