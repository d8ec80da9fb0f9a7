"""The note that was kept last: said in a corner of the screen, taken back or opened from there."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.gui.capture.notice import SavedNotice
from notebrain.gui.desk import Desk
from notebrain.gui.floating import takes_keyboard

if TYPE_CHECKING:
    from notebrain.domain.notes.note import NoteId
    from notebrain.gui.capture.notification import SavedNotification


class KeptNote(QObject):
    """Owns the notice, and has the desktop say it where a window would take the keyboard."""

    gone = Signal()
    """The notice has said what it had to say."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._note: NoteId | None = None
        self.notice = SavedNotice(desk.theme)
        self.notice.undo_asked.connect(self._on_undo)
        self.notice.open_asked.connect(self._on_open)
        self.notice.gone.connect(self.gone)
        self._quiet = self._notification() if takes_keyboard() else self.notice

    def tell(self, note: "NoteId", title: str, *, compared: bool) -> None:
        """Say that this note is kept.

        Args:
            compared: It is known that it repeats no other note.
        """
        self._note = note
        self._quiet.tell(title or _("Untitled"), compared=compared)

    def _notification(self) -> "SavedNotification":
        from notebrain.gui.capture.notification import SavedNotification

        told = SavedNotification(self._desk, self)
        told.undo_asked.connect(self._on_undo)
        told.open_asked.connect(self._on_open)
        told.gone.connect(self.gone)
        return told

    def _on_undo(self) -> None:
        if self._note is not None:
            self._desk.bridge.when_done(
                self._desk.services.capture.forget([self._note]),
                lambda _done: self._quiet.tell_undone(),
                failed=self._on_not_undone,
            )

    def _on_not_undone(self, error: Exception) -> None:
        self.notice.tell_trouble(_("Not undone. {cause}").format(cause=error))
        if not isinstance(error, NoteBrainError):
            raise error

    def _on_open(self, token: str = "") -> None:
        desk = self._desk
        if self._note is None:
            return
        desk.window.come_forward(token)
        if desk.open_note(self._note):
            desk.editor.setFocus()
        else:
            desk.status.tell_problem(_("This note is gone"))
