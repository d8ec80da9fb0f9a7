"""The templates of a vault: the notes that have the tag `template`."""

from collections.abc import Sequence

from notebrain.domain.notes.note import ListFilter, Note, SortKey
from notebrain.domain.notes.templates import TAG, is_daily
from notebrain.storage.connection import Connection
from notebrain.storage.notes import lists, notes
from notebrain.storage.store import Store


class Templates:
    """Templates, to look at."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> Sequence[Note]:
        """Return every template, from A to Z."""
        with self._store.read() as db:
            return _templates(db)

    def daily(self) -> Note | None:
        """Return the template for the notes of days, or None."""
        return next((one for one in self.all() if is_daily(one)), None)


def _templates(db: Connection) -> list[Note]:
    keys = lists.keys(db, ListFilter(tag=TAG, sort=SortKey.TITLE))
    return [note for note in (notes.get_by_key(db, key) for key in keys) if note is not None]
