"""Runs the quick search: searches for what is typed, and opens or copies the chosen note."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import ListFilter, Note, NoteId, NoteRow
from notebrain.domain.search.query import parse
from notebrain.domain.search.query_parts import finished
from notebrain.domain.search.types import SearchRequest, SearchResult
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.quick_search.model import AskRow, Found, FoundRow, NewRow, Row, recent_rows
from notebrain.gui.quick_search.window import QuickSearchWindow
from notebrain.gui.search import texts
from notebrain.gui.search.model import SearchRunner

RECENT, LIMIT = 7, 20
_RECENT = "quick_search.recent"


class QuickSearchController(QObject):
    """Owns the quick search window.

    Args:
        capture: Opens the capture window with this text.
        ask: Opens the page that answers questions with this one.
        open_conversation: Opens that page with the conversation of this id.
    """

    over = Signal()
    """Emitted when no part of the quick search is visible any more."""

    def __init__(
        self,
        context: Context,
        editor: EditorPanel,
        *,
        capture: Callable[[str], object],
        ask: Callable[[str], object],
        open_conversation: Callable[[str], object],
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._found = Found()
        self._words_shown = False
        self._capture = capture
        self._ask = ask
        self._open_conversation = open_conversation
        services = context.services
        searchers = context.reader.lane(Lane.SEARCH)
        self._runner = SearchRunner(services.search, searchers, context.events, self)
        self._runner.words_found.connect(self._on_words)
        self._runner.found.connect(self._on_found)
        self._runner.failed.connect(self._on_failed)
        self.window = QuickSearchWindow(context.theme, services.clock.now)
        self.window.asked.connect(self._on_asked)
        self.window.chosen.connect(self._on_chosen)
        self.window.copy_requested.connect(self._on_copy)
        self.window.left.connect(self.leave)
        context.window.closing.connect(self._on_closing)

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
        window.show_raised(token)

    def leave(self) -> None:
        """Hide the window; the text stays for the next time."""
        self._hide_window()
        self.over.emit()

    def _hide_window(self) -> None:
        self._runner.drop()
        self.window.hide()

    def _on_asked(self, typed: str) -> None:
        self._runner.drop()
        self._words_shown = False
        self.window.wait()
        query = finished(typed)
        if query.strip():
            self._context.reader.forget(_RECENT)
            self._runner.ask(SearchRequest(query, limit=LIMIT, typing=not query.endswith(" ")))
        else:
            library = self._context.services.library
            self._context.reader.read(
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
        rows = [*self._found.rows, *self._ask_rows()]
        self.window.show_rows(rows, texts.found_by_words(result), more=True)

    def _on_found(self, result: SearchResult) -> None:
        result = result.close
        if self._words_shown:
            self._found.join(result)
        else:
            self._found.show_words(result)
        status = texts.found(result, len(self._found.joined))
        new = () if result.conversations is not None else self._new_rows()
        rows = [*(self._found.rows or new), *self._ask_rows()]
        self.window.show_rows(rows, status, more=False, keep=self._words_shown)

    def _on_failed(self, error: Exception) -> None:
        status = texts.failed(error)
        if self._words_shown:
            self.window.show_status(status)
        else:
            self.window.show_rows((), status, more=False)

    def _new_rows(self) -> Sequence[Row]:
        """Offer to create the note."""
        typed = self.window.edit.text()
        return [NewRow(parse(typed).text or typed.strip())]

    def _ask_rows(self) -> Sequence[Row]:
        """Offer to ask the notes what is typed, unless it is only filters or looks for conversations."""
        typed = self.window.edit.text()
        query = parse(typed)
        asks = query.text.strip() and not query.wants_conversations
        return [AskRow(" ".join(typed.split()))] if asks else []

    def _on_chosen(self, row: Row) -> None:
        match row:
            case FoundRow(conversation=True):
                self._context.window.raise_window()
                self._open_conversation(row.note_id)
                self._hide_window()
            case FoundRow():
                if self._note(row.note_id) is not None:
                    self._open(row)
            case NewRow(title):
                self._create(title)
            case AskRow(question):
                self._context.window.raise_window()
                self._ask(question)
                self._hide_window()

    def _open(self, row: FoundRow) -> None:
        """Show the note in the main window, which is raised first: it takes the focus from this one."""
        self._context.window.raise_window()
        if row.span is None:
            self._context.navigator.write_in(row.note_id)
        else:
            self._context.services.searches.ask(self.window.edit.text())
            self._context.navigator.open_passage(row.note_id, *row.span)
            self._editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self._hide_window()

    def _create(self, text: str) -> None:
        """Let the user write the note, starting with the text they searched for."""
        self._capture(text)
        self._hide_window()

    def _on_copy(self, row: Row) -> None:
        if not isinstance(row, FoundRow) or row.conversation:
            return
        note = self._note(row.note_id)
        if note is not None:
            # while this window has the focus: Wayland requires it
            QGuiApplication.clipboard().setText(note.body)
            self.leave()

    def _note(self, note_id: NoteId) -> Note | None:
        """Return a note, or show here why it cannot be read: the main window may not be visible."""
        try:
            return self._context.services.library.note(note_id)
        except NotFound:
            self.window.show_status(texts.StatusText(_("This note is gone"), ink="warning"))
        except NoteBrainError as error:
            self.window.show_status(texts.StatusText(str(error), ink="danger"))
            self._context.on_error(error)
        return None

    def _on_closing(self) -> None:
        self._runner.drop()
        self.window.hide()
        self.window.deleteLater()
