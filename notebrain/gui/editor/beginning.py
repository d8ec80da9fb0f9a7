"""What is said above the beginning of a very long note, and what waits for the rest of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from notebrain.domain.i18n import _
from notebrain.domain.notes.excerpt import NoteBeginning
from notebrain.gui import dates
from notebrain.gui.editor.open_note import OpenNote
from notebrain.gui.editor.strip import Act

if TYPE_CHECKING:
    from notebrain.domain.notes.note import NoteId

_MB = 1_000_000
_ROUND_FROM_MB = 10


class Beginning:
    """Knows what the bar above a beginning says, and the passage to be shown once all of the note is there."""

    def __init__(self, *, show_all: Callable[[], object], export: Callable[[], object]) -> None:
        self._show_all = show_all
        self._export = export
        self._awaited: NoteId | None = None
        self._passage: tuple[NoteId, int, int] | None = None

    def said(self, kept: OpenNote) -> str:
        """Return what the bar says; nothing for a note that is there whole."""
        note = kept.note
        if not isinstance(note, NoteBeginning):
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
        """Return what can be done about it."""
        if self._awaited == kept.note.id:
            return ()
        return (_("Show all"), self._show_all), (_("Export…"), self._export)

    def await_all(self, kept: OpenNote) -> None:
        """Hear that all of this note is being read."""
        self._awaited = kept.note.id

    def lacks(self, kept: OpenNote, end: int) -> bool:
        """Tell whether the text up to this code point is not shown."""
        return not kept.whole and end > len(kept.note.body)

    def keep_passage(self, kept: OpenNote, start: int, end: int) -> None:
        """Keep a passage until all of the note is there."""
        self._passage = (kept.note.id, start, end)

    def arrived(self, kept: OpenNote) -> tuple[int, int] | None:
        """Hear that this note is shown now; return the passage that waited for it, if one did."""
        self._awaited = None
        passage = self._passage
        if passage is None or (passage[0] == kept.note.id and not kept.whole):
            return None
        self._passage = None
        return passage[1:] if passage[0] == kept.note.id else None


def _size(size_bytes: int) -> str:
    size = size_bytes / _MB
    places = 0 if size >= _ROUND_FROM_MB else 1
    return _("{n} MB").format(n=dates.decimal(size, places))
