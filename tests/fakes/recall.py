"""A recall service that answers what it is told to."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Event

from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.snippets import Quote
from notebrain.domain.search.types import Hit, SearchRequest, SearchResult, Why

NOW = datetime(2026, 11, 21, 14, 2, tzinfo=UTC)


def make_hit(
    title: str,
    *,
    keyword: float = 0.5,
    meaning: float = 0.5,
    alpha: float = 0.5,
    age: float = 1.0,
    days: float = 0.0,
    importance: int = 3,
    snippet: str = "",
    marks: tuple[tuple[int, int], ...] = (),
    pinned: bool = False,
    local_only: bool = False,
    older: tuple[Hit, ...] = (),
    words: tuple[str, ...] = (),
) -> Hit:
    """Return a hit whose parts work out to its score."""
    match = alpha * keyword + (1 - alpha) * meaning
    factor = 1 + 0.05 * (importance - 3)
    why = Why(
        keyword=keyword,
        meaning=meaning,
        match=match,
        age=age,
        importance=factor,
        alpha=alpha,
        age_days=days,
        recency=0.5 ** (days / 30),
        pinned=pinned,
    )
    at = NOW - timedelta(days=days)
    return Hit(
        note_id=NoteId(title),
        title=title,
        source="typed",
        workspace="Personal",
        tags=(),
        pinned=pinned,
        local_only=local_only,
        importance=importance,
        score=match * age * factor,
        quote=lambda: Quote((3, 9), snippet or f"Something about {title.lower()}.", marks, words),
        created_at=at,
        updated_at=at,
        why=why,
        older_versions=older,
    )


class FakeRecall:
    """Answers every query with the same hits; can be held up, and can fail."""

    def __init__(self) -> None:
        self.by_words: tuple[Hit, ...] = ()
        self.by_both: tuple[Hit, ...] = ()
        self.answer = SearchResult("", (), 1240, 1284)
        self.asked: list[tuple[str, SearchRequest]] = []
        self.failure: Exception | None = None
        self.meaning_may_answer = Event()
        self.meaning_may_answer.set()

    def words(self, request: SearchRequest) -> SearchResult:
        """Return the hits of the words."""
        return self._answer("words", request, self.by_words)

    def search(self, request: SearchRequest) -> SearchResult:
        """Return the hits of both arms, once it may."""
        self.meaning_may_answer.wait(30)
        return self._answer("search", request, self.by_both or self.by_words)

    def rerank(self, request: SearchRequest) -> SearchResult:
        """Return the hits of both arms."""
        return self._answer("rerank", request, self.by_both or self.by_words)

    def _answer(self, arm: str, request: SearchRequest, hits: tuple[Hit, ...]) -> SearchResult:
        self.asked.append((arm, request))
        if self.failure is not None:
            raise self.failure
        hidden = sum(len(hit.older_versions) for hit in hits)
        return replace(self.answer, query=request.query, hits=hits, hidden_by_decay=hidden)
