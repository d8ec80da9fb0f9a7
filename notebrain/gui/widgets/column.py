"""The column in which the text of a note is read and written."""

from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QPlainTextEdit

from notebrain.gui.theme.theme import Theme

_LEAST = 200


def column_margins(field: QPlainTextEdit, theme: Theme, *, margin: int) -> QMargins:
    """Return the room around the viewport that centres the column in its field.

    It is as wide as the user's longest line, or as the field has room.

    Args:
        margin: What the document itself leaves free on each side of the lines, in pixels.
    """
    bar = field.verticalScrollBar()
    width = field.width()
    room = max(theme.px(_LEAST), width - bar.sizeHint().width())
    column = min(theme.px(theme.look.line_width) + 2 * margin, room)
    side = max(0, (width - column) // 2)
    beside = bar.sizeHint().width() if bar.isVisible() else 0
    return QMargins(side, 0, max(0, width - column - side - beside), 0)
