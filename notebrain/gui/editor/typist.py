"""What keys mean in Markdown: Enter goes on with a list, Tab moves an item, pairs close."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from notebrain.domain.markdown.editing import lists, pairs
from notebrain.gui.editor.markdown import box_at, is_code
from notebrain.gui.editor.rewriting import Around, Rewriter

_NO_MODIFIERS = (Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.GroupSwitchModifier)


class Typist:
    """Carries such keys out in a text field, each as one step to undo."""

    def __init__(self, field: QPlainTextEdit, rewriter: Rewriter) -> None:
        self._field = field
        self._rewriter = rewriter
        self.pairs = False
        """Whether brackets and quotes close by themselves."""

    def takes(self, event: QKeyEvent) -> bool:
        """Do what a key means in Markdown; False leaves it to the text field."""
        modifiers = event.modifiers()
        for none_at_all in _NO_MODIFIERS:
            modifiers &= ~none_at_all
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if modifiers == Qt.KeyboardModifier.ControlModifier:
                    return self.toggle_box(self._field.textCursor().block())
                return not modifiers and self._enter()
            case Qt.Key.Key_Tab if not modifiers:
                return self._rewriter.apply(lists.indent, Around.LIST)
            case Qt.Key.Key_Backtab:
                self._rewriter.apply(lists.outdent, Around.LIST)
                return True
            case Qt.Key.Key_Backspace if not modifiers:
                return self._backspace()
            case _:
                return self._writes(event.text())

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
        return not self._in_code() and self._rewriter.apply(lists.enter, Around.LIST)

    def _backspace(self) -> bool:
        cursor = self._field.textCursor()
        if cursor.hasSelection() or self._in_code():
            return False
        if self.pairs and self._rewriter.apply(pairs.erased):
            return True
        return self._rewriter.apply(lists.backspace, Around.LIST)

    def _writes(self, text: str) -> bool:
        if not self.pairs or len(text) != 1 or not text.isprintable() or text.isalnum():
            return False
        return self._rewriter.apply(lambda passage: pairs.typed(passage, text))

    def _in_code(self) -> bool:
        return is_code(self._field.textCursor().block().userState())
