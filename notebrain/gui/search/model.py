"""The results as a Qt list model, and the runner that finds them outside the GUI thread."""

from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId, NoteRow
from notebrain.domain.search.types import FoundConversation, Hit, SearchRequest, SearchResult
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.search import texts


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the results.

    Attributes:
        text: What is shown below the title of a row without a hit.
        hit: None for a note that is listed because it was edited recently.
        joined: Whether it was found by meaning, after the results of the word search were shown.
        rank: Rank among the hits, from 0; older versions have the rank of the newest.
        older: Whether it is an older version, shown under the newest one.
        unfolded: Whether its older versions are shown below it.
        conversation: The conversation that the row shows in place of a note, with its id as `note_id`; or None.
    """

    note_id: NoteId
    title: str
    updated_at: datetime
    pinned: bool
    local_only: bool
    text: str = ""
    hit: Hit | None = None
    joined: bool = False
    rank: int = 0
    older: bool = False
    unfolded: bool = False
    conversation: FoundConversation | None = None

    @property
    def quote(self) -> str:
        """The text below the title."""
        return self.text if self.hit is None else self.hit.snippet

    @property
    def marks(self) -> tuple[tuple[int, int], ...]:
        """The parts of the quote to mark."""
        return () if self.hit is None else self.hit.marks


def hit_rows(
    hits: Sequence[Hit], *, joined: Collection[str], unfolded: Collection[str]
) -> list[Row]:
    """Return the rows of these hits, with older versions below those that are unfolded."""
    rows: list[Row] = []
    for rank, hit in enumerate(hits):
        is_open = hit.note_id in unfolded and bool(hit.older_versions)
        rows.append(_hit_row(hit, rank, joined=hit.note_id in joined, unfolded=is_open))
        if is_open:
            rows += [_hit_row(version, rank, older=True) for version in hit.older_versions]
    return rows


def recent_rows(notes: Iterable[NoteRow]) -> list[Row]:
    """Return the rows of notes that are listed without being searched."""
    return [
        Row(
            note.id,
            note.title,
            note.updated_at,
            note.pinned,
            note.local_only,
            note.snippet,
            rank=rank,
        )
        for rank, note in enumerate(notes)
    ]


def conversation_rows(found: Iterable[FoundConversation], *, joined: Collection[str]) -> list[Row]:
    """Return the rows of conversations."""
    return [
        Row(
            NoteId(one.id),
            one.title,
            one.updated_at,
            pinned=False,
            local_only=False,
            text=one.outcome,
            joined=one.id in joined,
            rank=rank,
            conversation=one,
        )
        for rank, one in enumerate(found)
    ]


def _hit_row(
    hit: Hit, rank: int, *, joined: bool = False, older: bool = False, unfolded: bool = False
) -> Row:
    return Row(
        hit.note_id,
        hit.title,
        hit.updated_at,
        hit.pinned,
        hit.local_only,
        hit=hit,
        joined=joined,
        rank=rank,
        older=older,
        unfolded=unfolded,
    )


Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()


class HitModel(QAbstractListModel):
    """Holds the rows; rows that stay are not reset, so that selection and scroll position are preserved."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or _("Untitled")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if row.hit is None:
                parts = [row.title or _("Untitled"), row.quote]
                if row.conversation is not None:
                    parts[1:1] = [_("conversation"), texts.questions(row.conversation)]
                return ". ".join(parts)
            return texts.sentence(row.hit, joined=row.joined)
        return None

    def row(self, index: Index) -> Row | None:
        """Return the row of an index."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def index_of(self, note_id: NoteId | str | None) -> QModelIndex:
        """Return the index of a note; invalid if it is not in the list."""
        for number, row in enumerate(self.rows):
            if row.note_id == note_id:
                return self.index(number)
        return QModelIndex()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; the rows before the first change are left alone."""
        same = 0
        while same < min(len(rows), len(self.rows)) and (
            rows[same].note_id == self.rows[same].note_id
        ):
            same += 1
        if same < len(self.rows):
            self.beginRemoveRows(QModelIndex(), same, len(self.rows) - 1)
            del self.rows[same:]
            self.endRemoveRows()
        self.rows = list(rows[:same])
        if same:
            self.dataChanged.emit(self.index(0), self.index(same - 1))
        if same < len(rows):
            self.beginInsertRows(QModelIndex(), same, len(rows) - 1)
            self.rows = list(rows)
            self.endInsertRows()


