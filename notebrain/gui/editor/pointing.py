"""What the pointer is over in a text field."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from notebrain.gui.editor.inline import link_at
from notebrain.gui.editor.markdown import box_at


def box_under(field: QPlainTextEdit, at: QPoint) -> QTextBlock | None:
    """Return the line whose check box is at this point of the viewport, if it may be ticked."""
    if field.isReadOnly():
        return None
    block = field.cursorForPosition(at).block()
    box = box_at(block.text())
    if box is None:
        return None
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + box[0] - 1)
    left = field.cursorRect(cursor)
    cursor.setPosition(block.position() + box[0] + 2)
    area = left.united(field.cursorRect(cursor))
    return block if area.contains(at) else None


def link_under(field: QPlainTextEdit, at: QPoint) -> str:
    """Return the link at this point of the viewport as it is written, "" without one."""
    cursor = field.cursorForPosition(at)
    return link_at(cursor.block().text(), cursor.positionInBlock())
