"""Export notes to files, and choose the file names."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Final

from notebrain.domain.conversations.markdown_file import to_markdown as conversations_text
from notebrain.domain.errors import DamagedVault, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.note import Note
from notebrain.domain.procedures.markdown_file import to_markdown as procedures_text
from notebrain.domain.profile.markdown_file import to_markdown
from notebrain.domain.text.file_names import Names, numbered, safe_name
from notebrain.import_export.exported_files import ExportedFiles
from notebrain.import_export.file_format import file_text
from notebrain.import_export.folder import MANIFEST, read_manifest, reason
from notebrain.import_export.reports import ExportReport, Problem, Progress
from notebrain.import_export.tree import Kind, Tree
from notebrain.storage import privacy
from notebrain.storage.conversations import conversations
from notebrain.storage.maintenance import row_reader
from notebrain.storage.notes import imports, notes
from notebrain.storage.procedures import procedures
from notebrain.storage.profile import blocks
from notebrain.storage.store import Store

ENDING: Final = ".md"
PROFILE: Final = "About you.md"
PROCEDURES: Final = "Procedures.md"
CONVERSATIONS: Final = "Conversations.md"
_MOST_CONVERSATIONS: Final = 100_000
_MARKDOWN_ENDING: Final = re.compile(r"\.(?:md|markdown|mdown|mkd|mkdn)\Z", re.IGNORECASE)


def note_path(source: str, title: str, ending: str = ENDING) -> str:
    """Return the path of a note in an export: where it was imported from, or else one based on its title."""
    imported = source.startswith("import:")
    *folders, name = source.removeprefix("import:").split("/") if imported else [title]
    names = [safe_name(folder) for folder in folders if folder.strip(". ")]
    return "/".join([*names, safe_name(_MARKDOWN_ENDING.sub("", name)) + ending])


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FileFormat:
    """What the files of an export are.

    Attributes:
        make: Returns the content of a note's file, which has this name without its ending.
        progress_every: After how many notes progress is reported.
        has_files_beside: Whether files in notes are written beside them, with relative links.
    """

    ending: str
    make: Callable[[Note, str], bytes]
    progress_every: int = 1
    has_files_beside: bool = False


def _markdown(note: Note, name: str) -> bytes:
    return file_text(note, name=name).encode()


MARKDOWN: Final = FileFormat(ENDING, _markdown, progress_every=100, has_files_beside=True)


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
        form: FileFormat = MARKDOWN,
        progress: Callable[[Progress], None] = lambda _progress: None,
        canceled: Callable[[], bool] = lambda: False,
    ) -> ExportReport:
        """Write every note outside the trash to `folder` and return the counts.

        Existing files that are not from an export are left alone; the note's file gets a number instead.
        A second export to the same folder writes only what changed since.

        Args:
            folder: Created if it is missing.
            workspace: Export only this one.
            keys: Export only the notes with these keys, whatever their workspace.
            progress: Called now and then, on this thread.
            canceled: Called between notes; True ends the export.

        Raises:
            UserError: The folder cannot be created or written.
        """
        target, names = _Target(folder), Names()
        is_whole = keys is None and workspace is None
        if keys is None:
            keys = self._keys(workspace)
        report = ExportReport(root=folder, found=len(keys))
        if is_whole and form.has_files_beside:
            self._export_profile(names, target, report)
            self._export_procedures(names, target, report)
            self._export_conversations(names, target, report)
        files = ExportedFiles(
            self._store, target.copy, target.has_stranger_for_folder, names, report
        )
        for number, key in enumerate(keys, start=1):
            if canceled():
                report.canceled = True
                break
            note = self._note(key, report)
            if note is not None:
                _export(note, form, names, files, target, report)
            if number % form.progress_every == 0 or number == len(keys):
                progress(Progress(number, len(keys), "" if note is None else note.title))
        target.close(files.addresses)
        return report

    def write_file(
        self,
        path: Path,
        *,
        keys: Sequence[int],
        make: Callable[[Iterator[Note]], bytes],
        has_files_beside: bool = False,
        progress: Callable[[Progress], None] = lambda _progress: None,
        canceled: Callable[[], bool] = lambda: False,
    ) -> ExportReport:
        """Write these notes to one file, in place of what is there, and return the counts.

        Args:
            make: Returns the content of the file; takes the notes one by one.
            has_files_beside: Whether files in notes are written beside it, with relative links.
            progress: Called after each note, on this thread.
            canceled: Called before each note; True ends the export without a file.

        Raises:
            UserError: The file cannot be written.
        """
        report = ExportReport(root=path, found=len(keys))
        names = Names()
        names.unused(path.name)
        target = _Target(path.parent)
        files = ExportedFiles(
            self._store, target.copy, target.has_stranger_for_folder, names, report
        )

        def found() -> Iterator[Note]:
            for number, key in enumerate(keys, start=1):
                if canceled():
                    report.canceled = True
                    return
                note = self._note(key, report)
                if note is not None:
                    report.written += 1
                    _report_damage(note, note.title, report)
                    if has_files_beside:
                        note = files.with_relative_links(note, path.name)
                    yield note
                progress(Progress(number, len(keys), "" if note is None else note.title))

        data = make(found())
        if report.canceled or not report.written:
            report.written = 0
            return report
        try:
            Tree(path.parent).replace(path.name, data)
        except OSError as error:
            raise _cannot_write(path, error) from error
        return report

    def share(
        self, folder: Path, shared: Sequence[Note], make: Callable[[Note], bytes]
    ) -> list[Path]:
        """Write notes and the files in them to an empty folder, side by side; return where they are.

        Args:
            make: Returns the content of a note's file.

        Raises:
            OSError: There is no room.
            UserError: The folder cannot be written.
        """
        target, names = _Target(folder), Names()
        report = ExportReport(root=folder, found=len(shared))
        paths = [names.unused(safe_name(note.title) + ENDING) for note in shared]
        files = ExportedFiles(
            self._store, target.copy, target.has_stranger_for_folder, names, report, folder=""
        )
        for note, path in zip(shared, paths, strict=True):
            data = make(files.with_relative_links(note, path))
            target.write(path, data, note.updated_at)
        return [folder / path for path in [*paths, *files.addresses]]

    def write_profile(self, path: Path) -> None:
        """Write the blocks of the profile to one file, in place of what is there.

        Raises:
            UserError: The file cannot be written.
        """
        with self._store.read() as db:
            data = to_markdown(blocks.all_blocks(db)).encode()
        try:
            Tree(path.parent).replace(path.name, data)
        except OSError as error:
            raise _cannot_write(path, error) from error

    def _export_profile(self, names: Names, target: "_Target", report: ExportReport) -> None:
        """Write the blocks, if there are any, beside the notes."""
        with self._store.read() as db:
            some = [block for block in blocks.all_blocks(db) if block.text or block.is_off]
        if not some:
            return
        at = max((block.updated_at for block in some if block.updated_at), default=_EPOCH)
        data = to_markdown(some).encode()
        report.has_blocks = _write_beside(PROFILE, data, at, names, target, report)

    def _export_procedures(self, names: Names, target: "_Target", report: ExportReport) -> None:
        """Write the procedures, if there are any, beside the notes."""
        with self._store.read() as db:
            found = procedures.all_procedures(db)
        if found:
            data = procedures_text(found).encode()
            at = max(one.updated_at for one in found)
            if _write_beside(PROCEDURES, data, at, names, target, report):
                report.procedures = len(found)

    def _export_conversations(self, names: Names, target: "_Target", report: ExportReport) -> None:
        """Write the conversations, if there are any, beside the notes."""
        with self._store.read() as db:
            listed = conversations.listed(db, limit=_MOST_CONVERSATIONS)
            found = [(one, conversations.turns(db, one.id)) for one in listed]
        if found:
            data = conversations_text(found).encode("utf-8", "replace")
            at = max(one.updated_at for one in listed)
            if _write_beside(CONVERSATIONS, data, at, names, target, report):
                report.conversations = len(found)

    def _keys(self, workspace: str | None) -> list[int]:
        try:
            with self._store.read() as db:
                return imports.live_keys(db, workspace)
        except DamagedVault:
            with self._store.read() as db:
                return row_reader.live_keys(db, workspace)

    def _note(self, key: int, report: ExportReport) -> Note | None:
        """Return a note, or None if it is gone; an unreadable note is reported and does not stop the export."""
        try:
            with self._store.read() as db:
                return notes.get_by_key(db, key)
        except DamagedVault:
            report.failed += 1
            name = _("note number {number}").format(number=key)
            report.problems.append(Problem(name, _("is on a damaged part of the disk")))
            return None


def _write_beside(
    name: str, data: bytes, at: datetime, names: Names, target: "_Target", report: ExportReport
) -> bool:
    """Write a file that is no note under a name that is free; return whether it is there."""
    path = wanted = names.unused(name)
    number = 1
    try:
        while target.write(path, data, at) is None:
            number += 1
            path = names.unused(numbered(wanted, number))
    except OSError as error:
        report.problems.append(Problem(path, reason(error)))
        return False
    return True


def _cannot_write(path: Path, error: OSError) -> UserError:
    return UserError(
        _("The file {name} cannot be written: {reason}.").format(
            name=path.name, reason=reason(error)
        )
    )


def _export(
    note: Note,
    form: FileFormat,
    names: Names,
    files: ExportedFiles,
    target: "_Target",
    report: ExportReport,
) -> None:
    wanted = names.unused(note_path(note.source, note.title, form.ending))
    path, number = wanted, 1
    if target.has_stranger_for_folder(path):
        path = names.unused(path.rpartition("/")[2])
    _report_damage(note, path, report)
    if form.has_files_beside:
        note = files.with_relative_links(note, path)
    try:
        while (
            written := target.write(
                path, form.make(note, PurePosixPath(path).stem), note.updated_at
            )
        ) is None:
            number += 1
            path = names.unused(numbered(wanted, number))
    except OSError as error:
        report.failed += 1
        report.problems.append(Problem(path, reason(error)))
        return
    if note.is_intact:
        target.remember(path, note)
    if path != wanted:
        report.renamed.append(path)
    if written:
        report.written += 1
    else:
        report.unchanged += 1


def _report_damage(note: Note, name: str, report: ExportReport) -> None:
    if not note.is_intact:
        text = _("its text is damaged; only what can be read of it was written")
        report.problems.append(Problem(name, text))


class _Target:
    """The folder to export to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            privacy.make_folder(folder)
        except OSError as error:
            raise UserError(
                _("The folder {folder} cannot be created: {reason}.").format(
                    folder=folder, reason=reason(error)
                )
            ) from error
        self._tree = Tree(folder)
        earlier = read_manifest(self._tree)
        self._ours, self._notes = earlier.files, earlier.notes
        self._folders: set[str] = set()

    def write(self, path: str, data: bytes, at: datetime) -> bool | None:
        """Write a file atomically; return whether that was necessary, or None if a foreign file is there."""
        digest = hashlib.sha256(data).hexdigest()
        at_ns = (at - _EPOCH) // timedelta(milliseconds=1) * 1_000_000
        needed = self._needs(path, digest)
        if needed:
            self._tree.replace(path, data, at_ns=at_ns)
        elif needed is False:
            self._tree.set_time(path, at_ns)
        return self._noted(path, digest, needed)

    def remember(self, path: str, note: Note) -> None:
        """Remember which note a file was written from."""
        self._notes[path] = note.id, note.version

    def copy(self, path: str, source: Path, sha: Sha) -> bool | None:
        """Write a copy of a file with this hash; see `write`."""
        needed = self._needs(path, sha)
        if needed:
            with source.open("rb") as data:
                self._tree.replace(path, data)
        return self._noted(path, sha, needed)

    def _needs(self, path: str, digest: str) -> bool | None:
        if self._tree.kind(path) is None:
            return True
        present = self._digest_of(path)
        if present is None or present not in (digest, self._ours.get(path)):
            return None
        return present != digest

    def _noted(self, path: str, digest: str, needed: bool | None) -> bool | None:
        if needed is not None:
            self._ours[path] = digest
        return needed

    def has_stranger_for_folder(self, path: str) -> bool:
        """Return whether a file or a link is where the path needs a folder."""
        for parent in reversed(PurePosixPath(path).parents[:-1]):
            if str(parent) not in self._folders:
                kind = self._tree.kind(str(parent))
                if kind is not Kind.FOLDER:
                    return kind is not None  # below a missing folder there is nothing
                self._folders.add(str(parent))
        return False

    def close(self, addresses: dict[str, str]) -> None:
        """Save the list of what was written, for the next export to this folder and for an import.

        Args:
            addresses: Of the files in notes, by path.
        """
        written = {"files": self._ours, "attachments": addresses, "notes": self._notes}
        text = json.dumps(written, indent=0, sort_keys=True, ensure_ascii=False)
        try:
            self._tree.replace(MANIFEST, text.encode())
        except OSError as error:
            raise UserError(
                _("The folder {folder} cannot be written to: {reason}.").format(
                    folder=self._folder, reason=reason(error)
                )
            ) from error

    def _digest_of(self, path: str) -> str | None:
        """Return the hash of a regular file, or None for anything else, which is certainly foreign."""
        if self._tree.kind(path) is not Kind.FILE:
            return None
        with self._tree.opened(path) as handle, open(handle, "rb", closefd=False) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
