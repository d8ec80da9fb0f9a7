"""The note is kept, said by the desktop: for where a window of ours would take the keyboard from the user."""

from PySide6.QtCore import QObject, Signal

from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.gui.desk import Desk

_OPEN, _UNDO, _CLICKED = "open", "undo", "default"


class SavedNotification(QObject):
    """Says what `SavedNotice` says; nothing where the desktop shows no notifications, the note is kept all the same."""

    undo_asked = Signal()
    open_asked = Signal(str)
    """With what lets the window come to the front."""
    gone = Signal()

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk

    def tell(self, title: str, *, compared: bool = True) -> None:
        """Say that the note of this title is kept.

        Args:
            compared: It is known that it repeats no other note.
        """
        said = _("Saved") if compared else _("Saved, repeats not checked:")
        self._show(said, title, [(_CLICKED, _("Open")), (_OPEN, _("Open")), (_UNDO, _("Undo"))])

    def tell_undone(self) -> None:
        """Say that it is in the trash again."""
        self._show(_("Moved to the trash"), "", [])

    def _show(self, said: str, title: str, acts: list[tuple[str, str]]) -> None:
        services = self._desk.services
        worker = services.cloud.worker
        if worker is None:  # the program has only begun
            self.gone.emit()
            return
        try:
            shown = worker.submit(services.desktop.notify(said, title, acts, passing=True))
        except NoteBrainError:  # it ends
            self.gone.emit()
            return
        self._desk.bridge.when_done(shown, self._on_done, failed=self._on_none)

    def _on_done(self, done: Chosen) -> None:
        if done.action == _UNDO:
            self.undo_asked.emit()
        elif done.action:
            self.open_asked.emit(done.token)
        else:
            self.gone.emit()

    def _on_none(self, error: Exception) -> None:
        self.gone.emit()
        if not isinstance(error, NoNotifications):
            raise error
