"""The files of a vault for lists, notes and other programs: which there are, where they are, and saving copies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import FETCH_FILES, FILE_DAYS
from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.notes.attachments import Attachment, Sha, clean_name, size_text
from notebrain.domain.notes.file_texts import Reading
from notebrain.domain.notes.note import NoteId
from notebrain.domain.notes.retention import days_left
from notebrain.domain.sync.file_transfer import (
    STAYS_HERE,
    FetchFiles,
    FileFacts,
    FileStatus,
    status_of,
)
from notebrain.domain.text.file_names import numbered
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments, texts, uses
from notebrain.storage.files.attachments import AttachmentRow, Fault
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.store import Store
from notebrain.storage.sync import account, file_transfers

__all__ = ["Fault", "FileRow", "Files", "UsingNote"]

_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class UsingNote:
    """A note whose present text uses a file."""

    id: NoteId
    title: str
    trashed: bool


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file as shown in a list.

    Attributes:
        attachment: What is known of it; None if a note names a file that this vault never had.
        notes: How many notes outside the trash use it.
        used: Whether any text uses it, including the trash, earlier versions, cards and drafts.
        fault: Whether its bytes are missing or differ from what was added, as far as it is known.
        days_left: In how many days it is deleted, because nothing uses it; None if it is not going to be.
        kept: Whether the user wants to keep it although nothing uses it.
        status: Where it is, and what it waits for.
        reading: Whether its words can be found, or why not; None for types without words.
    """

    sha: Sha
    name: str
    attachment: Attachment | None
    notes: int
    used: bool
    fault: Fault
    days_left: int | None = None
    kept: bool = False
    status: FileStatus = STAYS_HERE
    reading: Reading | None = None

    @property
    def size(self) -> int | None:
        """How many bytes it has; None if that is not known."""
        return self.status.size if self.attachment is None else self.attachment.size


