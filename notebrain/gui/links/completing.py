"""Offers the titles of notes while a link is typed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem

from notebrain.domain.fuzzy import Fuzzy
from notebrain.domain.links import link_text, typed_link
from notebrain.domain.messages import _
from notebrain.gui.desk import Desk
from notebrain.gui.palette.noted import NoteFinder

if TYPE_CHECKING:
    from notebrain.app.titles import Title

_MOST = 8
_WIDTH, _ROW, _RIM = 340, 28, 6
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class TitleList(QListWidget):
    """Lies over the text below the caret; the keyboard stays in the text."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.editor.view)
        self._theme = desk.theme
        self._view = desk.editor.view
        self.setObjectName("titles")
        self.setAccessibleName(_("Notes to link to"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        self.hide()

    def show_titles(self, titles: Sequence[str], at: QPoint, above: int) -> None:
        """Show these titles with their corner at this point; over a line this high where there is no room below."""
        px = self._theme.px
        self.clear()
        self.addItems(list(titles))
        for number in range(self.count()):
            self.item(number).setSizeHint(QSize(px(_WIDTH) // 2, px(_ROW)))
        self.setCurrentRow(0)
        room = self._view.rect()
        width, height = px(_WIDTH), self.count() * px(_ROW) + 2 * px(_RIM)
        left = max(0, min(at.x(), room.width() - width))
        fits = at.y() + height <= room.height()
        self.setGeometry(left, at.y() if fits else at.y() - above - height, width, height)
        self.show()
        self.raise_()


class LinkCompleting(QObject):
    """Shows the list while `[[` is open before the caret, and writes the link that was chosen."""

    def __init__(self, desk: Desk) -> None:
        # of the view: a filter that outlives what it watches hears of its end, when nothing can be asked any more
        super().__init__(desk.editor.view)
        self._desk = desk
        self._view = desk.editor.view
        self._list: TitleList | None = None
        self._typed: str | None = None
        self._refused = False
        """Esc: no more offers for this link."""
        self._notes = NoteFinder(desk.services.library, desk.reader, desk.side)
        self._notes.found.connect(self._on_found)
        # a bracket may bring its partner: the caret has its place only when the key is through
        self._soon = QTimer(desk.side, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        self._view.textChanged.connect(self._on_text)
        self._view.cursorPositionChanged.connect(self._on_caret)
        self._view.left.connect(self.close)
        self._view.installEventFilter(self)

    @property
    def shown(self) -> bool:
        """Whether titles are offered now."""
        return self._list is not None and self._list.isVisible()

    @property
    def list(self) -> TitleList:
        """The list; made when it is first wanted."""
        if self._list is None:
            self._list = TitleList(self._desk)
            self._list.itemClicked.connect(self._on_clicked)
        return self._list

    def close(self) -> None:
        """Offer nothing any more."""
        if self._typed is not None:
            self._notes.drop()
        self._typed = None
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

    def _on_clicked(self, item: QListWidgetItem) -> None:
        self._take(item.text())

    def _on_text(self) -> None:
        if self._view.hasFocus():
            self._soon.start()

    def _look(self) -> None:
        typed = self._open_link()
        if typed is None or self._refused or not self._view.hasFocus():
            return
        if self._typed is None:
            self._notes.load()
        self._typed = typed
        wanted, library = Fuzzy(typed), self._desk.services.library
        if wanted:
            self._notes.find(wanted, _MOST)
        else:
            self._notes.stop()
            self._desk.reader.read(
                "newest titles", lambda: library.titles(_MOST).recent(_MOST), self._on_newest
            )

    def _on_caret(self) -> None:
        typed = self._open_link()
        if typed is None:
            self._refused = False
            self.close()

    def _open_link(self) -> str | None:
        cursor = self._view.textCursor()
        if self._view.isReadOnly() or cursor.hasSelection():
            return None
        return typed_link(_before(cursor))

    def _on_newest(self, titles: "Sequence[Title]") -> None:
        if self._typed is not None and not Fuzzy(self._typed):
            self._on_found(titles, whole=True)

    def _on_found(self, titles: "Sequence[Title]", whole: bool) -> None:
        if self._typed is None:
            return
        names = list(dict.fromkeys(title.text for title in titles if title.text))
        if names:
            caret = self._view.cursorRect()
            corner = self._view.viewport().mapTo(self._view, caret.bottomLeft())
            self.list.show_titles(names, corner, caret.height())
        elif whole and self._list is not None:
            self._list.hide()

    def _take(self, title: str) -> None:
        """Write the link in place of what was typed, and of the brackets that may stand behind it."""
        cursor = self._view.textCursor()
        typed, after = typed_link(_before(cursor)), cursor.block().text()
        self.close()
        if typed is None:
            return
        closed = after.encode("utf-16-le")[2 * cursor.positionInBlock() :].decode("utf-16-le")
        end = cursor.position() + (2 if closed.startswith("]]") else 0)
        cursor.setPosition(cursor.position() - len(typed.encode("utf-16-le")) // 2 - 2)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(link_text(title))
        self._view.setTextCursor(cursor)


def _before(cursor: QTextCursor) -> str:
    """Return the line up to the caret; Qt counts halves of wide characters."""
    wide = cursor.block().text().encode("utf-16-le", "surrogatepass")
    return wide[: 2 * cursor.positionInBlock()].decode("utf-16-le", "replace")
