"""The list of notes with its title, count, order and empty state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QItemSelectionModel, QMimeData, QModelIndex, QPoint, Signal
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import NoteId, NoteRow, SortKey
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Elsewhere
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.note_list.chosen_head import BackButton, StepButtons
from notebrain.gui.note_list.delegate import SIDE, NoteDelegate
from notebrain.gui.note_list.empty_state import EmptyState
from notebrain.gui.note_list.model import NoteListModel
from notebrain.gui.note_list.order import ListOrder, OrderMenu
from notebrain.gui.note_list.view import NoteListView, picture
from notebrain.gui.notes.drag import mime_of
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, push_button, text_button
from notebrain.gui.widgets.labels import ElidedLabel, Label


@dataclass(frozen=True, slots=True)
class _Selection:
    """The state that survives when the list is loaded again, by keys.

    Attributes:
        current: The shown note and those below it: the first one that is still listed is shown next.
    """

    current: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    scroll: int = 0


class NoteListPanel(QFrame):
    """Shows the notes of a location; emits signals for the selected note and the requested menu."""

    chosen = Signal(str)
    """The note to show; an empty id if there is none."""
    entered = Signal()
    elsewhere_requested = Signal(object)
    """A note is to be shown `Elsewhere`."""
    selection_changed = Signal()
    """The selection changed, or its size did."""
    given_up = Signal()
    """Several notes were selected and the user pressed Esc."""
    order_chosen = Signal(ListOrder)
    menu_requested = Signal(QPoint)
    all_requested = Signal()
    new_note_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        model: NoteListModel,
        now: Callable[[], datetime],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("note_list")
        self._theme = theme
        self.model = model
        self.view = NoteListView()
        self.files_of: Callable[[Sequence[int]], QMimeData | None] = lambda _keys: None
        """Returns selected notes as files for other programs, if it can; set by a feature that loads later."""
        self._delegate = NoteDelegate(theme, now, self.view)
        self.empty = EmptyState(theme)
        self._title = ElidedLabel(theme, role=Role.SECTION)
        self._count = Label(theme, role=Role.NUMBER, ink="muted")
        self.empty_trash = text_button(_("Empty trash…"))
        self.empty_trash.setProperty("small", True)
        self.empty_trash.hide()
        self.sort_button = IconButton(theme, "arrow-up-down", _("Sort notes"))
        self.back = BackButton(theme)
        self.steps = StepButtons(theme)
        self.several = push_button("", "go")
        self.several.hide()
        self.order_menu = OrderMenu(self.sort_button)
        self._last: NoteId | None = None
        self._selection = _Selection()
        self._was_in_sight = False
        self._fill()
        self._connect()
        self._apply_theme()

    def show_location(self, location: Location, order: ListOrder) -> None:
        """Show the name of this location and how it is sorted."""
        chosen = location.kind is LocationKind.CHOSEN
        self.model.quotes = dict(zip(location.notes, location.quotes, strict=False))
        self._title.setText(location.title)
        self.back.show_location(location)
        self.steps.setVisible(chosen)
        self.sort_button.setVisible(not chosen)
        self._count.setVisible(not chosen)
        self.empty.show_location(location)
        self._delegate.by_created = order.sort is SortKey.CREATED
        self.order_menu.show_order(order, location.filter(None, order.sort))

    def set_trash_days(self, days: int) -> None:
        """Set how many days notes stay in the trash; 0 means forever."""
        self._delegate.trash_days = days
        self.view.viewport().update()

    def offer_several(self, text: str) -> None:
        """Offer to show the actions for several selected notes when those are hidden; empty text removes the offer."""
        self.several.setText(text)
        self.several.setVisible(bool(text))
        self._apply_theme_to_footer()

    def show_count(self, count: int | None) -> None:
        """Show how many notes there are, or the empty state; None while they are being counted."""
        if count is None:
            self._pages.setCurrentWidget(self.view)
            return
        self._count.setText(date_format.number(count))
        self._show_place()
        self._count.setAccessibleName(
            ngettext("{n} note", "{n} notes", count).format(n=date_format.number(count))
        )
        self._pages.setCurrentWidget(self.view if count else self.empty)
        if count:
            self._choose_shown()
        else:
            self._choose(None)

    @property
    def knows_selected(self) -> bool:
        """Whether it is known which notes are selected; of a very long list this takes a moment."""
        return self.model.is_known(self._last_selected())

    def selected(self) -> list[NoteRow]:
        """Return the selected notes from top to bottom."""
        self._know_selected()
        numbers = sorted(index.row() for index in self.view.selectionModel().selectedRows())
        rows = (self.model.row(number) for number in numbers)
        return [row for row in rows if row is not None]

    def selected_keys(self) -> list[int]:
        """Return the keys of the selected notes from top to bottom, without reading any of them."""
        self._know_selected()
        keys = self.model.keys
        return [key for top, bottom in sorted(self._ranges()) for key in keys[top : bottom + 1]]

    def selected_count(self) -> int:
        """Return how many notes are selected."""
        return sum(bottom - top + 1 for top, bottom in self._ranges())

    def few_selected(self, most: int) -> list[NoteId]:
        """Return the selected notes, or none if they are more than `most`."""
        return [row.id for row in self.selected()] if self.selected_count() <= most else []

    def drag(self) -> QDrag | None:
        """Return a drag with the selected notes, ready to be dropped on the sidebar or in another program."""
        rows = self.selected()
        if not rows:
            return None
        drag = QDrag(self.view)
        drag.setMimeData(mime_of([row.id for row in rows], self.files_of(self.selected_keys())))
        drag.setPixmap(picture(self._theme, rows, self.devicePixelRatioF()))
        drag.setHotSpot(QPoint(self._theme.px(16), self._theme.px(24)))
        return drag

    def _know_selected(self) -> None:
        """Wait until it is known which notes are selected, for example all of a million."""
        self.model.know(self._last_selected())

    def _last_selected(self) -> int:
        return max((bottom for _top, bottom in self._ranges()), default=-1)

    def _ranges(self) -> list[tuple[int, int]]:
        """Return the first and last row of each run of selected rows."""
        parts = self.view.selectionModel().selection().toList()
        return [(part.top(), part.bottom()) for part in parts]

    def current(self) -> NoteId | None:
        """Return the note that is shown."""
        return self.model.id_at(self.view.currentIndex())

    def current_row(self) -> NoteRow | None:
        """Return the row of the note that is shown."""
        index = self.view.currentIndex()
        return self.model.row(index.row()) if index.isValid() else None

    def select(self, note_id: NoteId) -> bool:
        """Select this note; return whether it is in the list."""
        index = self.model.index_of(note_id)
        if index.isValid():
            self._select(index)
        return index.isValid()

    def select_first(self) -> None:
        """Select the first note."""
        if self.model.rowCount():
            self._select(self.model.index(0))

    def step(self, by: int) -> None:
        """Select the note that is `by` rows further down."""
        row = self.view.currentIndex().row() + by
        if 0 <= row < self.model.rowCount():
            self._select(self.model.index(row))

    def choose_only_current(self) -> None:
        """Select only the note that is shown."""
        index = self.view.currentIndex()
        if index.isValid():
            self._select(index)

    def deselect(self) -> None:
        """Clear the selection, for example while a new note that is not in the list yet is being written."""
        self._last = None
        self.view.clearSelection()
        self.view.selectionModel().clearCurrentIndex()

    def _fill(self) -> None:
        self.view.use(self._delegate)
        # before the view, whose selection would go to the note above the removed ones
        self.model.rowsAboutToBeRemoved.connect(self._on_removing)
        self.view.setModel(self.model)
        self.view.make_drag = self.drag
        self._delegate.right_gap = self._right_gap
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.empty)
        self._head = QHBoxLayout()
        self._head.addWidget(self.back)
        self._head.addWidget(self._title)
        self._head.addWidget(self._count)
        self._head.addStretch()
        self._head.addWidget(self.empty_trash)
        self._head.addWidget(self.steps)
        self._head.addWidget(self.sort_button)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._pages)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.several)
        column.addLayout(self._foot)
        self.sort_button.setMenu(self.order_menu)
        self.sort_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _connect(self) -> None:
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.selectionModel().selectionChanged.connect(self._on_selection)
        self.model.modelReset.connect(self.selection_changed)
        self.model.modelReset.connect(self._show_headings)
        self.model.changing.connect(self._on_changing)
        self.model.changed.connect(self._on_changed)
        self.model.deepened.connect(self._on_deepened)
        self.order_menu.chosen.connect(self.order_chosen)
        self.model.reshowing.connect(self._on_reshowing)
        self.model.reshown.connect(self._on_reshown)
        self.steps.stepped.connect(self.step)
        self.view.escaped.connect(self._on_escaped)
        self.view.entered_note.connect(self.entered)
        self.view.elsewhere_requested.connect(self._on_elsewhere)
        self.view.customContextMenuRequested.connect(self._on_menu)
        self.empty.all_requested.connect(self.all_requested)
        self.empty.new_note_requested.connect(self.new_note_requested)
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setFixedHeight(self._theme.metrics.header)
        self._head.setContentsMargins(px(16), 0, px(10), 0)
        self._head.setSpacing(px(8))
        self._apply_theme_to_footer()
        self.empty_trash.setFont(self._theme.font(Role.SMALL_MEDIUM))
        # Qt asks for a changed size hint only after a new layout
        self.view.scheduleDelayedItemsLayout()

    def _apply_theme_to_footer(self) -> None:
        px = self._theme.px
        gap = px(8) if self.several.isVisibleTo(self) else 0
        self._foot.setContentsMargins(px(12), gap, px(12), gap)

    def _right_gap(self) -> int:
        """Return the gap beside a row; the scroll bar fits into it, so that it moves no text."""
        bar = self.view.verticalScrollBar()
        return max(0, self._theme.px(SIDE) - (bar.width() if bar.isVisible() else 0))

    def _select(self, index: QModelIndex) -> None:
        self.view.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
        self.view.scrollTo(index)

    def _on_current(self, index: QModelIndex) -> None:
        self._show_place()
        if self.model.is_known(index.row()):
            self._choose(self.model.id_at(index))

    def _on_deepened(self) -> None:
        """Show the note that was chosen before it was known."""
        if self.view.currentIndex().isValid():
            self._on_current(self.view.currentIndex())
        self.selection_changed.emit()

    def _show_place(self) -> None:
        self.steps.show_place(self.view.currentIndex().row(), self.model.rowCount())

    def _on_selection(self, *_what: object) -> None:
        self.selection_changed.emit()

    def _on_escaped(self) -> None:
        if self.selected_count() > 1:
            self.given_up.emit()

    def _show_headings(self) -> None:
        self.view.show_headings(self.model.headings)

    def _on_changing(self) -> None:
        place = self.view.visualRect(self.view.currentIndex())
        self._was_in_sight = place.intersects(self.view.viewport().rect())

    def _on_changed(self) -> None:
        """Keep the shown note in sight wherever it moved, unless the user had scrolled away from it."""
        self._show_headings()
        if self._was_in_sight:
            self.view.doItemsLayout()
            self.view.scrollTo(self.view.currentIndex())

    def _on_removing(self, _parent: QModelIndex, first: int, last: int) -> None:
        """Go on to the note that takes the place of the shown one; after the last note, Qt goes to the one above."""
        here = self.view.currentIndex().row()
        if first <= here <= last < self.model.rowCount() - 1:
            self.view.selectionModel().setCurrentIndex(
                self.model.index(last + 1), QItemSelectionModel.SelectionFlag.NoUpdate
            )

    def _on_reshowing(self) -> None:
        keys, selection = self.model.keys, self.view.selectionModel()
        current = self.view.currentIndex()
        self._selection = _Selection(
            current=tuple(keys[current.row() :]) if current.isValid() else (),
            chosen=tuple(keys[index.row()] for index in selection.selectedRows()),
            scroll=self.view.verticalScrollBar().value(),
        )

    def _on_reshown(self) -> None:
        kept, flags = self._selection, QItemSelectionModel.SelectionFlag
        selection = self.view.selectionModel()
        listed = set(self.model.keys) if kept.current else ()
        current = next((key for key in kept.current if key in listed), None)
        if current is not None:
            selection.setCurrentIndex(self.model.index_of_key(current), flags.NoUpdate)
        for key in kept.chosen:
            selection.select(self.model.index_of_key(key), flags.Select)
        self.view.doItemsLayout()
        self.view.verticalScrollBar().setValue(kept.scroll)

    def _choose_shown(self) -> None:
        """Select the note that is shown, for example after the previous one was deleted."""
        selection, current = self.view.selectionModel(), self.view.currentIndex()
        if current.isValid() and not selection.hasSelection():
            selection.select(current, QItemSelectionModel.SelectionFlag.Select)

    def _choose(self, note_id: NoteId | None) -> None:
        if note_id != self._last:
            self._last = note_id
            self.chosen.emit(note_id or "")

    def _on_elsewhere(self, index: QModelIndex, window: bool) -> None:
        note_id = self.model.id_at(index)
        if note_id is not None:
            self.elsewhere_requested.emit(Elsewhere(note_id, window=window))

    def _on_menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        if not index.isValid():
            index = self.view.currentIndex()  # the menu key, not the pointer
            at = self.view.visualRect(index).center()
        if index.isValid():
            self.menu_requested.emit(self.view.viewport().mapToGlobal(at))
