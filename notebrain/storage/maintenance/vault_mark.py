"""Tell a lost vault from a folder that never contained one.

SQLite creates an empty database if there is none, and deletes the log beside an empty file, so a lost vault would look
like a fresh start and its remains would be deleted. Therefore every vault leaves a marker beside its file, and where
there is a marker, a backup or a log, a missing or empty file is treated as damage.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from notebrain.domain.errors import DamagedVault
from notebrain.domain.i18n import _
from notebrain.storage import privacy
from notebrain.storage.connection import connect_untouched

MARK = "vault.mark"
_TEXT = """NoteBrain keeps notes in this folder, in notebrain.db.
Where that file is missing or empty, this one tells that there were notes. Remove it to begin anew without them.
"""


def put(vault: Path) -> None:
    """Create the marker once the vault has its tables; does nothing in a folder that cannot be written."""
    mark = vault.with_name(MARK)
    if mark.exists():
        return
    with suppress(OSError):
        privacy.reserve(mark)
        mark.write_text(_TEXT, "utf-8")


def is_fresh(vault: Path, backups: Path) -> bool:
    """Return whether a vault should be created here: there is none, and there is no sign of an earlier one."""
    return not holds_something(vault) and _trace(vault, backups) is None


def refuse_lost(vault: Path, backups: Path) -> None:
    """Refuse a file that is missing or empty where there used to be notes.

    Raises:
        DamagedVault: The file is missing or empty.
    """
    # check this first: another program may be creating the vault right now, and creates the marker last
    known = _trace(vault, backups)
    if known is None or holds_something(vault):
        return
    text = (
        _("The notes file {path} is empty, although there were notes here.")
        if vault.exists()
        else _("The notes file {path} is missing, although there were notes here.")
    )
    raise DamagedVault(text.format(path=vault), trace=str(known))


def holds_something(vault: Path) -> bool:
    """Return whether the file is more than an empty database; changes nothing; True if it cannot be read."""
    if not vault.exists() or vault.stat().st_size == 0:
        return False
    try:
        with closing(connect_untouched(vault)) as db:
            return db.execute("select 1 from sqlite_schema limit 1").fetchone() is not None
    except sqlite3.Error:
        return True


def _trace(vault: Path, backups: Path) -> Path | None:
    """Return a file that indicates an earlier vault, or None."""
    mark, log = vault.with_name(MARK), vault.with_name(f"{vault.name}-wal")
    if mark.exists():
        return mark
    # if another program is just creating the vault, the log has its file beside it
    if log.exists() and log.stat().st_size and not (vault.exists() and vault.stat().st_size):
        return log
    if not backups.is_dir():
        return None
    from notebrain.storage.maintenance.backup import list_backups

    return next((copy.path for copy in list_backups(backups)), None)
