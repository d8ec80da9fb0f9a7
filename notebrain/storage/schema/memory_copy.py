"""A vault of an older schema that cannot be brought up to date, read all the same: a copy of it in memory is.

The disk is full, or cannot be written, so that neither the backup before an update nor the update itself has a place.
Nothing is written to the disk; what would be is refused with the reason.
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

# The copy, and as much again for what the steps make.
_SHARE_OF_FREE_MEMORY = 3


class MemoryCopy:
    """A copy of a vault, brought up to date.

    Args:
        refusal: Why the vault itself cannot be; given to whoever wants to write.

    Raises:
        Unwritable: There is no room for it in memory either; the `refusal`.
        sqlite3.Error: The vault cannot be read.
    """

    def __init__(
        self, path: Path, refusal: Unwritable, steps: "Sequence[Migration] | None" = None
    ) -> None:
        if not _fits(path):
            raise refusal
        self.refusal = refusal
        self._name = f"file:notebrain-{secrets.token_hex(8)}?mode=memory&cache=shared"
        # as long as one connection is open, the copy is there
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
        """Let go of the copy, once its other connections are closed."""
        self._keeper.close()


def _fits(path: Path) -> bool:
    """Tell whether the memory that is free holds a copy; where the system does not tell, it is tried."""
    log = path.with_name(f"{path.name}-wal")
    size = sum(part.stat().st_size for part in (path, log) if part.exists())
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return True
    return size * _SHARE_OF_FREE_MEMORY < free
