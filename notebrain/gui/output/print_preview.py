"""The preview of notes that are printed, and how a printer gets their pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QPageLayout, QPainter
from PySide6.QtPrintSupport import (
    QPageSetupDialog,
    QPrintDialog,
    QPrinter,
    QPrintPreviewWidget,
)
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note
from notebrain.gui.core import date_format
from notebrain.gui.output.note_files import NoteFiles
from notebrain.gui.output.paper import DPI, NotePages, PaperStyle, area_of, lay_out, paper
from notebrain.gui.output.web_page import AddressOf
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, text_button
from notebrain.gui.widgets.labels import Label

MOST_PAGES: Final = 300
"""Pages that are shown and printed at once; to paint them takes half a second, in which the window stands still."""

_WIDTH, _HEIGHT, _AROUND = 820, 780, 48


@dataclass(frozen=True, slots=True)
class Printout:
    """Notes to print, laid out for the paper of the user's country.

    Attributes:
        pages: As many notes as fit on `MOST_PAGES`.
        cut: Whether there are more notes than that.
    """

    notes: Sequence[Note]
    pages: Sequence[NotePages]
    area: QSizeF
    style: PaperStyle
    address_of: AddressOf
    files: NoteFiles
    cut: bool = False

    def for_area(self, area: QSizeF) -> "Printout":
        """Return the same notes laid out for another paper."""
        pages = [
            lay_out(note, area, self.style, self.address_of, self.files) for note in self.notes
        ]
        return Printout(self.notes, pages, area, self.style, self.address_of, self.files, self.cut)


class PrintPreview(QDialog):
    """Shows the pages as they will be printed; the user chooses paper and printer there.

    Qt's own preview dialog has the same parts, but its fields and symbols do not fit the look of the window.
    """

    def __init__(self, theme: Theme, printout: Printout, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Print preview"))
        self._theme = theme
        self._printout = printout
        self._printer = _printer(printout)
        self.view = QPrintPreviewWidget(self._printer)
        self.view.setAccessibleName(_("Pages"))
        self.view.paintRequested.connect(self._paint)
        self.view.previewChanged.connect(self._show_number)
        self.number = Label(theme, role=Role.SMALL, ink="text2")
        self.previous = IconButton(theme, "chevron-up", _("Previous page"))
        self.next = IconButton(theme, "chevron-down", _("Next page"))
        self.whole = text_button(_("Whole page"))
        self.wide = text_button(_("Full width"))
        self.paper = text_button(_("Paper…"))
        self.close_button = QPushButton(_("Close"))
        self.go = QPushButton(_("Print…"))
        self._fill()
        self.previous.clicked.connect(lambda: self._turn(-1))
        self.next.clicked.connect(lambda: self._turn(1))
        self.whole.clicked.connect(self.view.fitInView)
        self.wide.clicked.connect(self.view.fitToWidth)
        self.paper.clicked.connect(self._choose_paper)
        self.close_button.clicked.connect(self.reject)
        self.go.clicked.connect(self._choose_printer)
        theme.follow(self._apply_theme)
        room = parent.size() - QSize(_AROUND, _AROUND)
        self.resize(QSize(theme.px(_WIDTH), theme.px(_HEIGHT)).boundedTo(room))
        self.view.fitInView()

    def _fill(self) -> None:
        self.go.setProperty("kind", "go")
        self.go.setDefault(True)
        self._acts = QHBoxLayout()
        for part in (self.previous, self.number, self.next, self.whole, self.wide, self.paper):
            self._acts.addWidget(part)
        self._acts.addStretch(1)
        self._acts.addWidget(self.close_button)
        self._acts.addWidget(self.go)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.view, 1)
        self._column.addLayout(self._acts)
        self.go.setFocus()

    def _turn(self, by: int) -> None:
        self.view.setCurrentPage(self.view.currentPage() + by)
        self._show_number()

    def _show_number(self) -> None:
        page, total = self.view.currentPage(), self.view.pageCount()
        self.number.setText(
            _("Page {n} of {total}").format(
                n=date_format.number(page), total=date_format.number(total)
            )
        )
        self.previous.setEnabled(page > 1)
        self.next.setEnabled(page < total)

    def _choose_paper(self) -> None:
        dialog = QPageSetupDialog(self._printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self.view.updatePreview)
        dialog.open()

    def _choose_printer(self) -> None:
        dialog = QPrintDialog(self._printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
        dialog.accepted.connect(self._print)
        QDialog.open(dialog)  # QPrintDialog has only one that takes a slot

    def _print(self) -> None:
        self._paint(self._printer)
        self.accept()

    def _paint(self, printer: QPrinter) -> None:
        area = area_of(printer.pageLayout())
        if area != self._printout.area:
            QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
            try:
                self._printout = self._printout.for_area(area)
            finally:
                QGuiApplication.restoreOverrideCursor()
        print_pages(self._printout, printer)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(*[px(12)] * 4)
        self._column.setSpacing(px(12))
        self._acts.setSpacing(px(8))


def print_pages(printout: Printout, printer: QPrinter) -> None:
    """Paint the pages that the user wants on a printer."""
    wanted = list(_wanted(printout, printer.fromPage(), printer.toPage()))
    if printer.pageOrder() is QPrinter.PageOrder.LastPageFirst:
        wanted.reverse()
    painter = QPainter()
    if not wanted or not painter.begin(printer):
        return
    painter.scale(printer.resolution() / DPI, printer.resolution() / DPI)
    total = sum(pages.count for pages in printout.pages)
    for index, (pages, page, number) in enumerate(wanted):
        if index:
            printer.newPage()
        pages.paint(painter, page, number, total)
    painter.end()


def _wanted(printout: Printout, first: int, last: int) -> Iterator[tuple[NotePages, int, int]]:
    """Yield the pages of a range, or all of them for 0, each with its note and its number."""
    number = 0
    for pages in printout.pages:
        for page in range(pages.count):
            number += 1
            if first <= number and (not last or number <= last):
                yield pages, page, number


def _printer(printout: Printout) -> QPrinter:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    layout: QPageLayout = paper()
    printer.setPageLayout(layout)
    printer.setDocName(printout.pages[0].title if printout.pages else "NoteBrain")
    printer.setCreator("NoteBrain")
    return printer
