"""The kinds of files and the printouts that notes can become.

The modules that make them are imported by the first note that becomes one: a window is opened more often than a PDF.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from notebrain.domain.i18n import _
from notebrain.domain.notes.copies import address_of
from notebrain.domain.notes.note import Note
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import give_timers
from notebrain.gui.import_export.controller import Output
from notebrain.gui.output.note_files import NoteFiles
from notebrain.gui.output.web_page import page
from notebrain.import_export.exporter import MARKDOWN, FileFormat

if TYPE_CHECKING:
    from notebrain.gui.output.print_preview import Printout

_HTML, _PDF = ".html", ".pdf"
KINDS: Final = ("markdown", "html", "pdf")


class Outputs:
    """Makes outputs in the look that the user chose; ask it on the window's thread."""

    def __init__(self, context: Context) -> None:
        self._links = context.services.links
        self.files = NoteFiles(context.services.files)
        self._theme = context.theme
        self._here = context.window.thread()

    def output(self, kind: str) -> Output:
        """Return one of `KINDS`; what it makes may be made on any thread."""
        if kind == "pdf":
            return self._pdf()
        if kind == "html":
            form = FileFormat(_HTML, lambda note, _name: self._page([note]), progress_every=10)
            return Output(_("Web page"), _("Web pages (*.html)"), form, self._page)
        return Output(_("Markdown"), _("Markdown files (*.md)"), MARKDOWN)

    def address_of(self, note: Note, link: str) -> str | None:
        """Return the address of the note that a link in a note names, or None."""
        found = self._links.find(link, origin=note)
        return None if found is None else address_of(found.note_id)

    def printout(self, notes: Sequence[Note]) -> "Callable[[], Printout]":
        """Return what lays these notes out on another thread, for this one to show and print."""
        from notebrain.gui.output import paper, print_preview

        style, layout, here = paper.paper_style(self._theme), paper.paper(), self._here
        area = paper.area_of(layout)

        def lay_out() -> "Printout":
            give_timers()
            made: list[paper.NotePages] = []
            count = 0
            for note in notes:
                pages = paper.lay_out(note, area, style, self.address_of, self.files)
                pages.hand_to(here)
                made.append(pages)
                count += pages.count
                if count > print_preview.MOST_PAGES:
                    break
            cut = count > print_preview.MOST_PAGES
            return print_preview.Printout(
                notes, made, area, style, self.address_of, self.files, cut
            )

        return lay_out

    def _page(self, notes: Iterator[Note] | Sequence[Note]) -> bytes:
        return page(notes, self.address_of, self.files).encode()

    def _pdf(self) -> Output:
        from notebrain.gui.output import paper

        style, layout = paper.paper_style(self._theme), paper.paper()

        def make(notes: Iterator[Note] | Sequence[Note]) -> bytes:
            return paper.pdf_of(notes, style, self.address_of, self.files, layout)

        form = FileFormat(_PDF, lambda note, _name: make([note]))
        return Output(_("PDF"), _("PDF files (*.pdf)"), form, make)
