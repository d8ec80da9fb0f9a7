"""The layout of a window too narrow for both list and text: one of them at a time, and a way to switch."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import ngettext
from notebrain.gui.core import date_format

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


NARROW = 900
"""Below this width, in design pixels, the list covers the text."""
_LARGEST = 1.25


class NarrowLayout(QObject):
    """Decides which panes of a desk are visible at its current width."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._narrow = self._reading = False
        desk.window.resized.connect(self._arrange)
        desk.theme.changed.connect(self._arrange)
        desk.actions[CommandId.WRITING_MODE].toggled.connect(self._on_writing_mode)
        desk.reading_requested.connect(self._read)
        desk.notes.view.picked.connect(self._on_picked)
        desk.browser.place_shown.connect(self._on_place)
        desk.browser.note_shown.connect(self._on_note)
        desk.editor.header.back_requested.connect(self.show_list)
        desk.side.left.connect(self._on_side_left)
        desk.notes.selection_changed.connect(self._offer_several)
        desk.notes.several.clicked.connect(self._show_several)
        desk.actions.bind(CommandId.SHOW_LIST, self.show_list)

    def show_list(self) -> None:
        """Show the list and move the focus to it."""
        self._reading = False
        if not self._desk.window.shows_notes:
            self._desk.leave_page()
        self._show()
        self._desk.notes.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_writing_mode(self, _on: bool) -> None:
        self._arrange()

    def _arrange(self) -> None:
        window, theme = self._desk.window, self._desk.theme
        if self._desk.actions[CommandId.WRITING_MODE].isChecked():
            return  # only the text is shown
        narrow = window.width() < NARROW * min(theme.scale, _LARGEST)
        if narrow == self._narrow:
            return
        self._narrow = narrow
        # the text being edited stays visible when the user makes the window smaller
        self._reading = self._desk.editor.view.hasFocus()
        window.lay_side_above(narrow)
        self._show()

    def _show(self) -> None:
        desk, narrow = self._desk, self._narrow
        notes, editor = not narrow or not self._reading, not narrow or self._reading
        if desk.notes.isHidden() == notes or desk.centre.isHidden() == editor:
            desk.window.show_panes(notes=notes, editor=editor)
        desk.editor.header.offer_back(narrow)
        self._offer_several()

    def _read(self) -> None:
        self._reading = True
        if self._narrow:
            self._show()

    def _on_picked(self) -> None:
        if self._narrow:
            self._read()
            self._desk.editor.setFocus(Qt.FocusReason.MouseFocusReason)

    def _offer_several(self) -> None:
        """Lead to the actions for several selected notes, which the list covers."""
        count = self._desk.notes.selected_count()
        offered = self._narrow and not self._reading and count > 1
        text = ngettext("Set for {n} note…", "Set for {n} notes…", count)
        self._desk.notes.offer_several(text.format(n=date_format.number(count)) if offered else "")

    def _show_several(self) -> None:
        self._read()
        self._desk.centre.enter()

    def _on_side_left(self) -> None:
        if self._narrow and not self._reading:
            self._desk.notes.view.setFocus()  # the text is hidden

    def _on_place(self, _place: object) -> None:
        self._reading = False
        if self._narrow:
            self._show()

    def _on_note(self, note: object) -> None:
        if note is None and self._narrow and self._reading:
            self._reading = False
            self._show()
