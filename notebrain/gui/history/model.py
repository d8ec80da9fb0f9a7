"""The rows of the history: days, and the states of the note below them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.history import CREATED, State
from notebrain.domain.text.diff import Amount
from notebrain.gui.core import date_format
from notebrain.gui.history.texts import amount_text, how, name_of

ROW_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Row:
    """A row: a day or a state.

    Attributes:
        heading: The day; empty for a state.
        prior_title: The title of the state it is based on.
        joined: Whether the state below is from the same sitting.
        amount: How much it changed; None while that is not known, or for a very long text.
        is_marked: Whether others are compared with it.
    """

    heading: str = ""
    state: State | None = None
    prior_title: str = ""
    joined: bool = False
    amount: Amount | None = None
    is_marked: bool = False

    @property
    def name(self) -> str:
        """The name of the row."""
        if self.state is None:
            return self.heading
        if self.state.revision is not None:
            return name_of(self.state)
        return f"{name_of(self.state)} · {_('Empty note') if self._is_empty else how(self.state)}"

    @property
    def time(self) -> str:
        """The time when the state last changed; the day is shown above it."""
        return date_format.clock_time(self.state.at) if self.state else ""

    @property
    def detail(self) -> str:
        """The second line of the row: what changed."""
        state = self.state
        if state is None:
            return ""
        if self._is_empty:
            return how(state)
        amount, is_renamed = self.amount, state.title != self.prior_title and state.before
        if is_renamed and (state.how == "rename" or (amount is not None and not amount.is_change)):
            return _("“{title}”").format(title=state.title or _("Untitled"))
        if amount is not None and (amount.is_change or state.before):
            return amount_text(amount)
        if state.size is None:
            return ""
        return ngettext("{n} character", "{n} characters", state.size).format(
            n=date_format.number(state.size)
        )

    @property
    def _is_empty(self) -> bool:
        """Whether it is a note that was created empty, in the window."""
        state, amount = self.state, self.amount
        if state is None or state.how != CREATED or state.title:
            return False
        return state.size == 0 or (amount is not None and not amount.is_change)

    @property
    def spoken(self) -> str:
        """The text that a screen reader speaks for the row."""
        if self.state is None:
            return self.heading
        parts = [self.name, date_format.full(self.state.at), self.detail]
        return ", ".join([*parts, *[_("marked")] * self.is_marked])


_NO_AMOUNTS: Mapping[State, Amount] = {}


def rows(
    states: Sequence[State], now: datetime, amounts: Mapping[State, Amount] = _NO_AMOUNTS
) -> Sequence[Row]:
    """Return the rows that show these states, newest first."""
    return list(_rows(states, now, amounts))


def _rows(states: Sequence[State], now: datetime, amounts: Mapping[State, Amount]) -> Iterator[Row]:
    day = ""
    titles = {state.revision: state.title for state in states}
    for place, state in enumerate(states):
        heading = date_format.day(state.at, now)
        if heading != day:
            day = heading
            yield Row(heading=heading)
        below = states[place + 1] if place + 1 < len(states) else None
        yield Row(
            state=state,
            prior_title=titles.get(state.before, ""),
            joined=below is not None and not below.begins_session,
            amount=amounts.get(state),
        )


class HistoryModel(QAbstractListModel):
    """The rows of one note's history."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Row] = ()
        self._marked: int | None = None

    @property
    def rows(self) -> Sequence[Row]:
        """The rows that are shown."""
        return self._rows

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; if only texts in them differ, what is selected and scrolled to stays."""
        rows = [replace(row, is_marked=self._is_marked(row)) for row in rows]
        if [_place(row) for row in rows] == [_place(row) for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 0))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    @property
    def states(self) -> Sequence[State]:
        """The states that are shown, the current one first."""
        return [row.state for row in self._rows if row.state is not None]

    @property
    def marked(self) -> State | None:
        """The state that others are compared with."""
        return next((row.state for row in self._rows if row.is_marked), None)

    def mark(self, revision: int | None) -> None:
        """Mark an earlier state, or none."""
        self._marked = revision
        self.show_rows(self._rows)

    def _is_marked(self, row: Row) -> bool:
        return (
            self._marked is not None
            and row.state is not None
            and row.state.revision == self._marked
        )

    def row_of(self, revision: int | None) -> int:
        """Return the row of a state, or of the current state if that one is gone; -1 if there are no rows."""
        places = [(row.state.revision, at) for at, row in enumerate(self._rows) if row.state]
        found = next((at for number, at in places if number == revision), None)
        return found if found is not None else (places[0][1] if places else -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole or (
            role == Qt.ItemDataRole.ToolTipRole and row.state is not None
        ):
            return row.spoken  # also as the tooltip: a narrow pane cuts off long names
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self._rows[index.row()].state is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def _place(row: Row) -> tuple[str, int | None, bool]:
    """Return what a row stands for, whatever it says."""
    return row.heading, row.state.revision if row.state else None, row.state is None
