"""The text field of the editor: keys, pointer, clipboard, caret and code grounds."""

from bisect import bisect_left

from PySide6.QtCore import (
    QEvent,
    QMargins,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
    Slot,
)
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
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QPlainTextEdit, QWidget
from shiboken6 import isValid

from notebrain.domain.editing import emphasis
from notebrain.domain.messages import _
from notebrain.gui.editor import pasting
from notebrain.gui.editor.document import MARGIN, NoteDocument
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.inline import link_at
from notebrain.gui.editor.markdown import box_at, is_code
from notebrain.gui.editor.painting import code_grounds, draw_lines, draw_placeholder
from notebrain.gui.editor.rewriting import Around, Rewriter, Rule
from notebrain.gui.editor.spell_marks import SpellMarks
from notebrain.gui.editor.typist import Typist
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_GROUND_RIM = 4
_CARET_INSET = 0.12
_RADIUS = 6
_CARET = 2
_MAX_VISIBLE = 400
_MAX_MARKS = 500
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


class NoteView(QPlainTextEdit):
    """Shows one document at a time and lets the user write in it."""

    left = Signal()
    """The focus went elsewhere."""
    back_asked = Signal()
    """Esc was pressed and there was nothing here to put away with it."""
    link_opened = Signal(str)
    menu_opening = Signal(QMenu, QTextCursor)
    """The menu of the text is about to open, for the place of this cursor."""
    told = Signal(str)
    """Something that was asked for cannot be done, and why."""
    placed = Signal()
    """The column of text has its place: see `column_left`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._highlighter: Highlighter | None = None
        self._rewriter = Rewriter(self)
        self._typist = Typist(self, self._rewriter)
        self.spelling = SpellMarks(self)
        self.spelling.changed.connect(self.viewport().update)
        self.passage: QTextCursor | None = None
        """What is marked because it was looked for; gone with the next key or click."""
        self._found: list[tuple[int, int]] = []
        self._caret_on = True
        self._blink = QTimer(self)
        self._blink.timeout.connect(self._on_blink)
        self.setAccessibleName(_("Note text"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setCursorWidth(0)  # the caret takes the colour of the text; ours is drawn below
        self.setUndoRedoEnabled(True)
        self.setPlaceholderText(_("Write here"))
        self.viewport().setMouseTracking(True)
        self.cursorPositionChanged.connect(self._on_caret_moved)
        self.verticalScrollBar().installEventFilter(self)
        theme.changed.connect(self.dress)
        self.dress()

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
        self.setDocument(document)
        self._place()

    @property
    def note(self) -> NoteDocument | None:
        """The note that is shown."""
        document = self.document()
        return document if isinstance(document, NoteDocument) else None

    @Slot()
    def dress(self) -> None:
        """Take fonts and measures from the theme."""
        self.setFont(self._theme.font(Role.EDITOR))
        self.setTabStopDistance(self._theme.fonts.width(Role.CODE, "    "))
        if self.note is not None:
            self.note.setDefaultFont(self._theme.font(Role.EDITOR))
        self._place()

    def column_left(self) -> int:
        """Return where the text begins, from the left edge; chips above it start there too."""
        return self.viewport().x() + MARGIN

    def undo(self) -> None:
        """Take the last edit back, with what is stored for it."""
        if self.note is not None and not self.isReadOnly():
            with self.note.walking():
                super().undo()

    def redo(self) -> None:
        """Do again what was taken back, with what is stored for it."""
        if self.note is not None and not self.isReadOnly():
            with self.note.walking():
                super().redo()

    def mark_passage(self, start: int, end: int) -> None:
        """Bring a passage in view and mark it; it is not selected, so that a key cannot lose it."""
        caret = QTextCursor(self.document())
        caret.setPosition(start)
        self.setTextCursor(caret)
        self.passage = QTextCursor(caret)
        self.passage.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.centerCursor()
        self.viewport().update()

    def show_found(self, places: list[tuple[int, int]]) -> None:
        """Mark all these places, in order."""
        self._found = places
        self.viewport().update()

    def bring_in_view(self) -> None:
        """Scroll so that the caret is seen, in the middle if it was out of sight."""
        if not self.viewport().rect().contains(self.cursorRect()):
            self.centerCursor()

    def _unmark(self) -> None:
        if self.passage is not None:
            self.passage = None
            self.viewport().update()

    def rewrite(self, rule: Rule, around: Around = Around.NOTHING) -> bool:
        """Carry a rule of writing out at the caret, as a step of its own; False if it does nothing."""
        self._unmark()
        return self._rewriter.apply(rule, around, alone=True)

    def set_pairs(self, on: bool) -> None:
        """Let brackets and quotes close by themselves, or not."""
        self._typist.pairs = on

    def toggle_box(self, block: QTextBlock | None = None) -> bool:
        """Tick or clear the check box of a line (of the caret's); one step to undo."""
        return self._typist.toggle_box(block or self.textCursor().block())

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
        elif self.isReadOnly() or not self._typist.takes(event):
            super().keyPressEvent(event)

    def _on_escape(self) -> None:
        seen = self.passage is not None and self.passage.hasSelection()
        self._unmark()
        if not seen:
            self.back_asked.emit()

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
        return source.hasImage() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self.isReadOnly():
            return
        if source.hasImage() and not source.hasText():
            self.told.emit(
                _("Pictures cannot be pasted yet: attachments come with a later version")
            )
            return
        code = is_code(self.textCursor().block().userState())
        self._paste(source.text() if code else pasting.text_of(source), source.text())

    def paste_plain(self) -> None:
        """Paste the words only, whatever they look like where they come from."""
        if not self.isReadOnly():
            words = QGuiApplication.clipboard().text()
            self._paste(words, "")

    def _paste(self, text: str, address: str) -> None:
        """Insert a text; an address over what is chosen makes a link of it.

        A megabyte of 37,000 short lines holds the window up about twice as long as in a bare QPlainTextEdit (measured
        on a busy machine: 550 ms of processor time, 265 of it Qt's). Half of the rest is Qt asking the highlighter for
        each line, which puts it off: QSyntaxHighlighter cannot be told to wait without giving up what is dressed.
        """
        chosen = self.textCursor().selectedText()
        if chosen and "\u2029" not in chosen and emphasis.is_address(address):
            self.rewrite(lambda passage: emphasis.linked(passage, address.strip()))
            return
        plain = QMimeData()
        plain.setText(text)
        if self.note is not None:
            self.note.begin_step()
        super().insertFromMimeData(plain)
        if self.note is not None:
            self.note.begin_step()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.menu()
        self.menu_opening.emit(menu, self.cursorForPosition(event.pos()))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return the menu of the text field; its undo and redo know what is stored."""
        menu = QMenu(self)
        writable = not self.isReadOnly()
        chosen = self.textCursor().hasSelection()
        document = self.document()
        rows = (
            (_("Undo"), self.undo, QKeySequence.StandardKey.Undo, document.isUndoAvailable()),
            (_("Redo"), self.redo, QKeySequence.StandardKey.Redo, document.isRedoAvailable()),
            (_("Cut"), self.cut, QKeySequence.StandardKey.Cut, chosen),
            (_("Copy"), self.copy, QKeySequence.StandardKey.Copy, chosen),
            (_("Paste"), self.paste, QKeySequence.StandardKey.Paste, self.canPaste()),
            (_("Select all"), self.selectAll, QKeySequence.StandardKey.SelectAll, True),
        )
        reading = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.SelectAll)
        for name, act, key, possible in rows:
            action = menu.addAction(name)
            action.setShortcut(QKeySequence(key))
            action.setEnabled(possible and (writable or key in reading))
            action.triggered.connect(act)
        return menu

    # pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._unmark()
        if event.button() == Qt.MouseButton.LeftButton:
            at = event.position().toPoint()
            block = self._box_under(at)
            if block is not None and self.toggle_box(block):
                event.accept()
                return
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                link = self._link_under(at)
                if link:
                    self.link_opened.emit(link)
                    return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons():
            over = self._box_under(event.position().toPoint()) is not None
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
            self.viewport().setCursor(shape)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and self._is_command(event):
            event.ignore()  # Qt's own meaning of the key, e.g. Ctrl+K, would come first
            return False
        # the margins beside the column are not the viewport's: there, too, one scrolls and writes
        if event.type() == QEvent.Type.Wheel and isinstance(event, QWheelEvent):
            self.wheelEvent(event)
            return True
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            inside = self.viewport().mapFrom(self, event.position().toPoint())
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.setTextCursor(self.cursorForPosition(inside))
            return True
        if event.type() == QEvent.Type.Resize:
            self._place()  # before Qt lays the text out for the width that is left
        return super().event(event)

    def _is_command(self, event: QKeyEvent) -> bool:
        """Whether a command of the text has this key."""
        if event.type() != QEvent.Type.ShortcutOverride:
            return False
        pressed = QKeySequence(event.keyCombination())
        return any(pressed in action.shortcuts() for action in self.actions() if action.isEnabled())

    def _box_under(self, at: QPoint) -> QTextBlock | None:
        """Return the line whose check box is at this point of the viewport."""
        if self.isReadOnly():
            return None
        block = self.cursorForPosition(at).block()
        box = box_at(block.text())
        if box is None:
            return None
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + box[0] - 1)
        left = self.cursorRect(cursor)
        cursor.setPosition(block.position() + box[0] + 2)
        area = left.united(self.cursorRect(cursor))
        return block if area.contains(at) else None

    def _link_under(self, at: QPoint) -> str:
        cursor = self.cursorForPosition(at)
        return link_at(cursor.block().text(), cursor.positionInBlock())

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._highlighter is not None:
            self._highlighter.dress(self.firstVisibleBlock(), self._visible_lines())
        lines = self._lines_in_view()
        tokens, px = self._theme.tokens, self._theme.px
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("code"))
        for ground in code_grounds(lines, self.viewport().width()):
            rim = px(_GROUND_RIM)
            painter.drawRoundedRect(ground.adjusted(0, -rim, 0, rim), px(_RADIUS), px(_RADIUS))
        grounds = [(self.textCursor(), self.palette().brush(QPalette.ColorRole.Highlight))]
        if self.passage is not None:
            grounds.insert(0, (self.passage, QBrush(tokens.color("mark"))))
        grounds[:0] = self._found_in(lines)
        draw_lines(painter, lines, grounds, tokens.color("text"))
        writing = self.textCursor() if self.hasFocus() else None
        self.spelling.draw(painter, lines, tokens.color("danger"), caret=writing)
        if self.document().isEmpty():
            line = QRectF(self.cursorRect())
            draw_placeholder(painter, self.placeholderText(), line, self.palette())
        if self._caret_on and self.hasFocus() and not self.isReadOnly():
            painter.fillRect(self._caret_rect(), tokens.color("accent"))
        painter.end()

    def _found_in(self, lines: list[tuple[QTextBlock, QRectF]]) -> list[tuple[QTextCursor, QBrush]]:
        """Return what was found in these lines, on its ground."""
        if not self._found or not lines:
            return []
        mark = QBrush(self._theme.tokens.color("mark"))
        first, last = lines[0][0], lines[-1][0]
        at = bisect_left(self._found, (first.position(),))
        end = min(last.position() + last.length() - 1, self.document().characterCount() - 1)
        grounds: list[tuple[QTextCursor, QBrush]] = []
        for start, stop in self._found[max(0, at - 1) : at + _MAX_MARKS]:
            if stop > end:
                break
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
            grounds.append((cursor, mark))
        return grounds

    def _visible_lines(self) -> int:
        line = max(1, self.fontMetrics().height() // 2)
        return min(_MAX_VISIBLE, self.viewport().height() // line + 2)

    def _lines_in_view(self) -> list[tuple[QTextBlock, QRectF]]:
        """Return the lines that are seen, each with its place in the viewport."""
        lines: list[tuple[QTextBlock, QRectF]] = []
        block, bottom = self.firstVisibleBlock(), self.viewport().height()
        at = self.contentOffset()
        while block.isValid() and at.y() <= bottom:
            rect = self.blockBoundingRect(block).translated(at)
            lines.append((block, rect))
            at = QPointF(at.x(), rect.bottom())
            block = block.next()
        return lines

    def _caret_rect(self) -> QRectF:
        rect = QRectF(self.cursorRect())
        inset = rect.height() * _CARET_INSET
        return QRectF(
            rect.left(), rect.top() + inset, self._theme.px(_CARET), rect.height() - 2 * inset
        )

    @Slot()
    def _on_dressed(self) -> None:
        self.viewport().update()

    @Slot()
    def _on_caret_moved(self) -> None:
        self._caret_on = True
        if self._blink.isActive():
            self._blink.start()
        self.viewport().update()

    @Slot()
    def _on_blink(self) -> None:
        self._caret_on = not self._caret_on
        self.viewport().update(self._caret_rect().toAlignedRect().adjusted(-1, -1, 1, 1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._caret_on = True
        flash = QApplication.cursorFlashTime()
        if flash > 0:
            self._blink.start(flash // 2)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._blink.stop()
        super().focusOutEvent(event)
        self.viewport().update()
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    def _place(self) -> None:
        """Centre the column of text."""
        px = self._theme.px
        bar = self.verticalScrollBar().sizeHint().width()
        column = min(px(self._theme.look.line_width) + 2 * MARGIN, max(px(200), self.width() - bar))
        side = max(0, (self.width() - column) // 2)
        beside = bar if self.verticalScrollBar().isVisible() else 0
        margins = QMargins(side, 0, max(0, self.width() - column - side - beside), 0)
        if margins != self.viewportMargins():
            self.setViewportMargins(margins)
            self.placed.emit()
