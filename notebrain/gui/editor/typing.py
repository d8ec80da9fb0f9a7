"""Applies the Markdown typing rules to the text field."""

from collections.abc import Callable
from enum import Enum
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from notebrain.domain.markdown.editing import lists, marks, tables
from notebrain.domain.markdown.editing.lists import goes_on, is_item
from notebrain.domain.markdown.editing.selection import Passage
from notebrain.domain.text.pieces import PART, index_at, units_of
from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.markdown_syntax import box_at, is_code

Rule = Callable[[Passage], Passage | None]
_FARTHEST = 400
"""The number of lines of a list or a table examined on either side of the caret."""
_PART = PART // 2 - 1
"""Each part of a long line has more units than this."""


class Around(Enum):
    """The context that a rule needs in addition to the selected lines."""

    NOTHING = 0
    LIST = 1
    """The rest of the list."""
    NEIGHBORS = 2
    """One line before and one after."""
    TABLE = 3
    """The rest of the table."""


class TextRuleApplier:
    """Passes the relevant lines to rules and writes back their result."""

    def __init__(self, field: QPlainTextEdit) -> None:
        self._field = field

    def apply(self, rule: Rule, around: Around = Around.NOTHING, *, alone: bool = False) -> bool:
        """Apply a rule at the caret; return False if it has nothing to do there.

        `alone` makes it an undo step separate from the typing before and after it.
        """
        if self._field.isReadOnly():
            return False
        first, last = self._lines(around)
        if around is Around.NEIGHBORS and self._parted(first, last):
            return False  # a very long line is shown in parts, and a part is not a line
        base = first.position()
        text = "\n".join(_texts(first, last))
        if units_of(text) != last.position() + last.length() - 1 - base:
            return False  # half a surrogate pair, which no rule can count
        cursor = self._field.textCursor()
        old = Passage(
            text, index_at(text, cursor.anchor() - base), index_at(text, cursor.position() - base)
        )
        new = rule(old)
        if new is None:
            return False
        if alone:
            self._begin_step()
        self._write(base, old.text, new)
        if alone:
            self._begin_step()
        return True

    def _write(self, base: int, old: str, new: Passage) -> None:
        head, tail = _shared(old, new.text)
        cursor = self._field.textCursor()
        if (len(old), len(new.text)) != (head + tail, head + tail):
            cursor.beginEditBlock()
            cursor.setPosition(base + units_of(old[:head]))
            cursor.setPosition(
                base + units_of(old[: len(old) - tail]), QTextCursor.MoveMode.KeepAnchor
            )
            cursor.insertText(new.text[head : len(new.text) - tail])
            cursor.endEditBlock()
        cursor.setPosition(base + units_of(new.text[: new.anchor]))
        cursor.setPosition(base + units_of(new.text[: new.caret]), QTextCursor.MoveMode.KeepAnchor)
        self._field.setTextCursor(cursor)
        self._field.ensureCursorVisible()

    def _lines(self, around: Around) -> tuple[QTextBlock, QTextBlock]:
        document, cursor = self._field.document(), self._field.textCursor()
        first = document.findBlock(cursor.selectionStart())
        last = document.findBlock(cursor.selectionEnd())
        if around is Around.NEIGHBORS:
            return _or(first.previous(), first), _or(last.next(), last)
        if around is Around.LIST and (goes_on(first.text()) or is_item(last.text())):
            return _widened(first, last, goes_on)
        if around is Around.TABLE:
            return _widened(first, last, tables.is_row)
        return first, last

    def _parted(self, first: QTextBlock, last: QTextBlock) -> bool:
        """Return whether a long line is among these lines or continues before or after them."""
        document = self._field.document()
        if not isinstance(document, NoteDocument):
            return False
        block = first
        while block.isValid():
            end = block.position() + block.length() - 1
            long = block.length() > _PART and end < document.units
            if long and not document.text.stored_between(end, end + 1):
                return True
            if block == last:
                return False
            block = block.next()
        return False

    def _begin_step(self) -> None:
        document = self._field.document()
        if isinstance(document, NoteDocument):
            document.begin_step()


