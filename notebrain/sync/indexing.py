"""Making notes findable by meaning: take a job, split the note, embed what is new, store, take the next.

Everything a step has embedded is stored before the next piece begins, so that a kill costs at most one piece of work.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from notebrain.domain.chunking import split
from notebrain.domain.errors import NoEmbedder, NoteBrainError
from notebrain.domain.note import Note
from notebrain.domain.passages import Passage, passages_of
from notebrain.domain.ports import Clock, Embedder
from notebrain.storage import chunks, grams, notes, outbox
from notebrain.storage.chunks import Chunk
from notebrain.storage.database import Connection
from notebrain.storage.outbox import Job
from notebrain.storage.store import Store

PIECES_PER_COMMIT = 50
"""Passages embedded between two commits (about two seconds of long passages)."""

NOTES_PER_STEP = 16
GRAMS_PER_STEP = 20
"""Notes given to the substring index in one transaction: 20 of 200 words hold the write lock for about 20 ms."""

_FIRST_RETRY, _LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=6)
UNUSED_VECTORS_KEPT = timedelta(days=7)


def retry_after(attempts: int) -> timedelta:
    """Return how long to wait after the given number of failures: 30 s, doubled each time, at most 6 hours."""
    return min(_FIRST_RETRY * 2 ** min(attempts, 20), _LONGEST_RETRY)


@dataclass(frozen=True, slots=True)
class _Prepared:
    job: Job
    note: Note
    passages: Sequence[Passage]

    @property
    def chunks(self) -> list[Chunk]:
        return [Chunk(p.start, p.end, p.content_hash, p.dated) for p in self.passages]


class Indexer:
    """Works the durable queue of notes off, one step at a time, on whichever thread calls it."""

    def __init__(self, store: Store, embedder: Embedder, clock: Clock) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock

    def step(self, keep_going: Callable[[], bool] = lambda: True) -> int:
        """Index the notes that are due first; return how many were finished (0: nothing is due, or asked to stop).

        Args:
            keep_going: Asked between pieces of work; when it says no, what is embedded is stored and the step ends.

        Raises:
            NoEmbedder: There is no model on this computer; the jobs stay queued.
        """
        with self._store.read() as db:
            jobs = outbox.due(db, now=self._clock.now(), limit=NOTES_PER_STEP)
        finished = 0
        batch: list[_Prepared] = []
        pieces = 0
        for job in jobs:
            if not keep_going():
                break
            prepared = self._prepare(job)
            if prepared is None:
                continue
            if len(prepared.passages) > PIECES_PER_COMMIT:
                finished += self._guarded([prepared], lambda batch: self._index_long(batch[0], keep_going))
                continue
            batch.append(prepared)
            pieces += len(prepared.passages)
            if pieces >= PIECES_PER_COMMIT:
                finished += self._guarded(batch, self._index_short)
                batch, pieces = [], 0
        return finished + self._guarded(batch, self._index_short)

    def fill_substrings(self) -> int:
        """Give the substring index a few of the notes it lacks; return how many (0: it is complete)."""
        with self._store.read() as db:
            if not grams.missing(db):
                return 0
        return self._store.write(lambda db: grams.fill(db, limit=GRAMS_PER_STEP)).result()

    def forget_unused(self) -> int:
        """Drop vectors that no passage has used for a week; return how many."""
        before = self._clock.now() - UNUSED_VECTORS_KEPT
        return self._store.write(lambda db: chunks.forget_unused(db, before=before)).result()

    def next_due_ms(self) -> int | None:
        """Return when the next job is due, in milliseconds since 1970, or None."""
        with self._store.read() as db:
            return outbox.next_due_ms(db)

    def coverage(self) -> tuple[int, int]:
        """Return how many notes can be found by meaning, and how many there are."""
        with self._store.read() as db:
            return chunks.coverage(db, self._embedder.space)

    def _prepare(self, job: Job) -> _Prepared | None:
        with self._store.read() as db:
            note = notes.get_by_key(db, job.note_key)
        if note is None:
            return None  # purged meanwhile; its job went with it
        try:
            pieces = split(note.body, max_tokens=self._embedder.max_tokens, count_tokens=self._embedder.count_tokens)
        except NoEmbedder:
            raise  # not the note's fault: its job stays as it is
        except NoteBrainError as error:
            self._put_off(job, error)
            return None
        return _Prepared(job, note, passages_of(note, pieces))

    def _guarded(self, batch: Sequence[_Prepared], work: Callable[[Sequence[_Prepared]], int]) -> int:
        """Do the work on a batch; if it fails, find the note that is to blame and put only that one off."""
        try:
            return work(batch)
        except NoEmbedder:
            raise
        except NoteBrainError as error:
            if len(batch) == 1:
                self._put_off(batch[0].job, error)
                return 0
            return sum(self._guarded([one], work) for one in batch)

    def _index_short(self, batch: Sequence[_Prepared]) -> int:
        """Index notes of few passages together: one commit for all."""
        if not batch:
            return 0
        vectors = self._embed_missing([passage for one in batch for passage in one.passages])
        now = self._clock.now()

        def act(db: Connection) -> int:
            chunks.put_vectors(db, vectors, self._embedder.space)
            for one in batch:
                self._finish(db, one, now)
            return len(batch)

        return self._store.write(act).result()

    def _index_long(self, one: _Prepared, keep_going: Callable[[], bool]) -> int:
        """Index a note of many passages piece by piece, so that it can be interrupted and resumed."""
        now = self._clock.now()
        self._store.write(lambda db: chunks.replace(db, one.job.note_key, one.chunks, at=now)).result()
        for start in range(0, len(one.passages), PIECES_PER_COMMIT):
            if not keep_going() or self._newer_edit_waits(one.job):
                return 0
            vectors = self._embed_missing(one.passages[start : start + PIECES_PER_COMMIT])
            self._store.write(lambda db, new=vectors: chunks.put_vectors(db, new, self._embedder.space)).result()
        self._store.write(lambda db: self._finish(db, one, now)).result()
        return 1

    def _newer_edit_waits(self, job: Job) -> bool:
        with self._store.read() as db:
            first = outbox.due(db, now=self._clock.now(), limit=1)
        return bool(first) and first[0].id != job.id and first[0].lane is outbox.Lane.EDIT

    def _finish(self, db: Connection, one: _Prepared, now: datetime) -> None:
        current = notes.get_by_key(db, one.job.note_key)
        if current is None or current.version != one.note.version:
            return  # changed or purged meanwhile: the job that the change queued does the rest
        chunks.replace(db, one.job.note_key, one.chunks, at=now)
        chunks.mark_indexed(db, one.job.note_key, one.note.version, self._embedder.space)
        outbox.done(db, [one.job])

    def _embed_missing(self, passages: Sequence[Passage]) -> list[tuple[bytes, bytes]]:
        texts = {passage.content_hash: passage.text for passage in passages}
        with self._store.read() as db:
            missing = chunks.without_vector(db, list(texts), self._embedder.space)
        wanted = [content_hash for content_hash in texts if content_hash in missing]
        return list(zip(wanted, self._embedder.embed([texts[one] for one in wanted]), strict=True)) if wanted else []

    def _put_off(self, job: Job, error: NoteBrainError) -> None:
        retry_at = self._clock.now() + retry_after(job.attempts)
        self._store.write(lambda db: outbox.failed(db, job, error=str(error), retry_at=retry_at)).result()
