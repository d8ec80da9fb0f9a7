"""The entries of the sidebar as a Qt model, with the sync badge."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.sync.state_texts import state_text
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import Counts
from notebrain.domain.notes.tag_tree import Branch, tree, visible
from notebrain.domain.notes.tags import fold_tag
from notebrain.domain.search.saved_searches import SavedSearch
from notebrain.gui.core import date_format
from notebrain.gui.core.locations import (
    ALL_NOTES,
    FILED_CATEGORIES,
    PINNED,
    TRASH,
    Location,
    LocationKind,
)

_WELL = ("cloud", "muted")
_ICONS = {
    SyncState.WAITING: ("cloud-off", "warning"),
    SyncState.NEEDS_YOU: ("circle-alert", "danger"),
    SyncState.ASKS_DELETION: ("triangle-alert", "warning"),
    SyncState.PAUSED: ("pause", "warning"),
}


@dataclass(frozen=True, slots=True)
class SyncMark:
    """The badge of the sync entry.

    Attributes:
        ink: The color token of the icon; muted for the color of all the other icons.
        count: The number of changes that wait, need an answer or could not be sent; 0 if there is nothing to report.
        accessible_text: The same in words, for a screen reader.
    """

    icon: str
    ink: str
    count: int
    accessible_text: str


def sync_mark(progress: SyncProgress, reached: str = "") -> SyncMark:
    """Return the badge for a sync state.

    Args:
        reached: The time at which the account last answered, as text for the user.
    """
    icon, ink = _ICONS.get(progress.state, _WELL)
    text = state_text(progress, reached)
    if progress.state is SyncState.ASKS_DELETION:
        return SyncMark(icon, ink, progress.asks, text)
    if progress.failed:
        if progress.state not in _ICONS:
            icon, ink = "triangle-alert", "warning"
        return SyncMark(icon, ink, progress.failed, text)
    return SyncMark(icon, ink, progress.waiting, text)


ENTRY_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Fold(Enum):
    """Whether an entry has others below it, and whether they are shown."""

    NONE = "none"
    CLOSED = "closed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the sidebar.

    Attributes:
        location: The notes it leads to; None for a heading and for a page.
        page: The page it leads to instead; see `gui.window.pages`.
        query: The saved search it runs instead.
        workspace: The workspace it stands for, in the list for dropping notes.
        heading: Whether it is only a heading for the entries below it.
        icon: The icon before the text; empty for a tag, which has a dot.
        key: The shortcut that leads to the same target.
        depth: The number of tags above it in the tree.
        urgent: Whether its count asks the user to do something.
        ink: The color token of the icon, if the color has a meaning.
        accessible_text: The text a screen reader reads after the name, instead of the count.
    """

    text: str
    location: Location | None = None
    page: str = ""
    query: str = ""
    workspace: str = ""
    icon: str = ""
    count: int | None = None
    key: str = ""
    heading: bool = False
    depth: int = 0
    fold: Fold = Fold.NONE
    urgent: bool = False
    ink: str = ""
    accessible_text: str = ""

    @property
    def target(self) -> Location | SavedSearch | str | None:
        """The target of the entry; None for a heading."""
        return (
            self.location
            or self.page
            or (SavedSearch(self.text, self.query) if self.query else None)
        )

    @property
    def spoken(self) -> str:
        """The text of the entry for a screen reader."""
        parts = [self.location.title if self.location else self.text]
        if self.accessible_text:
            parts.append(self.accessible_text)
        elif self.count is not None:
            parts.append(self._spoken_count(self.count))
        if self.fold is not Fold.NONE:
            parts.append(_("expanded") if self.fold is Fold.OPEN else _("collapsed"))
        return ", ".join(parts)

    def _spoken_count(self, count: int) -> str:
        n = date_format.number(count)
        if self.page:
            return ngettext("{n} card", "{n} cards", count).format(n=n)
        return ngettext("{n} note", "{n} notes", count).format(n=n)


@dataclass(frozen=True, slots=True)
class Known:
    """The data the sidebar is built from.

    Attributes:
        pages: The available pages.
        open_tags: The tags (casefolded) whose child tags are shown.
        saved: The saved searches, and whether they are shown below the search.
        review: The number of cards waiting for review; None while there is no review.
        files: Whether there are files in notes.
        procedures: Whether there are procedures.
        sync: The sync badge; None while no account is connected.
    """

    counts: Counts | None = None
    search_key: str = ""
    pages: frozenset[str] = frozenset({"search"})
    open_tags: frozenset[str] = frozenset()
    saved: tuple[SavedSearch, ...] = ()
    saved_open: bool = True
    review: int | None = None
    files: bool = False
    procedures: bool = False
    sync: SyncMark | None = None


