"""The result of a search as a JSON document; scripts depend on its structure."""

from typing import TYPE_CHECKING, TypedDict

from notebrain.cli.json.notes import stamp
from notebrain.domain.search.types import FoundConversation, Hit, HitFile, SearchResult, Why

if TYPE_CHECKING:
    from notebrain.domain.search.dates.questions import QuestionDates


class WhyDocument(TypedDict):
    """The parts of a score."""

    keyword: float
    meaning: float
    match: float
    age: float
    importance: float
    alpha: float
    age_days: float
    recency: float
    frequency: float
    dates: float
    repeats: float
    listed: bool
    weighted_sum: bool
    pinned: bool
    superseded_by: str | None
    matched_by: str | None
    words: list[str]
    older_versions: list[str]


class FoundFileDocument(TypedDict):
    """The file in a note that the snippet is from; only some files have pages."""

    file_id: str
    name: str
    page: int | None


class HitDocument(TypedDict):
    """A note that was found."""

    note_id: str
    title: str
    source: str
    score: float
    snippet: str
    span: list[int]
    updated_at: str
    file: FoundFileDocument | None
    why: WhyDocument


class FoundConversationDocument(TypedDict):
    """A conversation that `is:conversation` found; `outcome` is null until it has ended."""

    conversation_id: str
    title: str
    questions: int
    updated_at: str
    outcome: str | None
    by_meaning: bool


class Indexed(TypedDict):
    """How many notes can be found by meaning, and how many there are."""

    done: int
    total: int


SpanDocument = TypedDict("SpanDocument", {"from": str, "to": str, "text": str})
"""The time that a query names, to before `to`, and the words it was read from."""


class SearchDocument(TypedDict):
    """The result of a search; `conversations` is null unless the query has `is:conversation`."""

    query: str
    indexed: Indexed
    degraded: str | None
    abstained: bool
    hidden_by_decay: int
    dates: "SpanDocument | None"
    hits: list[HitDocument]
    nearest: list[HitDocument]
    conversations: list[FoundConversationDocument] | None


def search_document(result: SearchResult) -> SearchDocument:
    """Return the result of a search."""
    return {
        "query": result.query,
        "indexed": {"done": result.indexed_done, "total": result.indexed_total},
        "degraded": result.degraded,
        "abstained": result.abstained,
        "hidden_by_decay": result.hidden_by_decay,
        "dates": None if result.dates is None else _span_document(result.dates),
        "hits": [_hit_document(hit) for hit in result.hits],
        "nearest": [_hit_document(hit) for hit in result.nearest],
        "conversations": None
        if result.conversations is None
        else [_conversation_document(one) for one in result.conversations],
    }


def _conversation_document(found: FoundConversation) -> FoundConversationDocument:
    return {
        "conversation_id": found.id,
        "title": found.title,
        "questions": found.turns,
        "updated_at": stamp(found.updated_at),
        "outcome": found.outcome or None,
        "by_meaning": found.by_meaning,
    }


def _span_document(dates: "QuestionDates") -> SpanDocument:
    return {"from": dates.start.isoformat(), "to": dates.end.isoformat(), "text": dates.text}


def _hit_document(hit: Hit) -> HitDocument:
    return {
        "note_id": hit.note_id,
        "title": hit.title,
        "source": hit.source,
        "score": hit.score,
        "snippet": hit.snippet,
        "span": list(hit.span),
        "updated_at": stamp(hit.updated_at),
        "file": None if hit.file is None else _file_document(hit.file),
        "why": why_document(hit.explained, hit.older_versions),
    }


def _file_document(file: HitFile) -> FoundFileDocument:
    return {"file_id": file.sha, "name": file.name, "page": file.page}


def why_document(why: Why, older_versions: tuple[Hit, ...] = ()) -> WhyDocument:
    """Return the parts of a score."""
    return {
        "keyword": why.keyword,
        "meaning": why.meaning,
        "match": why.match,
        "age": why.age,
        "importance": why.importance,
        "alpha": why.alpha,
        "age_days": why.age_days,
        "recency": why.recency,
        "frequency": why.frequency,
        "dates": why.dates,
        "repeats": why.repeats,
        "listed": why.listed,
        "weighted_sum": why.weighted_sum,
        "pinned": why.pinned,
        "superseded_by": why.superseded_by,
        "matched_by": why.matched_by,
        "words": list(why.words),
        "older_versions": [older.note_id for older in older_versions],
    }
