"""The switch between the text shown live, as Markdown, and for reading."""

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.setting import Setting, Value
from notebrain.app.settings.table import TEXT_MODE
from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context
from notebrain.gui.editor.live_view import TextMode
from notebrain.gui.editor.open_notes import OpenNotes
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.widgets.buttons import native_text

_COMMANDS = {
    TextMode.LIVE: (CommandId.TEXT_LIVE, "pencil-line"),
    TextMode.RAW: (CommandId.TEXT_RAW, "code-xml"),
    TextMode.READING: (CommandId.TEXT_READING, "eye"),
}


class TextModes(QObject):
    """Keeps the editor, the menus and a button above the text in step with the setting."""

    def __init__(self, context: Context, editor: EditorPanel, notes: OpenNotes) -> None:
        super().__init__(context.window)
        self._context = context
        self._notes = notes
        self._button = editor.header.add_button("pencil-line", "")
        self._button.clicked.connect(self._offer)
        for mode, (command, _icon) in _COMMANDS.items():
            context.actions.bind(command, partial(self._choose, mode))
        context.actions.bind(CommandId.NEXT_TEXT_MODE, self.show_next)
        context.actions.rekeyed.connect(self._show)
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
        """Show in the menus and on the button how notes are shown."""
        command, icon = _COMMANDS[self.mode]
        action = self._context.actions[command]
        action.setChecked(True)
        name = _("Text: {mode}").format(mode=action.text())
        self._button.set_icon(icon)
        self._button.setAccessibleName(name)
        self._button.set_key(
            native_text(self._context.actions.keys.first(CommandId.NEXT_TEXT_MODE))
        )

    def _offer(self) -> None:
        """Open the three ways below the button."""
        menu = QMenu(self._button)
        menu.addActions([self._context.actions[command] for command, _icon in _COMMANDS.values()])
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._button.mapToGlobal(self._button.rect().bottomLeft()))
