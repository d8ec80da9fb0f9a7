"""What stands in the sidebar, and the model that shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.domain.messages import _, ngettext
from notebrain.domain.note import Counts
from notebrain.gui import dates
from notebrain.gui.places import ALL_NOTES, FILED_CATEGORIES, PINNED, TRASH, Kind, Place

ENTRY_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the sidebar.

    Attributes:
        place: Which notes it leads to; None for a heading and for a page.
        page: Which page it leads to instead; see `gui.pages`.
        heading: It only names what follows.
        icon: The icon before the text; empty for a tag, which has a dot.
        key: The shortcut that leads there too.
    """

    text: str
    place: Place | None = None
    page: str = ""
    icon: str = ""
    count: int | None = None
    key: str = ""
    heading: bool = False

    @property
    def target(self) -> Place | str | None:
        """Where it leads; None for a heading."""
        return self.place or self.page or None

    @property
    def spoken(self) -> str:
        """The entry as a screen reader says it."""
        if self.count is None:
            return self.text
        notes = ngettext("{n} note", "{n} notes", self.count).format(n=dates.number(self.count))
        return f"{self.text}, {notes}"


def upper(counts: Counts | None, *, search_key: str) -> list[Entry]:
    """Return the entries that scroll: search, notes, pinned, categories, tags."""
    categories = dict(counts.categories) if counts else {}
    found = [
        Entry(_("Search"), page="search", icon="search", key=search_key),
        _entry(ALL_NOTES, counts.notes if counts else None),
        _entry(PINNED, counts.pinned if counts else None),
        Entry(_("Categories"), heading=True),
    ]
    found += [
        _entry(Place(Kind.CATEGORY, category=category), categories.get(category))
        for category in FILED_CATEGORIES
    ]
    if counts and counts.tags:
        found.append(Entry(_("Tags"), heading=True))
        found += [_entry(Place(Kind.TAG, tag=name), count) for name, count in counts.tags]
    return found


def lower(counts: Counts | None) -> list[Entry]:
    """Return the entries that stay at the foot."""
    return [_entry(TRASH, counts.trashed if counts else None)]


def _entry(place: Place, count: int | None) -> Entry:
    return Entry(place.title, place, icon=place.icon, count=count or None)


class EntryModel(QAbstractListModel):
    """The entries of one part of the sidebar."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[Entry] = []

    def show(self, entries: Sequence[Entry]) -> None:
        """Show these entries; where only counts changed, nothing moves."""
        if [_same(e) for e in entries] == [_same(e) for e in self._entries]:
            self._entries = list(entries)
            self.dataChanged.emit(self.index(0), self.index(len(entries) - 1))
            return
        self.beginResetModel()
        self._entries = list(entries)
        self.endResetModel()

    def find(self, target: Place | str | None) -> QModelIndex:
        """Return where a place or page is; not valid when it is not here."""
        for row, entry in enumerate(self._entries):
            if not entry.heading and entry.target == target:
                return self.index(row)
        return QModelIndex()

    def entry(self, index: Index) -> Entry:
        """Return the entry at this index."""
        return self._entries[index.row()]

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self.entry(index).heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self.entry(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return entry.spoken
            case _:
                return entry if role == ENTRY_ROLE else None


def _same(entry: Entry) -> tuple[str, Place | str | None, bool]:
    return entry.text, entry.target, entry.heading
