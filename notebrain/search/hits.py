"""Turn ranked notes into hits: read what they show and pick the passage to quote."""

from collections.abc import Sequence
from dataclasses import replace

from notebrain.domain.notes.attachments import find_in
from notebrain.domain.search.ranking.order import Placed
from notebrain.domain.search.snippets import quote
from notebrain.domain.search.types import Hit, HitFile
from notebrain.search.gatherer import Gathered
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts as search, file_words

_READ = 100_000
"""How much of a note the quote is chosen from; of a longer one, what ends with the passage nearest in meaning."""


class HitMaker:
    """Creates the hits of one search result."""

    def __init__(self, db: Connection, gathered: Gathered, placed: Sequence[Placed]) -> None:
        self._db = db
        self._gathered = gathered
        keys = [version.candidate.key for group in placed for version in (group, *group.older)]
        self._facts = search.hit_facts(db, keys)
        self._chunks = _best_chunks(db, gathered, keys)

    def hit(self, placed: Placed) -> Hit | None:
        """Return the hit for a ranked note, or None if the note is gone."""
        facts = self._facts.get(placed.candidate.key)
        if facts is None:
            return None
        near = self._chunks.get(facts.key)
        start = 0 if near is None else max(0, near[1] - _READ)
        query = self._gathered.query
        passage = quote(
            search.part_of_body(self._db, facts.key, start, _READ),
            start=start,
            whole_length=facts.body_length,
            terms=(*query.terms, *query.signs),
            prefix=query.words[-1] if query.prefix else "",
            title=facts.title,
            rarity=self._gathered.rarity,
            near=near,
            languages=self._gathered.languages,
            forms=self._gathered.forms,
        )
        older = (self.hit(version) for version in placed.older)
        hit = Hit(
            note_id=facts.note_id,
            title=facts.title,
            source=facts.source,
            workspace=facts.workspace,
            tags=facts.tags,
            pinned=facts.pinned,
            local_only=facts.local_only,
            importance=facts.importance,
            score=placed.score,
            snippet=passage.snippet,
            span=passage.span,
            marks=passage.marks,
            created_at=facts.created_at,
            updated_at=facts.updated_at,
            why=replace(placed.why, words=passage.words),
            older_versions=tuple(hit for hit in older if hit is not None),
            outdated=placed.candidate.successor is not None,
        )
        return self._of_file(hit, facts.key)

    def _of_file(self, hit: Hit, key: int) -> Hit:
        """Return a hit that quotes a file if the file has words of the query that the note lacks."""
        match, query = self._gathered.in_files.get(key), self._gathered.query
        if match is None or set(hit.why.words).issuperset(match.words):
            return hit
        found = file_words.piece(self._db, match.piece)
        if found is None:
            return hit
        passage = quote(
            found.text,
            start=0 if found.place == 0 else 1,
            whole_length=len(found.text) + (found.place + 1 < found.pieces),
            terms=query.terms,
            prefix=query.words[-1] if query.prefix else "",
            rarity=self._gathered.rarity,
            languages=self._gathered.languages,
            forms=self._gathered.forms,
        )
        words = (*passage.words, *match.words, *hit.why.words)
        body = search.part_of_body(self._db, key, 0, _READ)
        return replace(
            hit,
            snippet=passage.snippet,
            marks=passage.marks,
            span=next(
                ((link.start, link.end) for link in find_in(body) if link.sha == found.sha),
                hit.span,
            ),
            why=replace(hit.why, words=tuple(word for word in query.terms if word in words)),
            file=HitFile(found.sha, found.name, found.page),
        )


def _best_chunks(
    db: Connection, gathered: Gathered, keys: Sequence[int]
) -> dict[int, tuple[int, int]]:
    near = gathered.near
    if near is None:
        return {}
    wanted = set(keys)
    chunk_of = {
        key: chunk for key, chunk in zip(near.keys, near.chunk_ids, strict=True) if key in wanted
    }
    spans = search.chunk_spans(db, list(chunk_of.values()))
    return {key: spans[chunk] for key, chunk in chunk_of.items() if chunk in spans}
