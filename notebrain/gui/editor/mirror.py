"""A second document for an open note, so that two editors can show the same text at different widths."""

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QTextCursor

from notebrain.domain.text.pieces import units_of
from notebrain.gui.editor.document import NoteDocument, hunks
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.highlighter import Highlighter

_LOW_SURROGATES = range(0xDC00, 0xE000)


class MirrorDocument(NoteDocument):
    """Shows the text of another document and passes each edit on to it.

    Qt lays the lines of a document out once, for one width, so two editors cannot share a document. The text, its undo
    history and its saving stay with `source`: what is typed here is an edit there, and an edit there appears here.
    """

    def __init__(self, source: NoteDocument, formats: SyntaxFormats) -> None:
        made: list[Highlighter] = []
        super().__init__(
            source.history, prepare=lambda document: made.append(Highlighter(document, formats))
        )
        (self.highlighter,) = made
        self.setUndoRedoEnabled(False)
        self._source = source
        self._passing = False
        """Whether an edit is on its way from one document to the other."""
        self.highlighter.begin()
        source.contentsChange.connect(self._on_source_change)
        source.edited.connect(self.edited)

    def part(self) -> None:
        """Follow the other document no more."""
        self._source.contentsChange.disconnect(self._on_source_change)
        self._source.edited.disconnect(self.edited)

    @Slot()
    def begin_step(self) -> None:
        self._source.begin_step()

    def undo_edit(self) -> int | None:
        return self._source.undo_edit()

    def redo_edit(self) -> int | None:
        return self._source.redo_edit()

    def isUndoAvailable(self) -> bool:
        return self._source.isUndoAvailable()

    def isRedoAvailable(self) -> bool:
        return self._source.isRedoAvailable()

    def replace(self, edits: Sequence[tuple[int, int, str]]) -> None:
        self._source.replace(edits)

    def apply_stored(self, stored: str) -> None:
        self._source.apply_stored(stored)

    @Slot(int, int, int)
    def _on_contents_change(self, start: int, removed: int, added: int) -> None:
        if not self._passing:
            self._pass_on(self, self._source, start, removed, added)

    @Slot(int, int, int)
    def _on_source_change(self, start: int, removed: int, added: int) -> None:
        if not self._passing:
            self._pass_on(self._source, self, start, removed, added)

    def _pass_on(
        self, changed: NoteDocument, other: NoteDocument, start: int, removed: int, added: int
    ) -> None:
        """Make the same change in the other document."""
        self._passing = True
        # Qt sometimes counts the end of the document
        end, new_end = min(start + removed, other.units), min(start + added, changed.units)
        if _is_inside_pair(other, start) or _is_inside_pair(changed, start):
            start -= 1
        if _is_inside_pair(other, end) or _is_inside_pair(changed, new_end):
            end, new_end = min(end + 1, other.units), min(new_end + 1, changed.units)
        if other.units - end != changed.units - new_end:
            start, end, new_end = 0, other.units, changed.units
        old, new = (
            other.shown_between(start, end - start),
            changed.shown_between(start, new_end - start),
        )
        cursor = QTextCursor(other)
        edits = hunks(old, new)
        if len(edits) > 1:  # Qt joins keys typed one after the other only outside of such a block
            cursor.beginEditBlock()
        for first, last, text in reversed(edits):
            cursor.setPosition(start + units_of(old[:first]))
            cursor.setPosition(start + units_of(old[:last]), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(text)
        if len(edits) > 1:
            cursor.endEditBlock()
        self._passing = False


def _is_inside_pair(document: NoteDocument, position: int) -> bool:
    """Return whether a character of two units would be split here."""
    return position > 0 and ord(document.characterAt(position) or "\0") in _LOW_SURROGATES
