"""The list's view of the library: keys in order, rows by key."""

from collections.abc import Mapping, Sequence

from notebrain.app.notes.library import Library
from notebrain.domain.errors import NotFound
from notebrain.domain.notes.note import ListFilter, NoteId, NoteRow


class ListSource:
    """Reads keys and rows; rows that are gone meanwhile are left out."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def keys(self, wanted: ListFilter, *, limit: int = -1) -> Sequence[int]:
        """Return the keys of the notes a filter lets through, in its order."""
        return self._library.keys(wanted, limit=limit)

    def rows(self, keys: Sequence[int]) -> Mapping[int, NoteRow]:
        """Return rows by key."""
        found = self._library.rows(keys)
        if len(found) == len(keys):
            return dict(zip(keys, found, strict=True))
        return {key: row for key in keys for row in self._library.rows([key])}

    def key_of(self, note_id: NoteId) -> int | None:
        """Return the key of a note, or None when it is gone."""
        try:
            return self._library.key_of(note_id)
        except NotFound:
            return None
