"""Puts a model's text on the notes: the passages it may read, and its sentences with their quotes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from notebrain.ask.model_answer import Freshness, ModelText, freshness
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Role, Source
from notebrain.domain.grounding.model_text import GroundedSentence, ground
from notebrain.domain.grounding.prompt import MOST_TURNS, Turn
from notebrain.domain.grounding.questions import read_question
from notebrain.domain.grounding.quotes import Passage, Quote, stands
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.search.query import parse
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.store import Store

_BEFORE, _READ = 400, 2_000
"""How much of a note a model reads: from this many characters before the quote on."""
_READABLE: Final = frozenset((Role.QUOTED, Role.EARLIER, Role.BESIDE))


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """An answer in which a model had its say.

    Attributes:
        answer: The sentences of the model, or those of the notes if it wrote none.
        quotes: The answer that the notes give word for word, for below it.
        text: What the model wrote, what left this computer, and what it cost.
        freshness: What became of the notes of the sources meanwhile, by the sources' numbers.
    """

    answer: Answer
    quotes: Answer
    text: ModelText
    freshness: Mapping[int, Freshness]


def asked(answer: Answer) -> str:
    """Return the question of an answer without the operators of the search."""
    return parse(answer.question).text.strip() or answer.question


def passages_of(store: Store, answer: Answer) -> tuple[Passage, ...]:
    """Return what a model may read to answer the same question; nothing if the notes do not fit it.

    A note is read around its quote, and once if its quotes are near each other. The numbers are those of the sources.
    """
    if answer.abstained:
        return ()
    passages: list[Passage] = []
    with store.read() as db:
        for source in answer.sources:
            quote = source.quote
            near = (one for one in passages if one.note_id == quote.note_id)
            if source.role not in _READABLE or any(_holds(one, quote) for one in near):
                continue
            if not notes.is_live(db, quote.note_id):
                continue
            note = notes.get(db, quote.note_id)
            if not stands(quote, note.body):  # edited since: what is quoted is no longer there
                continue
            start, end = _window(note.body, quote)
            passages.append(
                Passage(
                    source.number,
                    quote.note_id,
                    note.version,
                    note.title,
                    note.body[start:end],
                    start,
                    note.updated_at,
                    note.local_only,
                )
            )
    return tuple(passages)


def turns_of(store: Store, answers: Sequence[Answer]) -> list[Turn]:
    """Return the last questions that a model answered, oldest first, for a question that follows them.

    An answer is left out if any note among its sources stays on this computer, then or now, or is gone: its sentences
    may repeat any of them.
    """
    with store.read() as db:
        free = [
            one
            for one in answers
            if one.model is not None and all(_may_leave(db, source) for source in one.sources)
        ]
    return [
        Turn(asked(one), " ".join(sentence.text for sentence in one.sentences))
        for one in free[-MOST_TURNS:]
    ]


def _may_leave(db: Connection, source: Source) -> bool:
    note = source.quote.note_id
    if source.local_only or not notes.is_live(db, note):
        return False
    return not notes.without_body(db, note).local_only


def written(
    store: Store, quotes: Answer, text: ModelText, passages: Sequence[Passage]
) -> WrittenAnswer:
    """Return the answer with the sentences of a model, each with the quotes it rests on.

    Args:
        quotes: The answer that the notes give word for word.
        passages: What was found for the model; the sentences rest on those that it was given.
    """
    given = [one for one in passages if one.number in text.prepared.numbers]
    question = read_question(asked(quotes), parse(quotes.question).phrases)
    sentences = ground(text.text, given, question)
    sources = _Sources(quotes)
    answer = replace(
        quotes,
        degraded=_degraded(quotes, text, is_empty=not sentences),
        model=text.model if sentences or text.declined else None,
        neurons=text.neurons,
    )
    if sentences:
        written_sentences = tuple(sources.sentence(one) for one in sentences)
        sources.add_rest()
        answer = replace(answer, sentences=written_sentences, sources=sources.all)
    elif text.declined:
        answer = replace(answer, reason=_("The model found no answer in these notes."))
    return WrittenAnswer(answer, quotes, text, freshness(store, passages_shown(answer)))


class _Sources:
    """Numbers the quotes of a model's sentences, then the sources that none of them rests on."""

    def __init__(self, quotes: Answer) -> None:
        self._found = {one.number: one for one in quotes.sources}
        self._numbers: dict[Quote, int] = {}
        self._all: list[Source] = []

    @property
    def all(self) -> tuple[Source, ...]:
        """The sources so far."""
        return tuple(self._all)

    def sentence(self, one: GroundedSentence) -> AnswerSentence:
        """Return a sentence whose quotes are sources."""
        role = Role.SOMEONE_ELSE if one.someone_else else Role.QUOTED
        numbers = [self._number(number, quote, role) for number, quote in one.quotes]
        return AnswerSentence(
            one.text, tuple(dict.fromkeys(numbers)), one.supported, unknown=one.unknown
        )

    def add_rest(self) -> None:
        """Add the sources that are not quoted."""
        for source in self._found.values():
            if not any(_overlap(source.quote, one) for one in self._numbers):
                role = Role.BESIDE if source.role is Role.QUOTED else source.role
                self._all.append(replace(source, number=len(self._all) + 1, role=role))

    def _number(self, number: int, quote: Quote, role: Role) -> int:
        if quote not in self._numbers:
            self._numbers[quote] = len(self._all) + 1
            found = self._found[number]
            self._all.append(replace(found, number=len(self._all) + 1, quote=quote, role=role))
        return self._numbers[quote]


def _degraded(quotes: Answer, text: ModelText, *, is_empty: bool) -> str | None:
    """Return what is missing in an answer, in sentences: the search's, the model's, and the notes that stayed here."""
    kept_back = len(text.prepared.kept_back)
    stayed = (
        ngettext(
            "{n} more note stays on this computer; the model did not read it.",
            "{n} more notes stay on this computer; the model did not read them.",
            kept_back,
        ).format(n=kept_back)
        if kept_back and text.prepared.sent is not None
        else None
    )
    reason = text.reason or (_("The model wrote no sentence.") if text.text and is_empty else None)
    return " ".join(part for part in (quotes.degraded, reason, stayed) if part) or None


def passages_shown(answer: Answer) -> Sequence[Passage]:
    """Return the quotes that are shown with an answer."""
    return [
        Passage(one.number, one.quote.note_id, one.quote.revision, one.title, one.quote.text)
        for one in answer.sources
    ]


def _window(body: str, quote: Quote) -> tuple[int, int]:
    """Return the part of a note around a quote, whole lines where that is possible."""
    start = max(0, quote.start - _BEFORE)
    end = min(len(body), max(quote.end, start + _READ))
    line = body.find("\n", start, quote.start)
    if start and line >= 0:
        start = line + 1
    last = body.rfind("\n", quote.end, end)
    return start, last if end < len(body) and last > quote.end else end


def _holds(passage: Passage, quote: Quote) -> bool:
    return passage.start <= quote.start and quote.end <= passage.start + len(passage.text)


def _overlap(one: Quote, other: Quote) -> bool:
    same = (one.note_id, one.revision) == (other.note_id, other.revision)
    return same and one.start < other.end and other.start < one.end
