"""A copy in memory of an old vault that cannot be migrated on the disk.

This is the case when the disk is full or cannot be written, so there is no room for the backup or for the update.
Nothing is written to the disk; attempts to write are refused with the reason.
"""

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.domain.errors import Unwritable
from notebrain.storage.connection import Connection, connect_untouched
from notebrain.storage.plausible import READABLE
from notebrain.storage.schema.migrations import MIGRATIONS, Migration, migrate

if TYPE_CHECKING:
    from collections.abc import Sequence

# The copy, and as much again for what the migrations create.
_SHARE_OF_FREE_MEMORY = 3


class MemoryCopy:
    """A migrated copy of a vault.

    Args:
        refusal: Why the vault itself cannot be migrated; raised on attempts to write.

    Raises:
        Unwritable: There is not enough memory for the copy either; this is the `refusal`.
        sqlite3.Error: The vault cannot be read.
    """

    def __init__(
        self, path: Path, refusal: Unwritable, steps: "Sequence[Migration] | None" = None
    ) -> None:
        if not _fits(path):
            raise refusal
        self.refusal = refusal
        self._name = f"file:notebrain-{secrets.token_hex(8)}?mode=memory&cache=shared"
        # the copy exists as long as one connection is open
        self._keeper = self.connect()
        try:
            with closing(connect_untouched(path)) as source:
                source.backup(self._keeper)
            migrate(self._keeper, before=lambda: None, migrations=steps or MIGRATIONS)
        except BaseException:
            self._keeper.close()
            raise

    def connect(self) -> Connection:
        """Open a connection to the copy."""
        db = sqlite3.connect(self._name, uri=True, isolation_level=None, check_same_thread=False)
        db.text_factory = READABLE
        return db

    def close(self) -> None:
        """Drop the copy once its other connections are closed."""
        self._keeper.close()


def _fits(path: Path) -> bool:
    """Return whether free memory can hold a copy; True where the system does not report free memory."""
    log = path.with_name(f"{path.name}-wal")
    size = sum(part.stat().st_size for part in (path, log) if part.exists())
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return True
    return size * _SHARE_OF_FREE_MEMORY < free
