"""The notes of a location as a Qt model: the keys of its first notes, and the rows that a view has asked for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple, Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from notebrain.app.notes.library import Library
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import ListFilter, NoteId, NoteRow
from notebrain.gui.core import date_format


class ListSource:
    """Reads keys and rows; rows that were deleted meanwhile are left out."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def keys(self, wanted: ListFilter, *, limit: int = -1) -> Sequence[int]:
        """Return the keys of the notes that match a filter, in its order."""
        return self._library.keys(wanted, limit=limit)

    def dates(self, wanted: ListFilter, *, limit: int = -1) -> Sequence[int]:
        """Return the dates (ms) that put the keys in order; empty for any other order."""
        return self._library.dates(wanted, limit=limit)

    def count(self, wanted: ListFilter) -> int:
        """Return how many notes match a filter."""
        return self._library.count(wanted)

    def listed(self, wanted: ListFilter, keys: Sequence[int]) -> Sequence[int]:
        """Return which of these notes match a filter."""
        return self._library.listed(wanted, keys) if keys else ()

    def rows(self, keys: Sequence[int]) -> Mapping[int, NoteRow]:
        """Return rows by key."""
        found = self._library.rows(keys)
        if len(found) == len(keys):
            return dict(zip(keys, found, strict=True))
        return {key: row for key in keys for row in self._library.rows([key])}

    def key_of(self, note_id: NoteId) -> int | None:
        """Return the key of a note, or None if it no longer exists."""
        try:
            return self._library.key_of(note_id)
        except NotFound:
            return None


MAX_RUNS = 200
# 4 ms; beyond that, showing all 100,000 again (8 ms plus restoring the selection) is no slower.
MAX_INSERTED = 2_000


@dataclass(frozen=True, slots=True)
class Steps:
    """How to turn the old list into the new one, in this order.

    Attributes:
        removed: Runs of rows to remove, as first and last row, from the bottom up.
        kept: The rows that stay, in their new order, or None when their order is the same.
        inserted: Runs of rows to insert, as first row and keys, from the top down.
        whole: True if the lists have too little in common, so that the new one simply replaces the old one.
    """

    new: Sequence[int]
    removed: tuple[tuple[int, int], ...] = ()
    kept: tuple[int, ...] | None = None
    inserted: tuple[tuple[int, tuple[int, ...]], ...] = field(default=())
    whole: bool = False


