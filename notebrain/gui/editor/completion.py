"""Completion of titles and tags in a list below the caret."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.links import link_of, link_text, typed_link
from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import offered_tags, typed_tag
from notebrain.domain.text.fuzzy import Fuzzy
from notebrain.domain.text.pieces import head_of, units_of
from notebrain.gui.core.context import Context
from notebrain.gui.editor.live_syntax import parsed
from notebrain.gui.editor.markdown_syntax import is_code
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.editor.text_style import Style
from notebrain.gui.editor.view import NoteView
from notebrain.gui.notes.title_finder import NoteFinder
from notebrain.gui.theme.theme import Theme

if TYPE_CHECKING:
    from notebrain.app.notes.titles import Title


_WIDTH, _ROW, _RIM = 340, 28, 6


class OfferList(QListWidget):
    """A list over the text; the focus stays in the text."""

    def __init__(self, theme: Theme, name: str, over: QWidget) -> None:
        super().__init__(over)
        self._theme = theme
        self._over = over
        self.setObjectName("offers")
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        self.hide()

    def show_texts(self, texts: Sequence[str], at: QPoint, above: int) -> None:
        """Show these texts at a point, or above a line of this height if there is no room below."""
        px = self._theme.px
        self.clear()
        self.addItems(list(texts))
        for number in range(self.count()):
            self.item(number).setSizeHint(QSize(px(_WIDTH) // 2, px(_ROW)))
        self.setCurrentRow(0)
        room = self._over.rect()
        width, height = px(_WIDTH), self.count() * px(_ROW) + 2 * px(_RIM)
        left = max(0, min(at.x(), room.width() - width))
        fits = at.y() + height <= room.height()
        self.setGeometry(left, at.y() if fits else at.y() - above - height, width, height)
        self.show()
        self.raise_()

    def step(self, steps: int) -> None:
        """Move the selection by this many rows, wrapping around at the ends."""
        self.setCurrentRow((self.currentRow() + steps) % self.count())


_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_ERASING = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
_ACCEPTING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class Offers(QObject):
    """Follows typing, shows suggestions, and emits the one that was accepted.

    Args:
        name: The accessible name of the list.
        typed: Returns the text to complete so far, or None if there is none.
    """

    wanted = Signal(str)
    accepted = Signal(str)
    ended = Signal()
    """The suggestions ended: the caret or the user left, or the user dismissed them."""

    def __init__(
        self, view: NoteView, theme: Theme, name: str, typed: Callable[[], str | None]
    ) -> None:
        # a child of the view: an event filter that outlives the view would be called after the view is destroyed
        super().__init__(view)
        self._view = view
        self._theme = theme
        self._name = name
        self._typed = typed
        self._made: OfferList | None = None
        self._refused = False
        """Set by Esc: show no suggestions until the caret leaves the text being completed."""
        # a bracket may insert its partner, so the caret is in place only after the key was handled
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._check)
        view.cursorPositionChanged.connect(self._on_caret)
        view.left.connect(self.end)
        view.installEventFilter(self)

    @property
    def shown(self) -> bool:
        """Whether suggestions are shown now."""
        return self._made is not None and self._made.isVisible()

    @property
    def _list(self) -> OfferList:
        """The list, created on first use."""
        if self._made is None:
            self._made = OfferList(self._theme, self._name, self._view)
            self._made.itemClicked.connect(self._accept)
        return self._made

    def show(self, texts: Sequence[str]) -> None:
        """Show these suggestions instead of the previous ones; hide the list if there are none."""
        if texts:
            caret = self._view.cursorRect()
            corner = self._view.viewport().mapTo(self._view, caret.bottomLeft())
            self._list.show_texts(texts, corner, caret.height())
        elif self._made is not None:
            self._made.hide()

    def end(self) -> None:
        """Stop suggesting."""
        self.show([])
        self.ended.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.shown and isinstance(event, QKeyEvent) and not event.modifiers():
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and self._on_key(event.key()):
                return True
        if _is_typing(event):
            self._soon.start()
        return False

    def _on_key(self, key: int) -> bool:
        if key in _STEPS:
            self._list.step(_STEPS[Qt.Key(key)])
        elif key in _ACCEPTING:
            self._accept(self._list.currentItem())
        elif key == Qt.Key.Key_Escape:
            self._refused = True
            self.end()
        else:
            return False
        return True

    def _accept(self, item: QListWidgetItem) -> None:
        text = item.text()  # the end clears the list
        self.end()
        self.accepted.emit(text)

    def _on_caret(self) -> None:
        outside = self._typed() is None
        if outside:
            self._refused = False
        if outside or not self._soon.isActive():  # the user went elsewhere in the text
            self.end()

    def _check(self) -> None:
        typed = self._typed()
        if typed is not None and not self._refused and self._view.hasFocus():
            self.wanted.emit(typed)


def _is_typing(event: QEvent) -> bool:
    """Return whether this event changes the text at the caret, letter by letter."""
    if isinstance(event, QKeyEvent):
        written = event.text() and event.text().isprintable()
        return event.type() == QEvent.Type.KeyPress and (bool(written) or event.key() in _ERASING)
    return isinstance(event, QInputMethodEvent) and bool(event.commitString())


_MOST = 8
_REST_OF_LINK = re.compile(r"([^\[\]]*)\]\]")


def _typed_before(view: NoteView, typed_in: Callable[[str], str | None]) -> str | None:
    """Return what `typed_in` finds in the line up to the caret; None in code, or if nothing can be typed there."""
    cursor = view.textCursor()
    block = cursor.block()
    if view.isReadOnly() or cursor.hasSelection() or is_code(block.userState()):
        return None
    text, states = block.text(), (block.previous().userState(), block.userState())
    before = head_of(text, cursor.positionInBlock())
    typed = typed_in(before)
    if typed is None:
        return None  # as nearly always: spare the look at the whole line
    spans = parsed(text, *states, first=block.blockNumber() == 0).spans
    at = len(before) - 1
    return None if any(s <= at < e and style & Style.CODE for s, e, style in spans) else typed


class LinkCompletion(QObject):
    """Suggests titles after an open `[[` before the caret, and inserts the chosen link."""

    def __init__(self, context: Context, editor: EditorPanel) -> None:
        super().__init__(editor.view)
        self._context = context
        self._editor = editor
        self._view = editor.view
        self._typed: str | None = None
        self._hidden: frozenset[int] | None = None
        """The notes that are not offered; None until they are known."""
        self._notes = NoteFinder(
            context.services.library, context.reader, context.side, what="titles to link to"
        )
        self._notes.found.connect(self._on_found)
        self._offers = Offers(self._view, context.theme, _("Notes to link to"), self._open_link)
        self._offers.wanted.connect(self._find)
        self._offers.accepted.connect(self._accept)
        self._offers.ended.connect(self._drop)

    def _open_link(self) -> str | None:
        return _typed_before(self._view, typed_link)

    def _find(self, typed: str) -> None:
        if self._typed is None:
            self._hidden = None
            note = self._editor.note
            self._context.reader.read(
                "not offered", lambda: self._not_offered(note), self._on_hidden
            )
        self._typed = typed
        wanted, library = Fuzzy(typed), self._context.services.library
        if wanted:
            self._notes.find(wanted, _MOST + 1)  # one of them may be the note itself
        else:
            self._notes.stop()
            self._context.reader.read(
                "newest titles",
                lambda: library.newest_titles(_MOST + 1),
                self._on_newest,
            )

    def _drop(self) -> None:
        self._notes.stop()
        self._typed = None

    def _not_offered(self, note: Note | None) -> frozenset[int]:
        """Return the note itself, and the local-only notes, whose titles must not appear in a synced note."""
        library = self._context.services.library
        is_local = note is not None and note.local_only
        hidden = frozenset[int]() if is_local else library.staying()
        try:
            return hidden if note is None else hidden | {library.key_of(note.id)}
        except NotFound:
            return hidden

    def _on_hidden(self, keys: frozenset[int]) -> None:
        self._hidden = keys
        if self._typed is not None:
            self._find(self._typed)

    def _on_newest(self, titles: "Sequence[Title]") -> None:
        if self._typed is not None and not Fuzzy(self._typed):
            self._on_found(titles)

    def _on_found(self, titles: "Sequence[Title]") -> None:
        hidden = self._hidden
        if self._typed is None or hidden is None:
            return
        titles = [title for title in titles if title.key not in hidden]
        names = list(dict.fromkeys(title.text for title in titles if title.text))
        self._offers.show(names[:_MOST])

    def _accept(self, title: str) -> None:
        """Replace the whole title in the brackets; words shown in its place stay."""
        typed, cursor = self._open_link(), self._view.textCursor()
        if typed is None:
            return
        line = cursor.block().text()
        rest = _REST_OF_LINK.match(line, len(head_of(line, cursor.positionInBlock())))
        end = cursor.position() + (units_of(rest[0]) if rest else 0)
        shown = link_of(rest[1]).shown if rest else ""
        cursor.setPosition(cursor.position() - units_of(typed) - 2)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(link_text(title, shown=shown))
        self._view.setTextCursor(cursor)


class TagCompletion(QObject):
    """Suggests tags after a `#` and at least one letter, and inserts the chosen one."""

    def __init__(self, context: Context, editor: EditorPanel) -> None:
        super().__init__(editor.view)
        self._view = editor.view
        self._navigator = context.navigator
        self._offers = Offers(self._view, context.theme, _("Tags"), self._open_tag)
        self._offers.wanted.connect(self._offer)
        self._offers.accepted.connect(self._accept)

    def _open_tag(self) -> str | None:
        return _typed_before(self._view, typed_tag)

    def _offer(self, typed: str) -> None:
        self._offers.show(offered_tags(typed, self._navigator.counts.tag_names, _MOST))

    def _accept(self, tag: str) -> None:
        typed, cursor = self._open_tag(), self._view.textCursor()
        if typed is None:
            return
        end = cursor.position()
        cursor.setPosition(end - units_of(typed))
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(tag + " ")
        self._view.setTextCursor(cursor)
