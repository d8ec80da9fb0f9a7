"""The sidebar as a whole."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Counts
from notebrain.domain.notes.tag_tree import above
from notebrain.domain.notes.tags import fold_tag
from notebrain.domain.search.saved_searches import SavedSearch
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.sidebar.model import Entry, Known, SyncMark, lower, upper
from notebrain.gui.sidebar.view import EntryView
from notebrain.gui.sidebar.workspace_menu import Switcher
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, native_text
from notebrain.gui.widgets.layouts import hairline
from notebrain.notes.service import Filing


class Sidebar(QFrame):
    """Shows the entries with their counts; emits signals for where the user wants to go."""

    location_chosen = Signal(object)
    page_chosen = Signal(str, bool)
    """The user went to this page; True if they mean to type there now."""
    search_requested = Signal(str, bool)
    """The user wants to run this saved search; True if they mean to type there now."""
    new_note_requested = Signal()
    tags_folded = Signal()
    """The set of open tags changed; see `open_tags`."""
    saved_folded = Signal(bool)
    """The saved searches were shown or hidden."""
    menu_requested = Signal(object, QPoint)
    """The user wants the menu of this entry, at this position."""
    notes_dropped = Signal(object, list)
    """Notes, given by their ids, were dropped on this entry."""

    def __init__(
        self,
        theme: Theme,
        *,
        new_key: str = "",
        search_key: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self._theme = theme
        self._known = Known(search_key=native_text(search_key))
        self.switcher = Switcher(theme)
        self.new_button = IconButton(theme, "square-pen", _("New note"), key=native_text(new_key))
        self.menu_button = IconButton(theme, "menu", _("Menu"), key=native_text("Alt"))
        """Opens the menus of the menu bar, which is out of sight on most systems; hidden until it has a menu."""
        self.menu_button.hide()
        self.top = EntryView(theme, _("Locations"))
        self.foot = EntryView(theme, _("Trash and settings"))
        self.edge = hairline()
        """Shown while entries continue below those in sight."""
        policy = self.edge.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.edge.setSizePolicy(policy)
        self._fill()
        self._connect()
        self.top.entries.show(upper(self._known))
        self.foot.entries.show(lower(self._known))
        self._apply_theme()

    def show_keys(self, *, new: str, search: str) -> None:
        """Show these shortcuts beside their entries."""
        self.new_button.set_key(native_text(new))
        self._show(replace(self._known, search_key=native_text(search)))

    def offer_menus(self, menus: Sequence[QMenu]) -> None:
        """Offer these menus below a button."""
        menu = QMenu(self.menu_button)
        for part in menus:
            menu.addMenu(part)
        self.menu_button.setMenu(menu)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.show()

    def show_workspace(self, workspace: str | None) -> None:
        """Show the name of the current workspace."""
        self.switcher.show_workspace(workspace)

    @property
    def open_tags(self) -> frozenset[str]:
        """The tags (casefolded) whose child tags are shown."""
        return self._known.open_tags

    def show_counts(self, counts: Counts | None) -> None:
        """Show the number of notes per entry, and the tags."""
        self._show(replace(self._known, counts=counts))

    def add_page(self, name: str) -> None:
        """Add an entry for this page."""
        self._show(replace(self._known, pages=self._known.pages | {name}))

    def show_review_count(self, waiting: int | None) -> None:
        """Show how many cards wait to be reviewed; None while there is no review."""
        self._show(replace(self._known, review=waiting))

    def show_files(self, shown: bool) -> None:
        """Show or hide the entry of the files in notes."""
        self._show(replace(self._known, files=shown))

    def show_procedures(self, shown: bool) -> None:
        """Show or hide the entry of the procedures."""
        self._show(replace(self._known, procedures=shown))

    def show_sync(self, mark: SyncMark | None) -> None:
        """Show the sync badge; None while no account is connected."""
        self._show(replace(self._known, sync=mark))

    def set_open_tags(self, tags: Iterable[str]) -> None:
        """Show the child tags of these tags (casefolded)."""
        self._show(replace(self._known, open_tags=frozenset(tags)))

    def show_saved_searches(self, saved: Sequence[SavedSearch]) -> None:
        """Show these saved searches below the search."""
        self._show(replace(self._known, saved=tuple(saved)))

    def set_saved_searches_open(self, shown: bool) -> None:
        """Show or hide the saved searches."""
        self._show(replace(self._known, saved_open=shown))

    def select_saved(self, query: str) -> None:
        """Select the saved search with this query."""
        self._mark(
            next((search for search in self._known.saved if search.query == query), "search")
        )

    def select(self, target: Location | str) -> None:
        """Select this location or page; a hidden tag becomes visible."""
        if isinstance(target, Location) and target.tag:
            hidden = {fold_tag(tag) for tag in above(target.tag)} - self.open_tags
            if hidden:
                self._show(replace(self._known, open_tags=self.open_tags | hidden))
        chosen = isinstance(target, Location) and target.page
        self._mark(chosen or target)

    def focus_entries(self) -> None:
        """Move the focus to the selected entry."""
        view = self.foot if self.foot.entry() else self.top
        view.setFocus()

    def _show(self, known: Known) -> None:
        if known == self._known:
            return
        self._known = known
        chosen = self._chosen()
        self.top.entries.show(upper(known))
        self.foot.entries.show(lower(known))
        self._fit_foot()
        if chosen:
            self._mark(chosen.target)

    def _on_folded(self, entry: Entry, unfolded: bool) -> None:
        if entry.page:
            self._fold_saved(unfolded)
            return
        if entry.location is None or entry.location.tag is None:
            return
        tag = {fold_tag(entry.location.tag)}
        chosen = self._chosen()
        self.set_open_tags(self.open_tags | tag if unfolded else self.open_tags - tag)
        if chosen and self._chosen() is None:
            self._mark(entry.location)  # the selected entry is hidden now
        self.tags_folded.emit()

    def _fold_saved(self, unfolded: bool) -> None:
        chosen = self._chosen()
        self.set_saved_searches_open(unfolded)
        if chosen and self._chosen() is None:
            self._mark("search")
        self.saved_folded.emit(unfolded)

    def _chosen(self) -> Entry | None:
        return self.top.entry() or self.foot.entry()

    def _mark(self, target: Location | SavedSearch | str | None) -> None:
        for view in (self.top, self.foot):
            view.choose(view.entries.find(target))

    def _fill(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.switcher)
        self._head.addStretch()
        self._head.addWidget(self.new_button)
        self._head.addWidget(self.menu_button)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addWidget(self._bar)
        self._column.addWidget(self.top, 1)
        self._column.addWidget(self.edge)
        self._column.addSpacing(3)
        self._column.addWidget(self.foot)

    def _connect(self) -> None:
        self.new_button.clicked.connect(self.new_note_requested)
        for view in (self.top, self.foot):
            view.opened.connect(self._on_opened)
            view.moved_to.connect(self._on_moved)
            view.folded.connect(self._on_folded)
            view.menu_requested.connect(self.menu_requested)
            view.dropped.connect(self.notes_dropped)
            view.takes = takes_notes
        self.top.left_down.connect(lambda: self._cross(self.foot, top=True))
        self.foot.left_up.connect(lambda: self._cross(self.top, top=False))
        bar = self.top.verticalScrollBar()
        for moved in (bar.valueChanged, bar.rangeChanged):
            moved.connect(self._show_edge)
        self._show_edge()
        self._theme.changed.connect(self._apply_theme)

    def _show_edge(self) -> None:
        bar = self.top.verticalScrollBar()
        self.edge.setVisible(bar.value() < bar.maximum())

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setFixedHeight(self._theme.metrics.header)
        self._head.setContentsMargins(px(10), 0, px(8), 0)
        self._head.setSpacing(px(2))
        self._column.setContentsMargins(0, 0, 0, px(8))
        self.top.setViewportMargins(0, px(4), 0, 0)
        self._fit_foot()

    def _fit_foot(self) -> None:
        self.foot.setFixedHeight(self._theme.px(29) * self.foot.entries.rowCount())

    def _cross(self, view: EntryView, *, top: bool) -> None:
        view.enter_from(top=top)

    def _on_opened(self, entry: Entry) -> None:
        self._go(entry, typing=True)

    def _on_moved(self, entry: Entry) -> None:
        self._go(entry, typing=False)

    def _go(self, entry: Entry, *, typing: bool) -> None:
        self._mark(entry.target)
        if entry.query:
            self.search_requested.emit(entry.query, typing)
        elif entry.page:
            self.page_chosen.emit(entry.page, typing)
        else:
            self.location_chosen.emit(entry.location)


def takes_notes(entry: Entry) -> bool:
    """Return whether notes can be dropped here."""
    return is_trash(entry) or filing_of(entry) is not None


def is_trash(entry: Entry) -> bool:
    """Return whether notes dropped here go to the trash."""
    return entry.location is not None and entry.location.kind is LocationKind.TRASH


def filing_of(entry: Entry) -> tuple[Filing, str] | None:
    """Return how notes dropped here are filed, and the text for it; None if they cannot be dropped."""
    if entry.workspace:
        return Filing(workspace=entry.workspace), _("Moved “{title}”")
    location = entry.location
    if location is None:
        return None
    if location.kind is LocationKind.PINNED:
        return Filing(pinned=True), _("Pinned “{title}”")
    if location.kind is LocationKind.TAG and location.tag:
        return Filing(add_tags=(location.tag,)), _("Tagged “{title}”")
    if location.kind is LocationKind.CATEGORY and location.category:
        return Filing(category=location.category), _("Changed the category of “{title}”")
    return None
