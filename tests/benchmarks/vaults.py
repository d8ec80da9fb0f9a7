"""Vaults of the corpus, built once per size and kept: one of 100,000 notes takes minutes."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path

from notebrain.app.core.clock import UuidIds
from notebrain.domain.notes.content import content_hash
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import Note
from notebrain.domain.ports import Space
from notebrain.embedders.bundled import ENGLISH
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, queue
from notebrain.storage.embedding.chunks import Chunk
from notebrain.storage.notes import notes
from notebrain.storage.search import text_index
from notebrain.storage.store import Store
from tests.benchmarks import corpus

_BATCH = 200
# Part of the folder's name: raise it when the schema, the corpus or the models change.
_EDITION = 9


class StandingClock:
    """A clock that stands still, so that two builds give the same vault."""

    def now(self) -> datetime:
        """Return the moment the corpus is seen from."""
        return corpus.NOW


def cache_folder() -> Path:
    """Return where built vaults are kept: NOTEBRAIN_BENCH_CACHE, or among the temporary files."""
    return Path(
        os.environ.get("NOTEBRAIN_BENCH_CACHE")
        or Path(tempfile.gettempdir()) / "notebrain-benchmarks"
    )


def vault(count: int) -> Path:
    """Return a folder with a vault of `count` notes, indexed; it is shared: do not write to it."""
    folder = cache_folder() / f"vault-{_EDITION}-{count}"
    if not folder.exists():
        unfinished = folder.with_name(f"{folder.name}.part")
        shutil.rmtree(unfinished, ignore_errors=True)
        build(unfinished, corpus.notes(count))
        unfinished.replace(folder)
    return folder


def copy_of(count: int, into: Path) -> Path:
    """Return a copy of the vault of `count` notes that may be written to."""
    target = into / f"vault-{count}"
    shutil.copytree(vault(count), target)
    os.sync()  # else the first commits wait for the copy to reach the disk
    return target


def build(folder: Path, sample: Iterable[corpus.SampleNote]) -> None:
    """Build a vault with every note stored, searchable by words, parts of words and meaning."""
    clock, ids = StandingClock(), UuidIds()
    store = Store.open(folder, clock=clock)
    for batch in _batches(sample):
        made = [
            (
                new_note(
                    Draft(one.body, created_at=one.written_at),
                    ids.new(one.written_at),
                    now=corpus.NOW,
                ),
                one.vector,
            )
            for one in batch
        ]
        store.write(partial(_add, made=made)).result()
    while store.write(
        lambda db: text_index.fill_substrings(db, limit=_BATCH, now=corpus.NOW)
    ).result():
        pass
    store.close()


def _add(
    db: Connection, *, made: Sequence[tuple[Note, bytes]], space: Space = ENGLISH.space
) -> None:
    for note, vector in made:
        key = notes.add(db, note, lane=queue.Lane.BACKFILL, now=corpus.NOW)
        chunk = Chunk(0, len(note.body), content_hash(note.body))
        chunks.replace(db, key, [chunk], at=corpus.NOW)
        chunks.put_vectors(db, [(chunk.content_hash, vector)], space)
        chunks.mark_indexed(db, key, note.version, space)
    queue.done(db, queue.due(db, now=corpus.NOW, limit=len(made)))


def _batches(sample: Iterable[corpus.SampleNote]) -> Iterator[list[corpus.SampleNote]]:
    iterator = iter(sample)
    while batch := list(islice(iterator, _BATCH)):
        yield batch
