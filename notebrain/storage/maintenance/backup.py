"""Make, list, check and restore backups of a vault."""

import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate, chain, count, islice
from pathlib import Path

from notebrain.domain.errors import Interrupted, VaultError
from notebrain.domain.i18n import _
from notebrain.domain.notes.retention import DEFAULT_RETENTION, Retention, is_undated, retained
from notebrain.storage import privacy, vault_time
from notebrain.storage.connection import Connection, connect_untouched, explain, in_words, is_full
from notebrain.storage.maintenance import backup_files
from notebrain.storage.schema.version import check, schema_version

DAILY, BEFORE_REMOVAL = "daily", "before-removal"
KEPT = 10
"""How many backups are kept of those made by hand, and of each kind made before a change."""
# Keeping every backup of an 800 MB vault would fill a small disk.
KEPT_OF_ANY_SIZE, MOST_BYTES = 3, 2_000_000_000
_ROOM_BYTES = 100_000_000
_STAMP = "%Y%m%d-%H%M%S"
# Small steps let the window commit between two of them.
_PAGES_PER_STEP, _REST_S = 500, 0.005
_ELSEWHERE = "elsewhere.txt"
Progress = Callable[[float], object]
_STALE_S = 24 * 60 * 60


def _untold(_done: float) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup of the vault."""

    path: Path
    made_at: datetime
    reason: str


def make(
    db: Connection,
    folder: Path,
    *,
    at: datetime,
    reason: str,
    keep_going: Callable[[], bool] = lambda: True,
    retention: Retention = DEFAULT_RETENTION,
    progress: Progress = _untold,
) -> Path:
    """Copy the vault behind `db` into `folder`, check the copy, and return its path; delete surplus older ones.

    Args:
        db: A connection to the vault with no transaction under way.
        folder: Where backups are kept, unless it names another location (see `point_to`).
        keep_going: Called between steps of the copy; False stops it.
        progress: Called with the part of the copy that is done, from 0 to 1.

    Raises:
        VaultError: The folder cannot be written, or the copy is not readable.
        Interrupted: `keep_going` returned False; no backup was made.
    """
    folder = _target(folder)
    final = _free_name(folder, at, reason)
    unfinished = final.with_suffix(f".{secrets.token_hex(4)}.part")
    try:
        privacy.make_folder(folder)
        _sweep(folder, at)
        with _in_words(unfinished):
            _copy(db, unfinished, keep_going, progress)
        if not is_good(unfinished):
            raise VaultError(
                _("The backup in {folder} cannot be read back, so it was discarded.").format(
                    folder=folder
                )
            )
        backup_files.gather(unfinished, folder, _path_of(db), keep_going)
        unfinished.replace(final)
    except OSError as error:
        raise VaultError(
            _("No backup could be written to {folder}: {reason}.").format(
                folder=folder, reason=error.strerror
            )
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    copies = list_backups(folder)
    surplus = _surplus(copies, retention, _believed(db, at))
    if surplus and not is_whole(final):
        # a damaged copy must not displace the last intact one
        last_whole = next((copy for copy in copies if is_whole(copy.path)), None)
        surplus = [copy for copy in surplus if copy != last_whole]
    for old in surplus:
        old.path.unlink(missing_ok=True)
    if surplus:
        backup_files.prune(folder, (one.path for one in _found(folder)), db)
    return final


def _path_of(db: Connection) -> Path:
    return Path(
        db.execute("select file from pragma_database_list where name = 'main'").fetchone()[0]
    )


def _free_name(folder: Path, at: datetime, reason: str) -> Path:
    """Return the name of a new backup that differs from others made in the same second."""
    names = (
        f"notebrain-{(at + timedelta(seconds=n)).strftime(_STAMP)}-{reason}.db" for n in count()
    )
    return next(folder / name for name in names if not (folder / name).exists())


def has_room(vault: Path, folder: Path | None = None) -> bool:
    """Return whether a copy leaves enough room on the disk for notes: its own size again, and 100 MB."""
    place = folder if folder is not None and folder.is_dir() else vault.parent
    try:
        size = sum(
            part.stat().st_size
            for part in (vault, vault.with_name(f"{vault.name}-wal"))
            if part.exists()
        )
        return shutil.disk_usage(place).free > 2 * size + _ROOM_BYTES
    except OSError as error:  # e.g. the vault's folder was deleted while it was open
        raise VaultError(
            _("No backup can be made in {folder}: {reason}.").format(
                folder=place, reason=error.strerror
            )
        ) from error


def _believed(db: Connection, at: datetime) -> datetime:
    """Return the latest plausible date of this computer, at most `at`."""
    try:
        known = vault_time.get(db)
    except sqlite3.OperationalError:  # the schema does not have that table yet
        known = None
    return at if known is None else min(at, known.time.at)


def _surplus(backups: Sequence[Backup], retention: Retention, now: datetime) -> list[Backup]:
    """Return which of these backups, newest first, are to be deleted.

    Backups with a future date are counted separately: they neither displace others nor get deleted before them.
    """
    return [surplus for some in _parted(backups, now) for surplus in _too_many(some, retention)]


def _parted(backups: Sequence[Backup], now: datetime) -> tuple[list[Backup], list[Backup]]:
    undated = [backup for backup in backups if is_undated(backup.made_at, now)]
    return [backup for backup in backups if backup not in undated], undated


def _too_many(backups: Sequence[Backup], retention: Retention) -> list[Backup]:
    """Return those of these backups, newest first, that exceed the number or total size to keep."""
    daily = [place for place, backup in enumerate(backups) if backup.reason == DAILY]
    stays = {
        daily[number] for number in retained([backups[place].made_at for place in daily], retention)
    }
    for reason in {backup.reason for backup in backups} - {DAILY}:
        stays.update(
            islice((place for place, one in enumerate(backups) if one.reason == reason), KEPT)
        )
    sizes = accumulate(_size(backup.path) for backup in backups)
    return [
        backup
        for place, (backup, size) in enumerate(zip(backups, sizes, strict=True))
        if place not in stays or (place >= KEPT_OF_ANY_SIZE and size > MOST_BYTES)
    ]


def _size(path: Path) -> int:
    """Return the size of a file in bytes; another process making a backup may have deleted it meanwhile."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def point_to(folder: Path, other: Path | None) -> None:
    """Store backups in another location from now on; `folder` records it, for when the vault cannot be read.

    Raises:
        VaultError: The folder cannot be written.
    """
    try:
        if other is None:
            (folder / _ELSEWHERE).unlink(missing_ok=True)
        elif _target(folder) != other:
            privacy.make_folder(folder)
            privacy.reserve(folder / _ELSEWHERE)
            (folder / _ELSEWHERE).write_text(str(other), "utf-8")
    except OSError as error:
        raise VaultError(
            _("No backup could be written to {folder}: {reason}.").format(
                folder=folder, reason=error.strerror
            )
        ) from error


