"""Loads the notes of a location into the list: the first ones at once, the rest in the background."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from notebrain.domain.notes.changes import STREAMS, Act, Changes
from notebrain.domain.notes.date_groups import DateGroup, Period, groups
from notebrain.domain.notes.note import ListFilter, NoteId, NoteRow, SortKey
from notebrain.gui.core import date_format
from notebrain.gui.core.threads import BackgroundReader
from notebrain.gui.core.throttle import Throttle
from notebrain.gui.note_list.model import Heading, NoteListModel, Steps, steps

# Reading their keys takes 3 ms: less than handing the read to another thread and painting twice.
FIRST = 10_000
DEEP = 100_000
"""How many notes are always known soon. Of a million, the keys of all would take a second after each change."""
_SPARE = 2_000
"""So many more are read, since notes that come push known ones down."""
_LAST = 64
_WHAT = "note list"


class KeySource(Protocol):
    """Reads the keys of the notes in a location."""

    def keys(self, wanted: ListFilter, *, limit: int = -1) -> Sequence[int]:
        """Return the keys of the notes that match a filter, in its order."""
        ...

    def dates(self, wanted: ListFilter, *, limit: int = -1) -> Sequence[int]:
        """Return the dates (ms) that put the keys in order; empty for any other order."""
        ...

    def count(self, wanted: ListFilter) -> int:
        """Return how many notes match a filter."""
        ...

    def listed(self, wanted: ListFilter, keys: Sequence[int]) -> Sequence[int]:
        """Return which of these notes match a filter."""
        ...

    def key_of(self, note_id: NoteId) -> int | None:
        """Return the key of a note, or None if it no longer exists."""
        ...


class _Found(NamedTuple):
    """The steps that bring the list up to date with the vault, its groups, and the rows the view will show first.

    Attributes:
        held: The notes that are in the new list wherever they went, if they are listed.
        rest: The notes that follow those of the steps, as far as they are known.
        total: How many notes there are.
    """

    old: Sequence[int]
    held: frozenset[int]
    steps: Steps
    rest: Sequence[int]
    total: int
    groups: Sequence[DateGroup]
    rows: Mapping[int, NoteRow | None]


class ListLoader(QObject):
    """Keeps a model in step with the vault."""

    loaded = Signal()
    """Emitted when the model has all notes of the location, known or not, also after every refresh."""

    def __init__(
        self,
        source: KeySource,
        model: NoteListModel,
        reader: BackgroundReader,
        parent: QObject | None = None,
        *,
        now: Callable[[], datetime],
        first: int = FIRST,
        deep: int = DEEP,
    ) -> None:
        super().__init__(parent)
        self._now = now
        self._first = first
        self._deep = deep
        self._source = source
        self._model = model
        self._reader = reader
        self._filter = ListFilter()
        self._grouped = False
        self._is_counted = False
        """Whether the model has a row for every note, and not only for the first ones."""
        self._groups: Sequence[DateGroup] = ()
        self._midnight = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._midnight.timeout.connect(self.refresh)
        self._stream = Throttle(self.refresh, self)
        model.reached.connect(self.refresh)
        model.needed.connect(self._read_now)

    @property
    def filter(self) -> ListFilter:
        """What the list shows."""
        return self._filter

    def show(self, wanted: ListFilter, *, grouped: bool = False) -> None:
        """Show these notes, in groups by date or not: the first ones before this returns, the rest soon after."""
        self._filter, self._grouped, self._is_counted = wanted, grouped, False
        first = self._source.keys(wanted, limit=self._first)
        self._reader.forget(_WHAT)
        self._groups = self._read_groups(wanted, self._first) if first else ()
        self._model.show_keys(first, self._headings())
        if len(first) < self._first:
            self.loaded.emit()
        else:
            self.refresh()

    @Slot()
    def refresh(self, reach: NoteId | None = None) -> None:
        """Bring the list up to date with the vault, keeping the selection and the scroll position.

        Args:
            reach: A note that is to be known afterwards, however far down it is.
        """
        wanted, held = self._filter, self._model.held()
        self._reader.read(_WHAT, lambda: self._find(wanted, held, reach), self._follow)

    def _read_now(self) -> None:
        self._reader.forget(_WHAT)
        self._follow(self._find(self._filter, self._model.held()))

    def _find(
        self, wanted: ListFilter, held: frozenset[int], reach: NoteId | None = None
    ) -> _Found:
        """Read what the list shall be; safe on any thread."""
        source, model = self._source, self._model
        old, before = list(model.keys), model.total
        further = model.depth + self._deep if model.depth > len(old) else 0
        limit = max(self._deep, len(old), further) + _SPARE
        new, total = self._read(wanted, limit)
        if self._is_counted and total - before > _SPARE:  # more notes came than were read to spare
            new, total = self._read(wanted, limit + total - before)
        cut = len(new)
        if cut < total or len(old) < before:
            key = None if reach is None else source.key_of(reach)
            known = set(new)
            away = source.listed(wanted, [one for one in {*held, key} - known if one is not None])
            if away:  # far below what is known
                new, total = self._read(wanted, -1)
                new = new[: max(new.index(one) for one in away if one in new) + limit]
            cut = _cut(new, [*old[-_LAST:], *held])
        return _Found(
            old=old,
            held=held,
            steps=steps(old, new[:cut]),
            rest=new[cut:],
            total=total,
            groups=self._read_groups(wanted, len(new)),
            rows=model.read_ahead(new),
        )

    def _read(self, wanted: ListFilter, limit: int) -> tuple[Sequence[int], int]:
        """Return the keys of the first notes, and how many notes there are."""
        found = self._source.keys(wanted, limit=limit)
        if limit < 0 or len(found) < limit:
            return found, len(found)
        return found, max(len(found), self._source.count(wanted))

    def apply(self, changes: Changes) -> None:
        """Show the changes of one write."""
        self._model.refresh(changes.notes)
        if changes.act in (Act.OPEN, Act.SETTINGS, Act.INDEX):
            return
        if _only_moves(changes, self._filter) and self._is_at_hand(changes.note):
            self._model.to_end(changes.note, top=not self._filter.oldest_first)
        elif changes.act in STREAMS:
            self._stream.ask()
        elif changes.filing or changes.text:
            self.refresh()

    def _follow(self, found: _Found) -> None:
        if found.old != self._model.keys or (
            len(found.old) < self._model.total and not self._model.held() <= found.held
        ):
            self.refresh()  # the list changed while the reader was reading, or another note was chosen
            return
        self._model.learn(found.rows)
        self._is_counted = True
        self._groups = found.groups
        self._model.follow(found.steps, self._headings(), rest=found.rest, total=found.total)
        self.loaded.emit()

    def _read_groups(self, wanted: ListFilter, limit: int) -> Sequence[DateGroup]:
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

    def _is_at_hand(self, note: NoteId) -> bool:
        """Return whether a note that is changed now, and the place it goes to, are known, and it stays in its group."""
        row, oldest_first = self._model.index_of(note).row(), self._filter.oldest_first
        if len(self._model.keys) < self._model.total and (row < 0 or oldest_first):
            return False
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


def _cut(new: Sequence[int], known: Sequence[int]) -> int:
    """Return how many of the new notes there are down to the last one of those that were known before."""
    wanted = set(known)
    return next((place for place in range(len(new), 0, -1) if new[place - 1] in wanted), 0)
