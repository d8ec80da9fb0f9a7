"""The capture window: a text that looks like the editor's, a footer, and a line for errors."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QKeyEvent,
    QPalette,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout

from notebrain.domain.i18n import _
from notebrain.gui.core.focus import bring_forward
from notebrain.gui.editor.address_caret import AddressCaret
from notebrain.gui.editor.clipboard import can_be_words, offer_files
from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.formats import TAG_HUE, SyntaxFormats
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.text_style import Style
from notebrain.gui.quick_capture.footer import CaptureFoot
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.floating_window import FloatingWindow, room_under_pointer, upper_third
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.layouts import hairline

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

    save_requested = Signal(bool)
    """Enter was pressed; True with Ctrl."""
    left = Signal()
    written = Signal()
    """The text changed."""
    grew = Signal()
    """The number of lines changed."""
    message = Signal(str)
    """The reason why something was not accepted."""
    files_offered = Signal(object)
    """These files (`Path`) or pictures (`QImage`, `bytes`) were pasted or dropped."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._formats = _Formats(theme)
        self._formats.elides = False
        self._address_caret = AddressCaret(self, lambda: True)
        self._note = NoteDocument("")
        self._highlighter: Highlighter | None = None
        self.setAccessibleName(_("New note"))
        self.setPlaceholderText(_("Write it down. Use #tag to file it."))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setCursorWidth(2)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._show("")
        theme.follow(self._apply_theme)

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
                self.textCursor().insertBlock()  # Qt itself would insert U+2028, which is not a line end
                self.ensureCursorVisible()
            else:
                self.save_requested.emit(bool(held & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif self.isReadOnly() or not self._address_caret.takes(event):
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        # also when nothing was accepted: silence would leave the user with a key that does nothing
        return can_be_words(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self.isReadOnly():
            return
        if offer_files(source, self.files_offered, self.message):
            return
        if not source.hasText():
            self.message.emit(_("What you pasted has no plain text."))
        elif len(text := source.text()) > LONGEST_PASTE:
            self.message.emit(_("Too long for here. Paste it into a note in the main window."))
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
        self._highlighter = Highlighter(document, self._formats)
        return self._highlighter

    def _apply_theme(self) -> None:
        theme = self._theme
        self._formats.forget()
        self.setFont(theme.font(Role.EDITOR))
        self._note.setDefaultFont(theme.font(Role.EDITOR))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, theme.tokens.color("raised"))
        self.setPalette(palette)
        if self._highlighter is not None:
            self._highlighter.restyle()
        self.updateGeometry()


_WIDTH = 640


class CaptureWindow(FloatingWindow):
    """Takes text; emits signals for what the user wants done with it."""

    save_requested = Signal(bool)
    """Save the text as a note; True if the user confirmed it although such a note exists."""
    left = Signal()
    """Close the window and keep the draft."""
    written = Signal()
    workspace_chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setWindowTitle(_("New note - NoteBrain"))
        self.setAccessibleName(_("New note"))
        self.text = CaptureText(theme)
        self.foot = CaptureFoot(theme)
        self.trouble = _Trouble(theme)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        self._around = QVBoxLayout()
        self._around.addWidget(self.text)
        self._column.addLayout(self._around, 1)
        self._column.addWidget(self.trouble)
        self._column.addWidget(hairline())
        self._column.addWidget(self.foot)
        self.setFocusProxy(self.text)
        self.text.save_requested.connect(self.save_requested)
        self.text.left.connect(self.left)
        self.text.written.connect(self.written)
        self.text.message.connect(self.foot.show_message)
        self.text.grew.connect(self._fit)
        self.foot.save.clicked.connect(lambda: self.save_requested.emit(True))
        self.foot.workspace.chosen.connect(self.workspace_chosen)
        theme.follow(self._apply_theme)

    def begin(self, text: str, added: str) -> None:
        """Show a draft and the text added to it."""
        self.trouble.show_error("")
        self.set_busy(busy=False)
        self.text.begin(text, added)
        self._fit()

    def offer(self, workspaces: Sequence[str], current: str) -> None:
        """Offer these workspaces."""
        self.foot.workspace.offer(workspaces, current)

    def show_raised(self, token: str) -> None:
        """Show the window above all others, ready for typing."""
        if not self.isVisible():
            self._fit()
            self.move(upper_third(self.width(), room_under_pointer()).toPoint())
        bring_forward(self, token)
        self.text.setFocus()

    def set_busy(self, *, busy: bool) -> None:
        """Make the text read-only while the note is being written to disk."""
        self.text.setReadOnly(busy)
        self.foot.save.setEnabled(not busy)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Esc from any part of the window."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.left.emit()

    def _fit(self) -> None:
        px = self._theme.px
        width = min(px(_WIDTH), room_under_pointer().width())
        self.text.setFixedHeight(self.text.sizeHint().height())
        self.setFixedWidth(width)
        self._column.activate()
        self.resize(width, self._column.totalSizeHint().height())

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._around.setContentsMargins(px(8), px(6), px(8), px(2))
        self._fit()


class _Trouble(QFrame):
    """The last error in red, hidden while there is none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("problem")
        self.text = Label(theme, role=Role.SMALL, ink="danger")
        self.text.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(16), theme.px(6), theme.px(16), theme.px(6))
        row.setSpacing(theme.px(8))
        row.addWidget(IconLabel(theme, "circle-alert", "danger"))
        row.addWidget(self.text, 1)
        self.hide()

    def show_error(self, text: str) -> None:
        """Show this error; hide the line if it is empty."""
        self.text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