def _target(folder: Path) -> Path:
    """Return the location for backups."""
    try:
        return Path((folder / _ELSEWHERE).read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return folder


def _copy(
    source: Connection,
    target: Path,
    keep_going: Callable[[], bool] = lambda: True,
    progress: Progress = _untold,
) -> None:
    """Copy a database into a standalone file that needs no log."""

    def go_on(_status: int, left: int, total: int) -> None:
        progress(1 - left / max(1, total))
        if not keep_going():
            raise Interrupted(_("The backup was stopped."))

    # Hold one transaction for the whole copy; otherwise SQLite starts over whenever another process commits.
    source.execute("begin")
    try:
        source.execute("select count(*) from sqlite_schema").fetchone()
        privacy.reserve(target)
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            source.backup(copy, pages=_PAGES_PER_STEP, sleep=_REST_S, progress=go_on)
            copy.execute("pragma journal_mode = delete")
    finally:
        source.execute("rollback")


@contextmanager
def _in_words(copy: Path) -> Generator[None, None, None]:
    """Attribute a full disk to the copy: the vault itself may be on another disk."""
    try:
        yield
    except sqlite3.Error as error:
        if not is_full(error):
            raise explain(error, copy) from error
        raise VaultError(
            _(
                "No backup: there is no room for it on the disk of {folder}. "
                "Free some space there, or choose another folder for backups. Your notes are safe."
            ).format(folder=copy.parent)
        ) from error


def _sweep(folder: Path, at: datetime) -> None:
    """Delete partial files of backups that were killed at least a day ago."""
    for part in folder.glob("notebrain-*.part*"):
        with suppress(FileNotFoundError):  # another process finished its backup meanwhile
            if at.timestamp() - part.stat().st_mtime > _STALE_S:
                part.unlink()


def list_backups(folder: Path, *, now: datetime | None = None) -> list[Backup]:
    """Return the backups in `folder` and in the location it names, newest first.

    Args:
        now: Backups with a later date come last, because they were made with a wrong clock; None trusts every date.
    """
    found = sorted(
        {*_found(folder), *_found(_target(folder))},
        key=lambda backup: (backup.made_at, backup.path.name),
        reverse=True,
    )
    return found if now is None else [one for some in _parted(found, now) for one in some]


def _found(folder: Path) -> Iterator[Backup]:
    for path in folder.glob("notebrain-*.db") if folder.is_dir() else ():
        stamp, _dash, reason = path.stem.removeprefix("notebrain-").partition("-")
        day_and_time = f"{stamp}-{reason.partition('-')[0]}"
        try:
            made_at = datetime.strptime(f"{day_and_time}+0000", f"{_STAMP}%z")
        except ValueError:
            continue  # one of the user's own files
        yield Backup(path, made_at, reason.partition("-")[2])


def newest_good(folder: Path, *, now: datetime | None = None) -> Backup | None:
    """Return the newest backup with all texts intact, or else the newest that opens; `now` as in `list_backups`."""
    opening: list[Backup] = []
    for backup in list_backups(folder, now=now):
        if is_good(backup.path):
            if is_whole(backup.path):
                return backup
            opening.append(backup)
    return opening[0] if opening else None


def is_whole(path: Path) -> bool:
    """Return whether every text of the backup at `path` is what was written."""
    from notebrain.storage.maintenance import text_hashes

    try:
        with closing(connect_untouched(path)) as db:
            return not text_hashes.inspect(db).damaged
    except sqlite3.Error:
        return False


def is_good(path: Path) -> bool:
    """Return whether this program can open the file at `path` as a vault and it passes SQLite's quick check."""
    try:
        with closing(connect_untouched(path)) as db:
            check(db)
            answer: str = db.execute("pragma quick_check(1)").fetchone()[0]
            return answer == "ok" and schema_version(db) > 0
    except (sqlite3.Error, VaultError):
        return False


def restore(backup: Path, vault: Path, *, at: datetime) -> Path | None:
    """Replace `vault` with a copy of `backup`, with its files; return where the former database was moved.

    No process may have the vault open. The backup itself stays. If killed at any moment, this leaves either the old or
    the new file in place.

    Raises:
        VaultError: The backup cannot be read or the folder cannot be written.
    """
    unfinished = vault.with_suffix(".restoring")
    try:
        unfinished.unlink(missing_ok=True)
        with (
            in_words(backup),
            closing(connect_untouched(backup)) as source,
            _in_words(unfinished),
        ):
            _copy(source, unfinished)
        backup_files.bring_back(backup, vault)
        set_aside = _put_aside(vault, at)
        unfinished.replace(vault)
    except OSError as error:
        raise VaultError(
            _("The backup could not be moved into place in {folder}: {reason}.").format(
                folder=vault.parent, reason=error.strerror
            )
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return set_aside


def _put_aside(vault: Path, at: datetime) -> Path | None:
    """Keep the file under another name, and move its log away, which must never end up beside another file.

    Return None if there was nothing to keep.
    """
    parts = {suffix: vault.with_name(vault.name + suffix) for suffix in ("", "-wal", "-shm")}
    if not any(part.exists() for part in parts.values()):
        return None
    aside = _unused(vault.with_name(f"{vault.stem}-replaced-{at.strftime(_STAMP)}{vault.suffix}"))
    if vault.exists():
        try:
            os.link(vault, aside)
        except OSError:  # a file system without hard links
            shutil.copy2(vault, aside)
    for suffix in ("-wal", "-shm"):
        if parts[suffix].exists():
            parts[suffix].replace(aside.with_name(aside.name + suffix))
    return aside


def _unused(path: Path) -> Path:
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in chain([path], names) if not name.exists())
