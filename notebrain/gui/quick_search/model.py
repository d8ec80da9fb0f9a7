"""The rows of the quick search, as Qt asks for them."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from notebrain.domain.i18n import _
from notebrain.gui import dates
from notebrain.gui.quick_search.rows import FoundRow, Row

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_ROOT = QModelIndex()


class FoundModel(QAbstractListModel):
    """Shows what was found last."""

    def __init__(self, now: Callable[[], datetime], parent: QObject) -> None:
        super().__init__(parent)
        self._now = now
        self.rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows instead of the ones before."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def aside(self, row: FoundRow) -> str:
        """Return what tells a note from others of its name: where it is, and of when."""
        return f"{row.workspace} · {dates.short(row.updated_at, self._now())}"

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        return None

    def _spoken(self, row: Row) -> str:
        """Return what a screen reader says of a row."""
        if not isinstance(row, FoundRow):
            return row.text
        parts = [row.text, self.aside(row), row.quote]
        if row.joined:
            parts.append(_("joined by meaning"))
        return ". ".join(part for part in parts if part)
