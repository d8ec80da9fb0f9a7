"""Bringing a vault's schema up to date: forward only, each step one transaction."""

from collections.abc import Callable, Sequence

from notebrain.domain.errors import NewerVault, VaultError
from notebrain.domain.messages import _
from notebrain.storage import (
    m001_initial,
    m002_lighter_import,
    m003_links,
    m004_import_tags,
    m005_sync,
    m006_remote_vectors,
    m007_cards,
    m008_shared_cards,
    m009_rulings,
    m010_sync_safety,
    m011_merge_texts,
)
from notebrain.storage.database import APPLICATION_ID, Connection

Migration = Callable[[Connection], None]

MIGRATIONS: Sequence[Migration] = (
    m001_initial.up,
    m002_lighter_import.up,
    m003_links.up,
    m004_import_tags.up,
    m005_sync.up,
    m006_remote_vectors.up,
    m007_cards.up,
    m008_shared_cards.up,
    m009_rulings.up,
    m010_sync_safety.up,
    m011_merge_texts.up,
)
"""Every step in order; step n brings a vault from schema n-1 to schema n. Released steps are never edited."""


def schema_version(db: Connection) -> int:
    """Return the vault's schema number; 0 means a new, empty file."""
    version: int = db.execute("pragma user_version").fetchone()[0]
    return version


def check(db: Connection, *, known: int | None = None) -> None:
    """Refuse a file that is no vault of ours, or one of a newer program; such a file is not written to.

    Raises:
        NewerVault: The schema number is above `known` (default: the newest this program knows).
        VaultError: The file is a database of another program.
    """
    newest = len(MIGRATIONS) if known is None else known
    # one statement, so one moment: another process may be making the vault right now
    version, application, tables = db.execute(
        """select user_version, application_id, (select count(*) from sqlite_schema)
        from pragma_user_version, pragma_application_id"""
    ).fetchone()
    if application != APPLICATION_ID and tables:
        raise VaultError(_("This file is a database of another program. It was left as it is."))
    if version > newest:
        raise NewerVault(
            _(
                "These notes were written by a newer NoteBrain (format {found}, this program knows {known}). "
                "Nothing was changed; please update NoteBrain."
            ).format(found=version, known=newest)
        )


def migrate(
    db: Connection, *, before: Callable[[], None], migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Run the steps that are missing; `before` makes a backup and runs once if an existing vault is about to change."""
    check(db, known=len(migrations))
    version = schema_version(db)
    if version in range(1, len(migrations)):
        before()
    for number in range(version + 1, len(migrations) + 1):
        _step(db, number, migrations[number - 1], known=len(migrations))


def _step(db: Connection, number: int, migration: Migration, *, known: int) -> None:
    db.execute("begin immediate")
    try:
        check(db, known=known)
        if schema_version(db) >= number:  # another process was faster
            db.execute("rollback")
            return
        migration(db)
        db.execute(f"pragma application_id = {APPLICATION_ID}")
        db.execute(f"pragma user_version = {number}")
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
