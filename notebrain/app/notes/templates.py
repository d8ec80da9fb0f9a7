"""The templates of a vault, which are the notes tagged `template`."""

from collections.abc import Sequence

from notebrain.domain.notes.note import ListFilter, Note, SortKey
from notebrain.domain.notes.templates import TAG, is_daily
from notebrain.storage.connection import Connection
from notebrain.storage.notes import lists, notes
from notebrain.storage.store import Store


class Templates:
    """Read access to the templates."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> Sequence[Note]:
        """Return all templates, sorted from A to Z."""
        with self._store.read() as db:
            return _templates(db)

    def daily(self) -> Note | None:
        """Return the template for daily notes, or None."""
        return next((note for note in self.all() if is_daily(note)), None)


def _templates(db: Connection) -> list[Note]:
    keys = lists.keys(db, ListFilter(tag=TAG, sort=SortKey.TITLE))
    return [note for note in (notes.get_by_key(db, key) for key in keys) if note is not None]
