"""Duplicate notes in a way that can be undone and redone."""

from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime

from notebrain.domain.errors import NotFound
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.copies import copy_of, copy_title
from notebrain.domain.notes.links import link_key
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock, Ids
from notebrain.domain.review.candidates import accepted_copy, is_accepted_copy
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import links, notes
from notebrain.storage.review import cards
from notebrain.storage.store import Store


class NoteCopies:
    """One act of duplicating: the first `do` makes the copies, `undo` moves them to the trash, and `do` restores them.

    A copy is never deleted by undoing: the user may have written in it since.
    """

    def __init__(self, store: Store, clock: Clock, ids: Ids, originals: Sequence[NoteId]) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._originals = tuple(dict.fromkeys(originals))
        self._copies: list[NoteId] = []

    def do(self) -> Future[Changes]:
        """Make the copies in one transaction, or restore them after `undo`; notes that are gone are left out."""
        if self._copies:
            return self._store.write(lambda db: self._move(db, Act.RESTORE, None))
        return self._store.write(self._make)

    def undo(self) -> Future[Changes]:
        """Move the copies to the trash."""
        return self._store.write(lambda db: self._move(db, Act.FORGET, self._clock.now()))

    def _make(self, db: Connection) -> Changes:
        made: list[NoteId] = []
        for original in self._originals:
            now = self._clock.now()
            try:
                note = notes.get(db, original)
            except NotFound:
                continue
            copy = copy_of(note, self._ids.new(now), _title(db, note.title), now=now)
            notes.add(db, copy, lane=queue.Lane.EDIT, now=now)
            for other in (original, *_other_copies(db, original)):
                cards.put(db, accepted_copy(other, copy, at=now))
            made.append(copy.id)
        self._copies = made
        return touched(Act.CAPTURE, made, text=bool(made))

    def _move(self, db: Connection, act: Act, at: datetime | None) -> Changes:
        moved: list[NoteId] = []
        for copy in self._copies:
            with suppress(NotFound):  # deleted for good since
                if notes.trash(db, copy, at=at):
                    moved.append(copy)
        return touched(act, moved)


def _other_copies(db: Connection, original: NoteId) -> list[NoteId]:
    """Return the notes that are copies of a note, or that it is a copy of."""
    return [
        other
        for card in cards.about(db, original)
        if is_accepted_copy(card)
        for other in card.notes
        if other != original
    ]


def _title(db: Connection, title: str) -> str:
    """Return a title for the copy that no note has; a note without a title gets a copy without one."""
    if not title:
        return ""
    return copy_title(title, lambda wanted: bool(links.titled(db, link_key(wanted))))
