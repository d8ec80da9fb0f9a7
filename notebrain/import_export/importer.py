"""Import files and folders into a vault."""

import hashlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from notebrain.domain.conversations.markdown_file import is_conversations
from notebrain.domain.errors import BadText, Interrupted
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes import front_matter
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.draft import MOST_BYTES, fits
from notebrain.domain.notes.links import find_links, link_key
from notebrain.domain.notes.tags import TagsFrom, clean_tags, folder_tag
from notebrain.domain.ports import Clock, Ids
from notebrain.domain.procedures.markdown_file import (
    from_markdown as read_procedures,
    is_procedures,
)
from notebrain.domain.profile.markdown_file import from_markdown, is_profile
from notebrain.import_export.file_format import read_note
from notebrain.import_export.folder import (
    Listing,
    Stray,
    decode,
    is_exact,
    list_markdown,
    printable_path,
    read_file,
    reason,
    too_large,
)
from notebrain.import_export.import_file import File, FileResult, Outcome, new_note_of, store_all
from notebrain.import_export.imported_files import FileRules, ImportedFiles
from notebrain.import_export.reports import ImportReport, Problem, Progress
from notebrain.import_export.tree import Tree
from notebrain.storage.connection import Connection
from notebrain.storage.notes import imports, notes
from notebrain.storage.notes.imports import Imported, pack_original, prepare
from notebrain.storage.procedures import procedures
from notebrain.storage.profile import blocks
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

_MOST_FILE_BYTES: Final = 4 * MOST_BYTES
"""Larger files are not even read: they do not fit in a note in any encoding."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_BATCH_AIM_S: Final = 0.036  # other programs may wait up to 50 ms for the write lock
_PAUSE_S: Final = 0.003  # between batches: others try to get the write lock every millisecond
_FIRST_BATCH: Final = 20
_LARGEST_BATCH: Final = 400
_BATCH_BYTES: Final = 1_000_000
_IN_FLIGHT: Final = 1  # batches the writer works on while the next is read; a save waits for them


class Importer:
    """Imports files and folders into one vault.

    Args:
        rules: What holds for the files that come along.
    """

    def __init__(self, store: Store, clock: Clock, ids: Ids, rules: FileRules) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._rules = rules

    def run(
        self,
        path: Path,
        *,
        workspace: str | None = None,
        tags_from: TagsFrom = TagsFrom.NOTHING,
        progress: Callable[[Progress], None] = lambda _progress: None,
        canceled: Callable[[], bool] = lambda: False,
    ) -> ImportReport:
        """Import a Markdown file or folder and return the counts; bad files do not stop the others.

        Notes are stored in batches. If the import is stopped, stored notes stay, and the next run imports the
        rest.

        Args:
            path: The file or folder.
            workspace: Where new notes go; None uses what the file says, or else the default.
            tags_from: The sources of tags besides the front matter. A note gets each tag once: if it is removed here,
                the next import does not restore it; sources used once continue to add new tags.
            progress: Called after each batch, on this thread.
            canceled: Called between files; True ends the import.

        Raises:
            UserError: There is nothing at `path`, or the vault cannot be written.
        """
        listing = list_markdown(path)
        files = ImportedFiles(
            self._store,
            self._clock,
            listing,
            self._rules,
            keep_going=lambda: not canceled(),
        )
        run = _Run(
            self._store,
            self._clock,
            self._ids,
            listing,
            files,
            workspace=workspace,
            tags_from=tags_from,
            progress=progress,
        )
        return run.whole(canceled)


class _OtherFile(Exception):
    """A file has blocks of the profile, procedures or conversations instead of a note."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


@dataclass(frozen=True, slots=True)
class _Batch:
    files: list[File]
    written: Future[Changes]
    results: list[FileResult]


