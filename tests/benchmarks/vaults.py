"""Vaults of the corpus, built once per size and kept: one of 100,000 notes takes minutes."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from notebrain.app.core.clock import UuidIds
from notebrain.domain.notes.content import content_hash
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import Note
from notebrain.domain.ports import Space
from notebrain.embedders.bundled import ENGLISH
from notebrain.storage import sql
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, queue
from notebrain.storage.embedding.chunks import Chunk
from notebrain.storage.notes import imports, notes
from notebrain.storage.search import text_index
from notebrain.storage.store import Store
from tests.benchmarks import corpus

_BATCH = 200
_TITLED = 10_000
_TEXTS = 2_000
_WORKSPACES = ("Personal", "Work")
_AT_WORK = 0.3
_TAGS = ("garden", "home/kitchen", "home")
_OLDEST_S = 1_000 * 86_400
# Part of the folder's name: raise it when the schema, the corpus or the models change.
_EDITION = 10


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


def titled(count: int) -> Path:
    """Return a folder with a vault for lists and titles; it is shared: do not write to it.

    Its notes have the texts of the corpus over and over, filing and dates of their own, and no words or vectors, so
    that a million of them take minutes and not hours.
    """
    folder = cache_folder() / f"titled-{_EDITION}-{count}"
    if not folder.exists():
        unfinished = folder.with_name(f"{folder.name}.part")
        shutil.rmtree(unfinished, ignore_errors=True)
        _build_titled(unfinished, count)
        unfinished.replace(folder)
    return folder


def copy_of(count: int, into: Path, of: Callable[[int], Path] | None = None) -> Path:
    """Return a copy of the vault of `count` notes that may be written to."""
    target = into / f"vault-{count}"
    shutil.copytree((of or vault)(count), target)
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
    # each batch left a part of the word index, and searches read all parts until the background has merged them
    while store.write(text_index.merge_some_words).result():
        pass
    store.close()


def _build_titled(folder: Path, count: int) -> None:
    store = Store.open(folder, clock=StandingClock())
    texts = [one.body.partition("\n\n")[2] for one in corpus.notes(_TEXTS)]
    store.write(partial(_add_titled, numbers=range(min(count, _TITLED)), texts=texts)).result()
    for number in range(1, -(-count // _TITLED)):
        store.write(partial(_repeat_titled, number=number)).result()
    store.close()


def _add_titled(db: Connection, *, numbers: range, texts: Sequence[str]) -> None:
    made = [imports.prepare(_titled_note(number, texts)) for number in numbers]
    for name in _WORKSPACES:
        notes.ensure(db, name, at=corpus.NOW)
    sql.insert(db, notes.INTO, [one.columns for one in made])
    _complete(db)


def _repeat_titled(db: Connection, *, number: int) -> None:
    """Add the first notes once more, each with a number of its own at the end of its title, at another time."""
    db.execute(
        f"""{notes.INTO} select substr(id, 1, 24) || lower(hex(randomblob(6))), workspace, title || ' ' || ?1,
        title_is_set, body, front_matter, snippet, category, importance, pinned, local_only, source,
        created_at - ?1 * 7, updated_at - ?1 * 7, deleted_at, version, null, text_hash,
        title_key || ' ' || printf('%012d', ?1), title_folded || ' ' || ?1
        from note where rowid <= ?2 order by rowid""",
        (number, _TITLED),
    )
    _complete(db)


def _complete(db: Connection) -> None:
    """Leave the background nothing to do for new notes."""
    (first,) = db.execute("select coalesce(max(note_rowid), 0) + 1 from note_indexed").fetchone()
    space = chunks.ensure_space(db, ENGLISH.space)
    db.execute(
        """insert into note_indexed (note_rowid, space_id, version)
        select rowid, ?, version from note where rowid >= ?""",
        (space, first),
    )
    for place, tag in enumerate(_TAGS):
        db.execute(
            """insert into tag (note_rowid, folded, name)
            select rowid, ?1, ?1 from note where rowid >= ?2 and rowid % 10 = ?3""",
            (tag, first, place),
        )
    for waiting in ("unworded", "ungrammed", "unlinked", "attachment_unread"):
        db.execute(f"delete from {waiting}")


def _titled_note(number: int, texts: Sequence[str]) -> Note:
    random = Random(number)
    title = corpus.title(random, number)
    at = corpus.NOW - timedelta(seconds=random.random() ** 2 * _OLDEST_S)
    draft = Draft(
        f"# {title}\n\n{texts[number % len(texts)]}",
        workspace=_WORKSPACES[random.random() < _AT_WORK],
        created_at=at,
    )
    note = new_note(draft, UuidIds().new(at), now=corpus.NOW)
    return replace(note, pinned=number % 500 == 0, updated_at=at)


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
