"""The field with the text of a block, which shows which part of it is above the limit."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit

from notebrain.domain.profile.blocks import MOST_CHARACTERS
from notebrain.domain.profile.limits import Span
from notebrain.domain.text.pieces import units_of
from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme


class BlockField(QPlainTextEdit):
    """Edits a text that is stored byte for byte, whatever Qt shows of it."""

    edited = Signal()
    left = Signal()
    """Esc was pressed."""
    removal_requested = Signal()
    """Del was pressed in a text that cannot be written in."""
    refused = Signal()
    """What was pasted is longer than any block may be."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._removing, self._used = False, (0, 0)
        self._document = NoteDocument("")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setCursorWidth(2)
        self.show_text("")
        self.cursorPositionChanged.connect(self._on_moved)
        theme.follow(self._apply_theme)

    @property
    def stored(self) -> str:
        """The text to save, byte for byte."""
        return self._document.stored

    def set_removing(self, removing: bool) -> None:
        """Let the user only remove lines; the one that has the caret is marked."""
        self._removing = removing
        reading = Qt.TextInteractionFlag.TextSelectableByKeyboard
        reading |= Qt.TextInteractionFlag.TextSelectableByMouse
        writing = Qt.TextInteractionFlag.TextEditorInteraction
        self.setTextInteractionFlags(reading if removing else writing)

    def show_text(self, text: str) -> None:
        """Show another block's text; its undo begins here."""
        before, self._document = self._document, NoteDocument(text)
        self._document.setParent(self)
        self._document.setDefaultFont(self._theme.font(Role.EDITOR))
        self.setDocument(self._document)
        self._document.edited.connect(self.edited)
        before.deleteLater()

    def follow(self, text: str) -> None:
        """Show what the same block says now; the caret stays, and undo brings back what the user saw."""
        if text != self.stored:
            self._document.apply_stored(text)

    def mark_unused(self, used: Span) -> None:
        """Show the text outside of `used` as not counting."""
        self._used = used
        text, (start, end) = self.stored, used
        selections: list[QTextEdit.ExtraSelection] = []
        for first, last in ((0, start), (end, len(text))):
            if first < last:
                selections.append(self._unused(units_of(text[:first]), units_of(text[:last])))
        if self._removing and text:
            selections.insert(0, self._current_line())
        self.setExtraSelections(selections)

    def line_removed(self) -> str:
        """Return the text without the line that has the caret."""
        lines = self.stored.splitlines(keepends=True)
        number = self.textCursor().blockNumber()
        return "".join(line for place, line in enumerate(lines) if place != number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif self.isReadOnly() and event.matches(QKeySequence.StandardKey.Delete):
            self.removal_requested.emit()
        elif (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.textCursor().insertBlock()  # Qt itself would insert U+2028, which is no line end
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text().replace("\r\n", "\n")
        if len(text) + len(self.stored) > MOST_CHARACTERS:
            self.refused.emit()
        elif text and not self.isReadOnly():
            self.textCursor().insertText(text)
            self.ensureCursorVisible()

    def _on_moved(self) -> None:
        if self._removing:
            self.mark_unused(self._used)

    def _current_line(self) -> QTextEdit.ExtraSelection:
        form = QTextCharFormat()
        form.setBackground(self._theme.tokens.color("selected"))
        form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self.textCursor()
        selection.cursor.clearSelection()
        selection.format = form
        return selection

    def _unused(self, start: int, end: int) -> QTextEdit.ExtraSelection:
        cursor = QTextCursor(self._document)
        cursor.setPosition(min(start, self._document.units))
        cursor.setPosition(min(end, self._document.units), QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setForeground(self._theme.tokens.color("muted"))
        form.setBackground(self._theme.tokens.color("inset"))
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        selection.format = form
        return selection

    def _apply_theme(self) -> None:
        self.setFont(self._theme.font(Role.EDITOR))
        self._document.setDefaultFont(self._theme.font(Role.EDITOR))
