"""The JSON documents of the command line; others rely on these shapes."""

from datetime import UTC, datetime
from typing import TypedDict

from notebrain.domain.judging.verdict import Evidence, Verdict
from notebrain.domain.note import Note, NoteRow, Revision
from notebrain.domain.search import Hit, SearchResult, Why


class NoteDocument(TypedDict):
    """A note as `list` gives it."""

    note_id: str
    title: str
    workspace: str
    tags: list[str]
    pinned: bool
    importance: int
    category: str
    source: str
    created_at: str
    updated_at: str
    deleted_at: str | None
    state: str


class WholeNoteDocument(NoteDocument):
    """A note as `show` gives it."""

    body: str


class RevisionDocument(TypedDict):
    """An earlier text as `history` gives it."""

    version: int
    made_at: str
    reason: str
    title: str
    body: str


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
    weighted_sum: bool
    pinned: bool
    superseded_by: str | None
    matched_by: str | None
    words: list[str]
    older_versions: list[str]


class HitDocument(TypedDict):
    """A note found."""

    note_id: str
    title: str
    source: str
    score: float
    snippet: str
    span: list[int]
    updated_at: str
    why: WhyDocument


class Indexed(TypedDict):
    """How many notes can be found by meaning, of how many."""

    done: int
    total: int


class SearchDocument(TypedDict):
    """The answer to a search."""

    query: str
    indexed: Indexed
    degraded: str | None
    abstained: bool
    hidden_by_decay: int
    hits: list[HitDocument]


class EvidenceDocument(TypedDict):
    """A stretch of a text that a verdict rests on."""

    side: str
    span: list[int]
    text: str
    what: str


class ScoresDocument(TypedDict):
    """How much two texts say the same, and how much they cannot both be true, 0 to 1."""

    duplicate: float
    contradiction: float


class VerdictDocument(TypedDict):
    """How two texts stand to each other."""

    kind: str
    confidence: float
    scores: ScoresDocument
    newer: str
    evidence: list[EvidenceDocument]


def stamp(moment: datetime) -> str:
    """Return a moment in ISO 8601, in UTC, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def note_document(note: Note | NoteRow) -> NoteDocument:
    """Return a note as `list` gives it."""
    return {
        "note_id": note.id,
        "title": note.title,
        "workspace": note.workspace,
        "tags": list(note.tags),
        "pinned": note.pinned,
        "importance": note.importance,
        "category": note.category.value,
        "source": note.source,
        "created_at": stamp(note.created_at),
        "updated_at": stamp(note.updated_at),
        "deleted_at": None if note.deleted_at is None else stamp(note.deleted_at),
        "state": note.state.value,
    }


def whole_note_document(note: Note) -> WholeNoteDocument:
    """Return a note as `show` gives it."""
    return {**note_document(note), "body": note.body}


def revision_document(version: int, revision: Revision) -> RevisionDocument:
    """Return an earlier text; `version` is the number that `restore --version` takes."""
    return {
        "version": version,
        "made_at": stamp(revision.made_at),
        "reason": revision.reason,
        "title": revision.title,
        "body": revision.body,
    }


def search_document(result: SearchResult) -> SearchDocument:
    """Return the answer to a search."""
    return {
        "query": result.query,
        "indexed": {"done": result.indexed_done, "total": result.indexed_total},
        "degraded": result.degraded,
        "abstained": result.abstained,
        "hidden_by_decay": result.hidden_by_decay,
        "hits": [_hit_document(hit) for hit in result.hits],
    }


def _hit_document(hit: Hit) -> HitDocument:
    return {
        "note_id": hit.note_id,
        "title": hit.title,
        "source": hit.source,
        "score": hit.score,
        "snippet": hit.snippet,
        "span": list(hit.span),
        "updated_at": stamp(hit.updated_at),
        "why": _why_document(hit.why, hit.older_versions),
    }


def _why_document(why: Why, older_versions: tuple[Hit, ...]) -> WhyDocument:
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
        "weighted_sum": why.weighted_sum,
        "pinned": why.pinned,
        "superseded_by": why.superseded_by,
        "matched_by": why.matched_by,
        "words": list(why.words),
        "older_versions": [older.note_id for older in older_versions],
    }


def evidence_document(evidence: Evidence) -> EvidenceDocument:
    """Return what a verdict rests on."""
    return {
        "side": evidence.side.value,
        "span": [evidence.start, evidence.end],
        "text": evidence.text,
        "what": evidence.what.value,
    }


def verdict_document(verdict: Verdict) -> VerdictDocument:
    """Return a verdict as `review judge` gives it."""
    return {
        "kind": verdict.kind.value,
        "confidence": verdict.confidence,
        "scores": {
            "duplicate": verdict.duplicate_score,
            "contradiction": verdict.contradiction_score,
        },
        "newer": verdict.newer.value,
        "evidence": [evidence_document(one) for one in verdict.evidence],
    }
