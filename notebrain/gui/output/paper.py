"""Notes laid out on pages of paper, and the PDF made of these pages; may run on any thread.

Qt lays out a document in one piece, and holds Python's lock while it does: 200 KB take 0.2 s, in which the window
stands still, whichever thread asks. So a note becomes several documents, each of which begins on the page where the
one before it ends; none takes longer than about 20 ms.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, cast

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QLocale,
    QMarginsF,
    QRectF,
    QSizeF,
    Qt,
    QThread,
)
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFrame,
    QTextList,
    QTextOption,
)

from notebrain.domain.i18n import _
from notebrain.domain.notes.copies import heading_of
from notebrain.domain.notes.note import Note
from notebrain.gui.core import date_format
from notebrain.gui.core.threads import give_timers
from notebrain.gui.output.note_files import NoteFiles
from notebrain.gui.output.web_page import AddressOf, with_addresses
from notebrain.gui.preview.footnotes import without_links
from notebrain.gui.preview.renderer import BOX, render_whole, sheet
from notebrain.gui.theme.colors import LIGHT
from notebrain.gui.theme.fonts import Fonts, Metrics, Role
from notebrain.gui.theme.theme import Theme

DPI: Final = 96.0
"""Pages are laid out in pixels of this size, whatever paints them in the end."""

_RESOLUTION: Final = 1_200
_MARGIN_MM: Final = 20.0
_FOOTER: Final = 34.0
_AT_ONCE: Final = 6_000
_LEAST_ROOM: Final = 48.0
"""A part does not begin lower than this above the end of a page: its first line may need it."""
_SMALLEST: Final = 1.8
_INDENT: Final = 20.0
_INDENTED: Final = 4 * _INDENT
"""How much narrower the text in lists and frames may be."""
_BELOW_PICTURE: Final = 32.0
"""Room for what the line of a picture has below it."""
_BOLD: Final = QFont.Weight.DemiBold
_TABLE, _HEADING = '<table class="grid"', '<p class="h'
_BOX_LINK: Final = re.compile(rf'<a class="box" href="{BOX}\d+">(.)</a>')


@dataclass(frozen=True, slots=True)
class PaperStyle:
    """How notes look on paper: in light colors and at full size, whatever the window has."""

    font: QFont
    footer: QFont
    sheet: str


def paper_style(theme: Theme) -> PaperStyle:
    """Return the style in the typefaces that the user chose; only the window's thread may ask for it."""
    fonts = Fonts(1.0, theme.look)
    return PaperStyle(fonts.of(Role.EDITOR), fonts.of(Role.SMALL), sheet(LIGHT, Metrics(1.0).px))


def paper() -> QPageLayout:
    """Return the paper of the user's country, with margins."""
    american = QLocale().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    size = QPageSize.PageSizeId.Letter if american else QPageSize.PageSizeId.A4
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    unit = QPageLayout.Unit.Millimeter
    return QPageLayout(QPageSize(size), QPageLayout.Orientation.Portrait, margins, unit)


def area_of(layout: QPageLayout) -> QSizeF:
    """Return the size of what can be painted on a page, in pixels of `DPI`."""
    return layout.paintRect(QPageLayout.Unit.Inch).size() * DPI


@dataclass(frozen=True, slots=True)
class _Part:
    """One document of a note.

    Attributes:
        first: The page of the note on which it begins.
        shrink: How many times smaller it is painted than it was laid out.
    """

    document: QTextDocument
    first: int
    shrink: float

    @property
    def last(self) -> int:
        """The page of the note on which it ends."""
        return self.first + max(1, self.document.pageCount()) - 1


class NotePages:
    """One note on pages."""

    def __init__(self, title: str, parts: Sequence[_Part], area: QSizeF, style: PaperStyle) -> None:
        self.title = title
        self.count = max((part.last for part in parts), default=0) + 1
        self._parts = parts
        self._area = area
        self._style = style

    def paint(self, painter: QPainter, page: int, number: int, total: int | None) -> None:
        """Paint a page of the note, counted from 0, with its number in the footer; 1 is one pixel of `DPI`."""
        for part in self._parts:
            if part.first <= page <= part.last:
                size = part.document.pageSize()
                painter.save()
                painter.scale(1 / part.shrink, 1 / part.shrink)
                top = (page - part.first) * size.height()
                painter.translate(0, -top)
                _draw(part.document, painter, QRectF(0, top, size.width(), size.height()))
                painter.restore()
        self._paint_footer(painter, number, total)

    def hand_to(self, thread: QThread) -> None:
        """Let another thread own the documents, for example the window's to paint them."""
        for part in self._parts:
            part.document.moveToThread(thread)

    def _paint_footer(self, painter: QPainter, number: int, total: int | None) -> None:
        rect = QRectF(0, self._area.height() - _FOOTER, self._area.width(), _FOOTER)
        shown = date_format.number(number)
        if total is not None:
            shown = f"{shown} / {date_format.number(total)}"
        painter.setFont(self._style.footer)
        painter.setPen(QColor(LIGHT.muted))
        metrics = QFontMetricsF(self._style.footer)
        room = rect.width() - metrics.horizontalAdvance(shown) - 24
        title = metrics.elidedText(self.title, Qt.TextElideMode.ElideRight, room)
        at_end, left = Qt.AlignmentFlag.AlignBottom, Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect, int(at_end | left), title)
        painter.drawText(rect, int(at_end | Qt.AlignmentFlag.AlignRight), shown)


