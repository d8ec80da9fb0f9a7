"""The search panel: one field, its results, and why they were found."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteRow
from notebrain.domain.search.query import parse
from notebrain.domain.search.query_parts import (
    PartKind,
    QueryPart,
    chips_of,
    finished,
    without_part,
)
from notebrain.domain.search.types import DEFAULT_LIMIT, SearchRequest, SearchResult
from notebrain.gui.core.context import Elsewhere
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.search import texts
from notebrain.gui.search.field import SearchField
from notebrain.gui.search.filters import FilterBar
from notebrain.gui.search.model import Recall, Row, SearchRunner
from notebrain.gui.search.ranking_panel import Ranking, RankingPane
from notebrain.gui.search.results import Results
from notebrain.gui.search.saved_searches import SavedSearchBar, SavedSearchController
from notebrain.gui.search.side import SearchSide
from notebrain.gui.search.status import EmptyResultHint, HintLine, SearchStatusLine
from notebrain.gui.search.suggestions import Suggestions
from notebrain.gui.search.view import hit_menu
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.focus import speak_row

if TYPE_CHECKING:
    from notebrain.domain.search.dates.questions import QuestionDates

RANKING_RESTS_MS = 300
"""How long the half-life must stay unchanged before it is saved: a slider reports every step while dragged."""


class SearchPanel(QFrame):
    """Finds notes as the user types; emits signals for notes to open, pin or create."""

    failed = Signal(Exception)
    """A search failed; the panel has shown the error already."""
    opened = Signal(str, int, int)
    """The note to open and the passage that was found, as code points of the note's text."""
    elsewhere_requested = Signal(object)
    """A hit is to be opened `Elsewhere`."""
    closed = Signal()
    pin_requested = Signal(str)
    create_requested = Signal(str)
    """The text of a note to create, because there is none yet."""
    ask_requested = Signal(str)
    """The query is a question to the notes."""
    summary_requested = Signal(str, list)
    """Sum up what the notes found, by their ids, say about the query."""
    conversation_requested = Signal(str)
    """The id of a conversation to open."""
    ranking_changed = Signal(object)
    """The user wants this `Ranking` from now on."""
    message = Signal(str)
    """The text of the status line for the results."""
    asked = Signal(str)
    """The query, when it is worth remembering as a recent search."""

    def __init__(
        self,
        theme: Theme,
        recall: Recall,
        executor: Executor,
        bridge: EventBridge,
        *,
        now: Callable[[], datetime],
        recent: Callable[[], Sequence[NoteRow]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("search")
        self._theme = theme
        self._recent = recent
        self._workspace: str | None = None
        self._limit = DEFAULT_LIMIT
        self._answer: SearchResult | None = None
        self._asked: SearchRequest | None = None
        self._words_shown = False
        self._dates: QuestionDates | None = None
        self._no_time = ""  # words that name no time, because the user removed their chip
        self._ranking_rests = QTimer(self, singleShot=True, interval=RANKING_RESTS_MS)
        self._runner = SearchRunner(recall, executor, bridge, self)
        self.field = SearchField(theme)
        self.filters = FilterBar(theme)
        self.status = SearchStatusLine(theme)
        self.results = Results(theme, now, self)
        self.hints = HintLine(theme)
        self.way_out = EmptyResultHint(theme)
        self.ask = text_button(_("Ask your notes this"))
        self.sum_up = text_button(_("Sum up these results"))
        self.sum_up.hide()
        self.ranking = RankingPane(theme)
        self.shelf = SavedSearchBar(theme)
        self.saving = SavedSearchController(self.field, self.shelf)
        self._fill()
        self.suggestions = Suggestions(theme, self.field, now, self)
        self._connect()
        self._apply_theme()
        self.refresh()

    @property
    def query(self) -> str:
        """The current query."""
        return self.field.edit.text()

    def focus_query(self) -> None:
        """Move the caret to the field and select the query, so that typing replaces it."""
        self.field.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.edit.selectAll()
        if not self.query:
            self.refresh()

    def search(self, query: str) -> None:
        """Search for this query."""
        self.field.edit.setText(query)

    def use_workspace(self, name: str | None) -> None:
        """Search this workspace from now on; None searches all."""
        if name != self._workspace:
            self._workspace = name
            self.refresh()

    def show_at_most(self, limit: int) -> None:
        """List at most this many hits from the next search on."""
        self._limit = limit

    def show_ranking(self, ranking: Ranking) -> None:
        """Order hits by this ranking, as set in the settings."""
        self.ranking.show_ranking(ranking)

    def refresh(self) -> None:
        """Search again, for example because notes changed."""
        query = self.query
        if self._no_time not in query:
            self._no_time = ""
        if not query.strip() or self._no_time:
            self._dates = None
        self.filters.show_parts(chips_of(query, self._dates), self._dates)
        self.saving.show_query(query)
        self.ask.setVisible(bool(query.strip()) and not parse(query).wants_conversations)
        self.sum_up.hide()
        asked = self._settled(query)
        if asked.strip():
            self._ask_for(asked)
            return
        self._answer = None
        self._runner.drop()
        self.results.show_recent(self._recent())
        self.status.show_status(texts.recents(), busy=False)
        self.results.view.set_busy(busy=False)
        self.way_out.hide()
        self.hints.show_hints(())
        self.message.emit("")

    def stop(self) -> None:
        """Cancel running searches because the window is closing."""
        self._runner.drop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
            return
        super().keyPressEvent(event)

    def _leave(self) -> None:
        """Close the ranking or the preview over the hits; otherwise go back to where the user was."""
        if self.side.close_over():
            return
        self._remember()
        self.closed.emit()

    def _remember(self) -> None:
        if self.query.strip() and self.results.found_any:
            self.asked.emit(self.query)

    def _ask_for(self, query: str) -> None:
        """Search; if the query is unchanged, only update its results, so that the list stays."""
        request = self._request(query)
        if self._asked == request and self._answer is not None:
            self._runner.rerank(request)
            return
        if self._asked == request and self._runner.busy:
            return  # its first results are on their way
        self._answer, self._asked = None, request
        self._words_shown = False
        self._runner.ask(request)

    def _settled(self, query: str) -> str:
        """Return the query without a filter that is still being typed."""
        begun = self.suggestions.begun
        if begun is None:
            return finished(query)
        return f"{query[: begun[0]].rstrip()} {query[begun[1] :].lstrip()}".rstrip()

    def _request(self, query: str) -> SearchRequest:
        ranking = self.ranking.ranking
        return SearchRequest(
            query,
            limit=self._limit,
            alpha=ranking.alpha,
            profile=ranking.profile,
            half_life_days=ranking.half_life_days,
            workspace=self._workspace,
            typing=not query.endswith(" "),
            read_dates=not self._no_time,
        )

    def _fill(self) -> None:
        self._left = QVBoxLayout()
        self._left.setContentsMargins(0, 0, 0, 0)
        self._left.setSpacing(0)
        self._ask = QHBoxLayout()
        self._ask.addWidget(self.field)
        self._left.addLayout(self._ask)
        self._left.addWidget(self.filters)
        self._left.addWidget(self.hints)
        self._left.addWidget(self.shelf)
        self._left.addWidget(self.status)
        self._left.addWidget(self.way_out)
        self._left.addWidget(self.results.view, 1)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.ask)
        self._foot.addWidget(self.sum_up)
        self._foot.addStretch(1)
        self._left.addLayout(self._foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(self._left, 1)
        self.side = SearchSide(
            self._theme, self.ranking, row, self.field.ranking, self.field.preview, self
        )

    def _connect(self) -> None:
        edit, results, runner = self.field.edit, self.results, self._runner
        edit.textChanged.connect(self.refresh)
        edit.moved.connect(results.step)
        edit.entered.connect(self._on_enter)
        edit.entered_beside.connect(self._on_enter_beside)
        edit.left.connect(self._leave)
        edit.pin_requested.connect(self._on_pin)
        results.opened.connect(self._open)
        results.opened_beside.connect(self._open_elsewhere)
        results.current_changed.connect(self._show_why)
        results.menu_requested.connect(self._on_menu)
        self.shelf.asked.connect(self._ask_instead)
        self.suggestions.refused.connect(self.refresh)
        runner.words_found.connect(self._on_words)
        runner.found.connect(self._on_found)
        runner.reranked.connect(self._on_reranked)
        runner.failed.connect(self._on_failed)
        self.filters.removed.connect(self._on_filter_removed)
        self.filters.added.connect(self._on_filter_added)
        self.way_out.search_requested.connect(self._ask_instead)
        self.way_out.everywhere_requested.connect(lambda: self.use_workspace(None))
        self.ask.clicked.connect(lambda: self.ask_requested.emit(self.query))
        self.sum_up.clicked.connect(self._sum_up)
        self.ranking.changed.connect(self._on_ranking)
        self._ranking_rests.timeout.connect(self._on_ranking_rests)
        self.ranking.unfold_requested.connect(results.unfold_all)
        pin = QShortcut(QKeySequence("Ctrl+D"), results.view)
        pin.setContext(Qt.ShortcutContext.WidgetShortcut)
        pin.activated.connect(self._on_pin)
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._ask.setContentsMargins(px(20), px(12), px(20), 0)
        self._foot.setContentsMargins(px(12), 0, px(12), 0)
        self.side.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.fit()
        self.suggestions.place()

    def _on_words(self, result: SearchResult) -> None:
        if self._answer is not None:
            return  # the complete results were faster
        self._words_shown = True
        self._show_dates(result)
        self.results.show_words(result)
        self.status.show_status(texts.found_by_words(result), busy=True)
        self.results.view.set_busy(busy=True)
        self.way_out.hide()
        self.hints.show_hints(result.hints)
        self._show_hidden()

    def _show_dates(self, result: SearchResult) -> None:
        self._dates = result.dates
        self.filters.show_parts(chips_of(self.query, result.dates), result.dates)

    def _on_found(self, result: SearchResult) -> None:
        if self._words_shown:
            self.results.join(result)
        else:
            self.results.show_words(result)
        self._show_result(result)

    def _on_reranked(self, result: SearchResult) -> None:
        self.results.reorder(result)
        self._show_result(result)

    def _show_result(self, result: SearchResult) -> None:
        self._answer = result
        self._show_dates(result)
        self.sum_up.setVisible(len(result.shown) > 1 and bool(parse(self.query).text.strip()))
        self.status.show_status(texts.found(result, len(self.results.joined)), busy=False)
        self.results.view.set_busy(busy=False)
        self.hints.show_hints(result.hints)
        self.way_out.hide()
        if not (result.shown or result.conversations):
            self.way_out.show_help(result)
        self._show_hidden()
        self.message.emit(texts.summary(result))

    def _sum_up(self) -> None:
        notes = [hit.note_id for hit in self.results.hits]
        self.summary_requested.emit(self.query, notes)

    def _on_failed(self, error: Exception) -> None:
        self.status.show_status(texts.failed(error), busy=False)
        self.failed.emit(error)
        self.results.view.set_busy(busy=False)

    def _show_hidden(self) -> None:
        older = [version for hit in self.results.hits for version in hit.older_versions]
        self.ranking.show_hidden(older)

    def _show_why(self) -> None:
        row = self.results.current
        hit = row.hit if row and row.hit and not row.hit.why.listed else None
        self.ranking.show_hit(hit, row.rank if row else 0)
        speak_row(self.field.edit, self.results.view.currentIndex())
        chosen = row.note_id if row else None
        self.ranking.show_hits(
            [(shown.why.age_days, shown.note_id == chosen) for shown in self.results.hits]
        )

    def _on_ranking(self) -> None:
        self._ranking_rests.start()
        if self.query.strip():
            self._asked = self._request(self._settled(self.query))
            self._runner.rerank(self._asked)

    def _on_ranking_rests(self) -> None:
        self.ranking_changed.emit(self.ranking.ranking)

    def _on_enter(self) -> None:
        row = self.results.current
        if row is not None:
            self._open(row)
        elif self._answer is not None and self._answer.conversations is None:
            self.asked.emit(self.query)
            self.create_requested.emit(parse(self.query).text or self.query.strip())

    def _open(self, row: Row) -> None:
        self.results.choose(row.note_id)
        self._remember()
        if row.conversation is not None:
            self.conversation_requested.emit(row.conversation.id)
            return
        start, end = row.hit.span if row.hit else (0, 0)
        self.opened.emit(str(row.note_id), start, end)

    def _on_enter_beside(self) -> None:
        row = self.results.current
        if row is not None:
            self._open_elsewhere(row)

    def _open_elsewhere(self, row: Row, window: bool = False) -> None:
        if row.conversation is not None:  # there is one place for conversations
            self._open(row)
            return
        self._remember()
        span = row.hit.span if row.hit else None
        self.elsewhere_requested.emit(Elsewhere(row.note_id, span, window))

    def _on_pin(self) -> None:
        row = self.results.current
        if row is not None and row.conversation is None:
            self.pin_requested.emit(str(row.note_id))

    def _on_menu(self, row: Row, at: QPoint) -> None:
        menu = hit_menu(
            row,
            self,
            open_=lambda: self._open(row),
            elsewhere=lambda window: self._open_elsewhere(row, window),
            pin=self._on_pin,
        )
        menu.popup(at)

    def _on_filter_removed(self, part: QueryPart) -> None:
        if part.kind is PartKind.DATES:
            self._no_time = part.text
            self.refresh()
            self.field.edit.setFocus()
            return
        self._ask_instead(without_part(self.query, part))

    def _ask_instead(self, query: str) -> None:
        self.field.edit.setText(query)
        self.field.edit.setFocus()

    def _on_filter_added(self, text: str) -> None:
        query = self.query.rstrip()
        self._ask_instead(f"{query} {text}" if query else text)
        self.suggestions.offer()
        self.refresh()
