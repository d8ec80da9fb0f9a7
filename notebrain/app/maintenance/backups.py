"""Backups of the open vault: making and listing them, reading them, and restoring single notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from pathlib import Path

from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import (
    BACKUP_DAYS,
    BACKUP_FOLDER,
    BACKUP_MONTHS,
    BACKUP_WEEKS,
    BACKUPS,
)
from notebrain.domain.errors import NoteBrainError, VaultError
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.retention import Retention, is_undated
from notebrain.domain.ports import Clock
from notebrain.storage import vault_time
from notebrain.storage.maintenance import backup, backup_files, backup_notes
from notebrain.storage.maintenance.backup_notes import BackupNote
from notebrain.storage.notes.trash import Trashed
from notebrain.storage.store import Store

__all__ = ["BackupNote", "BackupRow", "Backups"]

_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class BackupRow:
    """A backup as shown in a list.

    Attributes:
        reason: Why it was made: `daily by-hand before-update before-restore before-removal`.
        size: In bytes.
        notes: How many notes it has; None if it cannot be read.
        undated: Whether its date is in the future, which means that a clock was wrong when it was made.
    """

    path: Path
    made_at: datetime
    reason: str
    size: int
    notes: int | None
    undated: bool = False


class Backups:
    """The backup functions for the window and the background; none may run on the window's thread."""

    def __init__(self, store: Store, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock

    @property
    def automatic(self) -> bool:
        """Whether backups are made automatically."""
        return self._settings.get(BACKUPS)

    @property
    def folder(self) -> Path:
        """The folder for backups."""
        chosen = self._settings.get(BACKUP_FOLDER).strip()
        return self._elsewhere(chosen) if chosen else self._store.backups

    def make(
        self,
        reason: str,
        *,
        keep_going: Callable[[], bool] = lambda: True,
        progress: Callable[[float], object] = lambda _done: None,
    ) -> Path:
        """Make a backup, check it, delete old ones, and return its path.

        Raises:
            VaultError: The backup cannot be written.
            Interrupted: `keep_going` returned False.
        """
        folder = self.folder
        backup.point_to(self._store.backups, None if folder == self._store.backups else folder)
        numbers = (BACKUP_DAYS, BACKUP_WEEKS, BACKUP_MONTHS)
        made = self._store.back_up(
            self._clock.now(),
            reason=reason,
            keep_going=keep_going,
            retention=Retention(*(self._settings.get(number) for number in numbers)),
            progress=progress,
        )
        self._store.write(vault_time.backed_up).result()
        return made

    def rows(self) -> Sequence[BackupRow]:
        """Return the existing backups, newest first."""
        now = self._clock.now()
        return [
            BackupRow(
                made.path,
                made.made_at,
                made.reason,
                made.path.stat().st_size,
                _count(made.path),
                is_undated(made.made_at, now),
            )
            for made in backup.list_backups(self._store.backups, now=now)
        ]

    def newest_at(self) -> datetime | None:
        """Return the time of the newest backup."""
        there = backup.list_backups(self._store.backups, now=self._clock.now())
        return there[0].made_at if there else None

    def make_within_room(self, reason: str, keep_going: Callable[[], bool]) -> Path:
        """Make an automatic backup, unless it would use space that the notes need; see `make`."""
        if not self.has_room():
            raise VaultError(
                _(
                    "There is no room for a backup in {folder}. Free some space, or choose another folder."
                ).format(folder=self.folder)
            )
        return self.make(reason, keep_going=keep_going)

    def secure(
        self, some: Sequence[Trashed], keep_going: Callable[[], bool] = lambda: True
    ) -> Sequence[Trashed]:
        """Return those of the given notes whose current state is in a good backup, making one if the newest lacks some.

        Raises:
            VaultError: The backup cannot be written.
            Interrupted: `keep_going` returned False.
        """
        if not some:
            return []
        good = backup.newest_good(self._store.backups, now=self._clock.now())
        held: Sequence[Trashed] = ()
        if good is not None:
            held = backup_notes.holding(good.path, some)
        if len(held) == len(some):
            return held
        made = self.make_within_room(backup.BEFORE_REMOVAL, keep_going)
        return backup_notes.holding(made, some)

    def find(self, path: Path, words: str = "") -> Sequence[BackupNote]:
        """Return the notes of a backup whose title or text contains these characters.

        Raises:
            VaultError: The backup cannot be read.
        """
        return backup_notes.find(path, words)

    def draft(self, path: Path, note_id: str) -> Draft:
        """Return a note of a backup as a draft for a new note.

        Raises:
            NotFound: The backup has no such note.
        """
        return backup_notes.draft(path, note_id)

    def lacking_text(self, path: Path) -> str:
        """Return a sentence that says which files will be missing once a backup is restored; "" if none will."""
        lacking = backup_files.lacking(path, self._store.path)
        if not lacking:
            return ""
        text = ngettext(
            "{n} file is neither in this backup nor on this computer and will be missing: {file}",
            "{n} files are neither in this backup nor on this computer and will be missing: {file}",
            len(lacking),
        )
        names = ", ".join(file.name for file in lacking[:_MOST_NAMED])
        names += " …" if len(lacking) > _MOST_NAMED else ""
        return text.format(n=number(len(lacking)), file=names)

    def has_room(self) -> bool:
        """Return whether a backup leaves enough free space where it is written."""
        return backup.has_room(self._store.path, self.folder)

    def _elsewhere(self, chosen: str) -> Path:
        """Return a folder specific to this vault, so that two vaults never delete each other's backups."""
        vault = self._store.path.parent
        mark = blake2b(str(vault.resolve()).encode(), digest_size=3).hexdigest()
        return Path(chosen).expanduser() / f"{vault.name}-{mark}"


def _count(path: Path) -> int | None:
    try:
        return backup_notes.count_notes(path)
    except NoteBrainError:
        return None