def lay_out(
    note: Note, area: QSizeF, style: PaperStyle, address_of: AddressOf, files: NoteFiles
) -> NotePages:
    """Return a note on pages of this size."""
    parts: list[_Part] = []
    page, offset = 0, 0.0
    for html in _parts_of(note, lambda link: address_of(note, link)):
        if offset > _text_height(area) - _LEAST_ROOM:
            page, offset = page + 1, 0.0
        part = _lay_out_part(html, page, offset, area, style, files)
        passed, below = divmod(_end_of(part.document), part.document.pageSize().height())
        page, offset = page + int(passed), below / part.shrink
        parts.append(part)
    return NotePages(note.title or _("Untitled"), parts, area, style)


def pdf_of(
    notes: Iterable[Note],
    style: PaperStyle,
    address_of: AddressOf,
    files: NoteFiles,
    layout: QPageLayout,
) -> bytes:
    """Return a PDF of these notes, each of which begins on a new page; links can be clicked."""
    give_timers()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_RESOLUTION)
    writer.setPageLayout(layout)
    writer.setCreator("NoteBrain")
    area, number, one = area_of(layout), 0, _Lookahead(notes)
    painter: QPainter | None = None
    for note in one:
        pages = lay_out(note, area, style, address_of, files)
        total = pages.count if one.is_only else None
        for page in range(pages.count):
            number += 1
            if painter is None:
                writer.setTitle(pages.title)  # before the first stroke, which writes it
                painter = QPainter(writer)
                painter.scale(_RESOLUTION / DPI, _RESOLUTION / DPI)
            else:
                writer.newPage()
            pages.paint(painter, page, number, total)
    if painter is not None:
        painter.end()
    buffer.close()
    return bytes(data.data())


