"""The mouse on what stands in the text: links, check boxes and pictures."""

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QTextBlock, QTextCursor, QTextLine
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import address_of, name_in, sha_in
from notebrain.domain.text.pieces import index_at
from notebrain.gui.editor.inline_syntax import link_at
from notebrain.gui.editor.live_view import LiveText, TextMode
from notebrain.gui.editor.markdown_syntax import box_at
from notebrain.gui.widgets.buttons import native_text

_LEFT = Qt.MouseButton.LeftButton


class TextMouse:
    """Ticks boxes, opens links and pictures, and shows what a click would do.

    A click opens a link whose marks are hidden: what looks like a link is one. Where its marks are shown, because the
    caret is in its line or all are shown, a click puts the caret into it, and it takes Ctrl to open it. Whoever presses
    a link and drags selects from there.

    Args:
        toggle: Toggles the check box of a line; returns False if the note may not be changed.
        writable: Returns whether it may be.
        open_link: Opens a link as written; the second argument says whether beside this note.
    """

    def __init__(
        self,
        field: QPlainTextEdit,
        live: LiveText,
        *,
        toggle: Callable[[QTextBlock], bool],
        writable: Callable[[], bool],
        open_link: Callable[[str, bool], None],
    ) -> None:
        self._field = field
        self._live = live
        self._toggle = toggle
        self._writable = writable
        self._open = open_link
        self.describe: Callable[[str], str] = lambda _link: ""
        """Returns what to say of a link as written, beside where it leads."""
        self._link = ""
        self._pressed_at = QPointF()
        self.has_opened = False
        """Whether the last click opened a link or a picture."""

    def pressed(self, event: QMouseEvent) -> bool:
        """Handle a pressed button; return False to leave it to the field."""
        self._link, self.has_opened = "", False
        if event.button() != _LEFT:
            return False
        at = event.position().toPoint()
        block = box_under(self._field, at)
        if block is not None and self._toggle(block):
            return True
        if picture := self._live.picture_at(at):
            self._follow(address_of(picture.sha, picture.name))
            return True
        return self._pressed_link(event)

    def _pressed_link(self, event: QMouseEvent) -> bool:
        link, plain = self._link_at(event.position().toPoint())
        if link and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._follow(link, beside=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif link and plain and not event.modifiers():
            self._link, self._pressed_at = link, event.position()
        else:
            return False
        return True

    def dragged(self, event: QMouseEvent) -> QMouseEvent | None:
        """Return the press with which the user began to select in a link, once it is clear that it is no click."""
        if not self._link or not event.buttons() & _LEFT:
            return None
        way = (event.position() - self._pressed_at).manhattanLength()
        if way < QApplication.startDragDistance():
            return None
        self._link = ""
        outside = self._field.viewport().mapToGlobal(self._pressed_at)
        return QMouseEvent(
            QEvent.Type.MouseButtonPress,
            self._pressed_at,
            outside,
            _LEFT,
            _LEFT,
            Qt.KeyboardModifier.NoModifier,
        )

    def released(self, event: QMouseEvent) -> bool:
        """Open the link that was clicked; return False if there is none."""
        link, self._link = self._link, ""
        if not link or event.button() != _LEFT:
            return False
        self._follow(link)
        return True

    def moved(self, event: QMouseEvent) -> None:
        """Show what a click would do where the mouse is now."""
        at = event.position().toPoint()
        link, plain = self._link_at(at)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        over = bool(link) and (plain or control)
        over = over or self._live.picture_at(at) is not None
        over = over or (self._writable() and box_under(self._field, at) is not None)
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
        self._field.viewport().setCursor(shape)
        self._field.viewport().setToolTip(self._tip(link, plain=plain))

    def _tip(self, link: str, *, plain: bool) -> str:
        if not link:
            return ""
        lines = [name_in(link) if sha_in(link) else link] if self._live.on else []
        lines += [self.describe(link)]
        if not plain:
            key = native_text("Ctrl+X").removesuffix("X")
            lines.append(_("{key}click opens the link").format(key=key))
        return "<br>".join(escape(line) for line in lines if line)

    def _link_at(self, at: QPoint) -> tuple[str, bool]:
        """Return the link at a point as written, and whether a click opens it; an empty string for none."""
        block, unit = _letter_under(self._field, at)
        if unit < 0:
            return "", False
        text = block.text()
        letter = index_at(text, unit)
        link = link_at(text, letter)
        if not link or link != link_at(text, letter + 1):
            return "", False
        reads = self._live.mode is TextMode.READING
        return link, reads or self._live.shows_link(block, letter)

    def _follow(self, link: str, *, beside: bool = False) -> None:
        self.has_opened = True
        self._open(link, beside)


def box_under(field: QPlainTextEdit, at: QPoint) -> QTextBlock | None:
    """Return the line whose check box is at this point of the viewport."""
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


def _letter_under(field: QPlainTextEdit, at: QPoint) -> tuple[QTextBlock, int]:
    """Return the line at this point, and which of its units is seen there; -1 for none, as beside the text."""
    block = field.cursorForPosition(at).block()
    place = field.blockBoundingGeometry(block).translated(field.contentOffset()).topLeft()
    inside, layout = QPointF(at) - place, block.layout()
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        if line.y() <= inside.y() < line.y() + line.height():
            seen = line.naturalTextRect()
            if seen.left() <= inside.x() < seen.right():
                return block, line.xToCursor(inside.x(), QTextLine.CursorPosition.CursorOnCharacter)
            break
    return block, -1
