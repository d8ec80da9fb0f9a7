"""The title of a note: set by the user, or the first line of the text."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label


class _TitleField(QLineEdit):
    """A line edit in which Esc cancels."""

    given_up = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self.given_up.emit()
            return
        super().keyPressEvent(event)


class TitleBox(QWidget):
    """Shows the title and where it comes from; emits the title that the user enters."""

    renamed = Signal(str)
    """The title the user entered; empty to use the first line again."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._note: Note | None = None
        self.field = _TitleField()
        self.field.setAccessibleName(_("Title"))
        self.field.setPlaceholderText(_("Untitled"))
        self.origin = Label(theme, role=Role.SMALL, ink="muted")
        self.follow = text_button(_("Use the first line"))
        self.follow.setProperty("small", True)
        self.field.editingFinished.connect(self._on_typed)
        self.field.given_up.connect(self._show)
        self.follow.clicked.connect(self._on_follow)
        line = QHBoxLayout()
        line.addWidget(self.origin)
        line.addStretch(1)
        line.addWidget(self.follow)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.field)
        self._column.addLayout(line)
        theme.follow(self._apply_theme)

    def show_note(self, note: Note) -> None:
        """Show the title of this note; if it is the same note, keep what is being typed."""
        same = self._note is not None and self._note.id == note.id
        self._note = note
        if not (same and self.field.hasFocus() and self.field.isModified()):
            self._show()
        self.origin.setText(_("Set by you") if note.title_is_set else _("From the first line"))
        self.follow.setVisible(note.title_is_set)

    def show_title(self, title: str) -> None:
        """Show the current first line."""
        if self._note is not None and not self._note.title_is_set and not self.field.isModified():
            self.field.setText(title)

    def _show(self) -> None:
        if self._note is not None:
            self.field.setText(self._note.title)
            self.field.setCursorPosition(0)
            self.field.setModified(False)

    def _on_typed(self) -> None:
        if not self.field.isModified():
            return
        self.field.setModified(False)
        self.renamed.emit(self.field.text().strip())

    def _on_follow(self) -> None:
        self.renamed.emit("")

    def _apply_theme(self) -> None:
        self._column.setSpacing(self._theme.px(4))
        self.follow.setFont(self._theme.font(Role.SMALL_MEDIUM))