def upper(known: Known) -> list[Entry]:
    """Return the entries that scroll: home, search, notes, review, pinned, categories, tags."""
    counts = known.counts
    categories = dict(counts.categories) if counts else {}
    found = [
        Entry(_("Home"), page="home", icon="house"),
        _search(known),
        Entry(_("Ask"), page="ask", icon="text-search"),
    ]
    found = [entry for entry in found if entry.page in known.pages]
    at = next((n for n, entry in enumerate(found) if entry.fold is Fold.OPEN), None)
    if at is not None:
        found[at + 1 : at + 1] = [
            Entry(search.name, query=search.query, icon="star", depth=1) for search in known.saved
        ]
    found.append(_entry(ALL_NOTES, counts.notes if counts else None))
    if known.review is not None:
        count = known.review or None
        found.append(Entry(_("Review"), page="review", icon="inbox", count=count, urgent=True))
    found.append(_entry(PINNED, counts.pinned if counts else None))
    found.append(Entry(_("Categories"), heading=True))
    found += [
        _entry(Location(LocationKind.CATEGORY, category=category), categories.get(category))
        for category in FILED_CATEGORIES
    ]
    return found + _tags(counts, known.open_tags)


def lower(known: Known) -> list[Entry]:
    """Return the entries that stay at the bottom."""
    found = [_entry(TRASH, known.counts.trashed if known.counts else None)]
    if known.files:
        found.append(Entry(_("Files"), page="files", icon="paperclip"))
    if "profile" in known.pages:
        found.append(Entry(_("About you"), page="profile", icon="user"))
    if known.procedures:
        found.append(Entry(_("Procedures"), page="procedures", icon="layers"))
    if known.sync is not None:
        found.append(_sync(known.sync))
    if "settings" in known.pages:
        found.append(Entry(_("Settings"), page="settings", icon="settings"))
    return found


def _sync(mark: SyncMark) -> Entry:
    ink = "" if mark.ink == "muted" else mark.ink
    return Entry(
        _("Sync"),
        page="sync",
        icon=mark.icon,
        count=mark.count or None,
        ink=ink,
        accessible_text=mark.accessible_text,
    )


def _search(known: Known) -> Entry:
    fold = (Fold.OPEN if known.saved_open else Fold.CLOSED) if known.saved else Fold.NONE
    return Entry(_("Search"), page="search", icon="search", key=known.search_key, fold=fold)


def _tags(counts: Counts | None, unfolded: frozenset[str]) -> list[Entry]:
    if counts is None or not counts.tags:
        return []
    branches = tree(dict(counts.tags), dict(counts.branches))
    shown = [_tag(branch, unfolded) for branch in visible(branches, unfolded)]
    return [Entry(_("Tags"), heading=True), *shown]


def _tag(branch: Branch, unfolded: frozenset[str]) -> Entry:
    fold = Fold.NONE
    if branch.parent:
        fold = Fold.OPEN if fold_tag(branch.path) in unfolded else Fold.CLOSED
    location = Location(LocationKind.TAG, tag=branch.path)
    return Entry(branch.name, location, count=branch.count or None, depth=branch.depth, fold=fold)


def _entry(location: Location, count: int | None) -> Entry:
    return Entry(location.title, location, icon=location.icon, count=count or None)


class EntryModel(QAbstractListModel):
    """The entries of one part of the sidebar."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[Entry] = []

    def show(self, entries: Sequence[Entry]) -> None:
        """Show these entries; if only counts changed, nothing moves."""
        if [_same(e) for e in entries] == [_same(e) for e in self._entries]:
            self._entries = list(entries)
            self.dataChanged.emit(self.index(0), self.index(len(entries) - 1))
            return
        self.beginResetModel()
        self._entries = list(entries)
        self.endResetModel()

    def entries(self) -> Sequence[Entry]:
        """Return all entries from top to bottom."""
        return self._entries

    def find(self, target: Location | SavedSearch | str | None) -> QModelIndex:
        """Return the index of a location or page; invalid if it is not here."""
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


def _same(entry: Entry) -> tuple[str, Location | SavedSearch | str | None, bool]:
    return entry.text, entry.target, entry.heading
