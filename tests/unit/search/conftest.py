"""A vault with notes that are indexed at once, and the service that searches it."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from notebrain.domain.embedding.passages import Piece, passages_of
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.search.types import SearchRequest, SearchResult
from notebrain.search.service import RecallService
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, queue
from notebrain.storage.embedding.chunks import Chunk
from notebrain.storage.notes import notes
from notebrain.storage.search import text_index
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder


class Vault:
    """Takes notes, indexes them, and searches them."""

    def __init__(self, store: Store, clock: FakeClock, embedder: FakeEmbedder) -> None:
        self.store = store
        self.clock = clock
        self.embedder = embedder
        self.recall = RecallService(store, embedder, clock)
        self._made = 0

    def take(
        self, body: str, *, days_ago: float = 0, indexed: bool = True, **facts: object
    ) -> NoteId:
        self._made += 1
        at = self.clock.now() - timedelta(days=days_ago)
        title = str(facts.pop("title", "")) or title_of(body)
        note = Note(
            id=NoteId(f"note{self._made:04d}"),
            workspace=str(facts.pop("workspace", "Personal")),
            title=title,
            body=body,
            created_at=at,
            updated_at=at,
            **facts,  # type: ignore[arg-type]  # whatever a note has
        )

        def act(db: Connection) -> None:
            key = notes.add(db, note, lane=queue.Lane.EDIT, now=at)
            if indexed:
                self._index(db, key, note)

        self.store.write(act).result()
        return note.id

    def _index(
        self, db: Connection, key: int, note: Note, *, dated_days_ago: float | None = None
    ) -> None:
        dated = (
            None if dated_days_ago is None else self.clock.now() - timedelta(days=dated_days_ago)
        )
        passages = passages_of(note, [Piece(0, len(note.body))])
        chunks.replace(
            db,
            key,
            [Chunk(one.start, one.end, one.content_hash, dated) for one in passages],
            at=self.clock.now(),
        )
        vectors = self.embedder.embed([one.text for one in passages])
        chunks.put_vectors(
            db,
            [(one.content_hash, vector) for one, vector in zip(passages, vectors, strict=True)],
            self.embedder.space,
        )
        chunks.mark_indexed(db, key, note.version, self.embedder.space)

    def index(self, note_id: NoteId, *, dated_days_ago: float | None = None) -> None:
        def act(db: Connection) -> None:
            note = notes.get(db, note_id)
            self._index(db, notes.key_of(db, note_id), note, dated_days_ago=dated_days_ago)

        self.store.write(act).result()

    def fill_grams(self) -> None:
        while self.store.write(
            lambda db: text_index.fill_substrings(db, limit=100, now=self.clock.now())
        ).result():
            pass

    def forget(self, note_id: NoteId) -> None:
        self.store.write(
            lambda db: db.execute("update note set deleted_at = 1 where id = ?", (note_id,))
        ).result()

    def remove(self, note_id: NoteId) -> None:
        self.store.write(
            lambda db: db.execute("delete from note where id = ?", (note_id,))
        ).result()

    def set(self, name: str, value: settings.Value, *, workspace: str = settings.APP) -> None:
        self.store.write(lambda db: settings.put(db, name, value, scope=workspace)).result()

    def search(self, query: str, **options: object) -> SearchResult:
        return self.recall.search(SearchRequest(query, **options))  # type: ignore[arg-type]  # options of a request

    def words(self, query: str, **options: object) -> SearchResult:
        return self.recall.words(SearchRequest(query, **options))  # type: ignore[arg-type]  # options of a request


def ids(result: SearchResult) -> list[NoteId]:
    return [hit.note_id for hit in result.hits]


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    clock = FakeClock()
    store = Store.open(tmp_path / "vault", clock=clock)
    yield Vault(store, clock, FakeEmbedder(dimensions=256))
    store.close()
