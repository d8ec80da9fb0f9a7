"""Keeps the caret out of the hidden part of the address of a file, and keys from deleting a part of it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from notebrain.domain.notes.attachments import encoded, find_in
from notebrain.domain.text.pieces import units_of
from notebrain.gui.widgets.hidden_addresses import addresses_in, digits_in

_Move = QTextCursor.MoveOperation
_ERASED = {
    (Qt.Key.Key_Backspace, False): _Move.PreviousCharacter,
    (Qt.Key.Key_Backspace, True): _Move.PreviousWord,
    (Qt.Key.Key_Delete, False): _Move.NextCharacter,
    (Qt.Key.Key_Delete, True): _Move.NextWord,
}
_ENDS_ADDRESS = frozenset(" ()<>")
_QUOTES = "\"'"


class AddressCaret(QObject):
    """Lets the keys treat the hidden part of an address as if it were not there.

    The caret passes it in one step. A key that would delete a part of it, or the bracket that opens it, selects the
    whole link, so that the next one deletes it.

    Args:
        whole: Returns whether whole addresses are hidden, and not only hashes.
    """

    def __init__(self, field: QPlainTextEdit, whole: Callable[[], bool]) -> None:
        super().__init__(field)
        self._field = field
        self._whole = whole
        self._before = 0
        field.cursorPositionChanged.connect(self._step_out)

    def takes(self, event: QKeyEvent) -> bool:
        """Handle a key that would break the address of a file; return False to leave it to others."""
        if self._field.textCursor().hasSelection():
            return False
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        moves = _ERASED.get((Qt.Key(event.key()), control)) if _is_plain(event) or control else None
        return self._selects_link(moves) if moves is not None else self._writes_name(event.text())

    @Slot()
    def _step_out(self) -> None:
        """Move the caret to the other side of a hidden part, as seen from where it was before."""
        cursor = self._field.textCursor()
        position, before = cursor.position(), self._before
        self._before = position
        block = cursor.block()
        for start, end in self._hidden(block):
            first = start + (not self._whole() or not start)
            if not first <= cursor.positionInBlock() < end:
                continue
            back = block.position() + end <= before <= block.position() + block.length()
            target = block.position() + (max(0, first - 1) if back else end)
            keep = cursor.anchor() != position
            mode = QTextCursor.MoveMode.KeepAnchor if keep else QTextCursor.MoveMode.MoveAnchor
            cursor.setPosition(target, mode)
            self._field.setTextCursor(cursor)
            return

    def _hidden(self, block: QTextBlock) -> list[tuple[int, int]]:
        """Return the ranges of a line that cannot be seen, in UTF-16 units."""
        found = (addresses_in if self._whole() else digits_in)(block.text())
        return [(start, start + length) for start, length in found]

    def _selects_link(self, moves: QTextCursor.MoveOperation) -> bool:
        """Select the link if deleting by this move would take a part of its hidden address."""
        cursor = self._field.textCursor()
        block, at = cursor.block(), cursor.positionInBlock()
        cursor.movePosition(moves, QTextCursor.MoveMode.KeepAnchor)
        if cursor.block() != block:
            return False
        low, high = sorted((at, cursor.positionInBlock()))
        for start, end in self._hidden(block):
            if low < end and high > start - self._whole():
                first, last = _link_around(block.text(), start) or (start, end)
                cursor.setPosition(block.position() + last)
                cursor.setPosition(block.position() + first, QTextCursor.MoveMode.KeepAnchor)
                self._field.setTextCursor(cursor)
                return True
        return False

    def _writes_name(self, text: str) -> bool:
        """Write a letter that would end the address in the name of a file so that it does not."""
        if not self._whole() or text not in _ENDS_ADDRESS or self._field.isReadOnly():
            return False
        cursor = self._field.textCursor()
        line, at = cursor.block().text(), cursor.positionInBlock()
        for link in find_in(line):
            end = units_of(line[: link.end]) - 1
            starts = [hidden for _start, hidden in self._hidden(cursor.block()) if hidden <= end]
            if (
                starts
                and starts[-1] <= at <= end - (text in "()")
                and line[link.end - 2] not in _QUOTES
            ):
                cursor.insertText(encoded(text))
                return True
        return False


def _is_plain(event: QKeyEvent) -> bool:
    return not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier


def _link_around(line: str, unit: int) -> tuple[int, int] | None:
    """Return the range of the link to a file that has this position inside, in UTF-16 units."""
    for link in find_in(line):
        first, last = units_of(line[: link.start]), units_of(line[: link.end])
        if first <= unit < last:
            return first, last
    return None
