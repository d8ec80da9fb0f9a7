"""The waiting cards as a list model."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.app.review import Asked
from notebrain.gui.review import words

ASKED_ROLE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class InboxModel(QAbstractListModel):
    """Holds the cards, the surest first."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: Sequence[Asked] = ()

    def show_cards(self, asked: Sequence[Asked]) -> None:
        """Show these cards."""
        self.beginResetModel()
        self._asked = asked
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._asked)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._asked):
            return None
        asked = self._asked[index.row()]
        if role == ASKED_ROLE:
            return asked
        if role == Qt.ItemDataRole.DisplayRole:
            return words.title(asked.newer.title)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title = words.title(asked.newer.title)
            return f"{words.kind(asked.card.kind)}. {title}. {words.line(asked)}"
        return None

    def place_of(self, card_id: str) -> int:
        """Return the row of a card, -1 if it is not here."""
        for row, asked in enumerate(self._asked):
            if asked.card.id == card_id:
                return row
        return -1
