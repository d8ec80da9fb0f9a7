"""The text field of the editor: keys, mouse, clipboard and painting."""

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QBrush,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextBlock,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QMenu, QPlainTextEdit, QWidget
from shiboken6 import isValid

from notebrain.domain.i18n import _
from notebrain.domain.markdown.editing import marks
from notebrain.domain.notes.draft import MOST_BYTES, size_of, too_long
from notebrain.gui.editor import clipboard
from notebrain.gui.editor.address_caret import AddressCaret
from notebrain.gui.editor.document import MARGIN, NoteDocument
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.live_view import LiveText, TextMode
from notebrain.gui.editor.markdown_syntax import is_code
from notebrain.gui.editor.mouse import TextMouse
from notebrain.gui.editor.painting import (
    Caret,
    code_grounds,
    draw_lines,
    draw_placeholder,
    found_grounds,
    lines_to_paint,
    most_lines,
)
from notebrain.gui.editor.spell_marks import SpellMarks
from notebrain.gui.editor.typing import Around, MarkdownKeyHandler, Rule, TextRuleApplier
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.layouts import column_margins

_GROUND_RIM, _RADIUS = 4, 6
_STAYS = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""After these, the keyboard comes back by itself."""
_COMMANDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


class NoteView(QPlainTextEdit):
    """Shows one document at a time and lets the user edit it."""

    left = Signal()
    """The field lost the focus."""
    back_requested = Signal()
    """Esc was pressed and there was nothing here to close with it."""
    link_opened = Signal(str)
    link_opened_beside = Signal(str)
    menu_opening = Signal(QMenu, QTextCursor)
    """The context menu of the text is about to open at the position of this cursor."""
    message = Signal(str)
    """A message that a request cannot be carried out, and why."""
    files_offered = Signal(object)
    """These files (`Path`) or pictures (`QImage`, `bytes`) were pasted or dropped."""
    placed = Signal()
    """The text column was positioned: see `column_left`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._highlighter: Highlighter | None = None
        self._document: NoteDocument | None = None
        """What is shown: PySide forgets that the field uses it once its layout was asked for it; Qt would crash."""
        self._rewriter = TextRuleApplier(self)
        self._typist = MarkdownKeyHandler(self, self._rewriter)
        self.spelling = SpellMarks(self)
        self.spelling.changed.connect(self.viewport().update)
        self.passage: QTextCursor | None = None
        """The passage marked because it was searched for; cleared by the next key or click."""
        self._found: list[tuple[int, int]] = []
        self._caret = Caret(self, theme)
        self.live = LiveText(self, theme)
        self._key_handlers = (AddressCaret(self, lambda: self.live.on), self._typist)
        self.writable = True
        """Whether the note may be changed, in whatever mode it is shown."""
        self.mouse = TextMouse(
            self,
            self.live,
            toggle=self.toggle_box,
            writable=lambda: self.writable,
            open_link=self._open_link,
        )
        self.setAccessibleName(_("Note text"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUndoRedoEnabled(True)
        self.setPlaceholderText(_("Write here"))
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().installEventFilter(self)
        theme.follow(self.apply_theme)

    def show_document(self, document: NoteDocument, highlighter: Highlighter) -> None:
        """Show this note from now on."""
        document.setDefaultFont(self._theme.font(Role.EDITOR))
        document.begin_step()
        if self._highlighter is not None and isValid(self._highlighter):
            self._highlighter.changed.disconnect(self._on_dressed)
        self._highlighter = highlighter
        highlighter.changed.connect(self._on_dressed)
        self.passage = None
        self._found = []
        self.live.follow(None)
        self.setDocument(document)
        self._document = document
        self._place()
        highlighter.set_room(self._room())
        self.live.follow(highlighter)

    def set_mode(self, mode: TextMode) -> None:
        """Show the text live, as it was written, or for reading."""
        self.live.mode = mode
        self.set_writable(self.writable)
        self.viewport().update()

    def set_writable(self, writable: bool) -> None:
        """Say whether the note may be changed; while it is shown for reading, only its boxes can be ticked."""
        self.writable = writable
        self.setReadOnly(not writable or self.live.mode is TextMode.READING)
        self.live.reveal()

    @property
    def note(self) -> NoteDocument | None:
        """The note that is shown."""
        document = self.document()
        return document if isinstance(document, NoteDocument) else None

    @Slot()
    def apply_theme(self) -> None:
        """Take fonts and sizes from the theme."""
        self.setFont(self._theme.font(Role.EDITOR))
        self.setTabStopDistance(self._theme.fonts.width(Role.CODE, "    "))
        if self.note is not None:
            self.note.setDefaultFont(self._theme.font(Role.EDITOR))
        self._place()

    def column_left(self) -> int:
        """Return the distance of the text from the left edge; the parts above it are aligned with it."""
        return self.viewport().x() + MARGIN

    def undo(self) -> None:
        """Undo the last edit, including the stored text."""
        if self.note is not None and self.writable:
            self._go_to(self.note.undo_edit())

    def redo(self) -> None:
        """Redo the edit that was undone last, including the stored text."""
        if self.note is not None and self.writable:
            self._go_to(self.note.redo_edit())

    def _go_to(self, position: int | None) -> None:
        """Put the caret where an edit was undone or redone."""
        if position is not None:
            cursor = self.textCursor()
            cursor.setPosition(position)
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def mark_passage(self, start: int, end: int) -> None:
        """Scroll to a passage and mark it; it is not selected, so that a key cannot delete it."""
        caret = QTextCursor(self.document())
        caret.setPosition(start)
        self.setTextCursor(caret)
        self.passage = QTextCursor(caret)
        self.passage.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.centerCursor()
        self.viewport().update()

    def show_found(self, places: list[tuple[int, int]]) -> None:
        """Mark all these matches, which are sorted."""
        self._found = places
        self.viewport().update()

    def bring_in_view(self) -> None:
        """Scroll to the caret, and center it if it was out of view."""
        if not self.viewport().rect().contains(self.cursorRect()):
            self.centerCursor()

    def _unmark(self) -> None:
        if self.passage is not None:
            self.passage = None
            self.viewport().update()

    def rewrite(self, rule: Rule, around: Around = Around.NOTHING) -> bool:
        """Apply a typing rule at the caret as a separate undo step; return False if it does nothing."""
        self._unmark()
        return self._rewriter.apply(rule, around, alone=True)

    def set_pairs(self, on: bool) -> None:
        """Turn automatic closing of brackets and quotes on or off."""
        self._typist.pairs = on

    def toggle_box(self, block: QTextBlock | None = None) -> bool:
        """Toggle the check box of a line (by default the caret's line) as one undo step."""
        if not self.writable or self.note is None:
            return False
        self.note.begin_step()
        ticked = self._typist.toggle_box(block or self.textCursor().block())
        self.note.begin_step()
        return ticked

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self._on_escape()
            return
        if event.text() or event.key() in _MOVES:
            self._unmark()
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo()
        elif self.isReadOnly() or not any(one.takes(event) for one in self._key_handlers):
            if self.writable and self.isReadOnly():
                self._on_read_only_key(event)
            super().keyPressEvent(event)

    def _on_read_only_key(self, event: QKeyEvent) -> None:
        typed = event.text().strip()
        if typed.isprintable() and typed and not event.modifiers() & _COMMANDING:
            self.message.emit(
                _("Notes are shown for reading. Choose “Live” or “Markdown” to write.")
            )

    def _on_escape(self) -> None:
        seen = self.passage is not None and self.passage.hasSelection()
        self._unmark()
        if not seen:
            self.back_requested.emit()

    # clipboard

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        cursor = self.textCursor()
        if self.note is not None:
            start, end = cursor.selectionStart(), cursor.selectionEnd()
            start, length = self.note.text.widened(start, end - start)
            data.setText(self.note.text.stored_between(start, start + length))
        return data

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return clipboard.can_be_words(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self.isReadOnly() or clipboard.offer_files(source, self.files_offered, self.message):
            return
        code = is_code(self.textCursor().block().userState())
        self._paste(source.text() if code else clipboard.text_of(source), source.text())

    def paste_plain(self) -> None:
        """Paste the plain text without its formatting."""
        if not self.isReadOnly():
            source = QGuiApplication.clipboard().mimeData()
            if not clipboard.offer_files(source, self.files_offered, self.message):
                self._paste(source.text(), "")

    def _paste(self, text: str, address: str) -> None:
        """Insert a text; an address pasted over a selection makes the selection a link.

        A megabyte of 37,000 short lines blocks the window about twice as long as in a bare QPlainTextEdit (measured on
        a busy machine: 550 ms of processor time, 265 of it Qt's). Half of the rest is Qt calling the highlighter for
        each line, which postpones the line: QSyntaxHighlighter cannot be paused without losing the existing
        highlighting.
        """
        if not self._has_room(text):
            self.message.emit(str(too_long()))
            return
        chosen = self.textCursor().selectedText()
        if chosen and "\u2029" not in chosen and marks.is_address(address):
            self.rewrite(lambda passage: marks.linked(passage, address.strip()))
            return
        plain = QMimeData()
        plain.setText(text)
        if self.note is not None:
            self.note.begin_step()
        super().insertFromMimeData(plain)
        if self.note is not None:
            self.note.begin_step()

    def _has_room(self, text: str) -> bool:
        """Return whether this text still fits in the note; the exact size is only computed near the limit."""
        chosen = self.textCursor().selectedText().replace("\u2029", "\n")
        length = self.document().characterCount() - len(chosen) + len(text)
        if length < MOST_BYTES // 4 or length > MOST_BYTES + 1:
            return length <= MOST_BYTES
        return size_of(self.toPlainText()) - size_of(chosen) + size_of(text) <= MOST_BYTES

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = clipboard.text_menu(self)
        self.menu_opening.emit(menu, self.cursorForPosition(event.pos()))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    # mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._unmark()
        if self.mouse.pressed(event):
            event.accept()
            return
        self._press(event)

    def _press(self, event: QMouseEvent) -> None:
        """Put the caret where a button is pressed, and begin to select."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.live.hold(True)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self.mouse.released(event):
            super().mouseReleaseEvent(event)
            self.live.hold(False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        begin = self.mouse.dragged(event)
        if begin is not None:
            self._press(begin)
        super().mouseMoveEvent(event)
        if not event.buttons():
            self.mouse.moved(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (
            not self.mouse.has_opened
        ):  # the second click of two on a link is no wish to select a word elsewhere
            super().mouseDoubleClickEvent(event)

    def _open_link(self, link: str, beside: bool) -> None:
        (self.link_opened_beside if beside else self.link_opened).emit(link)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and self._is_command(event):
            event.ignore()  # otherwise Qt's own meaning of the key, such as Ctrl+K, would take precedence
            return False
        # the margins beside the column are outside the viewport, but scrolling and clicking must work there too
        if event.type() == QEvent.Type.Wheel and isinstance(event, QWheelEvent):
            self.wheelEvent(event)
            return True
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            inside = self.viewport().mapFrom(self, event.position().toPoint())
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.setTextCursor(self.cursorForPosition(inside))
            return True
        if event.type() == QEvent.Type.Resize:
            writing = self.hasFocus() and self.viewport().rect().contains(self.cursorRect())
            self._place()  # before Qt lays out the text for the remaining width
            resized = super().event(event)
            self._place()  # margins that stayed leave the viewport its old width until now
            if writing:  # a line that moved below must not hide the caret
                self.ensureCursorVisible()
            return resized
        return super().event(event)

    def _is_command(self, event: QKeyEvent) -> bool:
        """Return whether this key belongs to a command of the text."""
        if event.type() != QEvent.Type.ShortcutOverride:
            return False
        pressed = QKeySequence(event.keyCombination())
        return any(pressed in action.shortcuts() for action in self.actions() if action.isEnabled())

    # painting

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self._highlight()  # found while it is painted, a new line has all lines painted once more

    def _highlight(self) -> None:
        """Highlight the visible lines; none while the note is being exchanged."""
        shown = self._highlighter
        if shown is not None and isValid(shown) and shown.document() == self.document():
            shown.apply_theme(self.firstVisibleBlock(), most_lines(self))

    def paintEvent(self, event: QPaintEvent) -> None:
        self._highlight()
        lines = lines_to_paint(self, event.rect(), self.live.arrange)
        tokens, px = self._theme.tokens, self._theme.px
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("code"))
        for ground in code_grounds(lines, self.viewport().width()):
            rim = px(_GROUND_RIM)
            painter.drawRoundedRect(ground.adjusted(0, -rim, 0, rim), px(_RADIUS), px(_RADIUS))
        self.live.draw_grounds(painter, lines)
        grounds = [(self.textCursor(), self.palette().brush(QPalette.ColorRole.Highlight))]
        if self.passage is not None:
            grounds.insert(0, (self.passage, QBrush(tokens.color("mark"))))
        grounds[:0] = found_grounds(
            self.document(), self._found, lines, QBrush(tokens.color("mark"))
        )
        draw_lines(painter, lines, grounds, tokens.color("text"))
        self.live.draw_marks(painter, lines)
        writing = self.textCursor() if self.hasFocus() else None
        self.spelling.draw(painter, lines, tokens.color("danger"), caret=writing)
        if self.document().isEmpty():
            line = QRectF(self.cursorRect())
            draw_placeholder(painter, self.placeholderText(), line, self.palette())
        self._caret.draw(painter)
        painter.end()

    @Slot()
    def _on_dressed(self) -> None:
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._caret.start()
        self.live.reveal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._caret.stop()
        super().focusOutEvent(event)
        self.viewport().update()
        if event.reason() not in _STAYS:
            self.live.reveal(leaving=True)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    def _place(self) -> None:
        """Center the column of text."""
        margins = column_margins(self, self._theme, margin=MARGIN)
        if margins != self.viewportMargins():
            self.setViewportMargins(margins)
            self.placed.emit()
        if self._highlighter is not None and isValid(self._highlighter):
            self._highlighter.set_room(self._room())

    def _room(self) -> float:
        """Return how wide a line may be, in pixels."""
        return self.viewport().width() - 2 * MARGIN
