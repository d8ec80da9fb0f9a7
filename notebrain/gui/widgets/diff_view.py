"""The text view of a comparison."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.text.diff import Comparison, Kind, Piece
from notebrain.domain.text.pieces import units_of
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.hidden_addresses import addresses_in, hidden_format
from notebrain.gui.widgets.layouts import column_margins

_LONGEST = 2_000
_LONG = re.compile(rf"[^\n]{{{_LONGEST}}}")
_LINE_ENDS = re.compile("\r\n?|[\u2028\u2029\x0b\x0c\x85]")
_NOT_SHOWN = re.compile("[\x00-\x08\x0e-\x1f\ufdd0-\ufdef\ufeff\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Change:
    """A span that only one of the texts has, in UTF-16 units as Qt counts."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Shown:
    """The text to show.

    Attributes:
        stops: The positions to stop at when moving from change to change; adjacent changes share one.
    """

    text: str
    changes: Sequence[Change]
    stops: Sequence[tuple[int, int]]


def shown(comparison: Comparison) -> Shown:
    """Return a comparison as shown to the user."""
    texts: list[str] = []
    changes: list[Change] = []
    stops: list[tuple[int, int]] = []
    at = 0
    for piece in comparison.pieces:
        text = visible(piece)
        end = at + units_of(text)
        if piece.kind is not Kind.SAME:
            changes.append(Change(at, end, piece.kind))
            if stops and stops[-1][1] == at:
                stops[-1] = (stops[-1][0], end)
            else:
                stops.append((at, end))
        texts.append(text)
        at = end
    return Shown("".join(texts), changes, stops)


def plain(text: str) -> str:
    """Return a plain text as shown to the user."""
    return visible(Piece(Kind.SAME, text))


def visible(piece: Piece) -> str:
    """Return a piece of a comparison as shown to the user."""
    text = _NOT_SHOWN.sub("\ufffd", _LINE_ENDS.sub("\n", piece.text))
    if piece.kind is not Kind.SAME and not text.strip(" \t\n"):
        text = text.replace("\n", "¶\n")  # an added or removed empty line has nothing to underline
    return _LONG.sub(lambda part: f"{part[0]}\n", text)


MARGIN = 12
_BAR = 3
_AT_ONCE = 400
_BARE = -7
_PART = 150_000


