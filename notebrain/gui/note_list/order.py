"""The order of the note list, and the menu that changes it."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import ListFilter, SortKey


@dataclass(frozen=True, slots=True)
class ListOrder:
    """How notes follow each other.

    Attributes:
        oldest_first: Whether dates ascend; titles always go from A to Z.
        grouped: Whether notes in the order of dates stand below headings such as "Today".
    """

    sort: SortKey = SortKey.UPDATED
    oldest_first: bool = False
    grouped: bool = True


class OrderMenu(QMenu):
    """Offers the orders of the list, and the switches for dates."""

    chosen = Signal(ListOrder)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        names = {
            SortKey.UPDATED: _("By last edit"),
            SortKey.CREATED: _("By date created"),
            SortKey.TITLE: _("By title"),
        }
        group = QActionGroup(self)
        self.sorts = {key: self.addAction(name) for key, name in names.items()}
        self.addSeparator()
        self.oldest_first = self.addAction(_("Oldest first"))
        self.grouped = self.addAction(_("Group by date"))
        for action in self.sorts.values():
            group.addAction(action)
        for action in (*self.sorts.values(), self.oldest_first, self.grouped):
            action.setCheckable(True)
        self.show_order(ListOrder(), ListFilter())
        self.triggered.connect(self._on_triggered)

    def show_order(self, order: ListOrder, shown: ListFilter) -> None:
        """Check the current order, and offer what applies to the notes that are shown."""
        self.sorts[order.sort].setChecked(True)
        self.oldest_first.setChecked(order.oldest_first)
        self.grouped.setChecked(order.grouped)
        for switch in (self.oldest_first, self.grouped):
            switch.setEnabled(shown.by_date)

    def _on_triggered(self) -> None:
        sort = next(key for key, action in self.sorts.items() if action.isChecked())
        self.chosen.emit(ListOrder(sort, self.oldest_first.isChecked(), self.grouped.isChecked()))
