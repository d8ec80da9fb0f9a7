"""A new note: made before its first word, gone if no word comes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from notebrain.app.services import Services
from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, Category, NoteId
from notebrain.gui.bridge import EventBridge
from notebrain.gui.places import Kind, Place

if TYPE_CHECKING:
    from concurrent.futures import Future


class FreshNote(QObject):
    """Makes empty notes where the user is, and takes away the ones he left empty."""

    failed = Signal(Exception)

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self.note_id: NoteId | None = None
        """The note that was made last, while the user has not left it."""
        self._left_id = NoteId("")
        self._leaving: Future[Changes] | None = None

    def make(self, place: Place, workspace: str | None, then: Callable[[NoteId], None]) -> None:
        """Make a note that belongs into this place; `then` gets its id once it is stored."""
        draft = Draft(
            body="",
            tags=(place.tag,) if place.tag else (),
            workspace=workspace or DEFAULT_WORKSPACE,
            category=place.category or Category.GENERAL,
            pinned=place.kind is Kind.PINNED,
        )

        def made(changes: Changes) -> None:
            then(changes.note)
            self.note_id = changes.note

        future = self._services.capture.capture(draft)
        self._bridge.when_done(future, made, failed=self.failed.emit)

    def left(self, note_id: NoteId) -> None:
        """Hear that the user left a note; what he typed in it is on its way to the store."""
        if note_id != self.note_id:
            return
        self.note_id = None
        # the writer works in turn: after this act the last words are stored
        self._leaving = self._services.capture.left(note_id)
        self._left_id = note_id
        self._bridge.when_done(self._leaving, lambda _done: self.finish())

    def finish(self) -> None:
        """Take the note away now, if it was left empty; waits for its last words to be stored."""
        if self._leaving is None:
            return
        leaving, self._leaving = self._leaving, None
        try:
            leaving.result()
        except NoteBrainError as error:
            self.failed.emit(error)
        else:
            self._drop_if_blank(self._left_id)

    def _drop_if_blank(self, note_id: NoteId) -> None:
        try:
            note = self._services.library.opening(note_id)
        except NotFound:
            return
        if not note.body and note.version == 1:
            self._services.capture.drop_blank(note_id)
