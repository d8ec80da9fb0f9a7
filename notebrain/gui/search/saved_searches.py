"""Saved and recent searches, as chips below the empty field."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.search.saved_searches import StoredSearches
from notebrain.gui.search.field import SearchField
from notebrain.gui.search.filters import paint_ground
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FlowLayout
from notebrain.gui.widgets.painting import BidiPainter, tip_of

_PAD, _GAP, _ICON, _HEIGHT, _WIDEST = 8, 6, 14, 26, 260


class SavedSearchChip(QToolButton):
    """One search to run again."""

    removed = Signal()

    def __init__(self, theme: Theme, icon: str, text: str, query: str) -> None:
        super().__init__()
        self._theme = theme
        self._icon = icon
        self.query = query
        self.setText(text)
        self.setAccessibleName(_("Search for {query}").format(query=text))
        self.setToolTip(tip_of(query))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.menu_of_acts = QMenu(self)
        self.customContextMenuRequested.connect(self._show_menu)

    def _show_menu(self, at: QPoint) -> None:
        self.menu_of_acts.popup(self.mapToGlobal(at))

    def sizeHint(self) -> QSize:
        px = self._theme.px
        width = round(self._theme.fonts.width(Role.SMALL, self.text()))
        return QSize(min(px(_WIDEST), width + px(2 * _PAD + _GAP + _ICON) + 2), px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(_HEIGHT), self._theme.px(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, theme, QRectF(self.rect()), focused=self.hasFocus())
        seen = BidiPainter(self.layoutDirection(), self.rect())
        side = px(_ICON)
        place = self.rect()
        place.setTopLeft(QPoint(px(_PAD), (self.height() - side) // 2))
        place.setSize(QSize(side, side))
        icons.draw(painter, self._icon, theme.tokens.muted, seen.rect(place))
        room = self.rect().adjusted(px(_PAD + _ICON + _GAP), 0, -px(_PAD) + 2, 0)
        painter.setFont(theme.font(Role.SMALL))
        painter.setPen(theme.tokens.color("text"))
        text = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        seen.text(painter, room, Qt.AlignmentFlag.AlignVCenter.value, text)
        painter.end()


class SavedSearchBar(QWidget):
    """Shown while the query is empty; empty blocks are hidden."""

    asked = Signal(str)
    edited = Signal(object)
    """The new `StoredSearches` to save."""
    rename_requested = Signal(str, str)
    """The query of a saved search to rename, and its current name."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = StoredSearches()
        self._before: StoredSearches | None = None
        self.saved = _Block(theme, _("Saved searches"))
        self.recent = _Block(theme, _("Recent searches"))
        self.clear = text_button(_("Clear"))
        self.recent.head.addWidget(self.clear)
        self.gone = Label(theme, role=Role.SMALL, ink="muted")
        self.undo = text_button(_("Undo"))
        self._undo_row = QWidget()
        row = QHBoxLayout(self._undo_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.gone)
        row.addWidget(self.undo)
        row.addStretch(1)
        self._column = QVBoxLayout(self)
        for part in (self.saved, self.recent, self._undo_row):
            self._column.addWidget(part)
        self.clear.clicked.connect(self._on_clear)
        self.undo.clicked.connect(self._on_undo)
        self._undo_row.hide()
        theme.follow(self._apply_theme)

    @property
    def holds_something(self) -> bool:
        """Whether there is anything to show."""
        return bool(self._shown.saved or self._shown.recent or self._before)

    def show_searches(self, searches: StoredSearches) -> None:
        """Show these searches."""
        self._shown = searches
        self.saved.show_chips(
            [self._saved_chip(query.name, query.query) for query in searches.saved]
        )
        self.recent.show_chips([self._recent_chip(search) for search in searches.recent])

    def forget_undo(self) -> None:
        """Remove the offer to undo because the user went on."""
        self._before = None
        self._undo_row.hide()

    def _saved_chip(self, name: str, query: str) -> SavedSearchChip:
        chip = self._chip("star", name, query, lambda: self._shown.without_saved(query))
        rename = chip.menu_of_acts.addAction(_("Rename…"))
        rename.triggered.connect(lambda: self.rename_requested.emit(query, name))
        return chip

    def _recent_chip(self, query: str) -> SavedSearchChip:
        return self._chip("history", query, query, lambda: self._shown.forgotten(query))

    def _chip(
        self, icon: str, text: str, query: str, rest: Callable[[], StoredSearches]
    ) -> SavedSearchChip:
        chip = SavedSearchChip(self._theme, icon, text, query)

        def remove() -> None:
            self._change(rest(), _("Removed “{name}”.").format(name=text))

        menu = chip.menu_of_acts
        menu.addAction(_("Search")).triggered.connect(lambda: self.asked.emit(query))
        menu.addAction(_("Remove")).triggered.connect(remove)
        chip.clicked.connect(lambda: self.asked.emit(query))
        chip.removed.connect(remove)
        return chip

    def _on_clear(self) -> None:
        left = StoredSearches((), self._shown.saved)
        self._change(left, _("Recent searches cleared."))

    def _change(self, searches: StoredSearches, message: str) -> None:
        self._before = self._shown
        self.gone.setText(message)
        self._undo_row.show()
        self.edited.emit(searches)

    def _on_undo(self) -> None:
        before = self._before
        self.forget_undo()
        if before is not None:
            self.edited.emit(before)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(20), 0, px(20), px(12))
        self._column.setSpacing(px(10))