class Files:
    """Read access to the files of a vault; what reads or copies bytes blocks and belongs on a thread of its own."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._blobs = Blobs.beside(store.path)

    def is_any(self) -> bool:
        """Return whether there are files, or notes that name some which are not here."""
        with self._store.read() as db:
            return attachments.is_any(db)

    def rows(self) -> Sequence[FileRow]:
        """Return all files, last added first, and then those that notes name and this vault never had."""
        days = self._settings.get(FILE_DAYS)
        with self._store.read() as db:
            known, absent = attachments.rows(db), attachments.absent(db)
            readings = texts.readings(db)
            counts = {sha: len(uses.notes_with(db, sha)) for sha, _name in absent}
            states = self._states(db, file_transfers.facts(db))
        return [
            *(
                _row(row, days, states[row.attachment.sha], readings.get(row.attachment.sha))
                for row in known
            ),
            *(
                FileRow(
                    sha,
                    clean_name(name) if name else sha[:12],
                    None,
                    counts[sha],
                    used=True,
                    fault=Fault.MISSING,
                    status=states[sha],
                )
                for sha, name in absent
            ),
        ]

    def row(self, sha: Sha) -> FileRow | None:
        """Return one file as in `rows`, or None if it is not known here."""
        with self._store.read() as db:
            row, reading = attachments.row(db, sha), texts.reading(db, sha)
            states = self._states(db, file_transfers.facts(db, sha))
        days = self._settings.get(FILE_DAYS)
        return None if row is None else _row(row, days, states[sha], reading)

    def are_used(self, shas: Iterable[Sha]) -> bool:
        """Return whether a text that is saved names each of these files."""
        with self._store.read() as db:
            return all(uses.is_used(db, sha) for sha in shas)

    def status(self, sha: Sha) -> FileStatus:
        """Return where a file is, and what it waits for; quick enough to be asked while a note is painted."""
        with self._store.read() as db:
            return self._states(db, file_transfers.facts(db, sha))[sha]

    def absent_in(self, note_id: NoteId) -> Sequence[Sha]:
        """Return the files of a note that are not here."""
        with self._store.read() as db:
            return file_transfers.absent_in(db, note_id)

    def _states(self, db: Connection, facts: Mapping[Sha, FileFacts]) -> dict[Sha, FileStatus]:
        fetch = FetchFiles(self._settings.get(FETCH_FILES))
        connected = account.get(db) is not None
        return {sha: status_of(known, fetch, connected=connected) for sha, known in facts.items()}

    def find(self, wanted: str) -> Attachment:
        """Return the one file whose hash begins with `wanted`, or that has this name.

        Raises:
            NotFound: No file matches, or several do.
        """
        with self._store.read() as db:
            return attachments.find(db, wanted)

    def find_row(self, wanted: str) -> FileRow:
        """Return the one file, here or not, whose hash begins with `wanted`, or that has this name.

        Raises:
            NotFound: No file matches, or several do.
        """
        found = [row for row in self.rows() if row.sha.startswith(wanted) or row.name == wanted]
        if len(found) > 1:
            text = _("Several files match {file}; give more of the id.")
            raise NotFound(text.format(file=wanted))
        if not found:
            raise NotFound(_("There is no file {file} here.").format(file=wanted))
        return found[0]

    def get(self, sha: Sha) -> Attachment | None:
        """Return what is known of a file, or None."""
        with self._store.read() as db:
            return attachments.get(db, sha)

    def name(self, sha: Sha) -> str:
        """Return what links call a file that is not here; an empty string if none does."""
        with self._store.read() as db:
            return attachments.named(db, sha)

    def notes_with(self, sha: Sha) -> Sequence[UsingNote]:
        """Return the notes whose present text uses a file, those in the trash as well, newest first."""
        with self._store.read() as db:
            return [UsingNote(*found) for found in uses.notes_with(db, sha)]

    def going_with(self, note_ids: Iterable[NoteId]) -> Sequence[Attachment]:
        """Return the files that nothing uses any more once these notes are deleted for good, by name."""
        with self._store.read() as db:
            found = (attachments.get(db, sha) for sha in uses.going_with(db, note_ids))
            return sorted((one for one in found if one), key=lambda one: one.name.casefold())

    def going_text(self, note_ids: Iterable[NoteId]) -> str:
        """Return a sentence that says which files go with these notes, for the question before; "" if none do."""
        days = self._settings.get(FILE_DAYS)
        going = self.going_with(note_ids) if days else ()
        if not going:
            return ""
        text = ngettext(
            "The file {file} ({size}) is used nowhere else; it is deleted {days} days later.",
            "{n} files ({size}) are used nowhere else and are deleted {days} days later: {file}",
            len(going),
        )
        names = ", ".join(one.name for one in going[:_MOST_NAMED])
        names += " …" if len(going) > _MOST_NAMED else ""
        return text.format(
            n=number(len(going)),
            file=names,
            size=size_text(sum(one.size for one in going)),
            days=number(days),
        )

    def names(self) -> Sequence[str]:
        """Return what the files are called, each name once, the file added last first."""
        with self._store.read() as db:
            return attachments.names(db)

    def path(self, sha: Sha) -> Path | None:
        """Return where the bytes of a file are, for reading only; None if they are missing or incomplete.

        One look at the disk, so that it can also be asked while a note is painted.
        """
        known, size = self.get(sha), self._blobs.size(sha)
        there = size is not None and (known is None or known.size == size)
        return self._blobs.path(sha) if there else None

    def is_changed(self, sha: Sha) -> bool:
        """Return whether the last check found that the bytes of a file are not what was added."""
        with self._store.read() as db:
            return attachments.fault_of(db, sha) is Fault.CHANGED

    def read(self, sha: Sha) -> bytes:
        """Return the bytes of a file.

        Raises:
            NotFound: They are missing.
        """
        path = self.path(sha)
        if path is None:
            raise self._missing(sha)
        return path.read_bytes()

    def save(self, sha: Sha, to: Path) -> Path:
        """Save a copy of a file under its name in a folder, or as a new file; return where it is.

        In a folder, a number is added to a name that is taken. An existing file is never replaced.

        Raises:
            NotFound: The bytes are missing.
            UserError: The copy cannot be written, or there is a file with this name already.
        """
        import shutil

        source, known = self.path(sha), self.get(sha)
        if source is None:
            raise self._missing(sha)
        target = to
        try:
            if to.is_dir():
                target = _free(to / (sha[:12] if known is None else known.name))
            with source.open("rb") as there, target.open("xb") as copy:
                shutil.copyfileobj(there, copy, 1_048_576)
        except FileExistsError as error:
            text = _("{path} is there already; it was left as it is.")
            raise UserError(text.format(path=target)) from error
        except OSError as error:
            text = _("{path} cannot be written: {reason}.")
            raise UserError(text.format(path=target, reason=error.strerror)) from error
        return target

    def _missing(self, sha: Sha) -> NotFound:
        known = self.get(sha)
        name = sha[:12] if known is None else known.name
        return NotFound(_("The file {file} is missing on this computer.").format(file=name))


def _row(row: AttachmentRow, days: int, status: FileStatus, reading: Reading | None) -> FileRow:
    known = row.attachment
    going = not row.used and not row.kept
    left = days_left(row.unused_for if row.unused_since else timedelta(), days) if going else None
    return FileRow(
        known.sha,
        known.name,
        known,
        row.notes,
        row.used,
        row.fault,
        left,
        kept=row.kept,
        status=status,
        reading=reading,
    )


def _free(path: Path) -> Path:
    count, free = 1, path
    while free.exists():
        count += 1
        free = path.with_name(numbered(path.name, count))
    return free