class DiffText(QPlainTextEdit):
    """A read-only text view that marks the current change with a bar in the margin."""

    back_requested = Signal()
    step_requested = Signal(int)
    """The user wants the next change (1) or the previous one (-1)."""
    passage_requested = Signal()
    """The user wants the marked change to be taken back."""
    placed = Signal()
    """The text column has been positioned; see `column_left`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stop: tuple[int, int] | None = None
        self._left = ""
        self._more = QTimer(self, interval=0)
        self._more.timeout.connect(self._add)
        self._marks = _Marks(self.document(), theme)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(_("Earlier version"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(MARGIN)
        theme.follow(self._apply_theme)

    def show_shown(self, shown: Shown) -> None:
        """Show this comparison from its beginning; the rest of a long one is added a moment later."""
        self._stop = None
        self._marks.mark_changes(shown.changes)
        part = _end_of_part(shown.text)
        self._left = shown.text[part:]
        self.setPlainText(shown.text[:part])
        if self._left:
            self._more.start()
        else:
            self._more.stop()

    def go_to(self, stop: tuple[int, int]) -> None:
        """Scroll to a change and mark it."""
        while self._left and self.document().characterCount() <= stop[1]:
            self._add()
        self._stop = stop
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(stop[0], self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self.centerCursor()
        self.viewport().update()

    def _add(self) -> None:
        """Add the next part of a long text."""
        part = _end_of_part(self._left)
        end = QTextCursor(self.document())
        end.movePosition(QTextCursor.MoveOperation.End)
        end.insertText(self._left[:part])
        self._left = self._left[part:]
        if not self._left:
            self._more.stop()

    def first_line(self) -> tuple[int, int]:
        """Return the number of the line at the top, and how many rows of it are above the top."""
        block = self.firstVisibleBlock()
        return block.blockNumber(), self.verticalScrollBar().value() - block.firstLineNumber()

    def scroll_to_line(self, line: int, below: int) -> None:
        """Bring a line to the top, except for so many of its rows."""
        block = self.document().findBlockByNumber(line)
        if block.isValid():
            rows = min(below, max(block.lineCount() - 1, 0))
            self.verticalScrollBar().setValue(block.firstLineNumber() + rows)

    def column_left(self) -> int:
        """Return the distance of the text from the left edge."""
        return self.viewport().x() + MARGIN

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.back_requested.emit()
        elif event.key() == Qt.Key.Key_F3:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step_requested.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_R and not event.modifiers():
            self.passage_requested.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        elif _is_override(event):
            event.accept()  # here, F3 is not a command of the window
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._marks.apply_theme(self.firstVisibleBlock(), self.viewport().height())
        super().paintEvent(event)
        if self._stop is None:
            return
        painter = QPainter(self.viewport())
        painter.fillRect(self._bar(self._stop), self._theme.tokens.color("accent"))
        painter.end()

    def _bar(self, stop: tuple[int, int]) -> QRectF:
        """Return the rectangle of the bar beside the lines of a change."""
        last = self.document().characterCount() - 1
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(stop[0], last))
        top = QRectF(self.cursorRect(cursor))
        cursor.setPosition(max(min(stop[0], last), min(stop[1], last) - 1))
        bottom = QRectF(self.cursorRect(cursor))
        return QRectF(0, top.top(), self._theme.px(_BAR), bottom.bottom() - top.top())

    def _apply_theme(self) -> None:
        self.setFont(self._theme.font(Role.EDITOR))
        self.document().setDefaultFont(self._theme.font(Role.EDITOR))
        self._marks.renew()
        self._place()

    def _place(self) -> None:
        margins = column_margins(self, self._theme, margin=MARGIN)
        if margins != self.viewportMargins():
            self.setViewportMargins(margins)
            self.placed.emit()


def _end_of_part(text: str) -> int:
    """Return how much of a text is added at once: whole lines, unless they are too long."""
    if len(text) <= _PART:
        return len(text)
    return text.rfind("\n", 0, _PART) + 1 or _PART


def _is_override(event: QEvent) -> bool:
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.key() == Qt.Key.Key_F3


class _Marks(QSyntaxHighlighter):
    """Highlights the changes; in a long text, only the visible ones."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._changes: Sequence[Change] = ()
        self._starts: list[int] = []
        self._dressing = False
        self._formats: dict[Kind, QTextCharFormat] = {}
        self.renew()

    def mark_changes(self, changes: Sequence[Change]) -> None:
        """Mark these changes in the text that is set next."""
        self._changes = changes
        self._starts = [change.start for change in changes]

    def renew(self) -> None:
        """Take the colors from the theme."""
        color = self._theme.tokens.color
        added, removed = QTextCharFormat(), QTextCharFormat()
        added.setFontUnderline(True)
        removed.setFontStrikeOut(True)
        for kind, look, name in ((Kind.ADDED, added, "added"), (Kind.REMOVED, removed, "removed")):
            look.setForeground(color(name))
            look.setBackground(color(f"{name}_ground"))
            self._formats[kind] = look
        self._hidden = hidden_format(self._theme.font(Role.EDITOR))
        self.rehighlight()

    def apply_theme(self, first: QTextBlock, height: int) -> None:
        """Mark what is about to be shown, starting at this line."""
        self._dressing = True
        block = first
        for _line in range(height // 8 + 2):
            if not block.isValid():
                break
            if block.revision() == _BARE:
                self.rehighlightBlock(block)
            block = block.next()
        self._dressing = False

    def highlightBlock(self, text: str) -> None:
        block = self.currentBlock()
        if not self._dressing and self.document().blockCount() > _AT_ONCE:
            block.setRevision(_BARE)
            return
        block.setRevision(0)
        start, end = block.position(), block.position() + block.length()
        place = max(0, bisect_right(self._starts, start) - 1)
        while place < len(self._changes) and self._starts[place] < end:
            change = self._changes[place]
            first, last = max(change.start, start), min(change.end, end)
            if first < last:
                self.setFormat(first - start, last - first, self._formats[change.kind])
            place += 1
        for at, length in addresses_in(text):
            self.setFormat(at, length, self._hidden)
