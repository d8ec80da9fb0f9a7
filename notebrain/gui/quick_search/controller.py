"""Runs the quick search: searches for what is typed, and opens or copies the chosen note."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import ListFilter, Note, NoteId, NoteRow
from notebrain.domain.search.query import parse
from notebrain.domain.search.query_parts import finished
from notebrain.domain.search.types import SearchRequest, SearchResult
from notebrain.gui.quick_search.model import Found, FoundRow, NewRow, Row, recent_rows
from notebrain.gui.quick_search.window import QuickSearchWindow
from notebrain.gui.search import texts
from notebrain.gui.search.runner import SearchRunner

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk
    from notebrain.gui.quick_capture.controller import QuickCaptureController

RECENT, LIMIT = 7, 20
_RECENT = "quick_search.recent"


class QuickSearchFlow(QObject):
    """Owns the quick search of a desk."""

    over = Signal()
    """Emitted when no part of the quick search is visible any more."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._found = Found()
        self._words_shown = False
        self._capture: QuickCaptureController | None = None
        services = desk.services
        # two, so that the word search of the next query need not wait for the semantic search of the last one
        self._searchers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="quick-search")
        self._runner = SearchRunner(services.recall, self._searchers, desk.bridge, self)
        self._runner.words_found.connect(self._on_words)
        self._runner.found.connect(self._on_found)
        self._runner.failed.connect(self._on_failed)
        self.window = QuickSearchWindow(desk.theme, services.clock.now)
        self.window.asked.connect(self._on_asked)
        self.window.chosen.connect(self._on_chosen)
        self.window.copy_requested.connect(self._on_copy)
        self.window.left.connect(self.leave)
        desk.closing.connect(self._on_closing)

    @property
    def busy(self) -> bool:
        """Whether results are still to come."""
        return self._runner.busy

    def ask(self, text: str = "", token: str = "") -> None:
        """Show the window, or hide it if it already has the focus.

        Args:
            text: What to search for; if empty, the last text stays.
        """
        window = self.window
        if window.isVisible() and window.isActiveWindow() and not text:
            self.leave()
            return
        if text and text != window.edit.text():
            window.edit.setText(text)
        else:
            self._on_asked(window.edit.text())  # the notes may have changed meanwhile
        window.come(token)

    def leave(self) -> None:
        """Hide the window; the text stays for the next time."""
        self._put_away()
        self.over.emit()

    def _put_away(self) -> None:
        self._runner.drop()
        self.window.hide()

    def _on_asked(self, typed: str) -> None:
        self._runner.drop()
        self._words_shown = False
        self.window.wait()
        query = finished(typed)
        if query.strip():
            self._desk.reader.forget(_RECENT)
            self._runner.ask(SearchRequest(query, limit=LIMIT, typing=not query.endswith(" ")))
        else:
            library = self._desk.services.library
            self._desk.reader.read(
                _RECENT,
                lambda: library.rows(library.keys(ListFilter(), limit=RECENT)),
                self._show_recent,
                failed=self._on_failed,
            )

    def _show_recent(self, notes: Sequence[NoteRow]) -> None:
        self.window.show_rows(recent_rows(notes), texts.recents(), more=False)

    def _on_words(self, result: SearchResult) -> None:
        self._words_shown = True
        self._found.show_words(result)
        self.window.show_rows(self._found.rows, texts.found_by_words(result), more=True)

    def _on_found(self, result: SearchResult) -> None:
        if self._words_shown:
            self._found.join(result, self.window.current_note)
        else:
            self._found.show_words(result)
        said = texts.found(result, len(self._found.joined))
        rows = self._found.rows or self._new_rows()
        self.window.show_rows(rows, said, more=False, keep=self._words_shown)

    def _on_failed(self, error: Exception) -> None:
        said = texts.failed(error)
        if self._words_shown:
            self.window.tell(said)
        else:
            self.window.show_rows((), said, more=False)

    def _new_rows(self) -> Sequence[Row]:
        """Offer to create the note."""
        typed = self.window.edit.text()
        return [NewRow(parse(typed).text or typed.strip())]

    def _on_chosen(self, row: Row) -> None:
        match row:
            case FoundRow():
                if self._note(row.note_id) is not None:
                    self._open(row)
            case NewRow(title):
                self._create(title)

    def _open(self, row: FoundRow) -> None:
        """Show the note in the main window, which is raised first: it takes the focus from this one."""
        desk = self._desk
        desk.window.come_forward()
        if row.span is None:
            desk.write_in(row.note_id)
        else:
            desk.services.searches.ask(self.window.edit.text())
            desk.open_hit(str(row.note_id), *row.span)
            desk.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self._put_away()

    def _create(self, text: str) -> None:
        """Let the user write the note, starting with the text they searched for."""
        if self._capture is None:
            from notebrain.gui.quick_capture.controller import flow_of as capture_of

            self._capture = capture_of(self._desk)
            self._capture.over.connect(self.over)
        self._capture.ask(text)
        self._put_away()

    def _on_copy(self, row: Row) -> None:
        if not isinstance(row, FoundRow):
            return
        note = self._note(row.note_id)
        if note is not None:
            # while this window has the focus: Wayland requires it
            QGuiApplication.clipboard().setText(note.body)
            self.leave()

    def _note(self, note_id: NoteId) -> Note | None:
        """Return a note, or show here why it cannot be read: the main window may not be visible."""
        try:
            return self._desk.services.library.note(note_id)
        except NotFound:
            self.window.tell(texts.StatusText(_("This note is gone"), ink="warning"))
        except NoteBrainError as error:
            self.window.tell(texts.StatusText(str(error), ink="danger"))
            self._desk.on_failed(error)
        return None

    def _on_closing(self) -> None:
        self._runner.drop()
        self._searchers.shutdown(wait=True, cancel_futures=True)
        self.window.hide()
        self.window.deleteLater()


def flow_of(desk: "Desk") -> QuickSearchFlow:
    """Return the quick search of this desk, creating it if necessary."""
    found = desk.findChild(QuickSearchFlow)
    return found if isinstance(found, QuickSearchFlow) else QuickSearchFlow(desk)
