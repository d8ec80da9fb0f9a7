"""Make notes findable by meaning: take jobs, split the notes, embed new passages, and store the vectors.

At most `PIECES_PER_COMMIT` passages are embedded between two commits, so that a kill costs no more work than that.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

from notebrain.domain.backoff import in_words, retry_after
from notebrain.domain.embedding.passages import Passage, passages_of, split
from notebrain.domain.errors import Broken, Interrupted, Unavailable, VaultError
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note
from notebrain.domain.ports import Clock, Embedder
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, queue as embedding_queue
from notebrain.storage.embedding.chunks import Chunk
from notebrain.storage.embedding.queue import Job
from notebrain.storage.maintenance import health
from notebrain.storage.notes import notes
from notebrain.storage.review import queue as review_queue
from notebrain.storage.search import text_index
from notebrain.storage.store import Store

PIECES_PER_COMMIT = 50
"""Passages embedded between two commits (about a second for long passages)."""

NOTES_PER_STEP = 16
GRAMS_PER_STEP = 50
ROWS_PER_COMMIT = 500
UNUSED_VECTORS_KEPT = timedelta(days=7)
_FLOAT_BYTES = 4

# A full disk or a missing model stops the step; any other error postpones only the note that caused it.
_NO_FAULT_OF_A_NOTE = (Unavailable, VaultError, Interrupted)

log = logging.getLogger("notebrain.sync")
KeepGoing = Callable[[], bool]


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Prepared:
    job: Job
    note: Note
    passages: Sequence[Passage]

    def chunks(self, first: int, last: int) -> list[Chunk]:
        return [
            Chunk(p.start, p.end, p.content_hash, p.dated)
            for p in islice(self.passages, first, last)
        ]


class Indexer:
    """Works through the durable queue of notes, one step at a time, on the thread that calls it."""

    def __init__(self, store: Store, embedder: Embedder, clock: Clock) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._tidy_at = -1
        self._when_worked: Callable[[], object] = lambda: None

    def when_worked(self, tell: Callable[[], object]) -> None:
        """Call `tell` after every step that processed notes, on the same thread."""
        self._when_worked = tell

    def step(self, keep_going: KeepGoing = _always) -> int:
        """Process the notes that are due first; return how many (0 if none is due or it was stopped).

        A step ends with its first commit, so that an edit made meanwhile comes before the rest of a backfill. A note
        that cannot be indexed is postponed, and the others continue.

        Args:
            keep_going: Called between passages; on False, finished vectors are stored and the step ends.

        Raises:
            NoEmbedder: There is no model on this computer; the jobs stay queued.
            VaultError: The vault cannot be written; the jobs stay queued.
        """
        worked = self._step(keep_going)
        if worked:
            self._when_worked()
        return worked

    def _step(self, keep_going: KeepGoing) -> int:
        with self._store.read() as db:
            jobs = embedding_queue.due(db, now=self._clock.now(), limit=NOTES_PER_STEP)
        batch: list[_Prepared] = []
        worked = pieces = 0
        try:
            for job in jobs:
                prepared = self._prepare(job, keep_going)
                if prepared is None:
                    worked += 1
                elif len(prepared.passages) > PIECES_PER_COMMIT:
                    worked += self._index_short(batch, keep_going)
                    return worked + self._index_long(prepared, keep_going)
                else:
                    batch.append(prepared)
                    pieces += len(prepared.passages)
                if pieces >= PIECES_PER_COMMIT:
                    break
        except Interrupted:
            return worked
        return worked + self._index_short(batch, keep_going)

    def fill_substrings(self) -> int:
        """Add some missing notes to the substring index; return how many (0 if all resting notes are in it)."""
        now = self._clock.now()
        with self._store.read() as db:
            if not text_index.ready_for_substrings(db, limit=1, now=now):
                return 0
        return self._store.write(
            lambda db: text_index.fill_substrings(db, limit=GRAMS_PER_STEP, now=now)
        ).result()

    def missing_substrings(self) -> int:
        """Return how many notes the substring index lacks (a million: some 5 ms)."""
        with self._store.read() as db:
            return text_index.missing_substrings(db)

    def tidy_words(self) -> bool:
        """Merge a little of the word index if it has changed since it was last tidied; return whether there is more."""
        if self._store.data_version() == self._tidy_at:
            return False
        more = self._store.write(text_index.merge_some_words).result()
        if not more:
            self._tidy_at = self._store.data_version()
        return more

    def renew_words(self) -> bool:
        """Add some missing notes to a word index that is being rebuilt; return whether any were missing."""
        with self._store.read() as db:
            if not text_index.missing_words(db):
                return False
        self._store.write(text_index.renew_some_words).result()
        return True

    def fill_words(self) -> int:
        """Add the long notes that rest to the word index; return how many."""
        now = self._clock.now()
        with self._store.read() as db:
            if not text_index.resting_words(db, now=now):
                return 0
        return self._store.write(lambda db: text_index.catch_up_resting_words(db, now=now)).result()

    def is_all_queued(self) -> bool:
        """Return whether as many notes are indexed in the model's space or queued as there are; only counts."""
        with self._store.read() as db:
            return health.is_all_queued(db, self._embedder.space)

    def newest_key(self) -> int:
        """Return the highest key of a note, or 0."""
        with self._store.read() as db:
            return notes.newest_key(db)

    def queue_missing(self, keep_going: KeepGoing = _always, *, among: range | None = None) -> int:
        """Queue notes that are neither indexed in the model's space nor queued, e.g. after a change of model.

        Args:
            among: A range of keys to look at; by default all.

        Returns:
            How many were queued.
        """
        queued = 0
        first, after = (among.start, among.stop) if among else (1, self.newest_key() + 1)
        for start in range(first, after, ROWS_PER_COMMIT):
            keys = range(start, min(start + ROWS_PER_COMMIT, after))
            if not keep_going():
                break
            with self._store.read() as db:
                if not health.slipped_out(db, self._embedder.space, keys):
                    continue
            queued += self._store.write(partial(self._requeue, keys=keys)).result()
        return queued

    def _requeue(self, db: Connection, keys: range) -> int:
        return health.requeue(db, self._embedder.space, keys, at=self._clock.now())

    def delete_unused(self, keep_going: KeepGoing = _always) -> int:
        """Delete vectors that no passage has used for a week; return how many rows were deleted."""
        before = self._clock.now() - UNUSED_VECTORS_KEPT
        gone = 0
        while keep_going():
            now_gone = self._store.write(
                lambda db: chunks.delete_unused(db, before=before, limit=ROWS_PER_COMMIT)
            ).result()
            gone += now_gone
            if not now_gone:
                break
        return gone

    def next_due_ms(self) -> int | None:
        """Return when the first job is due, in milliseconds since 1970, or None; this may be in the past."""
        with self._store.read() as db:
            return embedding_queue.next_due_ms(db)

    def rest_s(self) -> float | None:
        """Return for how many seconds no further job becomes due, or None if there is none."""
        now = self._clock.now()
        with self._store.read() as db:
            due = embedding_queue.next_due(db, after=now)
        return None if due is None else (due - now).total_seconds()

    def coverage(self) -> tuple[int, int]:
        """Return how many notes can be found by meaning, and how many there are in all."""
        with self._store.read() as db:
            return chunks.coverage(db, self._embedder.space)

    def _prepare(self, job: Job, keep_going: KeepGoing) -> _Prepared | None:
        """Return a note split into passages; None if it is gone or was postponed."""

        def count_tokens(text: str) -> int:
            _go_on(keep_going)
            return self._embedder.count_tokens(text)

        _go_on(keep_going)
        with self._store.read() as db:
            note = notes.get_by_key(db, job.note_key)
        if note is None:
            return None  # removed meanwhile together with its job
        try:
            pieces = split(
                note.body, max_tokens=self._embedder.max_tokens, count_tokens=count_tokens
            )
            return _Prepared(job, note, passages_of(note, pieces))
        except _NO_FAULT_OF_A_NOTE:
            raise
        except Exception as error:  # noqa: BLE001 - one note that no code foresaw must not stop all others
            self._postpone(job, error)
            return None

    def _index_short(self, batch: Sequence[_Prepared], keep_going: KeepGoing) -> int:
        """Index notes with few passages together in one commit."""
        found: dict[bytes, bytes] = {}
        complete: list[_Prepared] = []
        worked = 0
        for prepared in batch:
            try:
                self._embed(prepared.passages, found, keep_going)
            except Interrupted:
                break
            except _NO_FAULT_OF_A_NOTE:
                raise
            except Exception as error:  # noqa: BLE001 - as above: the note is put off, the others go on
                self._postpone(prepared.job, error)
            else:
                complete.append(prepared)
            worked += 1
        if not batch:
            return 0
        now = self._clock.now()

        def act(db: Connection) -> None:
            for prepared in batch:
                self._store_prepared(db, prepared, 0, len(prepared.passages), found, now)
            for prepared in complete:
                self._finish(db, prepared)

        self._store.write(act).result()
        return worked

    def _index_long(self, prepared: _Prepared, keep_going: KeepGoing) -> int:
        """Index a note with many passages in parts, so that it can be interrupted and resumed."""
        for first in range(0, len(prepared.passages), PIECES_PER_COMMIT):
            found: dict[bytes, bytes] = {}
            last = min(first + PIECES_PER_COMMIT, len(prepared.passages))
            stopped = self._newer_edit_waits(prepared.job)
            try:
                if not stopped:
                    self._embed(prepared.passages[first:last], found, keep_going)
            except Interrupted:
                stopped = True
            except _NO_FAULT_OF_A_NOTE:
                raise
            except Exception as error:  # noqa: BLE001 - as above
                self._postpone(prepared.job, error)
                return 1
            if not self._store_part(prepared, first, last, found) or stopped:
                return 1
        self._store.write(lambda db: self._finish(db, prepared)).result()
        return 1

    def _store_part(
        self, prepared: _Prepared, first: int, last: int, found: dict[bytes, bytes]
    ) -> bool:
        now = self._clock.now()
        return self._store.write(
            lambda db: self._store_prepared(db, prepared, first, last, found, now)
        ).result()

    def _store_prepared(
        self,
        db: Connection,
        prepared: _Prepared,
        first: int,
        last: int,
        found: dict[bytes, bytes],
        now: datetime,
    ) -> bool:
        """Store passages and vectors of a note; if it changed meanwhile, store only the vectors and return False.

        Nothing is left behind for a note that was removed meanwhile.
        """
        parts = prepared.chunks(first, last)
        hashes = [part.content_hash for part in parts]
        if not notes.is_there(db, prepared.job.note_key):
            return False
        chunks.put_vectors(
            db, [(key, found[key]) for key in hashes if key in found], self._embedder.space
        )
        if not embedding_queue.is_current(db, prepared.job):
            chunks.own(db, prepared.job.note_key, hashes, at=now)
            return False
        chunks.put(db, prepared.job.note_key, parts, first=first, at=now)
        return True

    def _finish(self, db: Connection, prepared: _Prepared) -> None:
        hashes = [passage.content_hash for passage in prepared.passages]
        # a vector shared with another note of the same text may have been deleted with it: then the job stays queued
        is_whole = not chunks.without_vector(db, hashes, self._embedder.space)
        if is_whole and embedding_queue.is_current(db, prepared.job):
            chunks.cut(db, prepared.job.note_key, len(prepared.passages))
            chunks.mark_indexed(
                db, prepared.job.note_key, prepared.note.version, self._embedder.space
            )
            embedding_queue.done(db, [prepared.job])
            review_queue.queue(
                db, prepared.job.note_key, lane=prepared.job.lane, at=self._clock.now()
            )

    def _newer_edit_waits(self, job: Job) -> bool:
        with self._store.read() as db:
            first = embedding_queue.due(db, now=self._clock.now(), limit=1)
        return bool(first) and first[0].id != job.id and first[0].lane is embedding_queue.Lane.EDIT

    def _embed(
        self, passages: Sequence[Passage], found: dict[bytes, bytes], keep_going: KeepGoing
    ) -> None:
        """Add the missing vectors of the passages to `found`; those already there are kept if this is interrupted."""
        texts = {
            passage.content_hash: passage.text
            for passage in passages
            if passage.content_hash not in found
        }
        with self._store.read() as db:
            missing = chunks.without_vector(db, list(texts), self._embedder.space)
        for content_hash, text in texts.items():
            if content_hash in missing:
                _go_on(keep_going)
                found[content_hash] = self._vector(text)

    def _vector(self, text: str) -> bytes:
        (vector,) = self._embedder.embed([text])
        if len(vector) != self._embedder.space.dimensions * _FLOAT_BYTES:
            raise Broken(_("The model answered with a vector of the wrong length."))
        return vector

    def _postpone(self, job: Job, error: Exception) -> None:
        log.warning("note %s could not be indexed: %s", job.idempotency_key, type(error).__name__)
        retry_at = self._clock.now() + retry_after(job.attempts)
        self._store.write(
            lambda db: embedding_queue.failed(db, job, error=in_words(error), retry_at=retry_at)
        ).result()


def _go_on(keep_going: KeepGoing) -> None:
    if not keep_going():
        raise Interrupted(_("Indexing was stopped."))
