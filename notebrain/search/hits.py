"""Turn ranked notes into hits: read what they show, from which the passage to quote is picked later."""

from collections.abc import Callable, Sequence
from functools import partial

from notebrain.domain.notes.attachments import find_in
from notebrain.domain.search.ranking.order import Placed
from notebrain.domain.search.snippets import Quote, quote
from notebrain.domain.search.types import FileMatch, Hit, HitFile
from notebrain.search.gatherer import Gathered
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts as search, file_words

_READ = 100_000
"""How much of a note the quote is chosen from; of a longer one, what ends with the passage nearest in meaning."""
_LONG = 20_000
"""The quote of a longer text takes milliseconds, which a window that paints hits does not have."""


class HitMaker:
    """Creates the hits of one search result."""

    def __init__(self, db: Connection, gathered: Gathered, placed: Sequence[Placed]) -> None:
        self._db = db
        self._in_files = gathered.in_files
        keys = [version.candidate.key for group in placed for version in (group, *group.older)]
        self._facts = search.hit_facts(db, keys)
        self._chunks = _best_chunks(db, gathered, keys)
        query = gathered.query
        self._terms, self._signs = query.terms, query.signs
        self._quote = partial(
            quote,
            prefix=query.words[-1] if query.prefix else "",
            rarity=gathered.rarity,
            languages=gathered.languages,
            forms=gathered.forms,
        )

    def hit(self, placed: Placed) -> Hit | None:
        """Return the hit for a ranked note, or None if the note is gone."""
        candidate = placed.candidate
        facts = self._facts.get(candidate.key)
        if facts is None:
            return None
        near = self._chunks.get(facts.key)
        start = 0 if near is None else max(0, near[1] - _READ)
        text = facts.body[start : start + _READ]
        own = _LaterQuote(
            partial(
                self._quote,
                text,
                start=start,
                whole_length=len(facts.body),
                terms=(*self._terms, *self._signs),
                title=facts.title,
                near=near,
            )
        )
        if len(text) > _LONG:
            own()
        match = self._in_files.get(facts.key)
        of_file = None if match is None else self._of_file(match, facts.body[:_READ], own())
        quoted, file = (own, None) if of_file is None else of_file
        return Hit(
            note_id=facts.note_id,
            title=facts.title,
            source=facts.source,
            workspace=facts.workspace,
            tags=facts.tags,
            pinned=facts.pinned,
            local_only=facts.local_only,
            importance=facts.importance,
            score=placed.score,
            quote=quoted,
            created_at=facts.created_at,
            updated_at=facts.updated_at,
            why=placed.why,
            older_versions=tuple(hit for one in placed.older if (hit := self.hit(one)) is not None),
            outdated=candidate.successor is not None,
            file=file,
        )

    def _of_file(
        self, match: FileMatch, body: str, own: Quote
    ) -> tuple[Callable[[], Quote], HitFile] | None:
        """Return a quote of a file if the file has words of the query that the note lacks."""
        if set(own.words).issuperset(match.words):
            return None
        found = file_words.piece(self._db, match.piece)
        if found is None:
            return None
        passage = self._quote(
            found.text,
            start=0 if found.place == 0 else 1,
            whole_length=len(found.text) + (found.place + 1 < found.pieces),
            terms=self._terms,
        )
        words = (*passage.words, *match.words, *own.words)
        links = ((link.start, link.end) for link in find_in(body) if link.sha == found.sha)
        quoted = Quote(
            next(links, own.span),
            passage.snippet,
            passage.marks,
            tuple(word for word in self._terms if word in words),
        )
        return lambda: quoted, HitFile(found.sha, found.name, found.page)


class _LaterQuote:
    """A quote that is chosen when it is first asked for; `functools.cache` takes ten times as long to make."""

    __slots__ = ("_choose", "_chosen")

    def __init__(self, choose: Callable[[], Quote]) -> None:
        self._choose = choose
        self._chosen: Quote | None = None

    def __call__(self) -> Quote:
        if self._chosen is None:
            self._chosen = self._choose()
        return self._chosen


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