class _Block(QWidget):
    """A heading and its chips; hidden without chips."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.chips: Sequence[SavedSearchChip] = ()
        self.head = QHBoxLayout()
        self.head.addWidget(Label(theme, name, role=Role.SMALL, ink="muted"))
        self.head.addStretch(1)
        self._flow = FlowLayout()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self.head)
        self._column.addLayout(self._flow)
        theme.follow(self._apply_theme)
        self.hide()

    def show_chips(self, chips: Sequence[SavedSearchChip]) -> None:
        """Show these chips instead of the previous ones."""
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = chips
        for chip in chips:
            self._flow.addWidget(chip)
        self.setVisible(bool(chips))

    def _apply_theme(self) -> None:
        self._column.setSpacing(self._theme.px(6))
        self._flow.setSpacing(self._theme.px(6))
        for chip in self.chips:
            chip.updateGeometry()


class SavedSearchController(QObject):
    """Keeps the star of the field and the shelf up to date; emits changes to the saved searches."""

    changed = Signal(object)
    """The new `StoredSearches` to save."""
    rename_requested = Signal(str, str)

    def __init__(self, field: SearchField, shelf: SavedSearchBar) -> None:
        super().__init__(field)
        self._field = field
        self._shelf = shelf
        self._searches = StoredSearches()
        self._query = ""
        field.star.clicked.connect(self._on_star)
        shelf.edited.connect(self._on_change)
        shelf.rename_requested.connect(self.rename_requested)

    def show_searches(self, searches: StoredSearches) -> None:
        """Show these saved searches."""
        self._searches = searches
        self._shelf.show_searches(searches)
        texts = [search.query for search in searches.saved]
        self._field.edit.complete_with([*searches.recent, *texts])
        self.show_query(self._query)

    def show_query(self, query: str) -> None:
        """Show whether this query is saved; the shelf is visible only while the query is empty."""
        self._query = query
        asked = bool(query.strip())
        if asked:
            self._shelf.forget_undo()
        self._field.show_saved(offered=asked, saved=self._searches.is_saved(query))
        self._shelf.setVisible(not asked and self._shelf.holds_something)

    def _on_star(self) -> None:
        saved = self._searches.is_saved(self._query)
        change = self._searches.without_saved if saved else self._searches.with_saved
        self._on_change(change(self._query))

    def _on_change(self, searches: StoredSearches) -> None:
        self.show_searches(searches)
        self.changed.emit(searches)
