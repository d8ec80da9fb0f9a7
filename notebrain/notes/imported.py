"""Undoing and redoing a whole import.

Apart because only a window that imported something needs it.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace

from notebrain.domain.errors import NotFound
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock
from notebrain.domain.procedures.procedures import ProcedureId
from notebrain.domain.profile.blocks import BlockKey
from notebrain.notes.restore import put_back
from notebrain.storage.connection import Connection
from notebrain.storage.notes import imports, notes, revisions
from notebrain.storage.procedures import procedures
from notebrain.storage.profile import versions
from notebrain.storage.profile.blocks import NewText, write
from notebrain.storage.store import Store


class ImportedNotes:
    """What one import brought: new notes, and notes that got another text.

    Args:
        former: For each note that got another text, the version in its history that holds the text before.
        blocks: The blocks of the profile that were empty and got a text.
        added: The procedures that were added.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        new: Sequence[NoteId],
        former: Sequence[tuple[NoteId, int]],
        blocks: Sequence[BlockKey] = (),
        added: Sequence[ProcedureId] = (),
    ) -> None:
        self._store = store
        self._clock = clock
        self._new = new
        self._former = former
        self._blocks = blocks
        self._added = added
        self._removed: list[int] = []
        """The numbers of the changes that removed the procedures."""
        self._came: list[tuple[NoteId, int]] = []
        """For each note whose text was put back, the version that holds the text of the file."""

    def undo(self) -> Future[Changes]:
        """Move the new notes to the trash, put the former texts back and remove the new procedures.

        The next import of the same files brings them again.
        """
        return self._store.write(lambda db: self._act(db, here=False))

    def redo(self) -> Future[Changes]:
        """Bring the notes and the texts of the files back."""
        return self._store.write(lambda db: self._act(db, here=True))

    def _act(self, db: Connection, *, here: bool) -> Changes:
        is_to_move = _is_trashed if here else notes.is_live
        moved = [note for note in self._new if is_to_move(db, note)]
        for note in moved:
            notes.trash(db, note, at=None if here else self._clock.now())
        changes = touched(Act.RESTORE if here else Act.FORGET, moved)
        if not here:
            imports.forget(db, [notes.key_of(db, note) for note in moved])
        texts, self._came = (self._came if here else self._former), []
        for note, version in texts:
            if notes.is_live(db, note):
                changes |= put_back(db, note, version, self._clock)
                key = notes.key_of(db, note)
                imports.outdate(db, key)
                self._came.append((note, revisions.newest(db, key)))
        undone = [self._switch_block(db, key) for key in self._blocks]
        self._switch_procedures(db, here=here)
        return replace(changes, profile=True in undone)

    def _switch_procedures(self, db: Connection, *, here: bool) -> None:
        """Remove the procedures, unless they were changed since, or bring those back that were removed."""
        if here:
            for number in self._removed:
                procedures.undo(db, number)
        self._removed = [] if here else procedures.remove_unchanged(db, self._added)

    def _switch_block(self, db: Connection, key: BlockKey) -> bool:
        """Bring back the text before the last change of a block, unless somebody wrote in it since."""
        earlier, now = versions.newest(db, key), self._clock.now()
        if earlier is not None and earlier.reason not in ("import", "undo"):
            return False
        text = "" if earlier is None else earlier.text
        return write(db, key, NewText(text, "undo", "undo", now))


def _is_trashed(db: Connection, note: NoteId) -> bool:
    try:
        return notes.is_trashed(db, note)
    except NotFound:  # deleted for good since
        return False
