"""Notes in vaults of older programs, stored by what stores them today."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from notebrain.storage.connection import Connection

_LATER: Final = {"text_hash": "blob", "title_key": "text", "title_folded": "text"}


@contextmanager
def columns_of_today(db: Connection) -> Iterator[None]:
    """Give the notes of an older schema, for the block, the columns that later steps brought."""
    present = {row[1] for row in db.execute("pragma table_info(note)")}
    missing = _LATER.keys() - present
    for name in missing:
        db.execute(f"alter table note add column {name} {_LATER[name]}")
    yield
    for name in missing:
        db.execute(f"alter table note drop column {name}")
