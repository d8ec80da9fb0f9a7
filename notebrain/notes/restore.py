"""Restore an earlier text of a note in a way that can be undone exactly."""

from concurrent.futures import Future

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions, rewrite, text_tags
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


class PassageRestore(TextRestore):
    """One restore of a passage: the rest of the text stays as the user saw it.

    Args:
        revision_id: The version that the passage is from.
        seen: The present text that the user saw.
        body: The same text with the passage restored.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        note_id: NoteId,
        revision_id: int,
        *,
        seen: str,
        body: str,
    ) -> None:
        super().__init__(store, clock, note_id, revision_id)
        self._seen = seen
        self._body = body

    def do(self) -> Future[Changes]:
        """Restore the passage; the text before that is saved in the history.

        Raises:
            NotFound: (through the future) The note has no such version.
            UserError: (through the future) The text is no longer the one that the user saw.
        """

        def act(db: Connection) -> Changes:
            present, old = notes.get(db, self._note), revisions.get(db, self._note, self._wanted)
            if present.body != self._seen:
                raise UserError(_("The note has changed in the meantime; nothing was restored."))
            new = _rewrite(
                title=present.title if present.title_is_set else title_of(self._body),
                title_is_set=present.title_is_set,
                body=self._body,
                front_matter=present.front_matter,
                clock=self._clock,
            )
            changes = _put(db, self._note, new, stays_here=old.local_only)
            self._replaced = revisions.newest(db, notes.key_of(db, self._note))
            return changes

        return self._store.write(act)


def put_back(db: Connection, note_id: NoteId, revision_id: int, clock: Clock) -> Changes:
    """Restore an earlier text of a note in the caller's transaction."""
    old = revisions.get(db, note_id, revision_id)
    new = _rewrite(
        title=old.title,
        title_is_set=old.title_is_set,
        body=old.body,
        front_matter=old.front_matter,
        clock=clock,
    )
    return _put(db, note_id, new, stays_here=old.local_only)


def _rewrite(
    *, title: str, title_is_set: bool, body: str, front_matter: str, clock: Clock
) -> rewrite.Rewrite:
    return rewrite.Rewrite(
        title=title,
        title_is_set=title_is_set,
        body=body,
        front_matter=front_matter,
        reason="restore",
        session="restore",
        always_keep=True,
        at=clock.now(),
    )


def _put(db: Connection, note_id: NoteId, new: rewrite.Rewrite, *, stays_here: bool) -> Changes:
    if stays_here:  # a text written while local only stays local only
        file_note(db, note_id, "local_only", True)
    key, present = notes.key_of(db, note_id), notes.get(db, note_id).body
    changed = rewrite.rewrite(db, note_id, key, new)
    text_tags.follow(db, key, present, new.body)
    return touched(Act.RESTORE, [note_id], text=changed, filing=changed)
