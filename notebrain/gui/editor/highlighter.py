"""Highlighting of Markdown as it is typed; in a long note, only for the visible lines."""

from collections.abc import Iterator, Sequence
from itertools import islice

from PySide6.QtCore import QElapsedTimer, QSize, QTimer, Signal
from PySide6.QtGui import (
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from notebrain.domain.markdown.editing.tables import is_row
from notebrain.domain.notes.attachments import SCHEME, AttachmentLink
from notebrain.domain.text.pieces import units_of
from notebrain.gui.editor import table_grid
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.live_syntax import LiveLine, live_line
from notebrain.gui.editor.markdown_syntax import (
    Closes,
    ends_code,
    is_code,
    open_ticks,
    parse_line,
    quote_at,
    skim,
)
from notebrain.gui.editor.table_grid import Grid
from notebrain.gui.editor.text_style import Span, Style
from notebrain.gui.widgets.hidden_addresses import addresses_in, digits_in

AT_ONCE = 400
"""The number of lines highlighted at once; longer notes and pastes are highlighted where they are visible."""

_BARE = -7  # the revision of a block that is not highlighted; Qt itself counts up from 0
_SLICE_MS = 5
_FIRST_SLICE_MS = 40  # for a note that is being opened: some thousand lines
_PARAGRAPH = 40
"""The number of lines in which the end of inline code is looked for."""
_SOME = 3
_MOST_TABLES = 64


class Highlighter(QSyntaxHighlighter):
    """Highlights each line.

    In a long note, only the visible lines are highlighted, by `apply_theme`, because highlighting 30,000 lines takes
    half a second. Where code blocks are is determined in slices. The same applies to a long text that is pasted, or one
    that a fence at the top turns into code.

    In the live look, the marks of all lines are hidden but those of the caret's line (or table); see `reveal`.

    A highlighter for an empty document avoids Qt's initial pass over all lines; `begin` replaces that pass once there
    is a text.
    """

    changed = Signal()
    """The look of some lines changed."""

    def __init__(self, document: QTextDocument, formats: SyntaxFormats) -> None:
        super().__init__(document)
        self._formats = formats
        self._skimming = self._dressing = False
        self._dressed = _BARE
        self._shown: QTextCursor | None = None
        self._room_px = 0.0
        self._news: int = 0
        """The news of links that the look of the lines takes into account."""
        self._tables: dict[int, tuple[Grid | None, int]] = {}
        self._grids: dict[tuple[str, ...], Grid | None] = {}
        self._above: QTextCursor | None = None
        self._room = AT_ONCE
        self._left: QTextCursor | None = (
            None  # the state that lines leave is uncertain from here on
        )
        self._breath = QTimer(self, singleShot=True, interval=0)
        self._breath.timeout.connect(self._go_on)
        if not document.isEmpty():
            self._skimming = document.blockCount() > AT_ONCE
            self.restyle()
            self._skimming = False

    def begin(self) -> None:
        """Process the text that was put into the document without a signal."""
        self.restyle()
        if self.document().blockCount() <= AT_ONCE:
            return
        self._left = QTextCursor(self.document())
        self._go_on(_FIRST_SLICE_MS)

    def restyle(self) -> None:
        """Highlight the note again, because it was just opened or the theme changed."""
        self._forget_tables()
        self._dressed -= 1  # lines with the old mark now count as not highlighted
        if self._skimming or self.document().blockCount() <= AT_ONCE:
            self._room = AT_ONCE
            self.rehighlight()
        self.changed.emit()

    def reveal(self, caret: QTextCursor | None) -> None:
        """Show the marks in the line of this caret, or in its table, and hide those of the line before; None hides all.

        To be called after each edit, too: a cell can join or leave a table.
        """
        if not self._formats.live or self._dressing:  # Qt reports a new look as if it were an edit
            return
        before, after = self._shown, self._lines_of(caret.block()) if caret else None
        self._shown = after
        if before is not None and after is not None and _range(before) == _range(after):
            return
        lines = [*_blocks(before, self.document()), *_blocks(after, self.document())]
        for block in lines:
            block.setRevision(_BARE)
        if not lines:
            return
        if len(lines) <= _SOME:
            self._dress(lines)
            return
        if caret is not None:
            self._dress([caret.block()])
        self.changed.emit()

    def set_room(self, width: float) -> None:
        """Tell how wide a table or a picture may be, in pixels."""
        if width != self._room_px:
            self._room_px = width
            self._forget_tables()
            if self._formats.live:
                self._dressed -= 1
                self.changed.emit()

    def live_look(self, block: QTextBlock) -> LiveLine | None:
        """Return how a line looks without its marks, or None if its marks are shown."""
        if not self._formats.live or self._is_revealed(block):
            return None
        before, after = block.previous().userState(), block.userState()
        look = live_line(block.text(), before, after, first=block.blockNumber() == 0)
        return look if not look.row or table_grid.is_grid(block.layout().formats()) else None

    def pictures_above(self, block: QTextBlock) -> Sequence[tuple[AttachmentLink, QSize]]:
        """Return the pictures of a line whose marks are shown, with their sizes; they are painted above it."""
        sizes = self._formats.pictures
        if sizes is None or not self._formats.live or not self._is_revealed(block):
            return ()
        if SCHEME not in block.text():  # a long line is read again with each key, this is quicker
            return ()
        before, after = block.previous().userState(), block.userState()
        look = live_line(block.text(), before, after, first=block.blockNumber() == 0)
        return [(one, sizes.box_of(one, self._room_px)) for one in look.pictures]

    @property
    def room(self) -> float:
        """How wide a table or a picture may be, in pixels."""
        return self._room_px

    def grid_at(self, block: QTextBlock) -> tuple[Sequence[float], int] | None:
        """Return the right edges of the columns of the table a row is in, in pixels, and the number of the row."""
        found = self._grid_of(block)
        return (table_grid.edges_of(found[0], self._formats), found[1]) if found else None

    def apply_theme(self, first: QTextBlock, count: int) -> None:
        """Highlight these lines, because they are about to be shown."""
        news = self._formats.links.news if self._formats.links is not None else 0
        if news != self._news:
            self._news, self._dressed = news, self._dressed - 1
        lines: list[QTextBlock] = []
        block = first
        for _line in range(count):
            if not block.isValid():
                break
            if block.revision() != self._dressed:
                lines.append(block)
            block = block.next()
        self._dress(lines)

    def _dress(self, lines: list[QTextBlock]) -> None:
        before, self._room, self._dressing = self._room, len(lines) + 1, True
        for block in lines:
            if block.revision() != self._dressed:
                self.rehighlightBlock(block)
        self._room, self._dressing = before, False

    def highlightBlock(self, text: str) -> None:
        block = self.currentBlock()
        if not self._dressing:
            self._tables.clear()  # their rows may have moved
        if not self._room and not self._skimming:
            self._postpone(block)
            return
        state = self.previousBlockState()
        first = state == -1 and block.blockNumber() == 0
        closes = _closes_below(block)
        if self._skimming:
            self.setCurrentBlockState(skim(text, state, first=first, closes=closes))
            block.setRevision(_BARE)
            return
        self._room -= 1
        if not self._breath.isActive():
            self._breath.start()
        block.setRevision(self._dressed)
        line = parse_line(text, state, first=first, closes=closes)
        if line.state != block.userState():
            self.changed.emit()  # its ground may reach into the lines beside it
        self.setCurrentBlockState(line.state)
        if not self._dressing and ("`" in text or open_ticks(state)):
            self._above = QTextCursor(block)  # code may begin or end above because of this edit
        if self._formats.live and not self._dressing:
            self._loosen_rows(block)
        if self._formats.live and not self._is_revealed(block):
            self._hide_marks(block, text, state)
        else:
            self._apply(text, line.spans, block)
        self._hide_addresses(text)

    def _hide_addresses(self, text: str) -> None:
        """Hide the hashes of files; the live look hides their whole addresses, even where it shows marks."""
        if self._formats.live or not self._formats.elides:
            for start, length in addresses_in(text):
                self.setFormat(start, length, self._formats.of(Style.HIDDEN))
        else:
            for start, length in digits_in(text):
                self.setFormat(start, 1, self._formats.elided())
                self.setFormat(start + 1, length - 1, self._formats.of(Style.HIDDEN))

    def _loosen_rows(self, block: QTextBlock) -> None:
        """Highlight the rows around an edited line again if it is or was one: their columns may have changed, too."""
        if not _is_row(block) and not table_grid.is_grid(block.layout().formats()):
            return
        for beside in filter(QTextBlock.isValid, (block.previous(), block, block.next())):
            for row in _blocks(self._lines_of(beside), self.document()):
                if row != block and not self._is_revealed(row):
                    row.setRevision(_BARE)
                    self.changed.emit()

    def _hide_marks(self, block: QTextBlock, text: str, before: int) -> None:
        """Give a line its live look."""
        look = self._look(block, text, before, block.userState())
        grid = self._grid_of(block) if look.row else None
        if grid is None:
            self._apply(text, look.spans, block)
            self._make_room(text, look.pictures, block)
            return
        found, number = grid
        formats = table_grid.row_formats(text, found, self._formats, head=number == 0)
        self._set(text, formats, block)

    def _make_room(self, text: str, pictures: Sequence[AttachmentLink], block: QTextBlock) -> None:
        """Give pictures the room in which they are painted."""
        sizes = self._formats.pictures
        if sizes is not None and pictures:
            boxes = [
                (one.start, one.start + 1, self._formats.boxed(text[one.start], size))
                for one in pictures
                if not (size := sizes.box_of(one, self._room_px)).isEmpty()
            ]
            self._set(text, boxes, block)

    def _look(self, block: QTextBlock, text: str, before: int, after: int) -> LiveLine:
        return live_line(text, before, after, first=block.blockNumber() == 0)

    def _is_revealed(self, block: QTextBlock) -> bool:
        if self._shown is None:
            return False
        start, end = block.position(), block.position() + block.length() - 1
        return self._shown.selectionStart() <= end and self._shown.selectionEnd() >= start

    def _lines_of(self, block: QTextBlock) -> QTextCursor:
        """Return a cursor that selects a line, or the whole table that it is in."""
        first, last = _table_around(block)
        cursor = QTextCursor(first)
        cursor.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _grid_of(self, block: QTextBlock) -> tuple[Grid, int] | None:
        """Return the columns of the table that a row is in, and the number of the row; None if it is no grid."""
        if block.blockNumber() not in self._tables:
            rows = list(_blocks(self._lines_of(block), self.document()))
            grid = self._measured(tuple(row.text() for row in rows)) if len(rows) > 1 else None
            for number, row in enumerate(rows):
                self._tables[row.blockNumber()] = grid, number
        found, number = self._tables[block.blockNumber()]
        return (found, number) if found else None

    def _measured(self, rows: tuple[str, ...]) -> Grid | None:
        """Return the columns of a table with these rows; kept, since each paint asks for them."""
        if rows not in self._grids:
            if len(self._grids) >= _MOST_TABLES:
                self._grids.clear()
            self._grids[rows] = table_grid.grid_of(rows, self._formats, self._room_px)
        return self._grids[rows]

    def _forget_tables(self) -> None:
        self._tables.clear()
        self._grids.clear()

    def _postpone(self, block: QTextBlock) -> None:
        """Leave a line plain and keep its state, so that Qt does not ask for all the following lines."""
        block.setRevision(_BARE)
        if self._left is None or block.position() < self._left.position():
            self._left = QTextCursor(block)
            self._breath.start()

    def _go_on(self, for_ms: int = _SLICE_MS) -> None:
        """Determine the state of some more lines."""
        self._room = AT_ONCE
        if self._above is not None:
            block, self._above = self._above.block(), None
            self._dress_above(block)
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
            state = skim(
                block.text(), state, first=block.blockNumber() == 0, closes=_closes_below(block)
            )
            if state != block.userState():
                block.setUserState(state)
                block.setRevision(_BARE)
                changed = True
            block = block.next()
        if changed:
            self.changed.emit()

    def _dress_above(self, block: QTextBlock) -> None:
        """Highlight the lines above again that may begin the code in which this line is."""
        lines: list[QTextBlock] = []
        for _line in range(_PARAGRAPH):
            block = block.previous()
            if not block.isValid() or not block.text().strip():
                break
            if "`" in block.text():
                lines.append(block)
        if lines:
            for line in lines:
                line.setRevision(_BARE)
            self._dress(lines[::-1])
            self._room = AT_ONCE
            self.changed.emit()

    def _apply(self, text: str, spans: list[Span], block: QTextBlock) -> None:
        of, known = self._formats.of, self._formats.known
        live = self._formats.live and not self._is_revealed(block)
        mask = int(~Style.PLAIN if live else ~Style.RAISED)
        # plain numbers: a long line has thousands of spans, and to combine flags of an enum takes ten times as long
        looks = [(span.start, span.end, of(int(known(text, span)) & mask)) for span in spans]
        self._set(text, looks, block)

    def _set(
        self, text: str, formats: list[tuple[int, int, QTextCharFormat]], block: QTextBlock
    ) -> None:
        narrow = block.length() - 1 == len(text)
        for start, end, look in formats:
            if narrow:
                self.setFormat(start, end - start, look)
            else:
                self.setFormat(units_of(text[:start]), units_of(text[start:end]), look)


def _closes_below(block: QTextBlock) -> Closes:
    """Return the function that finds out whether code is closed in the lines below this one."""
    return lambda count: ends_code(
        islice(_texts_below(block), _PARAGRAPH), count, quoted=bool(quote_at(block.text()))
    )


def _texts_below(block: QTextBlock) -> Iterator[str]:
    while (block := block.next()).isValid():
        yield block.text()


def _table_around(block: QTextBlock) -> tuple[QTextBlock, QTextBlock]:
    """Return the first and the last row of the table around a line; only the line itself if that is no row."""
    first = last = block
    if not _is_row(block):
        return first, last
    rows = 1
    while _is_row(first.previous()) and rows <= table_grid.MOST_ROWS:
        first, rows = first.previous(), rows + 1
    while _is_row(last.next()) and rows <= table_grid.MOST_ROWS:
        last, rows = last.next(), rows + 1
    return (first, last) if rows <= table_grid.MOST_ROWS else (block, block)


def _is_row(block: QTextBlock) -> bool:
    return block.isValid() and not is_code(block.userState()) and is_row(block.text())


def _range(cursor: QTextCursor) -> tuple[int, int]:
    return cursor.selectionStart(), cursor.selectionEnd()


def _blocks(cursor: QTextCursor | None, document: QTextDocument) -> Iterator[QTextBlock]:
    """Yield the lines that a cursor selects."""
    if cursor is None:
        return
    block = document.findBlock(cursor.selectionStart())
    while block.isValid() and block.position() <= cursor.selectionEnd():
        yield block
        block = block.next()
