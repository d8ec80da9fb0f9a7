"""Offers the tags there are while one is typed in the text."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from notebrain.domain.editing.tagging import offered_tags, typed_tag
from notebrain.domain.messages import _
from notebrain.domain.note import Counts
from notebrain.domain.textpieces import units_of
from notebrain.gui.desk import Desk
from notebrain.gui.editor.markdown import is_code
from notebrain.gui.links.completing import TitleList

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST = 8
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class TagCompleting(QObject):
    """Shows the list behind a `#` with a letter or more, and writes the tag that was chosen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.editor.view)
        self._desk = desk
        self._view = desk.editor.view
        self._list: TitleList | None = None
        self._known: Sequence[str] = ()
        self._refused = False
        self._soon = QTimer(desk.side, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        desk.browser.counted.connect(self._on_counted)
        self._view.textChanged.connect(self._on_text)
        self._view.cursorPositionChanged.connect(self._on_caret)
        self._view.left.connect(self.close)
        self._view.installEventFilter(self)

    @property
    def shown(self) -> bool:
        """Whether tags are offered now."""
        return self._list is not None and self._list.isVisible()

    @property
    def list(self) -> TitleList:
        """The list; made when it is first wanted."""
        if self._list is None:
            self._list = TitleList(self._desk)
            self._list.setAccessibleName(_("Tags"))
            self._list.itemClicked.connect(lambda item: self._take(item.text()))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType, reportUnknownMemberType]
        return self._list

    def close(self) -> None:
        """Offer nothing any more."""
        if self._list is not None:
            self._list.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.shown or not isinstance(event, QKeyEvent) or event.modifiers():
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return event.type() == QEvent.Type.KeyPress and self._on_key(event.key())

    def _on_key(self, key: int) -> bool:
        rows = self.list
        if key in _STEPS:
            rows.setCurrentRow((rows.currentRow() + _STEPS[Qt.Key(key)]) % rows.count())
        elif key in _TAKING:
            self._take(rows.currentItem().text())
        elif key == Qt.Key.Key_Escape:
            self._refused = True
            self.close()
        else:
            return False
        return True

    def _on_counted(self, counts: Counts) -> None:
        self._known = [name for name, _count in counts.tags]

    def _on_text(self) -> None:
        if self._view.hasFocus():
            self._soon.start()

    def _on_caret(self) -> None:
        if self._typed() is None:
            self._refused = False
            self.close()

    def _look(self) -> None:
        typed = self._typed()
        tags = offered_tags(typed, self._known, _MOST) if typed else []
        if not tags or self._refused or not self._view.hasFocus():
            self.close()
            return
        caret = self._view.cursorRect()
        corner = self._view.viewport().mapTo(self._view, caret.bottomLeft())
        self.list.show_titles(tags, corner, caret.height())

    def _typed(self) -> str | None:
        """Return what is typed of a tag before the caret; None where there is none."""
        cursor = self._view.textCursor()
        block = cursor.block()
        if self._view.isReadOnly() or cursor.hasSelection() or is_code(block.userState()):
            return None
        wide = block.text().encode("utf-16-le", "surrogatepass")
        return typed_tag(wide[: 2 * cursor.positionInBlock()].decode("utf-16-le", "replace"))

    def _take(self, tag: str) -> None:
        typed, cursor = self._typed(), self._view.textCursor()
        self.close()
        if typed is None:
            return
        cursor.setPosition(cursor.position() - units_of(typed))
        cursor.setPosition(self._view.textCursor().position(), cursor.MoveMode.KeepAnchor)
        cursor.insertText(tag + " ")
        self._view.setTextCursor(cursor)