def _or(block: QTextBlock, other: QTextBlock) -> QTextBlock:
    return block if block.isValid() else other


def _widened(
    first: QTextBlock, last: QTextBlock, belongs: Callable[[str], bool]
) -> tuple[QTextBlock, QTextBlock]:
    """Return the first and the last of the lines around these that belong to them."""
    for _line in range(_FARTHEST):
        if not first.previous().isValid() or not belongs(first.previous().text()):
            break
        first = first.previous()
    for _line in range(_FARTHEST):
        if not last.next().isValid() or not belongs(last.next().text()):
            break
        last = last.next()
    return first, last


def _texts(first: QTextBlock, last: QTextBlock) -> list[str]:
    texts = [first.text()]
    block = first
    while block != last and block.isValid():
        block = block.next()
        texts.append(block.text())
    return texts


def _shared(old: str, new: str) -> tuple[int, int]:
    """Return how many characters both texts share at the beginning, and how many of the rest at the end."""
    head = _common(old, new)
    most = min(len(old), len(new)) - head
    tail = _common(old[len(old) - most :][::-1], new[len(new) - most :][::-1])
    return head, tail


def _common(one: str, other: str) -> int:
    """Return the length of the common prefix, by bisection, since comparing texts is fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


_NO_MODIFIERS = (Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.GroupSwitchModifier)


class MarkdownKeyHandler:
    """Handles Markdown keys in a text field, each as one undo step."""

    def __init__(self, field: QPlainTextEdit, rewriter: TextRuleApplier) -> None:
        self._field = field
        self._rewriter = rewriter
        self.pairs = False
        """Whether brackets and quotes are closed automatically."""

    def takes(self, event: QKeyEvent) -> bool:
        """Handle a key that means something in Markdown; return False to leave it to the text field."""
        modifiers = event.modifiers()
        for none_at_all in _NO_MODIFIERS:
            modifiers &= ~none_at_all
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if modifiers == Qt.KeyboardModifier.ControlModifier:
                    return self.toggle_box(self._field.textCursor().block())
                return not modifiers and self._enter()
            case Qt.Key.Key_Tab if not modifiers:
                return self._in_table(tables.next_cell) or self._shift(lists.indent)
            case Qt.Key.Key_Backtab:
                _done = self._in_table(tables.previous_cell) or self._shift(lists.outdent)
                return True
            case Qt.Key.Key_Backspace if not modifiers:
                return self._backspace()
            case _:
                return self._writes(event.text())

    def toggle_box(self, block: QTextBlock) -> bool:
        """Toggle the check box of a line; return False if it has none."""
        box = box_at(block.text())
        if box is None:
            return False
        at, ticked = box
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + at)
        cursor.movePosition(
            QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor
        )
        cursor.insertText(" " if ticked else "x")
        return True

    def _shift(self, rule: Callable[..., Passage | None]) -> bool:
        """Indent or outdent the selected lines; numbers in code stay as they are."""
        if self._in_code():
            return self._rewriter.apply(partial(rule, code=True))
        return self._rewriter.apply(rule, Around.LIST)

    def _in_table(self, rule: Rule) -> bool:
        """Go to another cell as an undo step of its own; return False outside of a plain table."""
        if self._in_code() or not tables.is_row(self._field.textCursor().block().text()):
            return False
        return self._rewriter.apply(rule, Around.TABLE, alone=True)

    def _enter(self) -> bool:
        if self._in_code():
            return self._rewriter.apply(lists.enter_in_code)
        if self._in_table(tables.cell_below):
            return True
        return self._rewriter.apply(lists.enter, Around.LIST)

    def _backspace(self) -> bool:
        cursor = self._field.textCursor()
        if cursor.hasSelection() or self._in_code():
            return False
        if self.pairs and self._rewriter.apply(marks.erased):
            return True
        return self._rewriter.apply(lists.backspace, Around.LIST)

    def _writes(self, text: str) -> bool:
        if not self.pairs or len(text) != 1 or not text.isprintable() or text.isalnum():
            return False
        return self._rewriter.apply(lambda passage: marks.typed(passage, text))

    def _in_code(self) -> bool:
        return is_code(self._field.textCursor().block().userState())
