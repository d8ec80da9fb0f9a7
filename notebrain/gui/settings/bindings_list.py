"""What can be pasted into a desktop's own settings, to call NoteBrain by a key of the desktop."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.desktop.hotkey_instructions import Binding
from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label


class BindingsList(QWidget):
    """Lists desktops, each with a text to copy."""

    copied = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.entries: list[BindingEntry] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(12))

    def offer(self, bindings: Sequence[Binding]) -> None:
        """Show these."""
        for entry in self.entries:
            self._column.removeWidget(entry)
            entry.hide()
            entry.deleteLater()
        self.entries = [BindingEntry(self._theme, one) for one in bindings]
        for entry in self.entries:
            entry.copied.connect(self.copied)
            self._column.addWidget(entry)


class BindingEntry(QFrame):
    """One desktop: where the text goes, the text, and copying it."""

    copied = Signal()

    def __init__(self, theme: Theme, binding: Binding) -> None:
        super().__init__()
        self.binding = binding
        title = Label(theme, binding.desktop, role=Role.TITLE)
        where = Label(theme, binding.where, role=Role.SMALL, ink="muted")
        where.setWordWrap(True)
        self.text = Label(theme, binding.text, role=Role.CODE, ink="text2")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        # a command reads from left to right, whatever the window does
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = text_button(_("Copy"))
        self.copy.setAccessibleName(_("Copy: {desktop}").format(desktop=binding.desktop))
        self.copy.clicked.connect(self._on_copy)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addLayout(head)
        column.addWidget(where)
        column.addWidget(self.text)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.binding.text)
        self.copied.emit()
