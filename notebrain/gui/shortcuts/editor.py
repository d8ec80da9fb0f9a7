"""The editor for the keys of one command."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.commands.command import Command
from notebrain.app.commands.keymap import Clash, KeyMap
from notebrain.domain.i18n import _
from notebrain.gui.shortcuts.recorder import Recorder
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text, push_button, text_button
from notebrain.gui.widgets.labels import Label


class ShortcutEditor(QFrame):
    """Sits below the row of a command: records a key, shows what it conflicts with, and changes the key map."""

    changed = Signal(object)
    """The new `KeyMap`."""
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._map: KeyMap | None = None
        self._row: Command | None = None
        self._key = ""
        self.recorder = Recorder(theme)
        self.message = Label(theme, role=Role.SMALL, ink="warning")
        self.message.setWordWrap(True)
        self.use = push_button("", "go")
        self.also = push_button(_("Use it too"))
        self.reset = text_button(_("Reset"))
        self.close_button = text_button(_("Close"))
        self._old = QHBoxLayout()
        self._fill()
        self._connect()
        self._apply_theme()

    def show_command(self, row: Command, keys: KeyMap) -> None:
        """Edit the keys of this command."""
        self._row, self._map, self._key = row, keys, ""
        self.recorder.begin()
        self.message.hide()
        self.use.hide()
        self.also.hide()
        self.reset.setVisible(keys.is_changed(row.id))
        self._offer_old(row, keys)

    def _offer_old(self, row: Command, keys: KeyMap) -> None:
        while self._old.count():
            item = self._old.takeAt(0)
            widget = item.widget() if item is not None else None
            if isinstance(widget, QWidget):
                widget.hide()
                widget.deleteLater()
        for key in keys.keys(row.id):
            button = text_button(_("Remove {key}").format(key=native_text(key)))
            button.setProperty("key", key)
            button.clicked.connect(self._on_remove)
            self._old.addWidget(button)

    def _fill(self) -> None:
        self._line = QHBoxLayout()
        for part in (self.recorder, self.use, self.also):
            self._line.addWidget(part, 1 if part is self.recorder else 0)
        self._acts = QHBoxLayout()
        self._acts.addLayout(self._old)
        self._acts.addStretch(1)
        for part in (self.reset, self.close_button):
            self._acts.addWidget(part)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._line)
        self._column.addWidget(self.message)
        self._column.addLayout(self._acts)

    def _connect(self) -> None:
        self.recorder.recorded.connect(self._on_recorded)
        self.recorder.left.connect(self.left)
        self.close_button.clicked.connect(self.left)
        self.use.clicked.connect(self._on_use)
        self.also.clicked.connect(self._on_also)
        self.reset.clicked.connect(self._on_reset)
        self._theme.changed.connect(self._apply_theme)

    def _on_recorded(self, key: str) -> None:
        if self._row is None or self._map is None:
            return
        self._key = key
        clash, old = self._map.clash(self._row.id, key), self._map.keys(self._row.id)
        if not clash and not old:
            self._on_use()
            return
        self.message.setText(_against(clash, self._map))
        self.message.setVisible(bool(clash))
        self.use.setText(_use(clash, self._map))
        self.use.setVisible(not clash.typed)
        self.also.setVisible(not clash.typed and bool(old))
        # the next Enter is an answer, not a shortcut
        after = self.recorder if clash.typed else self.use
        after.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_use(self) -> None:
        if self._row is not None and self._map is not None:
            cleared = self._map.choose(self._row.id, ())
            self.changed.emit(cleared.add_key(self._row.id, self._key))

    def _on_also(self) -> None:
        if self._row is not None and self._map is not None:
            self.changed.emit(self._map.add_key(self._row.id, self._key))

    def _on_remove(self) -> None:
        key = self.sender().property("key")
        if self._row is not None and self._map is not None:
            self.changed.emit(self._map.remove_key(self._row.id, str(key)))

    def _on_reset(self) -> None:
        if self._row is not None and self._map is not None:
            self.changed.emit(self._map.reset(self._row.id))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(8), px(4), px(8), px(12))
        self._column.setSpacing(px(6))
        self._line.setSpacing(px(8))


def _against(clash: Clash, keys: KeyMap) -> str:
    """Return the conflicts of a key, as sentences."""
    lines: list[str] = []
    if clash.typed:
        lines.append(_("This key types a character; press it with Ctrl or Alt."))
    if clash.takers:
        lines.append(_("This key already runs “{command}”.").format(command=_names(clash, keys)))
    if clash.in_text:
        lines.append(_("The text uses this key itself while you write."))
    return " ".join(lines)


def _use(clash: Clash, keys: KeyMap) -> str:
    if clash.takers:
        return _("Take it from “{command}”").format(command=_names(clash, keys))
    return _("Use anyway") if clash else _("Use it")


def _names(clash: Clash, keys: KeyMap) -> str:
    names = {row.id: row.text for row in keys.rows}
    return ", ".join(names[taker] for taker in clash.takers)
