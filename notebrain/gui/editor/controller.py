"""The controller that passes the user's actions in the editor on."""

from PySide6.QtCore import QObject, QPoint

from notebrain.app.events import SavingWaits
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.notes.context_menu import NoteMenu
from notebrain.gui.notes.undo_order import UndoOrder
from notebrain.notes.service import Filing


class EditorController(QObject):
    """Connects the editor to the other parts of the window."""

    def __init__(
        self,
        context: Context,
        editor: EditorPanel,
        acts: NoteActions,
        note_menu: NoteMenu,
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._acts = acts
        self._note_menu = note_menu
        UndoOrder(editor.view, acts)
        editor.filing_requested.connect(self._on_filing)
        editor.tag_shown.connect(self._on_tag)
        editor.trash_requested.connect(self._on_trash)
        editor.restore_requested.connect(self._on_restore)
        editor.purge_requested.connect(self._on_purge)
        editor.menu_requested.connect(self._on_menu)
        editor.save_failed.connect(self._on_save_failed)
        editor.header.known_tags = lambda: context.navigator.counts.tag_names
        context.services.store.on_wait = lambda text: context.events.publish(SavingWaits(text))
        context.events.saving_waits.connect(context.messages.show_waiting)

    def _shown(self) -> list[Note]:
        note = self._editor.titled_note
        return [] if note is None else [note]

    def _on_filing(self, filing: Filing, text: str) -> None:
        self._acts.file(self._shown(), filing, text)

    def _on_tag(self, tag: str) -> None:
        self._context.navigator.show_location(Location(LocationKind.TAG, tag=tag))

    def _on_trash(self) -> None:
        self._acts.forget(self._shown())

    def _on_restore(self) -> None:
        self._acts.restore(self._shown())

    def _on_purge(self) -> None:
        if shown := self._shown():
            self._note_menu.ask_purge(shown)

    def _on_menu(self, at: QPoint) -> None:
        if shown := self._shown():
            self._note_menu.popup(shown, at)

    def _on_save_failed(self, error: Exception) -> None:
        self._context.messages.show_problem(str(error), _("Try again"), self._editor.flush)
