"""The panel for looking up and changing shortcuts."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from notebrain.app.commands.command import Command, CommandId
from notebrain.app.commands.keymap import KeyMap, Keys
from notebrain.app.commands.table import name_of
from notebrain.domain.i18n import _
from notebrain.gui.core.actions import Actions
from notebrain.gui.shortcuts.editor import ShortcutEditor
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text, paint_key, push_button
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FoldingRow
from notebrain.gui.widgets.painting import PLAIN, BidiPainter

_FIELD = 220


class ShortcutsPanel(QWidget):
    """Lists every command with its keys, and lets the user change them; changes take effect at once."""

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
        self.reset_all = push_button(_("Reset all"))
        self.nothing = Label(theme, _("No command has this name or key."), ink="muted")
        self.editor = ShortcutEditor(theme, self)
        self.rows: dict[CommandId, ShortcutRow] = {}
        self._fill()
        self._connect()
        self._show_keys()
        self.search("")
        self._apply_theme()

    def search(self, text: str) -> int:
        """Show only the commands that match this text, the best first; return their number."""
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
        """Go to the previous or next row with the arrow keys."""
        items = (self._list.itemAt(number) for number in range(self._list.count()))
        widgets = [item.widget() for item in items if item is not None]
        shown = [
            widget
            for widget in widgets
            if isinstance(widget, ShortcutRow) and not widget.isHidden()
        ]
        here = next((at for at, row in enumerate(shown) if row.hasFocus()), -1)
        if shown and 0 <= here + step < len(shown):
            shown[here + step].setFocus(Qt.FocusReason.TabFocusReason)

    def _fill(self) -> None:
        self._head = FoldingRow(self.field, self.reset_all)
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
        self._actions.rekeyed.connect(self._show_keys)
        self._theme.changed.connect(self._apply_theme)

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
        """Return the focus to the row, or to the empty field."""
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

    def _show_keys(self) -> None:
        keys = self._keys.map
        for command, widget in self.rows.items():
            widget.show_keys(keys.keys(command), changed=keys.is_changed(command))
        self.reset_all.setEnabled(bool(keys.chosen))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._head.setSpacing(px(8))
        self._head.set_least(px(_FIELD))
        self._column.setSpacing(px(12))


_HEIGHT, _CAP, _PAD, _GAP = 36, 18, 8, 4
_MIDDLE = Qt.AlignmentFlag.AlignVCenter.value


class ShortcutRow(QAbstractButton):
    """Shows the name on the left and the keys on the right; pressing it opens the editor."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys: list[str] = []
        self._changed = False
        self._seen = PLAIN
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCheckable(True)
        theme.changed.connect(self.updateGeometry)

    @property
    def keys(self) -> Sequence[str]:
        """The keys as this system writes them."""
        return self._keys

    def show_keys(self, keys: Sequence[str], *, changed: bool) -> None:
        """Show these keys; `changed` if the user set them."""
        self._keys = [native_text(key) for key in keys]
        self._changed = changed
        text = ", ".join([*(self._keys or [_("no key")]), *([_("changed")] if changed else [])])
        self.setAccessibleName(f"{self.text()}: {text}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(240), self._theme.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        self._seen = BidiPainter(self.layoutDirection(), self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked() or self.underMouse():
            painter.setBrush(tokens.color("selected" if self.isChecked() else "hover"))
            painter.drawRoundedRect(ground, px(6), px(6))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.drawRoundedRect(ground, px(6), px(6))
        right = self._paint_keys(painter)
        painter.setFont(theme.font(Role.BODY))
        painter.setPen(tokens.color("text"))
        room = self.rect().adjusted(px(_PAD), 0, 0, 0)
        room.setRight(round(right) - px(_GAP))
        text = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        self._seen.text(painter, room, _MIDDLE, text)
        painter.end()

    def _paint_keys(self, painter: QPainter) -> float:
        """Paint the keys from the right; return the left edge of the first."""
        theme, px = self._theme, self._theme.px
        right = float(self.width() - px(_PAD))
        top = (self.height() - px(_CAP)) / 2
        for key in reversed(self._keys):
            width = max(px(_CAP), theme.fonts.width(Role.CAP, key) + px(10))
            cap = QRectF(right - width, top, width, px(_CAP))
            paint_key(painter, theme, self._seen.exact(cap), key)
            right -= width + px(_GAP)
        if self._changed:
            width = theme.fonts.width(Role.LABEL, _("changed"))
            painter.setFont(theme.font(Role.LABEL))
            painter.setPen(theme.tokens.color("muted"))
            at = QRectF(right - width - px(_GAP), 0, width + 1, self.height())
            self._seen.text(painter, at, _MIDDLE, _("changed"))
            right = at.left()
        return right