DEBOUNCE_MS = 30
FRAME_MS = 16
"""How long the word results have the interpreter to themselves, to be painted before the semantic search starts.

While a search runs, each painting call waits its turn: a list that paints in 9 ms then takes 25 to 60 ms.
"""

_SHOWN_AT_FIRST = 10
"""About how many hits a window shows before anybody scrolls."""


class Recall(Protocol):
    """Finds notes; every call may take a while."""

    def words(self, request: SearchRequest) -> SearchResult:
        """Return the results of the word search."""
        ...

    def search(self, request: SearchRequest) -> SearchResult:
        """Return the results of words and meaning together."""
        ...

    def rerank(self, request: SearchRequest) -> SearchResult:
        """Return the last results in another order."""
        ...


def _with_first_quotes(
    act: Callable[[SearchRequest], SearchResult], request: SearchRequest
) -> SearchResult:
    """Return the result of a search whose first quotes are chosen, so that painting need not do it."""
    result = act(request)
    for hit in result.shown[:_SHOWN_AT_FIRST]:
        hit.quote()
    return result


class SearchRunner(QObject):
    """Runs the word search first, then the full search; a newer request cancels running ones.

    They run one after the other: two threads at once, with the window as the third, would only wait
    for each other, and a query typed in haste needs no semantic search at all.
    """

    words_found = Signal(object)
    found = Signal(object)
    reranked = Signal(object)
    failed = Signal(Exception)

    def __init__(
        self, recall: Recall, executor: Executor, bridge: EventBridge, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._recall = recall
        self._executor = executor
        self._bridge = bridge
        self._request: SearchRequest | None = None
        self._number = 0
        self._under_way: list[Future[SearchResult]] = []
        self._wait = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._wait.timeout.connect(self._start)
        self._paints = QTimer(self, singleShot=True, interval=FRAME_MS)
        self._paints.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether results are still to come."""
        return self._wait.isActive() or self._paints.isActive() or bool(self._under_way)

    def ask(self, request: SearchRequest) -> None:
        """Run this search soon; more keys may come first."""
        self.drop()
        self._request = request
        self._wait.start()

    def rerank(self, request: SearchRequest) -> None:
        """Sort the last results again; if they are still to come, they arrive in the new order."""
        if self.busy:
            self.ask(request)
            return
        self._request = request
        self._submit(self._recall.rerank, request, self.reranked.emit)

    def drop(self) -> None:
        """Cancel running searches."""
        self._number += 1
        self._wait.stop()
        self._paints.stop()
        for future in self._under_way:
            future.cancel()
        self._under_way.clear()

    def _start(self) -> None:
        if self._request is not None:
            self._submit(
                self._recall.words, self._request, self.words_found.emit, self._paints.start
            )

    def _go_on(self) -> None:
        """Start the semantic search, now that the word results are painted."""
        if self._request is not None:
            self._submit(self._recall.search, self._request, self.found.emit)

    def _submit(
        self,
        act: Callable[[SearchRequest], SearchResult],
        request: SearchRequest,
        show: Callable[[SearchResult], None],
        then: Callable[[], None] = lambda: None,
    ) -> None:
        number = self._number
        future = self._executor.submit(_with_first_quotes, act, request)
        self._under_way.append(future)

        def done(result: SearchResult) -> None:
            if self._end(future, number):
                then()
                show(result)

        def broke(error: Exception) -> None:
            if self._end(future, number):
                then()
                self.failed.emit(error)

        self._bridge.when_done(future, done, failed=broke)

    def _end(self, future: Future[SearchResult], number: int) -> bool:
        if future in self._under_way:
            self._under_way.remove(future)
        return number == self._number
