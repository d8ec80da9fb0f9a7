"""Read the schema number of a file without loading the migrations, since most vaults are already up to date."""

from pathlib import Path
from typing import Final

from notebrain.domain.errors import NewerVault, VaultError
from notebrain.domain.i18n import _
from notebrain.storage.connection import APPLICATION_ID, Connection

NEWEST = 36
"""The schema this program writes: the number of steps in `migrations.MIGRATIONS`."""

# of the file format of SQLite
_MAGIC: Final = b"SQLite format 3\0"
_NUMBER_AT: Final = 60


def is_older(path: Path) -> bool:
    """Return whether the file is a vault of an older program, without opening it; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(_NUMBER_AT + 4)
    except OSError:
        return False
    return head.startswith(_MAGIC) and 0 < int.from_bytes(head[_NUMBER_AT:]) < NEWEST


def schema_version(db: Connection) -> int:
    """Return the vault's schema number; 0 means a new, empty file."""
    version: int = db.execute("pragma user_version").fetchone()[0]
    return version


def check(db: Connection, *, known: int = NEWEST) -> None:
    """Refuse a file that is not a vault or belongs to a newer program; such a file is not written to.

    Raises:
        NewerVault: The schema number is above `known`.
        VaultError: The file is another program's database.
    """
    # one statement for a consistent view: another process may be creating the vault right now
    version, application, tables = db.execute(
        """select user_version, application_id, (select count(*) from sqlite_schema)
        from pragma_user_version, pragma_application_id"""
    ).fetchone()
    if application != APPLICATION_ID and tables:
        raise VaultError(_("This file is a database of another program. It was left unchanged."))
    if version > known:
        raise NewerVault(
            _(
                "These notes were written by a newer NoteBrain (format {found}, this program knows {known}). "
                "Nothing was changed; please update NoteBrain."
            ).format(found=version, known=known)
        )