def steps(old: Sequence[int], new: Sequence[int]) -> Steps:
    """Return the steps from `old` to `new`; safe on any thread."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    coming, going = set(new_middle), set(old_middle)
    removed = _runs([i for i, note in enumerate(old_middle, head) if note not in coming])
    inserted = _runs([i for i, note in enumerate(new_middle, head) if note not in going])
    coming_rows = sum(last - first + 1 for first, last in inserted)
    if len(removed) + len(inserted) > MAX_RUNS or coming_rows > MAX_INSERTED:
        return Steps(new, whole=True)
    stay_old = [note for note in old_middle if note in coming]
    stay_new = [note for note in new_middle if note in going]
    return Steps(
        new,
        removed=tuple(reversed(removed)),
        kept=None if stay_old == stay_new else (*old[:head], *stay_new, *old[len(old) - tail :]),
        inserted=tuple((first, tuple(new[first : last + 1])) for first, last in inserted),
    )


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs


class Heading(NamedTuple):
    """A heading and the row it stands above."""

    row: int
    text: str


ROW_ROLE = Qt.ItemDataRole.UserRole
PAGE = 64
KEPT_PAGES = 24

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class RowSource(Protocol):
    """Reads rows; both methods are fast enough for the GUI thread and safe on any other."""

    def rows(self, keys: Sequence[int]) -> Mapping[int, NoteRow]:
        """Return the rows of these keys; a note that no longer exists is left out."""
        ...

    def key_of(self, note_id: NoteId) -> int | None:
        """Return the key of a note, or None if it no longer exists."""
        ...


class NoteListModel(QAbstractListModel):
    """Knows which notes come first, and reads their rows a page at a time when the view first asks for them.

    The notes after those are rows without a note until somebody asks for one of them.
    """

    reached = Signal()
    """Somebody asked for the row of a note that is not known yet."""
    needed = Signal()
    """The notes as far as `depth` must be known when this signal returns."""
    deepened = Signal()
    """More notes are known."""
    reshowing = Signal()
    """All rows are about to be replaced, though most notes stay."""
    reshown = Signal()
    changing = Signal()
    """Rows are about to come, go or move, one step after the other."""
    changed = Signal()

    def __init__(self, source: RowSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._keys: list[int] = []
        self._total = 0
        self.depth = 0
        """How many notes from the top somebody has asked for."""
        self._rows: dict[int, NoteRow | None] = {}
        self.headings: Sequence[Heading] = ()
        """The groups of the notes, in order."""
        self.quotes: Mapping[NoteId, str] = {}
        """What rows show in place of the beginnings of their notes, such as the passages that were found."""
        self._asked_for = 0
        """The row that was requested last."""
        self._outdated: set[NoteId] | None = set()
        """Notes that changed since the last read-ahead started; None if any of them may have."""

    @property
    def keys(self) -> Sequence[int]:
        """The first notes of the location, in their order: all that are known."""
        return self._keys

    @property
    def total(self) -> int:
        """How many notes the location has."""
        return self._total

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else self._total

    def is_known(self, number: int) -> bool:
        """Return whether it is known which note is in this row; otherwise that is found out soon."""
        if number >= self._total or number < len(self._keys):
            return True
        if number >= self.depth:
            self.depth = number + PAGE  # its neighbors are asked for next
            self.reached.emit()
        return False

    def held(self) -> frozenset[int]:
        """Return the known notes at which a view holds on: the chosen one, and the ends of what is selected."""
        known = len(self._keys)
        rows = (index.row() for index in self.persistentIndexList())
        return frozenset(self._keys[row] for row in rows if row < known)

    def know(self, number: int) -> None:
        """Wait until it is known which notes are in the rows up to this one."""
        if not self.is_known(number):
            self.needed.emit()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index.row()) if index.isValid() and role in _ROLES else None
        if role == ROW_ROLE or row is None:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.not_sent and _not_sent(row.not_sent)
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        # read aloud with the first note of a group, since a heading cannot be reached
        above = [heading.text for heading in self.headings if heading.row == index.row()]
        return ". ".join((*above, _spoken(row)))

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
        )

    def row(self, number: int) -> NoteRow | None:
        """Return one row, reading its page if necessary; None if the note is gone or not known yet."""
        if not self.is_known(number):
            return None
        key = self._keys[number]
        self._asked_for = number
        if key not in self._rows:
            self._read_page(number)
        row = self._rows[key]
        quote = self.quotes.get(row.id, "") if row else ""
        return replace(row, snippet=quote) if row and quote else row

    def id_at(self, index: Index) -> NoteId | None:
        """Return the note at this index."""
        row = self.row(index.row()) if index.isValid() else None
        return row.id if row else None

    def index_of(self, note_id: NoteId) -> QModelIndex:
        """Return the index of this note; invalid if it is not in the list."""
        key = self._source.key_of(note_id)
        return self.index_of_key(key) if key is not None else QModelIndex()

    def index_of_key(self, key: int) -> QModelIndex:
        """Return the index of the note with this key; invalid if it is not in the list."""
        try:
            return self.index(self._keys.index(key))
        except ValueError:
            return QModelIndex()

    def show_keys(self, keys: Sequence[int], headings: Sequence[Heading] = ()) -> None:
        """Show these notes, below these headings, instead of the previous ones."""
        self._rows.clear()
        self.headings = headings
        self.depth = 0
        self._replace(keys, len(keys))

    def read_ahead(self, keys: Sequence[int]) -> Mapping[int, NoteRow | None]:
        """Return the rows a view will request first when the list is `keys`, leaving out those already cached.

        Call this on a thread that may block: during an import even one page takes a while.
        """
        self._outdated = set()
        asked_for = self._asked_for
        near = keys[max(0, asked_for - PAGE) : asked_for + PAGE]
        wanted = [key for key in near if key not in self._rows]
        found = self._source.rows(wanted)
        return {key: found.get(key) for key in wanted}

    def learn(self, rows: Mapping[int, NoteRow | None]) -> None:
        """Cache rows that were read ahead, except notes that changed meanwhile."""
        outdated = self._outdated
        if outdated is None:
            return
        self._make_room()
        self._rows |= {key: row for key, row in rows.items() if row and row.id not in outdated}

    def follow(
        self,
        steps: Steps,
        headings: Sequence[Heading] = (),
        *,
        rest: Sequence[int] = (),
        total: int | None = None,
    ) -> None:
        """Turn the list into the new one step by step, so that selection and scroll position are preserved.

        Args:
            rest: The notes that follow those of the steps, as far as they are known.
            total: How many notes the new list has, if not only these.
        """
        total = len(steps.new) + len(rest) if total is None else total
        self.changing.emit()
        self.headings = headings
        if steps.whole:
            self.reshowing.emit()
            self._rows = {key: row for key, row in self._rows.items() if row}
            self._replace([*steps.new, *rest], total)
            self.reshown.emit()
        else:
            self._follow(steps)
            self._fit(total)
            self._deepen(rest)
        self.changed.emit()

    def _follow(self, steps: Steps) -> None:
        for first, last in steps.removed:
            self.beginRemoveRows(_ROOT, first, last)
            for gone in self._keys[first : last + 1]:
                self._rows.pop(gone, None)
            del self._keys[first : last + 1]
            self._total -= last - first + 1
            self.endRemoveRows()
        if steps.kept is not None:
            self._reorder(steps.kept)
        for first, keys in steps.inserted:
            self.beginInsertRows(_ROOT, first, first + len(keys) - 1)
            self._keys[first:first] = keys
            self._total += len(keys)
            self.endInsertRows()

    def _fit(self, total: int) -> None:
        """Have this many rows; those that come or go are of notes that are not known."""
        if total > self._total:
            self.beginInsertRows(_ROOT, self._total, total - 1)
            self._total = total
            self.endInsertRows()
        elif total < self._total:
            self.beginRemoveRows(_ROOT, total, self._total - 1)
            self._total = total
            self.endRemoveRows()

    def _deepen(self, keys: Sequence[int]) -> None:
        """Learn which notes are in the next rows."""
        if keys:
            first = len(self._keys)
            self._keys += keys
            self.dataChanged.emit(self.index(first), self.index(len(self._keys) - 1))
            self.deepened.emit()

    def to_end(self, note_id: NoteId, *, top: bool) -> None:
        """Move this note to the first or the last row, for example because it was just edited."""
        row, last = self.index_of(note_id).row(), self._total - 1
        if row < 0 or row == (0 if top else last):
            return
        self.changing.emit()
        self.beginMoveRows(_ROOT, row, row, _ROOT, 0 if top else last + 1)
        self._keys.insert(0 if top else last, self._keys.pop(row))
        self.endMoveRows()
        self.changed.emit()

    def refresh(self, notes: Iterable[NoteId]) -> None:
        """Read the rows of these notes again if they are cached."""
        changed = set(notes)
        if self._outdated is not None:
            self._outdated |= changed
        for key in [k for k, row in self._rows.items() if row and row.id in changed]:
            del self._rows[key]
            index = self.index_of_key(key)
            if index.isValid():
                self.dataChanged.emit(index, index)

    def refresh_all(self) -> None:
        """Read every row again, for example because another program wrote to the vault."""
        self._rows.clear()
        self._outdated = None
        if self._keys:
            self.dataChanged.emit(self.index(0), self.index(self._total - 1))

    def _read_page(self, number: int) -> None:
        self._make_room()
        first = number - number % PAGE
        wanted = [key for key in self._keys[first : first + PAGE] if key not in self._rows]
        found = self._source.rows(wanted)
        self._rows.update({key: found.get(key) for key in wanted})

    def _make_room(self) -> None:
        if len(self._rows) > PAGE * KEPT_PAGES:
            self._rows.clear()

    def _replace(self, keys: Sequence[int], total: int) -> None:
        self.beginResetModel()
        self._keys, self._total = list(keys), total
        self.endResetModel()

    def _reorder(self, order: Sequence[int]) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        known = len(self._keys)
        keys = [(at, self._keys[at.row()] if at.row() < known else None) for at in before]
        self._keys = list(order)
        after = [index if key is None else self.index_of_key(key) for index, key in keys]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


_ROLES = (
    ROW_ROLE,
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
)


def _not_sent(reason: str) -> str:
    return _("Not sent: {reason}").format(reason=reason)


def _spoken(row: NoteRow) -> str:
    """Return the row as one sentence for a screen reader."""
    parts = [row.title or _("Untitled")]
    if row.pinned:
        parts.append(_("pinned"))
    if row.local_only:
        parts.append(_("only on this computer"))
    if row.not_sent:
        parts.append(_not_sent(row.not_sent).rstrip("."))
    parts.append(date_format.full(row.updated_at))
    if row.tags:
        parts.append(_("tags: {tags}").format(tags=", ".join(row.tags)))
    if row.snippet:
        parts.append(row.snippet)
    return ". ".join(parts)