class _Lookahead(Iterator[Note]):
    """Iterates over notes; knows whether the first is the only one."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self._notes = iter(notes)
        self._given = 0
        self._next = next(self._notes, None)

    def __next__(self) -> Note:
        note = self._next
        if note is None:
            raise StopIteration
        self._next = next(self._notes, None)
        self._given += 1
        return note

    @property
    def is_only(self) -> bool:
        """Whether the note given last is the only one."""
        return self._given == 1 and self._next is None


def _text_height(area: QSizeF, shrink: float = 1.0) -> float:
    """Return the height of the text on a page: whole pixels, as Qt rounds the end of a page, not the next start."""
    return float(int((area.height() - _FOOTER) * shrink))


def _parts_of(note: Note, address_of: Callable[[str], str | None]) -> Iterator[str]:
    """Yield the HTML of a note in parts that Qt can lay out at once; a table is one, as it may have to shrink."""
    heading = heading_of(note)
    part = f'<p class="h1">{escape(heading)}</p>' if heading else ""
    last = part
    for block in render_whole(note.body):
        html = without_links(_BOX_LINK.sub(r'<span class="box">\1</span>', block.html))
        html = with_addresses(html, address_of)
        is_table, below_heading = html.startswith(_TABLE), last.startswith(_HEADING)
        if part and not below_heading and (is_table or len(part) > _AT_ONCE):
            yield part
            part = ""
        part += html
        last = html
        if is_table:
            yield part
            part = ""
    if part:
        yield part


def _lay_out_part(
    html: str, page: int, offset: float, area: QSizeF, style: PaperStyle, files: NoteFiles
) -> _Part:
    """Return a part that begins this far below the top of a page.

    The words of a table stay whole if that makes it at most `_SMALLEST` times smaller.
    """

    def document_of(shrink: float = 1.0, *, whole_words: bool = False) -> QTextDocument:
        return _document(html, offset, area, style, files, shrink, whole_words=whole_words)

    shrink = 1.0
    if _TABLE in html:
        document = document_of(whole_words=True)
        shrink = max(1.0, document.size().width() / area.width())
        if shrink > _SMALLEST:
            document, shrink = document_of(), 1.0
        elif shrink > 1.0:
            document = document_of(shrink, whole_words=True)
    else:
        document = document_of()
    _settle_pages(document)
    return _Part(document, page, shrink)


def _document(
    html: str,
    offset: float,
    area: QSizeF,
    style: PaperStyle,
    files: NoteFiles,
    shrink: float,
    *,
    whole_words: bool = False,
) -> QTextDocument:
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setUseDesignMetrics(True)
    document.setDocumentMargin(0)
    document.setIndentWidth(_INDENT)
    document.setDefaultFont(style.font)
    document.setDefaultStyleSheet(style.sheet)
    modes = QTextOption.WrapMode
    option = QTextOption()
    option.setWrapMode(modes.WordWrap if whole_words else modes.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    document.setDefaultTextOption(option)
    cursor = QTextCursor(document)
    if offset:
        space = QTextBlockFormat()
        space.setLineHeight(offset * shrink, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.setBlockFormat(space)
        cursor.insertBlock(QTextBlockFormat())
    indented = _INDENTED if "<li" in html or "<table" in html else 0.0
    room = QSizeF(area.width() - indented, _text_height(area) - _BELOW_PICTURE)
    cursor.insertHtml(files.on_paper(html, room, document))
    document.setPageSize(QSizeF(area.width() * shrink, _text_height(area, shrink)))
    _finish_layout(document)
    return document


def _settle_pages(document: QTextDocument) -> None:
    """Put each heading on the page of what it is above, and every block on one page.

    WORKAROUND: of a block on two pages, `QTextLayout::draw` also draws the last line before the clip. It cannot be
    seen there, but is in the text of the PDF, where it would be found and copied twice (QTBUG, seen in 6.11).
    """
    block = document.begin()
    while block.isValid():
        page, after = _page(document, block), block.next()
        if after.isValid() and _is_bold(block) and _page(document, after) > page:
            form = block.blockFormat()
            form.setPageBreakPolicy(QTextBlockFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(block).setBlockFormat(form)
            _finish_layout(document)
            page = _page(document, block)
        lines = block.layout().lineCount()
        if lines > 1 and _page(document, block, lines - 1) > page:
            cut = next(line for line in range(1, lines) if _page(document, block, line) > page)
            _split(block, block.layout().lineAt(cut).textStart())
            _finish_layout(document)
        block = block.next()


def _finish_layout(document: QTextDocument) -> None:
    """Lay out what Qt leaves for later, which is everything below a change; else it would be missing on paper."""
    document.pageCount()


def _is_bold(block: QTextBlock) -> bool:
    parts = block.begin()
    return not parts.atEnd() and parts.fragment().charFormat().fontWeight() >= _BOLD


def _page(document: QTextDocument, block: QTextBlock, line: int = 0) -> int:
    """Return the page of a line; even the first may be on the page after the one where its block begins."""
    lines = block.layout()
    inner = lines.lineAt(line).y() if line < lines.lineCount() else 0.0
    top = document.documentLayout().blockBoundingRect(block).top() + inner
    return int((top + 1) // document.pageSize().height())


def _bottom(document: QTextDocument, block: QTextBlock) -> float:
    """Return where the last line of a block ends; its bounding rectangle leaves out what was moved to a new page."""
    bounds = document.documentLayout().blockBoundingRect(block)
    lines = block.layout()
    if not lines.lineCount():
        return bounds.bottom()
    last = lines.lineAt(lines.lineCount() - 1)
    return bounds.top() + last.y() + last.height()


def _split(block: QTextBlock, at: int) -> None:
    """Make two blocks of one that look like it; the second of a list item is not an item."""
    direction = block.textDirection()
    first, second = block.blockFormat(), block.blockFormat()
    first.setBottomMargin(0)
    second.setTopMargin(0)
    second.setPageBreakPolicy(QTextBlockFormat.PageBreakFlag.PageBreak_Auto)
    second.setLayoutDirection(direction)
    cursor = QTextCursor(block)
    cursor.setBlockFormat(first)
    cursor.setPosition(block.position() + at)
    cursor.insertBlock(second)
    items = cast("QTextList | None", cursor.currentList())
    if items is not None:
        items.remove(cursor.block())


def _end_of(document: QTextDocument) -> float:
    """Return where the text of a document ends; the empty line that Qt puts below a table does not count."""
    layout, end = document.documentLayout(), 0.0
    at = document.rootFrame().begin()
    while not at.atEnd():
        block, frame = at.currentBlock(), cast("QTextFrame | None", at.currentFrame())
        if frame is not None:
            end = layout.frameBoundingRect(frame).bottom()
        elif block.isValid() and (block.length() > 1 or cast("QTextList | None", block.textList())):
            end = _bottom(document, block) + block.blockFormat().bottomMargin()
        at += 1
    return end


def _draw(document: QTextDocument, painter: QPainter, clip: QRectF) -> None:
    context = QAbstractTextDocumentLayout.PaintContext()
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, QColor(LIGHT.text))
    context.palette = palette
    # Qt also draws lines that only touch the edge: clipped, they would be in the text of both pages
    context.clip = clip.adjusted(0, 1, 0, -1)
    painter.setClipRect(clip)
    document.documentLayout().draw(painter, context)
