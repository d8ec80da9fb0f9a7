"""Very long notes, of which only the beginning is shown at first."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.excerpt import NoteExcerpt
from notebrain.domain.notes.note import Note
from notebrain.gui.core import date_format
from notebrain.gui.editor.notice_bar import Act
from notebrain.gui.editor.open_notes import OpenNote

if TYPE_CHECKING:
    from notebrain.domain.notes.note import NoteId
    from notebrain.gui.app.window_builder import Desk


_MB = 1_000_000
_ROUND_FROM_MB = 10


class LargeNoteBanner:
    """Knows the text of the bar above a beginning, and the passage to show once the full note is open."""

    def __init__(self, *, show_all: Callable[[], object], export: Callable[[], object]) -> None:
        self._show_all = show_all
        self._export = export
        self._awaited: NoteId | None = None
        self._passage: tuple[NoteId, int, int] | None = None

    def said(self, kept: OpenNote) -> str:
        """Return the text of the bar; empty for a note that is fully loaded."""
        note = kept.note
        if not isinstance(note, NoteExcerpt):
            return ""
        if self._awaited == note.id:
            return _("Reading all of it. The window does not answer for some seconds.")
        text = _(
            "The beginning of a very long note ({size}), to read. Showing all of it, to write in it, "
            "takes some seconds."
        ).format(size=_size(note.size))
        if self._passage is not None and self._passage[0] == note.id:
            text = f"{_('What was found is further on.')} {text}"
        return text

    def acts(self, kept: OpenNote) -> tuple[Act, ...]:
        """Return the actions that the bar offers."""
        if self._awaited == kept.note.id:
            return ()
        return (_("Show all"), self._show_all), (_("Export…"), self._export)

    def await_all(self, kept: OpenNote) -> None:
        """Record that the full note is being read."""
        self._awaited = kept.note.id

    def lacks(self, kept: OpenNote, end: int) -> bool:
        """Return whether the text up to this code point is not shown yet."""
        return not kept.whole and end > len(kept.note.body)

    def keep_passage(self, kept: OpenNote, start: int, end: int) -> None:
        """Remember a passage until the full note is loaded."""
        self._passage = (kept.note.id, start, end)

    def arrived(self, kept: OpenNote) -> tuple[int, int] | None:
        """Record that this note is shown now, and return the passage that was waiting for it, if any."""
        self._awaited = None
        passage = self._passage
        if passage is None or (passage[0] == kept.note.id and not kept.whole):
            return None
        self._passage = None
        return passage[1:] if passage[0] == kept.note.id else None


def _size(size_bytes: int) -> str:
    size = size_bytes / _MB
    places = 0 if size >= _ROUND_FROM_MB else 1
    return _("{n} MB").format(n=date_format.decimal(size, places))


class LongNotes(QObject):
    """Carries out the actions of the bar above the beginning of a note."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        desk.editor.whole_requested.connect(self._read)
        desk.editor.export_requested.connect(self._export)

    def _read(self) -> None:
        shown, library = self._desk.browser.note, self._desk.services.library
        if shown is None:
            return

        def look() -> Note | NoteBrainError:
            try:
                return library.note(shown.id)
            except NoteBrainError as error:
                return error

        self._desk.reader.read("whole note", look, self._on_read)

    def _on_read(self, read: Note | NoteBrainError) -> None:
        browser = self._desk.browser
        if isinstance(read, NoteBrainError):
            self._desk.on_failed(read)
            browser.show_again()
        elif browser.note is not None and browser.note.id == read.id:
            if browser.note.version == read.version:
                browser.show_whole(read)
            else:
                self._read()  # it was changed in the meantime

    def _export(self) -> None:
        note = self._desk.browser.note
        if note is None:
            return
        try:
            key = self._desk.services.library.key_of(note.id)
        except NotFound:
            return
        self._desk.exchange.ask_export([key])
