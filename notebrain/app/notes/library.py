"""Reading notes for lists, sidebars and editors. Every call is one short read on the caller's thread.

Modules that only some calls need are loaded by those calls, not at every start.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Counts, ListFilter, Note, NoteId, NoteRow, Revision
from notebrain.storage.notes import lists, notes, notes as workspaces, tags
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.app.notes.titles import Title
    from notebrain.domain.notes.history import State
    from notebrain.domain.text.fuzzy import Fuzzy


class Library:
    """Read access to the notes of a vault."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keys(self, filter_: ListFilter, *, limit: int = -1, offset: int = 0) -> list[int]:
        """Return the keys of the notes that match a filter, in its order (10,000 notes: about 3 ms)."""
        with self._store.read() as db:
            return lists.keys(db, filter_, limit=limit, offset=offset)

    def dates(self, filter_: ListFilter, *, limit: int = -1) -> list[int]:
        """Return the dates (ms) that put `keys` in order; empty for any other order (10,000 notes: about 2 ms)."""
        with self._store.read() as db:
            return lists.dates(db, filter_, limit=limit)

    def count(self, filter_: ListFilter) -> int:
        """Return how many notes match a filter (100,000 notes: about 5 ms)."""
        with self._store.read() as db:
            return lists.count(db, filter_)

    def listed(self, filter_: ListFilter, keys: Sequence[int]) -> list[int]:
        """Return which of the notes with these keys match a filter."""
        with self._store.read() as db:
            return lists.listed(db, filter_, keys)

    def rows(self, keys: Sequence[int]) -> list[NoteRow]:
        """Return notes as rows for a list; notes that no longer exist are left out."""
        with self._store.read() as db:
            return notes.rows(db, keys)

    def whole_notes(self, keys: Sequence[int]) -> Sequence[Note]:
        """Return whole notes by their keys; notes that are gone are left out."""
        with self._store.read() as db:
            found = (notes.get_by_key(db, key) for key in keys)
            return [note for note in found if note is not None]

    def list(self, filter_: ListFilter) -> Sequence[NoteRow]:
        """Return all notes that match a filter, as rows for a list."""
        with self._store.read() as db:
            return notes.rows(db, lists.keys(db, filter_))

    def newest_titles(self, limit: int) -> "Sequence[Title]":
        """Return the titles of the notes that were changed last, the newest first."""
        from notebrain.app.notes.titles import title_of
        from notebrain.storage.notes import titles

        with self._store.read() as db:
            return [title_of(row) for row in titles.newest(db, limit)]

    def find_titles(
        self, wanted: "Fuzzy", limit: int, *, recent: Collection[int] = ()
    ) -> "Sequence[Title]":
        """Return the notes whose titles match best, not on the GUI thread (100,000 notes: 20 to 100 ms).

        Args:
            recent: The keys of notes viewed lately, which come before others that match about as well.
        """
        from notebrain.app.notes.titles import find

        with self._store.read() as db:
            return find(db, wanted, limit, recent=recent)

    def staying(self) -> frozenset[int]:
        """Return the keys of the notes that never leave this computer."""
        with self._store.read() as db:
            return lists.staying(db)

    def titles_of(self, notes: Sequence[NoteId]) -> "Sequence[Title]":
        """Return the titles of the given notes, in order; notes that no longer exist are left out."""
        from notebrain.app.notes.titles import title_of
        from notebrain.storage.notes import titles

        with self._store.read() as db:
            return [title_of(row) for row in titles.of(db, notes)]

    def counts(self, workspace: str | None = None) -> Counts:
        """Return the counts for the sidebar entries."""
        with self._store.read() as db:
            return lists.counts(db, workspace)

    def note(self, note_id: NoteId) -> Note:
        """Return a note with its text.

        Raises:
            NotFound: No note has this id.
        """
        with self._store.read() as db:
            return notes.get(db, note_id)

    def opening(self, note_id: NoteId) -> Note:
        """Return a note for display: the complete note, or a `NoteExcerpt` if its text is very long.

        Raises:
            NotFound: No note has this id.
        """
        from notebrain.storage.notes import lists

        with self._store.read() as db:
            return lists.read(db, note_id)

    def key_of(self, note_id: NoteId) -> int:
        """Return the key of a note.

        Raises:
            NotFound: No note has this id.
        """
        with self._store.read() as db:
            return notes.key_of(db, note_id)

    def find(self, typed: str) -> NoteId:
        """Return the one note whose id begins or ends with what the user typed, or that has this title.

        Raises:
            NotFound: No note matches, or several do.
        """
        with self._store.read() as db:
            return notes.find(db, typed)

    def find_all(self, typed: Iterable[str]) -> Sequence[NoteId]:
        """Return the notes that each of these leads to, as `find` does, in order.

        Raises:
            NotFound: No note matches one of them, or several do.
        """
        return [self.find(one) for one in typed]

    def short_ids(self, ids: Iterable[NoteId]) -> Mapping[str, str]:
        """Return for each id a short end of it that no other note has."""
        from notebrain.storage.sql import short_ids

        with self._store.read() as db:
            return short_ids(db, "note", ids)

    def check_filing(self, workspace: str | None, tag: str | None = None) -> None:
        """Check that there are a workspace and a tag of these names, before notes are looked for in them.

        Raises:
            NotFound: There is none; the message names it.
        """
        if workspace is not None and workspace not in self.workspaces():
            raise NotFound(_("There is no workspace {name} here.").format(name=workspace))
        if tag is not None and not self._is_used(tag):
            raise NotFound(_("No note has the tag {name}.").format(name=tag))

    def count_unread_files(self) -> int:
        """Return how many files wait to be read, so that their words cannot be found yet."""
        from notebrain.storage.files import texts

        with self._store.read() as db:
            return len(texts.waiting(db))

    def _is_used(self, tag: str) -> bool:
        """Return whether a note has this tag or one below it."""
        from notebrain.domain.notes.tags import fold_tag

        wanted = fold_tag(tag)
        return any(f"{fold_tag(name)}/".startswith(f"{wanted}/") for name in self.tags())

    def original(self, note_id: NoteId) -> bytes | None:
        """Return the bytes of the file that a note was imported from, if they were not valid UTF-8."""
        from notebrain.storage.notes import imports

        with self._store.read() as db:
            return imports.original_of(db, note_id)

    def version(self, note_id: NoteId, number: int) -> Revision:
        """Return an earlier text of a note; version 1 is the oldest.

        Raises:
            NotFound: The history has no such version.
        """
        earlier = self.history(note_id)
        if not 1 <= number <= len(earlier):
            raise NotFound(_("The note has no version {number}.").format(number=number))
        return earlier[-number]

    def history(self, note_id: NoteId) -> Sequence[Revision]:
        """Return the earlier texts of a note, newest first."""
        from notebrain.storage.notes import revisions

        with self._store.read() as db:
            return revisions.history(db, note_id)

    def states(self, note: Note) -> "Sequence[State]":
        """Return the states this note went through, the current one first, without their texts."""
        from notebrain.domain.notes.history import states
        from notebrain.storage.notes import revisions
        from notebrain.storage.sync import computers

        with self._store.read() as db:
            earlier, names = revisions.outline(db, note.id), computers.names(db)
            return states(note.title, note.created_at, note.updated_at, earlier, names)

    def revision(self, note_id: NoteId, revision_id: int) -> Revision:
        """Return an earlier text of a note.

        Raises:
            NotFound: The note has no such earlier text.
        """
        from notebrain.storage.notes import revisions

        with self._store.read() as db:
            return revisions.get(db, note_id, revision_id)

    def tags(self) -> Sequence[str]:
        """Return all tags in use."""
        with self._store.read() as db:
            return tags.known(db)

    def workspaces(self) -> Sequence[str]:
        """Return the names of the workspaces."""
        with self._store.read() as db:
            return workspaces.names(db)
