"""The rows of the history: days, and the states of the note below them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.history import State
from notebrain.gui.core import date_format

ROW_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Row:
    """A row: a day or a state.

    Attributes:
        heading: The day; empty for a state.
        joined: Whether the state below is from the same sitting.
    """

    heading: str = ""
    state: State | None = None
    present_title: str = ""
    joined: bool = False

    @property
    def name(self) -> str:
        """The name of the row."""
        if self.state is None:
            return self.heading
        return _("Now") if self.state.revision is None else how(self.state)

    @property
    def time(self) -> str:
        """The time when the state last changed; the day is shown above it."""
        return date_format.clock_time(self.state.at) if self.state else ""

    @property
    def detail(self) -> str:
        """The second line of the row."""
        if self.state is None:
            return ""
        if self.state.size is None:
            return how(self.state)
        if not self.state.size and not self.state.title:
            return _("Empty note")
        if self.state.title != self.present_title:
            return _("“{title}”").format(title=self.state.title or _("Untitled"))
        n = self.state.size
        return ngettext("{n} character", "{n} characters", n).format(n=date_format.number(n))

    @property
    def spoken(self) -> str:
        """The text that a screen reader speaks for the row."""
        if self.state is None:
            return self.heading
        return ", ".join((self.name, date_format.full(self.state.at), self.detail))


def how(state: State) -> str:
    """Return a text for the act that created a state."""
    words = {
        "created": _("Created"),
        "edit": _("Edited"),
        "append": _("Text added"),
        "rename": _("Renamed"),
        "link": _("Links changed"),
        "restore": _("Earlier version restored"),
        "answer": _("Card answered"),
        "undo": _("Answer taken back"),
        "import": _("Imported again"),
    }
    return words.get(state.how, _("Changed"))


def rows(states: Sequence[State], now: datetime) -> Sequence[Row]:
    """Return the rows that show these states, newest first."""
    return list(_rows(states, now))


def _rows(states: Sequence[State], now: datetime) -> Iterator[Row]:
    day = ""
    for place, state in enumerate(states):
        heading = date_format.day(state.at, now)
        if heading != day:
            day = heading
            yield Row(heading=heading)
        below = states[place + 1] if place + 1 < len(states) else None
        yield Row(
            state=state,
            present_title=states[0].title,
            joined=below is not None and not below.begins_session,
        )


class HistoryModel(QAbstractListModel):
    """The rows of one note's history."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Row] = ()

    @property
    def rows(self) -> Sequence[Row]:
        """The rows that are shown."""
        return self._rows

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

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
        if role == Qt.ItemDataRole.DisplayRole:
            return row.spoken
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self._rows[index.row()].state is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
