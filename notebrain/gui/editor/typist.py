"""What keys mean in Markdown: Enter goes on with a list, Tab moves an item, Ctrl+Enter ticks it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from notebrain.gui.editor import keys
from notebrain.gui.editor.markdown import box_at, is_code


class Typist:
    """Carries such keys out in a text field, each as one step to undo."""

    def __init__(self, field: QPlainTextEdit) -> None:
        self._field = field

    def takes(self, event: QKeyEvent) -> bool:
        """Do what a key means in Markdown; False leaves it to the text field."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if modifiers == Qt.KeyboardModifier.ControlModifier:
                return self.toggle_box(self._field.textCursor().block())
            return not modifiers and self._enter()
        if key == Qt.Key.Key_Tab and not modifiers:
            return self._indent()
        return key == Qt.Key.Key_Backtab and self._outdent()

    def toggle_box(self, block: QTextBlock) -> bool:
        """Tick or clear the check box of a line; False if it has none."""
        box = box_at(block.text())
        if box is None or self._field.isReadOnly():
            return False
        at, ticked = box
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + at)
        cursor.movePosition(
            QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor
        )
        cursor.insertText(" " if ticked else "x")
        return True

    def _enter(self) -> bool:
        cursor = self._field.textCursor()
        block = cursor.block()
        if cursor.hasSelection() or is_code(block.userState()):
            return False
        text, at = block.text(), cursor.positionInBlock()
        if len(text) != block.length() - 1:  # wide characters: count as Qt does
            wide = text.encode("utf-16-le", "surrogatepass")
            at = len(wide[: at * 2].decode("utf-16-le", "surrogatepass"))
        act = keys.on_enter(text[:at], text[at:])
        cursor.beginEditBlock()
        for _char in range(act.remove):
            cursor.deletePreviousChar()
        cursor.insertText(act.insert)
        cursor.endEditBlock()
        self._field.setTextCursor(cursor)
        self._field.ensureCursorVisible()
        return True

    def _indent(self) -> bool:
        blocks = self._chosen_lines()
        if len(blocks) == 1 and not keys.is_item(blocks[0].text()):
            return False
        self._on_lines(blocks, lambda cursor: cursor.insertText(keys.INDENT))
        return True

    def _outdent(self) -> bool:
        def act(cursor: QTextCursor) -> None:
            for _char in range(keys.outdent_width(cursor.block().text())):
                cursor.deleteChar()

        self._on_lines(self._chosen_lines(), act)
        return True

    def _chosen_lines(self) -> list[QTextBlock]:
        cursor = self._field.textCursor()
        document = self._field.document()
        block = document.findBlock(cursor.selectionStart())
        last = document.findBlock(cursor.selectionEnd())
        blocks = [block]
        while block != last and block.isValid():
            block = block.next()
            blocks.append(block)
        return blocks

    def _on_lines(self, blocks: list[QTextBlock], act: Callable[[QTextCursor], None]) -> None:
        cursor = QTextCursor(self._field.document())
        cursor.beginEditBlock()
        for block in blocks:
            cursor.setPosition(block.position())
            act(cursor)
        cursor.endEditBlock()
