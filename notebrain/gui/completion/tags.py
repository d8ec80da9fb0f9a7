"""Offers the tags there are while one is typed in the text."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from notebrain.domain.i18n import _
from notebrain.domain.markdown.editing.tag_completion import offered_tags, typed_tag
from notebrain.domain.notes.note import Counts
from notebrain.domain.text.pieces import head_of, units_of
from notebrain.gui.completion.offers import Offers
from notebrain.gui.desk import Desk
from notebrain.gui.editor.markdown import is_code

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST = 8


class TagCompleting(QObject):
    """Offers tags behind a `#` with a letter or more, and writes the one that was chosen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.editor.view)
        self._view = desk.editor.view
        self._known: Sequence[str] = ()
        desk.browser.counted.connect(self._on_counted)
        self._offers = Offers(self._view, desk.theme, _("Tags"), self._open_tag)
        self._offers.wanted.connect(self._offer)
        self._offers.taken.connect(self._take)

    def _on_counted(self, counts: Counts) -> None:
        self._known = [name for name, _count in counts.tags]

    def _open_tag(self) -> str | None:
        cursor = self._view.textCursor()
        block = cursor.block()
        if self._view.isReadOnly() or cursor.hasSelection() or is_code(block.userState()):
            return None
        return typed_tag(head_of(block.text(), cursor.positionInBlock()))

    def _offer(self, typed: str) -> None:
        self._offers.show(offered_tags(typed, self._known, _MOST))

    def _take(self, tag: str) -> None:
        typed, cursor = self._open_tag(), self._view.textCursor()
        if typed is None:
            return
        end = cursor.position()
        cursor.setPosition(end - units_of(typed))
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(tag + " ")
        self._view.setTextCursor(cursor)
