"""The controller that passes the user's actions in the editor on."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint

from notebrain.app.events import SavingWaits
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Counts
from notebrain.gui.notes.locations import Location, LocationKind
from notebrain.notes.service import Filing

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class EditorController(QObject):
    """Connects the editor to the other parts of a desk."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        editor = desk.editor
        editor.filing_requested.connect(self._on_filing)
        editor.tag_shown.connect(self._on_tag)
        editor.trash_requested.connect(self._on_trash)
        editor.restore_requested.connect(self._on_restore)
        editor.purge_requested.connect(self._on_purge)
        editor.menu_requested.connect(self._on_menu)
        editor.saved.connect(desk.status.tell_saved)
        editor.saved.connect(desk.window.toast.hide)
        editor.save_failed.connect(self._on_save_failed)
        editor.words_counted.connect(desk.status.tell_words)
        editor.chosen_counted.connect(desk.status.tell_chosen_words)
        desk.browser.counted.connect(self._on_counted)
        desk.services.store.on_wait = lambda text: desk.bridge.publish(SavingWaits(text))
        desk.bridge.happened.connect(self._on_event)

    def _on_event(self, event: object) -> None:
        if isinstance(event, SavingWaits):
            self._desk.status.tell_waiting(event.reason)

    def _on_counted(self, counts: Counts) -> None:
        self._desk.editor.know_tags([name for name, _count in counts.tags])

    def _on_filing(self, filing: Filing, text: str) -> None:
        if self._desk.browser.note is not None:
            self._desk.acts.file([self._desk.browser.note], filing, text)

    def _on_tag(self, tag: str) -> None:
        self._desk.browser.show_place(Location(LocationKind.TAG, tag=tag))

    def _on_trash(self) -> None:
        if self._desk.browser.note is not None:
            self._desk.acts.forget([self._desk.browser.note])

    def _on_restore(self) -> None:
        if self._desk.browser.note is not None:
            self._desk.acts.restore([self._desk.browser.note])

    def _on_purge(self) -> None:
        if self._desk.browser.note is not None:
            self._desk.note_menu.ask_purge([self._desk.browser.note])

    def _on_menu(self, at: QPoint) -> None:
        if self._desk.browser.note is not None:
            self._desk.show_note_menu([self._desk.browser.note], at)

    def _on_save_failed(self, error: Exception) -> None:
        self._desk.status.tell_problem(str(error), _("Try again"), self._desk.editor.flush)
