"""Answers questions: gathers what may answer, chooses the sentences, and says what they rest on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from notebrain.ask.candidates import EVERYTHING, Gathered, Scope, Search, gather, read_hits
from notebrain.ask.extract import MOST_SENTENCES, Chosen, best_sentence, choose, conflicts, noted
from notebrain.ask.ranking import Ranked, rank, someone_else
from notebrain.ask.table_rows import heads_of
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Role, Source
from notebrain.domain.grounding.mentions import Subject, around, missing
from notebrain.domain.grounding.questions import Question, read_question
from notebrain.domain.grounding.quotes import Quote
from notebrain.domain.grounding.subjects import NOT_NAMED, about
from notebrain.domain.i18n import _
from notebrain.domain.search.query import parse
from notebrain.domain.search.types import Hit, SearchRequest
from notebrain.domain.text.languages import language_of

if TYPE_CHECKING:
    from notebrain.storage.store import Store

DEFAULT_SOURCES, FEWEST_SOURCES, MOST_SOURCES = 8, 3, 24
LONGEST_QUESTION = 2_000
NEAREST_SHOWN = 3
_SIGNS = ' "“”„?!.,-'


@dataclass(frozen=True, slots=True)
class AskRequest:
    """The parameters of a question.

    Attributes:
        question: What the user typed; operators of the search are honored.
        limit: How many notes to show as sources.
        now: The time that ages are counted from; None uses the clock.
        most: How many sentences to quote.
    """

    question: str
    limit: int = DEFAULT_SOURCES
    scope: Scope = EVERYTHING
    now: datetime | None = None
    most: int = MOST_SENTENCES


class AskService:
    """Answers questions to one vault, on any thread."""

    def __init__(self, store: "Store", search: Search) -> None:
        self._store = store
        self._search = search

    def ask(self, request: AskRequest) -> Answer:
        """Return the answer that the notes give word for word, or why there is none."""
        if len(request.question) > LONGEST_QUESTION:
            return _nothing(request, _too_long(request.question))
        query = parse(request.question)
        text = query.text.strip()
        if not text.strip(_SIGNS):
            return _nothing(request, _("This asks nothing yet: type some words."))
        question = read_question(text, query.phrases)
        asked = SearchRequest(request.question, now=request.now)
        gathered = gather(self._store, self._search, question, asked, request.scope)
        ranked = rank(question, gathered)
        if not ranked:
            return _nothing(request, _none_found(gathered), gathered)
        sources = _Sources(self._store, question, gathered)
        limit = min(MOST_SOURCES, max(FEWEST_SOURCES, request.limit))
        if gathered.result.abstained or _says_nothing_to(question, gathered, ranked[:limit]):
            sources.add_all(ranked[:NEAREST_SHOWN], Role.NEAREST)
            return sources.declined(request, _("Nothing in these notes fits the question."))
        other = someone_else(gathered, ranked)
        if other is not None:
            person = question.as_written(next(iter(gathered.asked)))
            sources.add_all(ranked[:limit], Role.SOMEONE_ELSE)
            return sources.declined(request, _someone_else(person, other))
        return sources.answer(request, ranked[:limit])


class _Sources:
    """Collects the sources of one answer, and numbers them."""

    def __init__(self, store: "Store", question: Question, gathered: Gathered) -> None:
        self._store = store
        self._question = question
        self._gathered = gathered
        self._found: list[Source] = []

    def answer(self, request: AskRequest, ranked: Sequence[Ranked]) -> Answer:
        """Return the answer of the best sentences; all notes become sources."""
        chosen = choose(self._question, ranked, self._gathered.rarity, request.most)
        lacking = [self._lacking(one, ranked) for one in chosen]
        about_others = [one for one, names in zip(chosen, lacking, strict=True) if names]
        chosen = [one for one, names in zip(chosen, lacking, strict=True) if not names]
        if about_others and not chosen:
            for one in about_others:
                self._add(one, Role.SOMEONE_ELSE)
            return self.declined(request, _not_named(self._question, lacking))
        if not chosen:
            self.add_all(ranked[:NEAREST_SHOWN], Role.NEAREST)
            return self.declined(request, _("Nothing in these notes fits the question."))
        numbers = [self._add(one, Role.QUOTED) for one in chosen]
        quoted = {one.candidate.key for one in (*chosen, *about_others)}
        earlier = {key: self._add_earlier(hit) for key, hit in _folded(chosen).items()}
        for one in about_others:
            if one.candidate.key not in {other.candidate.key for other in chosen}:
                self._add(one, Role.SOMEONE_ELSE)
        self.add_all([one for one in ranked if one.candidate.key not in quoted], Role.BESIDE)
        when = noted(self._question, chosen)
        against = _both_ways(conflicts(chosen))
        sentences = tuple(
            AnswerSentence(
                text=one.text,
                quotes=(number,),
                supported=True,
                bold=one.bold,
                earlier=earlier.pop(one.candidate.key, ()),
                contradicts=tuple(numbers[other] for other in against.get(at, ())),
                heads=heads_of(one.candidate.text, one.start, one.end) or (),
                noted=when[at],
            )
            for at, (one, number) in enumerate(zip(chosen, numbers, strict=True))
        )
        return self._done(request, sentences)

    def _lacking(self, chosen: Chosen, ranked: Sequence[Ranked]) -> tuple[Subject, ...]:
        """Return what the question names that a sentence is not about."""
        one, persons = chosen.candidate, self._gathered.asked
        place = around(one.text, one.turn, chosen.start, title=one.title, written=one.updated_at)
        lacking = missing(self._question, place)
        if not lacking or not one.turn.name:
            return lacking
        # in a talk, what was named once is "it" and "there" later; whoever speaks to a person seldom says the name
        talk = "\n".join(other.candidate.words for other in ranked if other.candidate.turn.name)
        lacking = tuple(subject for subject in lacking if subject in missing(self._question, talk))
        if any(about(who, one.turn, one.text) > NOT_NAMED for who in persons):
            lacking = tuple(subject for subject in lacking if persons.isdisjoint(subject))
        return lacking

    def declined(self, request: AskRequest, reason: str) -> Answer:
        """Return an answer without sentences."""
        return replace(self._done(request, ()), abstained=True, reason=reason)

    def add_all(self, ranked: Sequence[Ranked], role: Role) -> None:
        """Add the best sentence of each note."""
        for one in ranked:
            sentence = best_sentence(self._question, one, self._gathered.rarity)
            if sentence is not None:
                self._add(sentence, role)

    def _done(self, request: AskRequest, sentences: tuple[AnswerSentence, ...]) -> Answer:
        best = max((source.score for source in self._found), default=0.0) or 1.0
        return Answer(
            request.question,
            sentences,
            tuple(replace(source, score=source.score / best) for source in self._found),
            degraded=self._gathered.result.degraded,
        )

    def _add(self, chosen: Chosen, role: Role) -> int:
        one = chosen.candidate
        quote = Quote(
            one.note_id, one.revision, one.start + chosen.start, one.start + chosen.end, chosen.text
        )
        number = len(self._found) + 1
        self._found.append(
            Source(
                number,
                quote,
                role,
                one.title,
                one.source,
                one.updated_at,
                chosen.score,
                one.why,
                one.local_only,
            )
        )
        return number

    def _add_earlier(self, hit: Hit) -> tuple[int, ...]:
        """Add the older versions folded under a hit, newest first."""
        older = read_hits(self._store, hit.older_versions)
        numbers: list[int] = []
        for one in older:
            ranked = Ranked(one, 0.0, 0.0, 0.0)
            sentence = best_sentence(self._question, ranked, self._gathered.rarity)
            if sentence is not None:
                numbers.append(self._add(sentence, Role.EARLIER))
        return tuple(numbers)


def _says_nothing_to(question: Question, gathered: Gathered, ranked: Sequence[Ranked]) -> bool:
    """Return whether no note has any word of a question in the language of the notes: nonsense is near something."""
    if gathered.known or not question.words:
        return False
    asked = language_of(question.text)
    written = language_of("\n".join(one.candidate.words for one in ranked))
    return asked is None or asked == written


def _folded(chosen: Sequence[Chosen]) -> dict[int, Hit]:
    """Return the hits quoted that have older versions, by the keys of their notes."""
    return {
        one.candidate.key: one.candidate.hit
        for one in chosen
        if one.candidate.hit is not None and one.candidate.hit.older_versions
    }


def _both_ways(pairs: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for one, other in pairs:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


def _nothing(request: AskRequest, reason: str, gathered: Gathered | None = None) -> Answer:
    degraded = None if gathered is None else gathered.result.degraded
    return Answer(request.question, (), (), abstained=True, reason=reason, degraded=degraded)


def _too_long(question: str) -> str:
    return _("A question can have {most} characters; this one has {n}.").format(
        most=LONGEST_QUESTION, n=len(question)
    )


def _none_found(gathered: Gathered) -> str:
    blocked = " ".join(blocker.text for blocker in gathered.result.blocked_by)
    if blocked:
        return _("Nothing found; without {filters} there would be hits.").format(filters=blocked)
    return _("Nothing found.")


def _not_named(question: Question, lacking: Sequence[tuple[Subject, ...]]) -> str:
    """Return what the quotes that fit best do not name, as a sentence."""
    fewest = min(lacking, key=len)
    names = (" ".join(map(question.as_written, subject)) for subject in fewest)
    return _("None of the notes that fit mentions {names}.").format(names=", ".join(names))


def _someone_else(person: str, other: str) -> str:
    return _("This is of {other}, not of {person}.").format(other=other, person=person)
