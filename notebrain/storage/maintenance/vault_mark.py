"""Telling a vault that was lost from a folder that never held one.

SQLite makes an empty database wherever there is none, and deletes the log beside an empty file: a lost vault would
look like a fresh start, and what is left of it would go. So every vault leaves a mark beside its file, and where there
is a mark, a backup or a log, a file that is missing or holds nothing is damage.
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
    """Note down, once the vault has its tables, that there is one; a folder that cannot be written stays as it is."""
    mark = vault.with_name(MARK)
    if mark.exists():
        return
    with suppress(OSError):
        privacy.reserve(mark)
        mark.write_text(_TEXT, "utf-8")


def is_fresh(vault: Path, backups: Path) -> bool:
    """Tell whether a vault is to be made here: there is none, and nothing says that there was one."""
    return not holds_something(vault) and _trace(vault, backups) is None


def refuse_lost(vault: Path, backups: Path) -> None:
    """Refuse a file that is missing or holds nothing where there were notes.

    Raises:
        DamagedVault: That is so.
    """
    # looked for first: another program may be making the vault right now, and leaves the mark last
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
    """Tell whether the file is more than an empty database; changes nothing, and what cannot be read counts."""
    if not vault.exists() or vault.stat().st_size == 0:
        return False
    try:
        with closing(connect_untouched(vault)) as db:
            return db.execute("select 1 from sqlite_schema limit 1").fetchone() is not None
    except sqlite3.Error:
        return True


def _trace(vault: Path, backups: Path) -> Path | None:
    """Return a file that tells of an earlier vault, or None."""
    mark, log = vault.with_name(MARK), vault.with_name(f"{vault.name}-wal")
    if mark.exists():
        return mark
    # the log of a vault that another program is making has its file beside it
    if log.exists() and log.stat().st_size and not (vault.exists() and vault.stat().st_size):
        return log
    if not backups.is_dir():
        return None
    from notebrain.storage.maintenance.backup import list_backups

    return next((copy.path for copy in list_backups(backups)), None)
