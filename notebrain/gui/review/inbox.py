"""The list of waiting cards."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from notebrain.app.review import Asked, Inbox
from notebrain.domain.cards import CardKind
from notebrain.domain.messages import _, ngettext
from notebrain.gui import dates
from notebrain.gui.review import words
from notebrain.gui.review.delegate import InboxDelegate
from notebrain.gui.review.rows import ASKED_ROLE, InboxModel
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.labels import Label

_WIDTH, _LEAST_WIDTH = 280, 168
_SHARE = 3
"""The list takes at most one of so many parts of the page."""


class CardList(QListView):
    """The cards themselves; letters are answers, and left to the page."""

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._delegate = InboxDelegate(theme, now, self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(_("Cards"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.ring = True
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        )
        if plain and event.text().isalpha():
            event.ignore()
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._delegate.ring = False
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        self.viewport().update()


class InboxPanel(QFrame):
    """Lets the user choose cards, one or several, of all kinds or of one."""

    chosen = Signal(object)
    """The card that is shown now (`Asked`), or None."""

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.setObjectName("note_list")
        self._theme = theme
        self._inbox = Inbox()
        self._page_width = _SHARE * theme.px(_WIDTH)
        self._kind: CardKind | None = None
        self.model = InboxModel()
        self.list = CardList(theme, now)
        self.list.setModel(self.model)
        self.title = Label(theme, _("Review"), role=Role.SECTION)
        self.count = Label(theme, role=Role.NUMBER, ink="muted")
        self.filter = IconButton(theme, "sliders-horizontal", _("Show only one kind"))
        self.filter.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.filter)
        self.filter.setMenu(self._menu)
        self.foot = Label(theme, role=Role.SMALL, ink="muted")
        self.foot.setWordWrap(True)
        self._fill()
        self.list.selectionModel().currentChanged.connect(self._on_current)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def current(self) -> Asked | None:
        """The card that is shown."""
        asked: Asked | None = self.list.currentIndex().data(ASKED_ROLE)
        return asked

    @property
    def place(self) -> tuple[int, int]:
        """The number of the shown card, from 1, and how many there are."""
        return self.list.currentIndex().row() + 1, self.model.rowCount()

    def selected(self) -> list[Asked]:
        """Return the chosen cards, from top to bottom."""
        indexes = sorted(self.list.selectedIndexes(), key=lambda index: index.row())
        found = [index.data(ASKED_ROLE) for index in indexes]
        return found or ([self.current] if self.current else [])

    def show_inbox(self, inbox: Inbox) -> None:
        """Show these cards; the one that was shown stays, else the next one in its place is."""
        self._inbox = inbox
        self._show()

    def make_room(self, page_width: int) -> None:
        """Become narrower where the page is, so that the card keeps most of it."""
        self._page_width, px = page_width, self._theme.px
        self.setFixedWidth(min(px(_WIDTH), max(px(_LEAST_WIDTH), page_width // _SHARE)))

    def step(self, by: int) -> None:
        """Go to the next card (1), or the one before (-1)."""
        row = min(max(self.list.currentIndex().row() + by, 0), self.model.rowCount() - 1)
        self._choose(row)

    def choose(self, card_id: str) -> bool:
        """Show this card; tell whether it is here."""
        if self._kind is not None and self.model.place_of(card_id) < 0:
            self._show_kind(None)
        row = self.model.place_of(card_id)
        if row >= 0:
            self._choose(row)
        return row >= 0

    def _show(self) -> None:
        before, row = self.current, max(0, self.list.currentIndex().row())
        kinds = list(dict.fromkeys(one.card.kind for one in self._inbox.asked))
        if self._kind not in kinds:
            self._kind = None
        shown = [one for one in self._inbox.asked if self._kind in (None, one.card.kind)]
        with QSignalBlocker(self.list.selectionModel()):
            self.model.show_cards(shown)
            place = self.model.place_of(before.card.id) if before else -1
            self._choose(place if place >= 0 else min(row, len(shown) - 1))
        self._offer(kinds)
        self._tell(len(shown))
        self.chosen.emit(self.current)

    def _choose(self, row: int) -> None:
        if row >= 0:
            select = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.list.selectionModel().setCurrentIndex(self.model.index(row, 0), select)

    def _tell(self, shown: int) -> None:
        text = ngettext("{n} waiting", "{n} waiting", shown)
        self.count.setText(text.format(n=dates.number(shown)) if shown else "")
        today = self._inbox.answered_today
        answered = ngettext("{n} answered today.", "{n} answered today.", today)
        parts = [answered.format(n=dates.number(today))] if today else []
        self.foot.setText(" ".join([*parts, _("Nothing changes until you answer.")]))

    def _offer(self, kinds: Sequence[CardKind]) -> None:
        self._menu.clear()
        self.filter.setVisible(len(kinds) > 1)
        for kind in (None, *kinds):
            action = QAction(_("All kinds") if kind is None else words.kind(kind), self._menu)
            action.setCheckable(True)
            action.setChecked(kind is self._kind)
            action.triggered.connect(lambda _on=False, one=kind: self._show_kind(one))
            self._menu.addAction(action)

    def _show_kind(self, kind: CardKind | None) -> None:
        self._kind = kind
        self._show()

    def _on_current(self) -> None:
        self.chosen.emit(self.current)

    def _fill(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addWidget(self.count)
        self._head.addStretch(1)
        self._head.addWidget(self.filter)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self.list, 1)
        column.addWidget(self.foot)

    def _dress(self) -> None:
        px = self._theme.px
        self.make_room(self._page_width)
        self._bar.setFixedHeight(self._theme.metrics.header)
        self._head.setContentsMargins(px(16), 0, px(10), 0)
        self._head.setSpacing(px(8))
        self.foot.setContentsMargins(px(18), px(12), px(16), px(14))
