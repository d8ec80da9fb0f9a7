"""The field of the capture window: it looks like the editor and keeps its exact text, but Enter saves."""

import math

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPalette, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.highlighter import TAG_HUE, Highlighter, SyntaxFormats
from notebrain.gui.editor.markdown_syntax import Style
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

LONGEST_PASTE = 1_000_000
"""Characters; anything longer is a file to import, and would slow this window down."""
_LEAST_LINES, _MOST_LINES = 4, 12
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _Formats(SyntaxFormats):
    """The formats of the editor; a tag has a background, because it files the note by itself."""

    def _make(self, style: Style) -> QTextCharFormat:
        made = super()._make(style)
        if style & Style.TAG:
            made.setBackground(QColor(self._theme.tokens.hues[TAG_HUE].ground))
        return made


class CaptureText(QPlainTextEdit):
    """Grows with its text, from 4 to 12 lines."""

    keep_requested = Signal(bool)
    """Enter was pressed; True with Ctrl."""
    left = Signal()
    written = Signal()
    """The text changed."""
    grew = Signal()
    """The number of lines changed."""
    told = Signal(str)
    """The reason why something was not accepted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._formats = _Formats(theme)
        self._note = NoteDocument("")
        self.setAccessibleName(_("New note"))
        self.setPlaceholderText(_("Write it down. #tag files it."))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setCursorWidth(2)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._show("")
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def stored(self) -> str:
        """The text to save, byte for byte."""
        return self._note.stored

    def begin(self, text: str, added: str = "") -> None:
        """Show a draft with the caret at its end; `added` follows it, selected, so that the next key replaces it."""
        self._show(text)
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if added:
            if text and not text.endswith("\n"):
                cursor.insertText("\n\n")
            start = cursor.position()
            cursor.insertText(added)
            end = cursor.position()
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def sizeHint(self) -> QSize:
        line = self._theme.fonts.line(Role.EDITOR)
        height = max(self._written_height(), _LEAST_LINES * line)
        # one more, or Qt offers to scroll by a line although all of it is visible
        around = 2 * self._note.documentMargin() + 1
        return QSize(super().sizeHint().width(), math.ceil(height + around))

    def _written_height(self) -> float:
        """Return the height of the first lines, up to the maximum shown: some scripts have taller ones."""
        height, lines, block = 0.0, 0, self.document().firstBlock()
        while block.isValid() and lines < _MOST_LINES:
            self.blockBoundingRect(block)  # lays it out; the last one's height includes the margin
            count = max(block.layout().lineCount(), 1)
            shown = min(count, _MOST_LINES - lines)
            height += block.layout().boundingRect().height() * shown / count
            lines += shown
            block = block.next()
        return height

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            held = event.modifiers()
            if held & Qt.KeyboardModifier.ShiftModifier:
                self.textCursor().insertBlock()  # Qt itself would insert U+2028, which is no line end
                self.ensureCursorVisible()
            else:
                self.keep_requested.emit(bool(held & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        # also when nothing was accepted: silence would leave the user with a key that does nothing
        return source.hasText() or source.hasImage() or source.hasUrls() or source.hasHtml()

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self.isReadOnly():
            return
        files = source.hasUrls() and any(url.isLocalFile() for url in source.urls())
        # table cells are copied as a picture, too
        if files or (source.hasImage() and not source.hasText()):
            self.told.emit(_("Pictures and files cannot be added to a note yet."))
        elif not source.hasText():
            self.told.emit(_("What was copied has no plain text."))
        elif len(text := source.text()) > LONGEST_PASTE:
            self.told.emit(_("That is too long for here. Paste it into a note in the window."))
        else:
            self.textCursor().insertText(text.replace("\r\n", "\n"))
            self.ensureCursorVisible()

    def _show(self, text: str) -> None:
        before, note = self._note, NoteDocument(text, prepare=self._prepare)
        self._note = note
        note.setParent(self)
        self.setDocument(note)
        note.edited.connect(self.written)
        note.documentLayout().documentSizeChanged.connect(self.grew)
        before.deleteLater()

    def _prepare(self, document: QTextDocument) -> Highlighter:
        document.setDefaultFont(self._theme.font(Role.EDITOR))
        return Highlighter(document, self._formats)

    def _apply_theme(self) -> None:
        theme = self._theme
        self._formats.forget()
        self.setFont(theme.font(Role.EDITOR))
        self._note.setDefaultFont(theme.font(Role.EDITOR))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, theme.tokens.color("raised"))
        self.setPalette(palette)
        for highlighter in self._note.findChildren(Highlighter):
            highlighter.restyle()
        self.updateGeometry()
