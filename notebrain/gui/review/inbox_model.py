"""The waiting cards as a Qt list model."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.app.notes.card_views import AnsweredCard, OpenCard
from notebrain.gui.review import texts

ASKED_ROLE = Qt.ItemDataRole.UserRole
GIVEN_ROLE = ASKED_ROLE + 1
"""The answer (`AnsweredCard`) to an answered card, or None."""
LINE_ROLE = ASKED_ROLE + 2
"""The text of the difference, or of the answer."""
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class InboxModel(QAbstractListModel):
    """Holds the cards, the most certain first."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._now = now
        self._asked: Sequence[OpenCard] = ()
        self._given: Sequence[AnsweredCard] = ()

    def show_cards(self, asked: Sequence[OpenCard]) -> None:
        """Show these waiting cards."""
        self.beginResetModel()
        self._asked, self._given = asked, ()
        self.endResetModel()

    def show_given(self, given: Sequence[AnsweredCard]) -> None:
        """Show these answered cards."""
        self.beginResetModel()
        self._asked, self._given = [card.asked for card in given], given
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._asked)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = index.row()
        if not index.isValid() or row >= len(self._asked):
            return None
        asked = self._asked[row]
        if role == ASKED_ROLE:
            return asked
        if role == GIVEN_ROLE:
            return self._given[row] if self._given else None
        return self._text(row, role)

    def _text(self, row: int, role: int) -> str | None:
        asked = self._asked[row]
        title = texts.title(asked.newer.title)
        if role == Qt.ItemDataRole.DisplayRole:
            return title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{texts.kind(asked.card.kind)}. {title}. {self._line(row)}"
        return self._line(row) if role == LINE_ROLE else None

    def asked(self, row: int) -> OpenCard:
        """Return the card of a row."""
        return self._asked[row]

    def row_of(self, card_id: str) -> int:
        """Return the row of a card, or -1 if it is not in the list."""
        for row, asked in enumerate(self._asked):
            if asked.card.id == card_id:
                return row
        return -1

    def _line(self, row: int) -> str:
        if self._given:
            return texts.given(self._given[row], self._now())
        return texts.line(self._asked[row])
