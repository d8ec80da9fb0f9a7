"""A note open in the editor: the text that Qt shows, the exact text to store, and its number of words."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice

from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from notebrain.domain.markdown.statistics import WORD
from notebrain.domain.text.buffer import EditHistory, TextMap
from notebrain.domain.text.pieces import units_of

MARGIN = 12
"""The margin around the text in pixels, which is how far code backgrounds extend beyond it on both sides.

It is the same at every scale, because Qt puts a changed margin on the undo stack.
"""
PAUSE_MS = 1_000
"""A pause of this length while typing starts a new undo step."""
_PARAGRAPH = "\u2029"
_LONGEST_COMPARED = 400_000
_MANY = 300


class NoteLayout(QPlainTextDocumentLayout):
    """Begins a paragraph on the side where its own first letter is read from; Qt begins all on the left.

    It also paints only the line that changed, if that is as high as it was. Qt paints all lines: a line that is
    highlighted again reaches it as removed and added, Qt counts both, and finds the end of the change in the lines
    below. Qt cannot tell whether a line changed its height either, because it may have laid it out before it compares.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._painted: dict[int, float] = {}
        self._blocks = 0

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        if not block.isValid():
            return QRectF()  # Qt would crash
        rect = super().blockBoundingRect(block)  # lays it out, which resets the option
        if block.textDirection() is Qt.LayoutDirection.RightToLeft:
            option = block.layout().textOption()
            if option.alignment() != Qt.AlignmentFlag.AlignRight:
                option.setAlignment(Qt.AlignmentFlag.AlignRight)
                block.layout().setTextOption(option)
        return rect

    def documentChanged(self, at: int, removed: int, added: int) -> None:
        block = self.document().findBlock(at)
        before, self._blocks = self._blocks, self.document().blockCount()
        if before != self._blocks:
            self._painted.clear()  # the lines below have other numbers now
        height = self._painted.get(block.blockNumber())
        if height is None or at + added > block.position() + block.length():
            super().documentChanged(at, removed, added)
            return
        super().documentChanged(at, 0, max(1, added))
        if _is_stale(
            block.next()
        ):  # the line end was exchanged, and with it the lines that Qt keeps
            block.next().clearLayout()
            self.update.emit()
        if self.blockBoundingRect(block).height() != height:
            self.update.emit()  # all of it

    def remember(self, heights: dict[int, float]) -> bool:
        """Remember how high each visible line is painted, by its number; return whether one of them was not before."""
        before, self._painted = self._painted, heights
        return any(before.get(number, height) != height for number, height in heights.items())


def _is_stale(block: QTextBlock) -> bool:
    """Return whether a line is laid out for another text, as one can tell by its length."""
    layout = block.layout() if block.isValid() else None
    if layout is None or not layout.lineCount():
        return False
    last = layout.lineAt(layout.lineCount() - 1)
    return last.textStart() + last.textLength() != block.length() - 1


