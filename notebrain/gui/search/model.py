"""The results as a list model."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId
from notebrain.gui.search import wording
from notebrain.gui.search.rows import Row

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()


class HitModel(QAbstractListModel):
    """Holds the rows; what stays keeps its place, so that selection and scrolling stay too."""

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
            return wording.sentence(row.hit, joined=row.joined)
        return None

    def row(self, index: Index) -> Row | None:
        """Return the row of an index."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def index_of(self, note_id: NoteId | str | None) -> QModelIndex:
        """Return where a note is; invalid if it is not here."""
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
