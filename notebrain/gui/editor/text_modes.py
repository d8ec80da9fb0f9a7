"""The switch between the text shown live, as Markdown, and for reading.

Apart because there is one for the window, but one set of header buttons for each editor.
"""

from functools import partial

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.setting import Setting, Value
from notebrain.app.settings.table import TEXT_MODE
from notebrain.gui.core.context import Context
from notebrain.gui.editor.header_buttons import MODES
from notebrain.gui.editor.live_view import TextMode
from notebrain.gui.editor.open_notes import OpenNotes


class TextModes(QObject):
    """Keeps the editors and the menus in step with the setting."""

    def __init__(self, context: Context, notes: OpenNotes) -> None:
        super().__init__(context.window)
        self._context = context
        self._notes = notes
        for mode, (command, _icon) in MODES.items():
            context.actions.bind(command, partial(self._choose, mode))
        context.actions.bind(CommandId.NEXT_TEXT_MODE, self.show_next)
        context.settings.changed.connect(self._on_changed)
        context.navigator.writing_awaited.connect(self._on_writing)
        self._show()

    @property
    def mode(self) -> TextMode:
        """How notes are shown now."""
        return TextMode(self._context.settings.get(TEXT_MODE))

    def show_next(self) -> None:
        """Show notes in the next of the three ways."""
        modes = list(TextMode)
        self._choose(modes[(modes.index(self.mode) + 1) % len(modes)])

    def _choose(self, mode: TextMode) -> None:
        if mode is not self.mode:
            self._context.settings.put(TEXT_MODE, mode.value)

    def _on_changed(self, setting: Setting[Value]) -> None:
        if setting is TEXT_MODE:
            self._notes.set_mode(self.mode)
            self._show()

    def _on_writing(self) -> None:
        """Leave the reading mode for a new note, in which there is nothing to read yet."""
        if self.mode is TextMode.READING:
            self._choose(TextMode.LIVE)

    def _show(self) -> None:
        command, _icon = MODES[self.mode]
        self._context.actions[command].setChecked(True)
