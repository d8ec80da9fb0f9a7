"""The results as a Qt list model."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId, NoteRow
from notebrain.domain.search.types import Hit
from notebrain.gui.search import texts


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the results.

    Attributes:
        hit: None for a note that is listed because it was edited recently.
        joined: Whether it was found by meaning, after the results of the word search were shown.
        place: Rank among the hits, from 0; older versions have the rank of the newest.
        older: Whether it is an older version, shown under the newest one.
        unfolded: Whether its older versions are shown below it.
    """

    note_id: NoteId
    title: str
    quote: str
    marks: tuple[tuple[int, int], ...]
    updated_at: datetime
    pinned: bool
    local_only: bool
    hit: Hit | None = None
    joined: bool = False
    place: int = 0
    older: bool = False
    unfolded: bool = False


def hit_rows(
    hits: Sequence[Hit], *, joined: Collection[str], unfolded: Collection[str]
) -> list[Row]:
    """Return the rows of these hits, with older versions below those that are unfolded."""
    rows: list[Row] = []
    for place, hit in enumerate(hits):
        is_open = hit.note_id in unfolded and bool(hit.older_versions)
        rows.append(_hit_row(hit, place, joined=hit.note_id in joined, unfolded=is_open))
        if is_open:
            rows += [_hit_row(version, place, older=True) for version in hit.older_versions]
    return rows


def recent_rows(notes: Iterable[NoteRow]) -> list[Row]:
    """Return the rows of notes that are listed without being searched."""
    return [
        Row(
            note.id,
            note.title,
            note.snippet,
            (),
            note.updated_at,
            note.pinned,
            note.local_only,
            place=place,
        )
        for place, note in enumerate(notes)
    ]


def _hit_row(
    hit: Hit, place: int, *, joined: bool = False, older: bool = False, unfolded: bool = False
) -> Row:
    return Row(
        hit.note_id,
        hit.title,
        hit.snippet,
        hit.marks,
        hit.updated_at,
        hit.pinned,
        hit.local_only,
        hit=hit,
        joined=joined,
        place=place,
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
                return f"{row.title or _('Untitled')}. {row.quote}"
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
