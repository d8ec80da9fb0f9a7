"""Focus mode: the text fills the screen and everything else is hidden until Esc."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import Note

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from notebrain.gui.app.window_builder import Desk

_HEAD_ROOM = 56


class WritingMode(QObject):
    """Hides everything but the text, and restores it later."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._away: list[QWidget] = []
        self._was_full = False
        self.on = False
        self._action = desk.actions[CommandId.WRITING_MODE]
        self._action.toggled.connect(self._on_toggled)
        desk.editor.view.back_requested.connect(self.leave)
        desk.browser.note_shown.connect(self._on_note)
        desk.window.page_changed.connect(self._on_page)
        desk.window.installEventFilter(self)
        self._on_note(None)

    def enter(self) -> None:
        """Show only the text on the screen."""
        desk = self._desk
        if self.on or not desk.window.shows_notes or desk.editor.note is None:
            self._action.setChecked(self.on)
            return
        self.on = True
        self._was_full = desk.window.isFullScreen()
        parts = (desk.sidebar, desk.notes, desk.side, desk.status, desk.window.menuBar())
        self._away = [part for part in (*parts, desk.editor.header) if not part.isHidden()]
        for part in self._away:
            part.hide()
        desk.editor.set_head_room(desk.theme.px(_HEAD_ROOM))
        desk.window.set_full_screen(True)
        self._action.setChecked(True)
        desk.editor.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Restore everything that was hidden."""
        if not self.on:
            return
        self.on = False
        for part in self._away:
            part.show()
        self._away = []
        self._desk.editor.set_head_room(0)
        if not self._was_full:
            self._desk.window.set_full_screen(False)
        self._action.setChecked(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close:
            self.leave()  # the stored window state is the one from before focus mode
        return False

    def _on_toggled(self, on: bool) -> None:
        if on:
            self.enter()
        else:
            self.leave()

    def _on_page(self) -> None:
        if not self._desk.window.shows_notes:
            self.leave()
        self._offer()

    def _on_note(self, note: Note | None) -> None:
        if self.on and note is None:
            self.leave()
        elif self.on:
            self._desk.editor.header.hide()
        self._offer()

    def _offer(self) -> None:
        shown = self._desk.window.shows_notes and self._desk.editor.note is not None
        self._desk.actions.offer(CommandId.WRITING_MODE, shown)
