"""The list of results over time: words first, then meaning in its place, and older versions folding."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QPoint, Signal

from notebrain.domain.notes.note import NoteId, NoteRow
from notebrain.domain.search.types import FoundConversation, Hit, SearchResult
from notebrain.gui.search.delegate import HitDelegate
from notebrain.gui.search.model import HitModel, Row, conversation_rows, hit_rows, recent_rows
from notebrain.gui.search.view import HitView
from notebrain.gui.theme.theme import Theme


class Results(QObject):
    """Keeps the rows up to date with the results; the rows the user is looking at do not move."""

    current_changed = Signal()
    opened = Signal(object)
    """A `Row` to open."""
    opened_beside = Signal(object)
    """A `Row` to open beside the note that is shown."""
    menu_requested = Signal(object, QPoint)
    """The `Row` of a requested menu, and its position on the screen."""

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QObject) -> None:
        super().__init__(parent)
        self.view = HitView()
        self.model = HitModel(self)
        self._delegate = HitDelegate(theme, now, self.view)
        self._hits: dict[str, Hit] = {}
        self._order: list[str] = []
        self._conversations: Sequence[FoundConversation] = ()
        self._by_words: frozenset[str] = frozenset()
        self._unfolded: set[str] = set()
        self._moved = False
        self.view.setModel(self.model)
        self.view.use(self._delegate)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.opened.connect(self._on_opened)
        self.view.opened_beside.connect(self._on_opened_beside)
        self.view.fold_requested.connect(self._on_fold)
        self.view.menu_requested.connect(self._on_menu)
        # Qt asks for a changed size hint only after a new layout
        theme.changed.connect(self.view.scheduleDelayedItemsLayout)

    @property
    def joined(self) -> list[str]:
        """The hits that came after those of the word search, by their meaning."""
        return [
            note_id
            for note_id in self._order
            if note_id not in self._by_words and self._hits[note_id].why.has_meaning
        ]

    @property
    def hits(self) -> list[Hit]:
        """The hits as they are listed."""
        return [self._hits[note_id] for note_id in self._order]

    @property
    def found_any(self) -> bool:
        """Whether the search found anything."""
        return bool(self._order or self._conversations)

    @property
    def current(self) -> Row | None:
        """The selected row."""
        return self.model.row(self.view.currentIndex())

    def show_words(self, result: SearchResult) -> None:
        """Show the results of a new word search."""
        self._show_found(result)
        self._by_words = frozenset(self._order) | {one.id for one in self._conversations}
        self._unfolded.clear()
        self._moved = False
        self.view.forget_pointer()
        self._refresh(select_first=True)
        self.view.scrollToTop()

    def join(self, result: SearchResult) -> None:
        """Show the results of words and meaning in their order; the row that the user chose or points at stays put."""
        held = self.model.row(self.view.under_pointer()) or (self.current if self._moved else None)
        top = self._top(held)
        self._show_found(result)
        self._refresh(select_first=not self._moved)
        if held is not None and self._top(held) is not None and top is not None:
            bar = self.view.verticalScrollBar()
            bar.setValue(bar.value() + (self._top(held) or 0) - top)

    def reorder(self, result: SearchResult) -> None:
        """Show the results in the order the user chose."""
        self._show_found(result)
        self._refresh(select_first=not self._moved)

    def show_recent(self, notes: Iterable[NoteRow]) -> None:
        """Show notes without a search."""
        self._show_hits(())
        self._conversations = ()
        self._moved = False
        self.model.show_rows(recent_rows(notes))
        self._select(0)
        self.view.scrollToTop()

    def unfold_all(self) -> None:
        """Show all older versions."""
        self._unfolded = {note_id for note_id in self._order if self._hits[note_id].older_versions}
        self._refresh()

    def step(self, by: int) -> None:
        """Select the row that is `by` rows further down."""
        count = self.model.rowCount()
        if count:
            self._moved = True
            row = self.view.currentIndex().row() + by
            self._select(max(0, min(count - 1, row)))

    def choose(self, note_id: NoteId) -> None:
        """Select the row of this note and keep it selected, whatever else is found."""
        index = self.model.index_of(note_id)
        if index.isValid():
            self._moved = True
            self._select(index.row())

    def _top(self, row: Row | None) -> int | None:
        """Return where a row is in the view, or None if it is not in the list."""
        index = self.model.index_of(row.note_id if row else None)
        return self.view.visualRect(index).top() if index.isValid() else None

    def _show_found(self, result: SearchResult) -> None:
        self._show_hits(result.shown)
        self._conversations = result.conversations or ()

    def _show_hits(self, hits: Sequence[Hit]) -> None:
        self._hits = {hit.note_id: hit for hit in hits}
        self._order = [hit.note_id for hit in hits]

    def _refresh(self, *, select_first: bool = False) -> None:
        chosen = self.current
        rows = hit_rows(self.hits, joined=set(self.joined), unfolded=self._unfolded)
        later = {one.id for one in self._conversations} - self._by_words
        rows += conversation_rows(self._conversations, joined=later)
        self.model.show_rows(rows)
        index = self.model.index_of(chosen.note_id if chosen else None)
        if select_first or not index.isValid():
            self._select(0)
        elif index != self.view.currentIndex():
            self._select(index.row())
        else:
            self.current_changed.emit()

    def _select(self, row: int) -> None:
        if row >= self.model.rowCount():
            self.current_changed.emit()
            return
        index = self.model.index(row)
        same = index == self.view.currentIndex()
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.view.selectionModel().setCurrentIndex(index, flag)
        self.view.scrollTo(index)
        if same:
            self.current_changed.emit()

    def _on_current(self, _index: QModelIndex) -> None:
        if self.view.hasFocus():
            self._moved = True
        self.current_changed.emit()
        self.view.viewport().update()  # the row above a selected one has no line

    def _on_opened(self, index: QModelIndex) -> None:
        row = self.model.row(index)
        if row is not None:
            self.opened.emit(row)

    def _on_opened_beside(self, index: QModelIndex) -> None:
        row = self.model.row(index)
        if row is not None:
            self.opened_beside.emit(row)

    def _on_menu(self, index: QModelIndex, at: QPoint) -> None:
        row = self.model.row(index)
        if row is not None:
            self._select(index.row())
            self.menu_requested.emit(row, at)

    def _on_fold(self, index: QModelIndex) -> None:
        row = self.model.row(index)
        if row is not None and row.hit is not None and row.hit.older_versions:
            self._unfolded ^= {str(row.note_id)}
            self._refresh()
