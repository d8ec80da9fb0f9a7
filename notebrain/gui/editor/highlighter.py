"""Dresses Markdown as it is typed; of a long note only what is seen."""

from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtGui import QSyntaxHighlighter, QTextBlock, QTextCursor, QTextDocument

from notebrain.domain.text.pieces import units_of
from notebrain.gui.editor.formats import Formats
from notebrain.gui.editor.markdown import look, skim
from notebrain.gui.editor.styles import Span

AT_ONCE = 400
"""Lines that are dressed in one go; those of a longer note or paste where they are looked at."""

_BARE = -7  # a block's revision; Qt itself counts upwards from 0
_SLICE_MS = 5
_FIRST_SLICE_MS = 40  # of a note that is opened: some thousand lines


class Highlighter(QSyntaxHighlighter):
    """Gives each line its look.

    Of a long note only what is seen is dressed, by `dress`: dressing 30,000 lines takes half a
    second, and nobody sees them at once. Where code blocks are is found out a slice at a time. So it
    is with a long text that is pasted, or one that a fence on top turns into code.

    Made for an empty document, it does without the pass over all lines with which Qt would begin;
    `begin` takes its place once there is a text.
    """

    changed = Signal()
    """Lines turned out to look different."""

    def __init__(self, document: QTextDocument, formats: Formats) -> None:
        super().__init__(document)
        self._formats = formats
        self._skimming = False
        self._dressed = _BARE
        self._room = AT_ONCE
        self._left: QTextCursor | None = None  # from here on, what lines leave open is not sure
        self._breath = QTimer(self, singleShot=True, interval=0)
        self._breath.timeout.connect(self._go_on)
        if not document.isEmpty():
            self._skimming = document.blockCount() > AT_ONCE
            self.restyle()
            self._skimming = False

    def begin(self) -> None:
        """Look at the text that was put into the document without a word."""
        self.restyle()
        if self.document().blockCount() <= AT_ONCE:
            return
        self._left = QTextCursor(self.document())
        self._go_on(_FIRST_SLICE_MS)

    def restyle(self) -> None:
        """Dress the note anew: it was just opened, or the theme changed."""
        self._dressed -= 1  # what bears the old mark is bare again
        if self._skimming or self.document().blockCount() <= AT_ONCE:
            self._room = AT_ONCE
            self.rehighlight()
        self.changed.emit()

    def dress(self, first: QTextBlock, count: int) -> None:
        """Dress these lines, because they are about to be seen."""
        before, self._room = self._room, count
        block = first
        for _line in range(count):
            if not block.isValid():
                break
            if block.revision() != self._dressed:
                self.rehighlightBlock(block)
            block = block.next()
        self._room = before

    def highlightBlock(self, text: str) -> None:
        block = self.currentBlock()
        if not self._room and not self._skimming:
            self._put_off(block)
            return
        state = self.previousBlockState()
        first = state == -1 and block.blockNumber() == 0
        if self._skimming:
            self.setCurrentBlockState(skim(text, state, first=first))
            block.setRevision(_BARE)
            return
        self._room -= 1
        if not self._breath.isActive():
            self._breath.start()
        block.setRevision(self._dressed)
        line = look(text, state, first=first)
        self.setCurrentBlockState(line.state)
        if line.spans:
            self._apply(text, line.spans, narrow=block.length() - 1 == len(text))

    def _put_off(self, block: QTextBlock) -> None:
        """Leave a line bare; its state stays, so that Qt does not ask for all that follow."""
        block.setRevision(_BARE)
        if self._left is None or block.position() < self._left.position():
            self._left = QTextCursor(block)
            self._breath.start()

    def _go_on(self, for_ms: int = _SLICE_MS) -> None:
        """Find out for some more lines what they leave open."""
        self._room = AT_ONCE
        if self._left is None:
            return
        block, self._left = self._left.block(), None
        state, changed = block.previous().userState(), False
        time = QElapsedTimer()
        time.start()
        while block.isValid():
            if time.elapsed() >= for_ms:
                self._left = QTextCursor(block)
                self._breath.start()
                break
            state = skim(block.text(), state, first=block.blockNumber() == 0)
            if state != block.userState():
                block.setUserState(state)
                block.setRevision(_BARE)
                changed = True
            block = block.next()
        if changed:
            self.changed.emit()

    def _apply(self, text: str, spans: list[Span], *, narrow: bool) -> None:
        of = self._formats.of
        for start, end, style in spans:
            if narrow:
                self.setFormat(start, end - start, of(style))
            else:
                self.setFormat(units_of(text[:start]), units_of(text[start:end]), of(style))
