"""The files of backups: each once per backup folder, by a hard link where the disk allows it, so that they are whole.

The copy of the database in a backup lists the files it needs; they stay until no backup needs them.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from notebrain.domain.errors import Interrupted
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha
from notebrain.storage.connection import Connection, connect_untouched
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.privacy import FILES_FOLDER
from notebrain.storage.schema.version import schema_version

_SINCE: Final = 25
log = logging.getLogger("notebrain.storage")


@dataclass(frozen=True, slots=True)
class LackingFile:
    """A file that a backup lists and that is nowhere to be found."""

    sha: Sha
    name: str
    size: int


def of(backup: Path) -> Blobs:
    """Return the files in the folder of a backup."""
    return Blobs(backup.parent / FILES_FOLDER)


def gather(copy: Path, folder: Path, vault: Path, keep_going: Callable[[], bool]) -> int:
    """Bring the files that a new copy of the database lists into the folder of backups; return how many it lacks.

    Args:
        vault: The database that was copied.

    Raises:
        Interrupted: `keep_going` returned False.
    """
    listed = _listed(copy) or {}
    if not listed:
        return 0
    here, there = Blobs(folder / FILES_FOLDER), Blobs.beside(vault)
    present, lacking = dict(here.all()), 0
    for sha, (_name, size) in listed.items():
        if present.get(sha) == size:
            continue
        if not keep_going():
            raise Interrupted(_("The backup was stopped."))
        try:
            # a file whose size is wrong must not take the place of one that may be right
            lacking += there.size(sha) != size or not here.fetch(sha, there)
        except OSError as error:
            lacking += 1
            log.warning("a file was not backed up: %s", error.strerror)
    if lacking:
        log.warning("files that are not in the backup: %d", lacking)
    return lacking


def prune(folder: Path, backups: Iterable[Path], db: Connection) -> None:
    """Delete the files that neither the vault nor any of these backups lists; none if a list cannot be read."""
    here = Blobs(folder / FILES_FOLDER)
    if not here.folder.is_dir():
        return
    needed = set(_in(db))
    for backup in backups:
        listed = _listed(backup)
        if listed is None:
            return
        needed |= listed.keys()
    for sha, _size in list(here.all()):
        if sha not in needed:
            here.remove(sha)


def lacking(backup: Path, vault: Path) -> list[LackingFile]:
    """Return the files that would be missing if a backup were restored, by name."""
    kept, present = of(backup), Blobs.beside(vault)
    missing = [
        LackingFile(sha, name, size)
        for sha, (name, size) in (_listed(backup) or {}).items()
        if size not in (kept.size(sha), present.size(sha))
    ]
    return sorted(missing, key=lambda one: (one.name.casefold(), one.sha))


def not_kept(backup: Path) -> int:
    """Return how many of its files a backup lacks, so that it is not whole by itself."""
    kept = of(backup)
    return sum(kept.size(sha) != size for sha, (_name, size) in (_listed(backup) or {}).items())


def bring_back(backup: Path, vault: Path) -> None:
    """Copy the files of a backup that the vault lacks beside its database.

    Raises:
        OSError: There is no room for them, or the folder cannot be written.
    """
    kept, present = of(backup), Blobs.beside(vault)
    for sha, (_name, size) in (_listed(backup) or {}).items():
        if present.size(sha) != size and kept.size(sha) == size:
            present.fetch(sha, kept)


def rescue(vault: Path, backups: Path, into: Path) -> None:
    """Bring all files of a vault and of its backups beside another vault's database, as far as there is room."""
    target = Blobs.beside(into)
    for source in (Blobs.beside(vault), Blobs(backups / FILES_FOLDER)):
        for sha, _size in source.all():
            if target.size(sha) is None:
                try:
                    target.fetch(sha, source)
                except OSError as error:
                    log.warning("a file was not rescued: %s", error.strerror)


def _listed(database: Path) -> Mapping[Sha, tuple[str, int]] | None:
    """Return the name and size of each file that a database lists; None if it cannot be read."""
    try:
        with closing(connect_untouched(database)) as db:
            return _in(db)
    except sqlite3.Error:
        return None


def _in(db: Connection) -> Mapping[Sha, tuple[str, int]]:
    if schema_version(db) < _SINCE:
        return {}
    rows = db.execute("select sha, name, size from attachment")
    return {Sha(sha): (name, size) for sha, name, size in rows}
