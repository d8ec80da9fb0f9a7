"""The rows of the palette, as Qt asks for them."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.gui.palette.rows import CommandRow, Row, is_open, spoken
from notebrain.gui.widgets.key_cap import native_text

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_ROOT = QModelIndex()


class RowModel(QAbstractListModel):
    """Shows what was found last."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows instead of the ones before."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

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
            return spoken(row, native_text(row.key) if isinstance(row, CommandRow) else "")
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or not is_open(self.rows[index.row()]):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