class _Run:
    """One import: reads on the caller's thread while the writer stores what was read before."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        ids: Ids,
        listing: Listing,
        files: ImportedFiles,
        *,
        workspace: str | None,
        tags_from: TagsFrom,
        progress: Callable[[Progress], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._workspace = workspace
        self._tags_from = tags_from
        self._progress = progress
        self._listing = listing
        self._files = files
        self._tree = Tree(self._listing.root)
        self._is_obsidian = listing.is_obsidian
        self._linked: frozenset[str] = frozenset()
        """The `link_key` of everything that links in the files name."""
        self._root = printable_path(str(self._listing.root))
        self._report = ImportReport(
            root=self._listing.root,
            found=len(self._listing.paths),
            problems=list(self._listing.problems),
        )
        self._in_flight: deque[_Batch] = deque()
        self._batch_size = _FIRST_BATCH
        with store.read() as db:
            self._known = imports.under(db, self._root)
            self._of_others = imports.of_others(db)

    def whole(self, canceled: Callable[[], bool]) -> ImportReport:
        self._linked = self._find_linked(canceled)
        files: list[File] = []
        size = 0
        for file in self._changed_files(canceled):
            files.append(file)
            size += len(file.note.body)
            if len(files) >= self._batch_size or size >= _BATCH_BYTES:
                self._store_batch(files)
                files, size = [], 0
        self._store_batch(files)
        while self._in_flight:
            self._finish_batch()
        taken = self._files.taken
        self._report.files = len(taken)
        self._report.skipped = len(set(self._listing.others) - taken)
        return self._report

    def _find_linked(self, canceled: Callable[[], bool]) -> frozenset[str]:
        """Return the keys of what the files link to; other programs mean the name of a file, not its heading."""
        keys: set[str] = set()
        for path in self._listing.paths:
            if canceled():
                break
            try:
                data, _state = read_file(self._tree, path, most_bytes=_MOST_FILE_BYTES)
                text = decode(data)[0] if b"[" in data else ""
            except (OSError, BadText):
                continue  # reported when it is imported
            keys.update(key for link in find_links(text) for key in link.keys)
        return frozenset(keys)

    def _dead_links(self, path: str, title: str) -> Iterator[str]:
        """Yield why links of the folder to a file will not lead to its note."""
        stem = _stem(path)
        if link_key(stem) in self._linked and link_key(title) != link_key(stem):
            yield _("links to “{name}” do not lead here: the note has the title “{title}”").format(
                name=stem, title=title
            )

    def _changed_files(self, canceled: Callable[[], bool]) -> Iterator[File]:
        """Read the files one by one; yield those that are new or have changed since their import."""
        for path in self._listing.paths:
            if canceled():
                self._report.canceled = True
                return
            try:
                file = self._read(path)
            except OSError as error:
                self._fail(path, reason(error))
            except BadText as error:
                self._fail(path, str(error))
            except _OtherFile as found:
                self._take_other(path, found.text)
            except Interrupted:
                self._report.canceled = True
                return
            else:
                if file is None:
                    self._report.unchanged += 1
                    if self._report.unchanged % _LARGEST_BATCH == 0:
                        self._report_progress(path)
                else:
                    yield file

    def _read(self, path: str) -> File | None:
        """Return a file as a note, or None if neither its content nor its tags are new."""
        data, state = read_file(self._tree, path, most_bytes=_MOST_FILE_BYTES)
        name = printable_path(path)
        text, strays = decode(data)
        if is_profile(text) or is_procedures(text) or is_conversations(text):
            raise _OtherFile(text)
        head, body = front_matter.cut(text)
        rewritten = self._files.rewrite(body, path)
        file_hash = _file_hash(data, rewritten.shas)
        known = self._known.get(name) or self._exported(name, data, file_hash)
        tags_from = self._tags_from
        if known is not None:
            tags_from |= known.tags_from
            if known.file_hash == file_hash and known.tags_from == tags_from:
                return None
        created_at, updated_at = _file_times(state)
        note = read_note(
            head + rewritten.body,
            name=_stem(name),
            created_at=created_at,
            updated_at=updated_at,
            name_first=self._is_obsidian or link_key(_stem(name)) in self._linked,
        )
        if not fits(note.body):
            raise BadText(too_large())
        fresh = new_note_of(
            note,
            name,
            note_id=self._ids.new(note.created_at),
            workspace=self._workspace,
            tags_from=tags_from,
        )
        if strays:
            self._report.problems.append(Problem(name, _strays_text(strays)))
        whys = [*rewritten.problems, *self._dead_links(name, note.title)]
        self._report.problems += [Problem(name, why) for why in whys]
        of_others = tuple(self._of_others.get(name, ()))
        original = None if is_exact(data) else pack_original(data)
        return File(name, file_hash, note, known, prepare(fresh), tags_from, of_others, original)

    def _take_other(self, path: str, text: str) -> None:
        self._report.found -= 1
        if is_profile(text):
            self._take_blocks(path, text)
            return
        filed, at = read_procedures(text), self._clock.now()
        take = partial(procedures.take, filed=filed, new_id=partial(self._ids.new, at), at=at)
        added = outcome(self._store.write(take))
        self._report.procedures += added

    def _take_blocks(self, path: str, text: str) -> None:
        """Fill the empty blocks of the profile from a file; the others keep the file's text in their history."""
        try:
            filed = from_markdown(text)
        except BadText as error:
            self._report.problems.append(Problem(printable_path(path), str(error)))
            return
        done: list[blocks.BlocksTaken] = []

        def act(db: Connection) -> Changes:
            done.append(blocks.take(db, filed, at=self._clock.now(), replace=False))
            return Changes(Act.PROFILE, profile=True)

        outcome(self._store.write(act))
        self._report.blocks += done[0].filled
        self._report.blocks_beside += done[0].beside

    def _exported(self, path: str, data: bytes, file_hash: bytes) -> Imported | None:
        """Return the note that this vault once exported to a file, unless it is gone, as if it came from there."""
        exported = self._listing.exported
        if path not in exported.notes:
            return None
        note_id, version = exported.notes[path]
        with self._store.read() as db:
            if not notes.is_live(db, note_id):
                return None
            note, key = notes.get(db, note_id), notes.key_of(db, note_id)
        if self._workspace not in (None, note.workspace):
            return None
        is_as_written = hashlib.sha256(data).hexdigest() == exported.files.get(path)
        return Imported(path, note_id, key, file_hash if is_as_written else b"", version)

    def _store_batch(self, files: list[File]) -> None:
        if not files:
            return
        done: list[FileResult] = []
        began_s = 0.0

        def import_files(db: Connection) -> Changes:
            nonlocal began_s
            began_s = time.perf_counter()
            results = store_all(db, self._root, files, now=self._clock.now())
            done.extend(results)
            return touched(Act.IMPORT, [result.note_id for result in results], text=True)

        def committed(_written: Future[Changes]) -> None:
            self._adapt(len(files), time.perf_counter() - began_s)
            time.sleep(_PAUSE_S)

        written = self._store.write(import_files)
        written.add_done_callback(committed)
        self._in_flight.append(_Batch(files, written, done))
        if len(self._in_flight) > _IN_FLIGHT:
            self._finish_batch()

    def _adapt(self, files: int, took_s: float) -> None:
        """Choose the number of files in the next batch so that it holds the write lock only briefly."""
        fitting = int(files * _BATCH_AIM_S / max(took_s, 1e-6))
        self._batch_size = max(1, min(fitting, self._batch_size * 2, _LARGEST_BATCH))

    def _finish_batch(self) -> None:
        batch = self._in_flight.popleft()
        outcome(batch.written)
        report = self._report
        outcomes = [results.outcome for results in batch.results]
        report.imported += outcomes.count(Outcome.IMPORTED)
        report.updated += outcomes.count(Outcome.UPDATED)
        report.unchanged += outcomes.count(Outcome.UNCHANGED)
        report.kept_both += outcomes.count(Outcome.KEPT_BOTH)
        report.originals += sum(one.original is not None for one in batch.files)
        report.asked += outcomes.count(Outcome.ASKED)
        report.tagged += sum(results.tagged for results in batch.results)
        made = (Outcome.IMPORTED, Outcome.KEPT_BOTH)
        report.new += [result.note_id for result in batch.results if result.outcome in made]
        report.former += [(one.note_id, one.former) for one in batch.results if one.former]
        pairs = zip(batch.files, outcomes, strict=True)
        report.both += [file.path for file, result in pairs if result is Outcome.KEPT_BOTH]
        self._report_progress(batch.files[-1].path)

    def _report_progress(self, path: str) -> None:
        self._progress(Progress(self._report.done, self._report.found, path))

    def _fail(self, path: str, why: str) -> None:
        self._report.failed += 1
        self._report.problems.append(Problem(printable_path(path), why))


