"""Dresses Markdown as it is typed; of a long note only what is seen."""

from PySide6.QtGui import QSyntaxHighlighter, QTextBlock, QTextDocument

from notebrain.gui.editor.formats import Formats
from notebrain.gui.editor.markdown import look, skim
from notebrain.gui.editor.styles import Span

AT_ONCE = 400
"""Lines of a note that is dressed as a whole; a longer one is dressed where it is looked at."""

_BARE = -7  # a block's revision; Qt itself counts upwards from 0


class Highlighter(QSyntaxHighlighter):
    """Gives each line its look.

    The first pass over a long note only finds out where code blocks are: dressing 30,000 lines
    takes half a second, and nobody sees them at once. `dress` does the rest.
    """

    def __init__(self, document: QTextDocument, formats: Formats) -> None:
        super().__init__(document)
        self._formats = formats
        self._skimming = False
        self.restyle()

    def restyle(self) -> None:
        """Dress the note anew: it was just opened, or the theme changed."""
        self._skimming = self.document().blockCount() > AT_ONCE
        self.rehighlight()
        self._skimming = False

    def dress(self, first: QTextBlock, count: int) -> None:
        """Dress these lines, because they are about to be seen."""
        block = first
        for _line in range(count):
            if not block.isValid():
                return
            if block.revision() == _BARE:
                self.rehighlightBlock(block)
            block = block.next()

    def highlightBlock(self, text: str) -> None:
        state = self.previousBlockState()
        block = self.currentBlock()
        first = state == -1 and block.blockNumber() == 0
        if self._skimming:
            self.setCurrentBlockState(skim(text, state, first=first))
            block.setRevision(_BARE)
            return
        block.setRevision(0)
        line = look(text, state, first=first)
        self.setCurrentBlockState(line.state)
        if line.spans:
            self._apply(text, line.spans, narrow=block.length() - 1 == len(text))

    def _apply(self, text: str, spans: list[Span], *, narrow: bool) -> None:
        of = self._formats.of
        for start, end, style in spans:
            if narrow:
                self.setFormat(start, end - start, of(style))
            else:
                self.setFormat(_units(text[:start]), _units(text[start:end]), of(style))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
