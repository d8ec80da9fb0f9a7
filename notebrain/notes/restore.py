"""Restore an earlier text of a note in a way that can be undone exactly."""

from concurrent.futures import Future

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions, rewrite
from notebrain.storage.review.filing import file_note
from notebrain.storage.store import Store


class TextRestore:
    """One restore of one note; `undo` brings back what `do` replaced, whatever was restored since."""

    def __init__(self, store: Store, clock: Clock, note_id: NoteId, revision_id: int) -> None:
        self._store = store
        self._clock = clock
        self._note = note_id
        self._wanted = revision_id
        self._replaced = 0

    def do(self) -> Future[Changes]:
        """Restore the earlier text; the present one is saved in the history.

        Raises:
            NotFound: (through the future) The note has no such version.
        """

        def act(db: Connection) -> Changes:
            changes = put_back(db, self._note, self._wanted, self._clock)
            self._replaced = revisions.newest(db, notes.key_of(db, self._note))
            return changes

        return self._store.write(act)

    def undo(self) -> Future[Changes]:
        """Restore the text from before; later edits are saved in the history."""
        return self._store.write(lambda db: put_back(db, self._note, self._replaced, self._clock))


def put_back(db: Connection, note_id: NoteId, revision_id: int, clock: Clock) -> Changes:
    """Restore an earlier text of a note in the caller's transaction."""
    old = revisions.get(db, note_id, revision_id)
    new = rewrite.Rewrite(
        title=old.title,
        title_is_set=old.title_is_set,
        body=old.body,
        front_matter=old.front_matter,
        reason="restore",
        session="restore",
        always_keep=True,
        at=clock.now(),
    )
    if old.local_only:  # a text written while local only stays local only
        file_note(db, note_id, "local_only", True)
    changed = rewrite.rewrite(db, note_id, notes.key_of(db, note_id), new)
    return touched(Act.RESTORE, [note_id], text=changed, filing=changed)
