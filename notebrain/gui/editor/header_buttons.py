"""The buttons above the text for what concerns the note: how it is shown, its details, links and history."""

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.setting import Setting, Value
from notebrain.app.settings.table import TEXT_MODE
from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.live_view import TextMode
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.widgets.buttons import IconButton, native_text

MODES = {
    TextMode.LIVE: (CommandId.TEXT_LIVE, "pencil-line"),
    TextMode.RAW: (CommandId.TEXT_RAW, "code-xml"),
    TextMode.READING: (CommandId.TEXT_READING, "eye"),
}
"""The command and the icon of each way to show text."""


def add_note_buttons(context: Context, active: ActiveEditor, panel: EditorPanel) -> None:
    """Add the buttons to the header of an editor; each acts on the note of that editor."""
    ModeButton(context, panel)
    parts = (
        (CommandId.INSPECTOR, "info", _("About this note"), "inspector"),
        (CommandId.LINKS, "link", _("Links"), "links"),
        (CommandId.HISTORY, "history", _("History"), "history"),
    )
    for command, icon, name, part in parts:
        button = panel.header.add_button(icon, name)
        button.clicked.connect(partial(_run, active, panel, command))
        _PartButton(button, context, command, part)


def _run(active: ActiveEditor, panel: EditorPanel, command: CommandId) -> None:
    active.use(panel)
    active.run(command)


class _PartButton(QObject):
    """Keeps the shortcut in the tooltip, and marks the button while its part is shown; lives as long as the button."""

    def __init__(self, button: IconButton, context: Context, command: CommandId, part: str) -> None:
        super().__init__(button)
        self._button = button
        self._actions = context.actions
        self._command = command
        self._part = part
        context.actions.rekeyed.connect(self._show_keys)
        context.side.changed.connect(self._on_side)
        self._show_keys()
        self._on_side(context.side.current)

    def _show_keys(self) -> None:
        name = self._button.accessibleName()
        keys = native_text(self._actions.keys.first(self._command))
        self._button.setToolTip(f"{name} ({keys})" if keys else name)

    def _on_side(self, part: str) -> None:
        self._button.set_ink("accent" if part == self._part else "text2")


class ModeButton(QObject):
    """Shows how text is shown, and offers the other ways; lives as long as its button."""

    def __init__(self, context: Context, panel: EditorPanel) -> None:
        button = panel.header.add_button("pencil-line", "")
        super().__init__(button)
        self._context = context
        self._button = button
        button.clicked.connect(self._offer)
        context.actions.rekeyed.connect(self._show)
        context.settings.changed.connect(self._on_changed)
        self._show()

    def _on_changed(self, setting: Setting[Value]) -> None:
        if setting is TEXT_MODE:
            self._show()

    def _show(self) -> None:
        actions = self._context.actions
        command, icon = MODES[TextMode(self._context.settings.get(TEXT_MODE))]
        self._button.set_icon(icon)
        self._button.setAccessibleName(_("Text: {mode}").format(mode=actions[command].text()))
        self._button.set_key(native_text(actions.keys.first(CommandId.NEXT_TEXT_MODE)))

    def _offer(self) -> None:
        """Open the three ways below the button."""
        menu = QMenu(self._button)
        menu.addActions([self._context.actions[command] for command, _icon in MODES.values()])
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._button.mapToGlobal(self._button.rect().bottomLeft()))
