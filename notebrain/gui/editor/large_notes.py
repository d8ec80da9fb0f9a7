"""Very long notes, of which only the beginning is shown at first."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.excerpt import NoteExcerpt
from notebrain.domain.notes.note import Note
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.editor.notice_bar import Act
from notebrain.gui.editor.open_notes import OpenNote

if TYPE_CHECKING:
    from notebrain.domain.notes.note import NoteId


_MB = 1_000_000
_ROUND_FROM_MB = 10


class LargeNoteBanner:
    """Knows the text of the bar above a beginning, and the passage to show once the full note is open."""

    def __init__(self, *, show_all: Callable[[], object], export: Callable[[], object]) -> None:
        self._show_all = show_all
        self._export = export
        self._awaited: NoteId | None = None
        self._passage: tuple[NoteId, int, int] | None = None

    def text(self, opened: OpenNote) -> str:
        """Return the text of the bar; empty for a note that is fully loaded."""
        note = opened.note
        if not isinstance(note, NoteExcerpt):
            return ""
        if self._awaited == note.id:
            return _("Loading the whole note. The window will not respond for a few seconds.")
        text = _(
            "This is the beginning of a very long note ({size}). To edit it, show all of it, which takes a few "
            "seconds."
        ).format(size=_size(note.size))
        if self._passage is not None and self._passage[0] == note.id:
            text = f"{_('The match is further down.')} {text}"
        return text

    def acts(self, opened: OpenNote) -> tuple[Act, ...]:
        """Return the actions that the bar offers."""
        if self._awaited == opened.note.id:
            return ()
        return (_("Show all"), self._show_all), (_("Export…"), self._export)

    def await_all(self, opened: OpenNote) -> None:
        """Record that the full note is being read."""
        self._awaited = opened.note.id

    def lacks(self, opened: OpenNote, end: int) -> bool:
        """Return whether the text up to this code point is not shown yet."""
        return not opened.whole and end > len(opened.note.body)

    def keep_passage(self, opened: OpenNote, start: int, end: int) -> None:
        """Remember a passage until the full note is loaded."""
        self._passage = (opened.note.id, start, end)

    def arrived(self, opened: OpenNote) -> tuple[int, int] | None:
        """Record that this note is shown now, and return the passage that was waiting for it, if any."""
        self._awaited = None
        passage = self._passage
        if passage is None or (passage[0] == opened.note.id and not opened.whole):
            return None
        self._passage = None
        return passage[1:] if passage[0] == opened.note.id else None


def _size(size_bytes: int) -> str:
    size = size_bytes / _MB
    places = 0 if size >= _ROUND_FROM_MB else 1
    return _("{n} MB").format(n=date_format.decimal(size, places))


class LargeNotes(QObject):
    """Carries out the actions of the bar above the beginning of a note.

    Args:
        export: Asks where to export the notes with these keys.
    """

    def __init__(self, context: Context, export: Callable[[Sequence[int]], object]) -> None:
        super().__init__(context.window)
        self._context = context
        self._export_notes = export

    def read(self) -> None:
        """Show the full text of the shown note."""
        shown, library = self._context.navigator.note, self._context.services.library
        if shown is None:
            return

        def load() -> Note | NoteBrainError:
            try:
                return library.note(shown.id)
            except NoteBrainError as error:
                return error

        self._context.reader.read("whole note", load, self._on_read)

    def _on_read(self, read: Note | NoteBrainError) -> None:
        browser = self._context.navigator
        if isinstance(read, NoteBrainError):
            self._context.on_error(read)
            browser.show_again()
        elif browser.note is not None and browser.note.id == read.id:
            if browser.note.version == read.version:
                browser.show_whole(read)
            else:
                self.read()  # it was changed in the meantime

    def export(self) -> None:
        """Export the shown note."""
        note = self._context.navigator.note
        if note is None:
            return
        try:
            key = self._context.services.library.key_of(note.id)
        except NotFound:
            return
        self._export_notes([key])
