"""Giving all notes back as a folder of Markdown files."""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Final

from notebrain.domain.errors import DamagedVault, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note
from notebrain.exchange.file_names import Names, note_path, numbered
from notebrain.exchange.file_text import file_text
from notebrain.exchange.folders import read_file, reason
from notebrain.exchange.reports import ExportReport, Problem, Progress
from notebrain.exchange.tree import Kind, Tree
from notebrain.storage import privacy
from notebrain.storage.maintenance import row_reader
from notebrain.storage.notes import imports, notes
from notebrain.storage.store import Store

MANIFEST: Final = ".notebrain-export.json"
"""Beside the notes: which files an export wrote, so that the next may write them again."""

_PROGRESS_EVERY: Final = 100
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Exporter:
    """Exports the notes of one vault."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def run(
        self,
        folder: Path,
        *,
        workspace: str | None = None,
        keys: Sequence[int] | None = None,
        progress: Callable[[Progress], None] = lambda _progress: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> ExportReport:
        """Write every note outside the trash to `folder` and return the counts.

        Files that are there already and not from an export are left alone; the note's file gets a
        number then. A second export to the same folder writes only what changed since.

        Args:
            folder: Made if it is missing.
            workspace: Export only this one.
            keys: Export only the notes of these keys, whatever their workspace.
            progress: Called every now and then, on this thread.
            cancelled: Asked between notes; when it says yes, the export ends.

        Raises:
            UserError: The folder cannot be made or written.
        """
        target = _Target(folder)
        if keys is None:
            keys = self._keys(workspace)
        report = ExportReport(root=folder, found=len(keys))
        names = Names()
        for number, key in enumerate(keys, start=1):
            if cancelled():
                report.cancelled = True
                break
            note = self._note(key, report)
            if note is not None:
                _export(note, names, target, report)
            if number % _PROGRESS_EVERY == 0 or number == len(keys):
                progress(Progress(number, len(keys), "" if note is None else note.title))
        target.close()
        return report

    def _keys(self, workspace: str | None) -> list[int]:
        try:
            with self._store.read() as db:
                return imports.live_keys(db, workspace)
        except DamagedVault:
            with self._store.read() as db:
                return row_reader.live_keys(db, workspace)

    def _note(self, key: int, report: ExportReport) -> Note | None:
        """Return a note, or None if it is gone; one that cannot be read is told and stops nothing."""
        try:
            with self._store.read() as db:
                return notes.get_by_key(db, key)
        except DamagedVault:
            report.failed += 1
            name = _("note number {number}").format(number=key)
            report.problems.append(Problem(name, _("lies on a damaged part of the disk")))
            return None


def _export(note: Note, names: Names, target: "_Target", report: ExportReport) -> None:
    wanted = names.unused(note_path(note.source, note.title))
    path, number = wanted, 1
    if target.has_stranger_for_folder(path):
        path = names.unused(path.rpartition("/")[2])
    try:
        while (written := target.write(path, _data(note, path), note.updated_at)) is None:
            number += 1
            path = names.unused(numbered(wanted, number))
    except OSError as error:
        report.failed += 1
        report.problems.append(Problem(path, reason(error)))
        return
    if not note.is_intact:
        said = _("its text is damaged; what can be read of it is written")
        report.problems.append(Problem(path, said))
    if path != wanted:
        report.renamed.append(path)
    if written:
        report.written += 1
    else:
        report.unchanged += 1


def _data(note: Note, path: str) -> bytes:
    return file_text(note, name=PurePosixPath(path).stem).encode()


class _Target:
    """The folder exported to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            privacy.make_folder(folder)
        except OSError as error:
            raise UserError(
                _("The folder {folder} cannot be made: {reason}.").format(
                    folder=folder, reason=reason(error)
                )
            ) from error
        self._tree = Tree(folder)
        self._ours = self._read_manifest()
        self._folders: set[str] = set()

    def write(self, path: str, data: bytes, at: datetime) -> bool | None:
        """Write a file whole or not at all; tell if there was need, None if a stranger is there."""
        digest = hashlib.sha256(data).hexdigest()
        at_ns = (at - _EPOCH) // timedelta(milliseconds=1) * 1_000_000
        if self._tree.kind(path) is not None:
            present = self._digest_of(path)
            if present is None or present not in (digest, self._ours.get(path)):
                return None
            if present == digest:
                self._ours[path] = digest
                self._tree.set_time(path, at_ns)
                return False
        self._tree.replace(path, data, at_ns=at_ns)
        self._ours[path] = digest
        return True

    def has_stranger_for_folder(self, path: str) -> bool:
        """Tell whether a file or a link stands where the path needs a folder."""
        for one in reversed(PurePosixPath(path).parents[:-1]):
            if str(one) not in self._folders:
                kind = self._tree.kind(str(one))
                if kind is not Kind.FOLDER:
                    return kind is not None  # below what is not there nothing is
                self._folders.add(str(one))
        return False

    def close(self) -> None:
        """Remember what was written, for the next export to this folder."""
        text = json.dumps({"files": self._ours}, indent=0, sort_keys=True, ensure_ascii=False)
        try:
            self._tree.replace(MANIFEST, text.encode())
        except OSError as error:
            raise UserError(
                _("The folder {folder} cannot be written: {reason}.").format(
                    folder=self._folder, reason=reason(error)
                )
            ) from error

    def _read_manifest(self) -> dict[str, str]:
        try:
            text, _state = read_file(self._tree, MANIFEST)
            files = json.loads(text.decode())["files"]
            return {str(path): str(digest) for path, digest in files.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}  # none or not ours: then every file that is there is a stranger

    def _digest_of(self, path: str) -> str | None:
        """Return the hash of a regular file, or None for anything else: a stranger for sure."""
        if self._tree.kind(path) is not Kind.FILE:
            return None
        data, _state = read_file(self._tree, path)
        return hashlib.sha256(data).hexdigest()
