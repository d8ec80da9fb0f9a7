"""Loads the notes of a location into the list: the first ones at once, the rest in the background."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from notebrain.domain.notes.changes import STREAMS, Act, Changes
from notebrain.domain.notes.date_groups import DateGroup, Period, groups
from notebrain.domain.notes.note import ListFilter, NoteId, NoteRow, SortKey
from notebrain.gui.core import date_format
from notebrain.gui.core.threads import BackgroundReader
from notebrain.gui.core.throttle import Throttle
from notebrain.gui.note_list.model import Heading, NoteListModel, Steps, steps

# Reading their keys takes 3 ms: less than handing the read to another thread and painting twice.
FIRST = 10_000
_WHAT = "note list"


class KeySource(Protocol):
    """Reads the keys of the notes in a location."""

    def keys(self, wanted: ListFilter, *, limit: int = -1) -> Sequence[int]:
        """Return the keys of the notes that match a filter, in its order."""
        ...

    def dates(self, wanted: ListFilter, *, limit: int = -1) -> Sequence[int]:
        """Return the dates (ms) that put the keys in order; empty for any other order."""
        ...


class _Found(NamedTuple):
    """The steps that bring the list up to date with the vault, its groups, and the rows the view will show first."""

    old: Sequence[int]
    steps: Steps
    groups: Sequence[DateGroup]
    rows: Mapping[int, NoteRow | None]


class ListLoader(QObject):
    """Keeps a model in step with the vault."""

    loaded = Signal()
    """Emitted when all notes of the location are in the model, also after every refresh."""

    def __init__(
        self,
        source: KeySource,
        model: NoteListModel,
        reader: BackgroundReader,
        parent: QObject | None = None,
        *,
        now: Callable[[], datetime],
        first: int = FIRST,
    ) -> None:
        super().__init__(parent)
        self._now = now
        self._first = first
        self._source = source
        self._model = model
        self._reader = reader
        self._filter = ListFilter()
        self._grouped = False
        self._groups: Sequence[DateGroup] = ()
        self._midnight = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._midnight.timeout.connect(self.refresh)
        self._stream = Throttle(self.refresh, self)

    @property
    def filter(self) -> ListFilter:
        """What the list shows."""
        return self._filter

    def show(self, wanted: ListFilter, *, grouped: bool = False) -> None:
        """Show these notes, in groups by date or not: the first ones before this returns, the rest soon after."""
        self._filter, self._grouped = wanted, grouped
        first = self._source.keys(wanted, limit=self._first)
        self._reader.forget(_WHAT)
        self._groups = self._read_groups(wanted, self._first) if first else ()
        self._model.show_keys(first, self._headings())
        if len(first) < self._first:
            self.loaded.emit()
        else:
            self.refresh()

    def refresh(self) -> None:
        """Bring the list up to date with the vault, keeping the selection and the scroll position."""
        source, model, wanted = self._source, self._model, self._filter

        def work() -> _Found:
            old, new = list(model.keys), source.keys(wanted)
            return _Found(old, steps(old, new), self._read_groups(wanted), model.read_ahead(new))

        self._reader.read(_WHAT, work, self._follow)

    def apply(self, changes: Changes) -> None:
        """Show the changes of one write."""
        self._model.refresh(changes.notes)
        if changes.act in (Act.OPEN, Act.SETTINGS, Act.INDEX):
            return
        if _only_moves(changes, self._filter) and self._is_of_today(changes.note):
            self._model.to_end(changes.note, top=not self._filter.oldest_first)
        elif changes.act in STREAMS:
            self._stream.ask()
        elif changes.filing or changes.text:
            self.refresh()

    def _follow(self, found: _Found) -> None:
        if found.old != self._model.keys:
            self.refresh()  # the list changed while the reader was reading
            return
        self._model.learn(found.rows)
        self._groups = found.groups
        self._model.follow(found.steps, self._headings())
        self.loaded.emit()

    def _read_groups(self, wanted: ListFilter, limit: int = -1) -> Sequence[DateGroup]:
        """Return how the notes are grouped; safe on any thread."""
        if not self._grouped:
            return ()
        return groups(
            self._source.dates(wanted, limit=limit),
            self._now().astimezone().date(),
            first_weekday=date_format.first_weekday(),
            oldest_first=wanted.oldest_first,
        )

    def _headings(self) -> Sequence[Heading]:
        """Return the names of the groups, and see to it that they change at midnight."""
        now = self._now()
        if self._groups:
            local = now.astimezone()
            next_day = (local + timedelta(days=1)).replace(
                hour=0, minute=0, second=0, microsecond=0
            )
            self._midnight.start((next_day - local) // timedelta(milliseconds=1))
        return [Heading(group.row, date_format.period(group, now)) for group in self._groups]

    def _is_of_today(self, note: NoteId) -> bool:
        """Return whether a note that is changed now stays in its group."""
        row, oldest_first = self._model.index_of(note).row(), self._filter.oldest_first
        if not self._groups or row < 0:
            return True
        last = self._groups[-1 if oldest_first else 0]
        after = self._model.rowCount()
        if not oldest_first and len(self._groups) > 1:
            after = self._groups[1].row
        today = self._now().astimezone().date()
        return last.period is Period.TODAY and last.first == today and last.row <= row < after


def _only_moves(changes: Changes, wanted: ListFilter) -> bool:
    """Return whether an edit needs no query: the list is sorted by last edit and already holds the note."""
    return changes.act in (Act.EDIT, Act.APPEND, Act.TICK, Act.RENAME) and (
        wanted.sort is SortKey.UPDATED
        and wanted.only is None
        and not wanted.trashed
        and not (changes.tags and wanted.tag)
        and len(changes.notes) == 1
    )