def _file_hash(data: bytes, shas: Sequence[Sha]) -> bytes:
    """Return the hash of a note's file and of the files it links to: it changes when one of them does."""
    digest = hashlib.sha256(data)
    for sha in shas:
        digest.update(bytes.fromhex(sha))
    return digest.digest()


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _strays_text(strays: Sequence[Stray]) -> str:
    """Return how invalid bytes were read; the file keeps them, since it is never written to."""
    first = strays[0]
    return ngettext(
        "imported; a byte in line {line} is not UTF-8 ({byte}) and was read as “{char}”",
        "imported; {count} bytes are not UTF-8, the first in line {line} ({byte}); it was read as “{char}”",
        len(strays),
    ).format(
        count=len(strays),
        line=first.line,
        byte=f"0x{first.byte:02X}",
        char=first.read_as,
    )


def _file_times(state: os.stat_result) -> tuple[datetime, datetime]:
    """Return when a file was created (if the system knows) and last changed."""
    changed = _EPOCH + timedelta(milliseconds=state.st_mtime_ns // 1_000_000)
    born_s: float | None = getattr(state, "st_birthtime", None)
    if born_s is None:
        return changed, changed
    born = _EPOCH + timedelta(milliseconds=int(born_s * 1000))
    return min(born, changed), changed


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The contents of a folder.

    Attributes:
        files: The number of Markdown files.
        folder_tags: The tags that would be made of their folders, from A to Z.
        is_obsidian: Whether it is an Obsidian vault.
    """

    folder: Path
    files: int
    folder_tags: tuple[str, ...]
    is_obsidian: bool


def preview(path: Path) -> ImportPreview:
    """Scan a folder and its subfolders.

    Raises:
        UserError: There is nothing at `path`.
    """
    listing = list_markdown(path)
    tags = clean_tags({folder_tag(relative) for relative in listing.paths})
    return ImportPreview(listing.root, len(listing.paths), tags, listing.is_obsidian)
