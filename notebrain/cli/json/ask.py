"""The answer to a question as a JSON document; scripts depend on its structure."""

from typing import TypedDict

from notebrain.cli.json.notes import stamp
from notebrain.cli.json.search import WhyDocument, why_document
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Source


class SentenceDocument(TypedDict):
    """A sentence of an answer, or a row of a table with its `heads`; the numbers are those of the sources.

    If the question asks when and no quote of the note says it, `noted` does: a heading with a date, or days.
    """

    text: str
    quotes: list[int]
    supported: bool
    earlier: list[int]
    contradicts: list[int]
    heads: list[str]
    noted: str


class SourceDocument(TypedDict):
    """A quote, with the note it is from; `span` is where it stands in this `revision` of the body."""

    n: int
    role: str
    note_id: str
    revision: int
    source: str
    title: str
    quote: str
    span: list[int]
    updated_at: str
    local_only: bool
    score: float
    why: WhyDocument | None
    route: str


class AnswerDocument(TypedDict):
    """The answer to a question."""

    question: str
    answer: list[SentenceDocument]
    sources: list[SourceDocument]
    abstained: bool
    reason: str | None
    degraded: str | None
    model: str | None
    neurons: float


def answer_document(answer: Answer) -> AnswerDocument:
    """Return the answer to a question."""
    return {
        "question": answer.question,
        "answer": [_sentence(sentence) for sentence in answer.sentences],
        "sources": [_source(source) for source in answer.sources],
        "abstained": answer.abstained,
        "reason": answer.reason,
        "degraded": answer.degraded,
        "model": answer.model,
        "neurons": answer.neurons,
    }


def _sentence(sentence: AnswerSentence) -> SentenceDocument:
    return {
        "text": sentence.text,
        "quotes": list(sentence.quotes),
        "supported": sentence.supported,
        "earlier": list(sentence.earlier),
        "contradicts": list(sentence.contradicts),
        "heads": list(sentence.heads),
        "noted": sentence.noted,
    }


def _source(source: Source) -> SourceDocument:
    quote = source.quote
    return {
        "n": source.number,
        "role": source.role.value,
        "note_id": quote.note_id,
        "revision": quote.revision,
        "source": source.source,
        "title": source.title,
        "quote": quote.text,
        "span": [quote.start, quote.end],
        "updated_at": stamp(source.updated_at),
        "local_only": source.local_only,
        "score": source.score,
        "why": None if source.why is None else why_document(source.why),
        "route": f"notebrain://note/{quote.note_id}",
    }