class NoteDocument(QTextDocument):
    """A text document whose `stored` text follows every edit, undo and redo byte for byte.

    `edited` is emitted after each change of the stored text by the user.
    """

    edited = Signal()

    def __init__(
        self, stored: str | EditHistory, *, prepare: Callable[[QTextDocument], object] | None = None
    ) -> None:
        """Create a document that shows `stored`; `prepare` receives it empty, and no signal announces the text."""
        super().__init__()
        self.setDocumentLayout(NoteLayout(self))
        self._history = EditHistory(stored) if isinstance(stored, str) else stored
        self._walking = self._replacing = False
        self._step = 0
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.begin_step)
        self.setDocumentMargin(MARGIN)
        if prepare is not None:
            prepare(self)
        # a highlighter would otherwise be called now for each line, and there may be half a million
        were_blocked = self.blockSignals(True)
        self.setPlainText(self._history.current.shown)
        self.blockSignals(were_blocked)
        self.clearUndoRedoStacks()  # the margin counts as an edit
        self.contentsChange.connect(self._on_contents_change)

    @property
    def history(self) -> EditHistory:
        """The stored text at each undo step."""
        return self._history

    @property
    def text(self) -> TextMap:
        """The current text: a new object after every change, and the same one after an undo."""
        return self._history.current

    @property
    def stored(self) -> str:
        """The text to store now."""
        return self._history.current.stored

    @property
    def units(self) -> int:
        """How many positions the text has; cheaper than any call for the text itself."""
        return self.characterCount() - 1

    @contextmanager
    def walking(self) -> Generator[None]:
        """Treat changes within this context as undo or redo, not as edits."""
        self._walking = True
        try:
            yield
        finally:
            self._walking = False

    def undo_edit(self) -> int | None:
        """Undo the last edit, including the stored text; return where it was, or None if there is none."""
        cursor = QTextCursor()
        with self.walking():
            self.undo(cursor)
        return None if cursor.isNull() else cursor.position()

    def redo_edit(self) -> int | None:
        """Redo the edit that was undone last; return where it is, or None if there is none."""
        cursor = QTextCursor()
        with self.walking():
            self.redo(cursor)
        return None if cursor.isNull() else cursor.position()

    @Slot()
    def begin_step(self) -> None:
        """Make the next edit a separate undo step; Qt adds nothing to a step before a saved state.

        The existing steps stay unchanged, along with the stored text of each.
        """
        self._pause.stop()
        self.setModified(False)

    def apply_stored(self, stored: str) -> None:
        """Show a text that was written elsewhere, as one edit that can be undone.

        Only the differences are replaced, so that cursors in the rest stay in place.
        """
        new = TextMap.of(stored)
        if new.stored == self.stored:
            return
        old_shown, new_shown = self.text.shown, new.shown
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        for start, end, added in reversed(hunks(old_shown, new_shown)):
            cursor.setPosition(units_of(old_shown[:start]))
            cursor.setPosition(units_of(old_shown[:end]), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(added)
        cursor.endEditBlock()
        self._step = self.availableUndoSteps()
        self._history.edit(self._step, new)
        self.edited.emit()

    def replace(self, edits: Sequence[tuple[int, int, str]]) -> None:
        """Apply many edits (start, end, added), sorted and not overlapping, as one undo step."""
        new = self.text.with_edits(edits)
        self.begin_step()
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        self._replacing = True
        if len(edits) > _MANY:  # one large edit is faster than many
            first, last = edits[0][0], edits[-1][1]
            tail = self.units - last
            edits = [(first, last, new.between(first, new.units - tail).shown)]
        for start, end, added in reversed(edits):
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(added)
        cursor.endEditBlock()
        self._replacing = False
        self._step = self.availableUndoSteps()
        self._history.edit(self._step, new)
        self._check(self._step)
        self.begin_step()
        self.edited.emit()

    @Slot(int, int, int)
    def _on_contents_change(self, start: int, removed: int, added: int) -> None:
        if self._replacing:
            return
        step, before = self.availableUndoSteps(), self._step
        self._step = step
        self._pause.start()
        if self._walking or step < before:  # an edit never removes undo steps
            known = self._history.walk(step)
        else:
            known = True
            self._history.edit(step, self._edited(start, removed, added))
        self._check(step, known=known)
        self.edited.emit()

    def _check(self, step: int, *, known: bool = True) -> None:
        """Compare the full text if Qt reported less than it changed, rather than store a wrong text."""
        if not known or self.text.units != self.units:
            whole = self.toRawText().replace(_PARAGRAPH, "\n")
            self._history.edit(step, self.text.edited(0, self.text.units, whole))

    def _edited(self, start: int, removed: int, added: int) -> TextMap:
        """Return the text after this change; Qt sometimes counts the end of the document."""
        text = self.text
        removed = min(removed, text.units - start)
        wide_start, wide_removed = text.widened(start, removed)
        added = min(added + wide_removed - removed, self.units - wide_start)
        return text.edited(wide_start, wide_removed, self.shown_between(wide_start, added))

    def shown_between(self, start: int, length: int) -> str:
        """Return the text as shown; unlike `toPlainText`, it keeps no-break spaces and similar characters."""
        cursor = QTextCursor(self)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        shown = cursor.selectedText()
        if (
            units_of(shown) != length
        ):  # half a surrogate pair, which PySide does not pass on as a Python string
            shown = "".join(str(self.characterAt(start + at)) for at in range(length))
            shown = shown.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return shown.replace(_PARAGRAPH, "\n")


def hunks(old: str, new: str) -> list[tuple[int, int, str]]:
    """Return the replacements (start, end, added) that turn `old` into `new`."""
    from notebrain.domain.text.diff import matches

    found: list[tuple[int, int, str]] = []
    at = new_at = 0
    shared = matches(old, new) if len(old) + len(new) <= _LONGEST_COMPARED else []
    for match in [*shared, None]:
        end, new_end = (match.old, match.new) if match else (len(old), len(new))
        if end > at or new_end > new_at:
            found.append((at, end, new[new_at:new_end]))
        if match:
            at, new_at = match.old + match.size, match.new + match.size
    return found


SOON_MS = 150
LATER_MS = 1_000
_BIG = 200_000
_SLICE = 40
"""The number of pieces counted at a time: about 80 KB, 3 ms."""
_COUNTED = 1_000
"""The number of pieces whose words are known: about 2 MB."""


class WordCounter(QObject):
    """Emits the word count soon after an edit; for a long note, after a pause in typing and in slices."""

    counted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text: Callable[[], TextMap] | None = None
        self._left: Iterator[int] = iter(())
        self._sum = 0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._begin)
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._go_on)

    def follow(self, text: Callable[[], TextMap] | None) -> None:
        """Count the words of this text from now on; None counts nothing."""
        self._text = text
        self._slices.stop()
        self._timer.stop()
        if text is not None:
            self._timer.start(0)

    def edited(self) -> None:
        """Count again: immediately for a short note, after a pause in typing for a long one."""
        if self._text is None:
            return
        if self._text().units > _BIG:
            self._slices.stop()
            self._timer.start(LATER_MS)
        elif not self._timer.isActive():
            self._timer.start(SOON_MS)

    def _begin(self) -> None:
        if self._text is not None:
            self._left, self._sum = counts(self._text()), 0
            self._go_on()

    def _go_on(self) -> None:
        """Count a slice, and emit the total after the last one."""
        slice_ = list(islice(self._left, _SLICE))
        self._sum += sum(slice_)
        if len(slice_) == _SLICE:
            self._slices.start()
            return
        self._slices.stop()
        self.counted.emit(self._sum)


def counts(text: TextMap) -> Iterator[int]:
    """Yield how many words begin in each piece; symbols that stand alone are not words."""
    goes_on = False
    for piece in text.pieces:
        found, ends_in_word = _counted(piece.shown)
        yield found - (goes_on and piece.shown[0].isalnum())
        goes_on = ends_in_word


@lru_cache(maxsize=_COUNTED)
def _counted(piece: str) -> tuple[int, bool]:
    """Return how many words begin in a piece, and whether it ends in one; kept, since an edit changes few pieces."""
    last = piece.rsplit("\n", maxsplit=1)[-1].rsplit(maxsplit=1)
    ends_in_word = bool(last) and not piece[-1].isspace() and bool(WORD.search(last[-1]))
    return len(WORD.findall(piece)), ends_in_word
