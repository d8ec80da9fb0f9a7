"""The shortcuts, to be looked up and changed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from notebrain.app.commands.command import Command, CommandId
from notebrain.app.commands.keymap import KeyMap, Keys
from notebrain.app.commands.table import name_of
from notebrain.domain.i18n import _
from notebrain.gui.menus import Actions
from notebrain.gui.shortcuts.editor import ShortcutEditor
from notebrain.gui.shortcuts.row import ShortcutRow
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label


class ShortcutsPanel(QWidget):
    """Lists every command with its keys, and lets the user give it others; they hold at once."""

    def __init__(
        self, theme: Theme, keys: Keys, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._actions = actions
        self._edited: Command | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(_("Find a command or a key"))
        self.field.setAccessibleName(_("Find a command or a key"))
        self.reset_all = QPushButton(_("Reset all"))
        self.reset_all.setAutoDefault(True)  # Return presses it too, not only Space
        self.nothing = Label(theme, _("No command has this name or key."), ink="muted")
        self.editor = ShortcutEditor(theme, self)
        self.rows: dict[CommandId, ShortcutRow] = {}
        self._fill()
        self._connect()
        self._tell()
        self.search("")
        self._dress()

    def search(self, text: str) -> int:
        """Show only the commands that this text finds, the best first; return how many they are."""
        found = self._keys.map.find(text)
        self._close_editor()
        for number, row in enumerate(found):
            self._list.insertWidget(number, self.rows[row.id])
        shown = {row.id for row in found}
        for command, widget in self.rows.items():
            widget.setVisible(command in shown)
        self.nothing.setVisible(not found)
        return len(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() == Qt.Key.Key_Escape and (self._edited is not None or self.field.text()):
            self._leave()
        else:
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        """Go to the row before or after with the arrow keys."""
        items = (self._list.itemAt(number) for number in range(self._list.count()))
        widgets = [item.widget() for item in items if item is not None]
        shown = [one for one in widgets if isinstance(one, ShortcutRow) and not one.isHidden()]
        here = next((at for at, one in enumerate(shown) if one.hasFocus()), -1)
        if shown and 0 <= here + step < len(shown):
            shown[here + step].setFocus(Qt.FocusReason.TabFocusReason)

    def _fill(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.field, 1)
        self._head.addWidget(self.reset_all)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        for row in self._actions.rows:
            widget = ShortcutRow(self._theme, name_of(row))
            widget.clicked.connect(self._on_clicked)
            widget.setProperty("command", row.id.value)
            self.rows[row.id] = widget
            self._list.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._head)
        self._column.addWidget(self.nothing)
        self._column.addLayout(self._list)
        self._column.addStretch(1)

    def _connect(self) -> None:
        self.field.textChanged.connect(self.search)
        self.reset_all.clicked.connect(lambda: self._use(self._keys.map.reset_all()))
        self.editor.changed.connect(self._on_changed)
        self.editor.left.connect(self._leave)
        self._actions.rekeyed.connect(self._tell)
        self._theme.changed.connect(self._dress)

    def _on_clicked(self) -> None:
        command = CommandId(self.sender().property("command"))
        row = next(row for row in self._actions.rows if row.id is command)
        if self._edited is row:
            self._leave()
            return
        self._close_editor()
        self._edited = row
        self.rows[command].setChecked(True)
        self._list.insertWidget(self._list.indexOf(self.rows[command]) + 1, self.editor)
        self.editor.show_command(row, self._keys.map)
        self.editor.show()
        self.editor.recorder.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_changed(self, changed: KeyMap) -> None:
        self._use(changed)
        self._leave()

    def _use(self, changed: KeyMap) -> None:
        self._keys.put(changed)
        self._actions.use(changed)

    def _leave(self) -> None:
        """Give the keyboard back to the row, or to the field with nothing in it."""
        edited = self._edited
        self._close_editor()
        if edited is None:
            self.field.clear()
            self.field.setFocus()
        else:
            self.rows[edited.id].setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_editor(self) -> None:
        self._edited = None
        self._list.removeWidget(self.editor)
        self.editor.hide()
        for widget in self.rows.values():
            widget.setChecked(False)

    def _tell(self) -> None:
        keys = self._keys.map
        for command, widget in self.rows.items():
            widget.tell(keys.keys(command), changed=keys.is_changed(command))
        self.reset_all.setEnabled(bool(keys.chosen))

    def _dress(self) -> None:
        px = self._theme.px
        self._head.setSpacing(px(8))
        self._column.setSpacing(px(12))
