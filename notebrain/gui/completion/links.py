"""Offers the titles of notes while a link is typed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from notebrain.domain.i18n import _
from notebrain.domain.notes.links import link_text, typed_link
from notebrain.domain.text.fuzzy import Fuzzy
from notebrain.domain.text.pieces import head_of, units_of
from notebrain.gui.completion.offers import Offers
from notebrain.gui.desk import Desk
from notebrain.gui.palette.noted import NoteFinder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notebrain.app.notes.titles import Title

_MOST = 8


class LinkCompleting(QObject):
    """Offers titles while `[[` is open before the caret, and writes the link that was chosen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.editor.view)
        self._desk = desk
        self._view = desk.editor.view
        self._typed: str | None = None
        self._staying: frozenset[int] | None = None
        """Notes whose titles are not for a note that leaves this computer; None until that is known."""
        self._notes = NoteFinder(desk.services.library, desk.reader, desk.side)
        self._notes.found.connect(self._on_found)
        self._offers = Offers(self._view, desk.theme, _("Notes to link to"), self._open_link)
        self._offers.wanted.connect(self._find)
        self._offers.taken.connect(self._take)
        self._offers.ended.connect(self._drop)

    def _open_link(self) -> str | None:
        cursor = self._view.textCursor()
        if self._view.isReadOnly() or cursor.hasSelection():
            return None
        return typed_link(head_of(cursor.block().text(), cursor.positionInBlock()))

    def _find(self, typed: str) -> None:
        if self._typed is None:
            self._staying = None
            self._desk.reader.read("staying", self._desk.services.library.staying, self._on_staying)
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

    def _drop(self) -> None:
        if self._typed is not None:
            self._notes.drop()
        self._typed = None

    def _on_staying(self, keys: frozenset[int]) -> None:
        note = self._desk.browser.note
        self._staying = frozenset() if note is not None and note.local_only else keys
        if self._typed is not None:
            self._find(self._typed)

    def _on_newest(self, titles: "Sequence[Title]") -> None:
        if self._typed is not None and not Fuzzy(self._typed):
            self._on_found(titles, whole=True)

    def _on_found(self, titles: "Sequence[Title]", whole: bool) -> None:
        staying = self._staying
        if self._typed is None or staying is None:
            return
        titles = [title for title in titles if title.key not in staying]
        names = list(dict.fromkeys(title.text for title in titles if title.text))
        if names or whole:
            self._offers.show(names)

    def _take(self, title: str) -> None:
        """Write the link in place of what was typed, and of the brackets that may stand behind it."""
        typed, cursor = self._open_link(), self._view.textCursor()
        if typed is None:
            return
        line = cursor.block().text()
        after = line[len(head_of(line, cursor.positionInBlock())) :]
        end = cursor.position() + (2 if after.startswith("]]") else 0)
        cursor.setPosition(cursor.position() - units_of(typed) - 2)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(link_text(title))
        self._view.setTextCursor(cursor)
