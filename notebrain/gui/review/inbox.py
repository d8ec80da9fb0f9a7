"""The list of waiting cards, with a filter by kind and the animation of rows that leave."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import (
    QEasingCurve,
    QItemSelectionModel,
    QPoint,
    QRect,
    QSignalBlocker,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from notebrain.app.notes.card_views import AnsweredCard, Comparing, InboxView, OpenCard
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.review.cards import CardId, CardKind
from notebrain.gui.core import date_format
from notebrain.gui.review import texts
from notebrain.gui.review.delegate import InboxDelegate
from notebrain.gui.review.inbox_model import ASKED_ROLE, GIVEN_ROLE, InboxModel
from notebrain.gui.theme import look
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.painting import RowList

_WIDTH, _LEAST_WIDTH = 280, 168
_SHARE = 3
"""The list takes at most one third of the width of the page."""


class InboxPanel(QFrame):
    """Lets the user select one or several cards, of all kinds or of one."""

    chosen = Signal(object)
    """The card that is shown now (`OpenCard`), or None."""
    counted = Signal(int)
    """The number of selected cards changed."""
    read_requested = Signal()
    """The user clicked a card, or pressed Enter on it."""

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.setObjectName("note_list")
        self._theme = theme
        self._inbox = InboxView()
        self._page_width, self._beside = _SHARE * theme.px(_WIDTH), True
        self._kind: CardKind | None = None
        self._answered = False
        self._leaving: list[OpenCard] = []
        self.model = InboxModel(now)
        self.list = CardList(theme, now)
        self.list.setModel(self.model)
        self.collapse = Collapse(self.list.viewport())
        self.title = Label(theme, _("Review"), role=Role.SECTION)
        self.count = Label(theme, role=Role.NUMBER, ink="muted")
        self.filter = IconButton(theme, "sliders-horizontal", _("Choose which cards are shown"))
        self.filter.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.filter)
        self.filter.setMenu(self._menu)
        self.foot = Label(theme, role=Role.SMALL, ink="muted")
        self.foot.setWordWrap(True)
        self._fill()
        self.list.clicked.connect(self._on_clicked)
        self.list.activated.connect(self.read_requested)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.selectionModel().selectionChanged.connect(self._on_selection)
        theme.follow(self._apply_theme)

    @property
    def current(self) -> OpenCard | None:
        """The card that is shown."""
        asked: OpenCard | None = self.list.currentIndex().data(ASKED_ROLE)
        return asked

    @property
    def given(self) -> AnsweredCard | None:
        """The answer that is shown, while the list shows answers."""
        given: AnsweredCard | None = self.list.currentIndex().data(GIVEN_ROLE)
        return given

    @property
    def position(self) -> tuple[int, int]:
        """The number of the shown card, counted from 1, and the total."""
        return self.list.currentIndex().row() + 1, self.model.rowCount()

    def selected(self) -> list[OpenCard]:
        """Return the selected cards from top to bottom."""
        indexes = sorted(self.list.selectedIndexes(), key=lambda index: index.row())
        found = [index.data(ASKED_ROLE) for index in indexes]
        return found or ([self.current] if self.current else [])

    def show_inbox(self, inbox: InboxView) -> None:
        """Show these cards; the shown card stays, or the next one takes its place."""
        self._inbox = inbox
        gone = self._rows_that_go({card.card.id for card in inbox.asked})
        before = self.list.viewport().grab() if gone.isValid() else None
        scrolled = self.list.verticalScrollBar().value()
        self._show()
        if before is not None and scrolled == self.list.verticalScrollBar().value():
            self.collapse.start(before, gone)

    def show_comparing(self, comparing: Comparing | None) -> None:
        """Show how far the comparing of notes is."""
        self._inbox = replace(self._inbox, comparing=comparing)
        self._show_count(self.model.rowCount())

    def mark_leaving(self, answered: Sequence[OpenCard]) -> None:
        """Mark cards as being answered: their rows fold away when they leave."""
        self._leaving = list(answered)

    def is_leaving(self, asked: OpenCard) -> bool:
        """Return whether a card is being answered, so that another key does not apply to it."""
        return any(card.card.id == asked.card.id for card in self._leaving)

    def _rows_that_go(self, waiting: Collection[CardId]) -> QRect:
        """Return the area of the rows that fold away; empty if they are not adjacent."""
        going = [card.card.id for card in self._leaving if card.card.id not in waiting]
        self._leaving = []
        rows = sorted(row for row in map(self.model.row_of, going) if row >= 0)
        if not rows or self._answered or rows[-1] - rows[0] >= len(rows):
            return QRect()
        first, last = (
            self.list.visualRect(self.model.index(row, 0)) for row in (rows[0], rows[-1])
        )
        return first.united(last).intersected(self.list.viewport().rect())

    def make_room(self, page_width: int, *, beside: bool) -> None:
        """Shrink with the page, so that the card keeps most of its width; `beside` if it is shown beside the list."""
        self._page_width, self._beside, px = page_width, beside, self._theme.px
        least = max(px(_LEAST_WIDTH), self._head.minimumSize().width())
        share = max(min(px(_WIDTH), page_width // _SHARE), least)
        self.setFixedWidth(share if beside else max(1, page_width))

    def _on_clicked(self) -> None:
        if len(self.list.selectedIndexes()) == 1:
            self.read_requested.emit()

    def step(self, by: int) -> None:
        """Go to the next card (1) or the previous one (-1)."""
        row = min(max(self.list.currentIndex().row() + by, 0), self.model.rowCount() - 1)
        self._choose(row)

    def choose(self, card_id: str) -> bool:
        """Show this card; return whether it is in the list."""
        if all(card.card.id != card_id for card in self._inbox.asked):
            return False
        if self._answered or self.model.row_of(card_id) < 0:
            self._show_kind(None)
        row = self.model.row_of(card_id)
        if row >= 0:
            self._choose(row)
        return row >= 0

    def show_answers(self) -> None:
        """Show the cards that were answered last, so that answers can be undone."""
        self._answered = True
        self._show()
        self._choose(0)

    def _show(self) -> None:
        # the shown card, or else the next one below it that still exists
        row = max(0, self.list.currentIndex().row())
        below = [self.model.asked(at) for at in range(row, self.model.rowCount())]
        kinds = list(dict.fromkeys(card.card.kind for card in self._inbox.asked))
        if self._kind not in kinds:
            self._kind = None
        self._answered = self._answered and bool(self._inbox.given)
        with QSignalBlocker(self.list.selectionModel()):
            if self._answered:
                self.model.show_given(self._inbox.given)
            else:
                asked = self._inbox.asked
                self.model.show_cards([a for a in asked if self._kind in (None, a.card.kind)])
            rows = (self.model.row_of(card.card.id) for card in below)
            last = min(row, self.model.rowCount() - 1)
            self._choose(next((row for row in rows if row >= 0), last))
        self._offer(kinds)
        self._show_count(self.model.rowCount())
        self.chosen.emit(self.current)

    def _choose(self, row: int) -> None:
        if row >= 0:
            select = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.list.selectionModel().setCurrentIndex(self.model.index(row, 0), select)

    def _show_count(self, shown: int) -> None:
        text = ngettext("{n} waiting", "{n} waiting", shown)
        if self._answered:
            text = ngettext("{n} answered", "{n} answered", shown)
        self.count.setText(text.format(n=date_format.number(shown)) if shown else "")
        today = self._inbox.answered_today
        answered = ngettext("{n} answered today.", "{n} answered today.", today)
        parts = [answered.format(n=date_format.number(today))] if today else []
        if self._inbox.comparing and self._inbox.asked:
            parts.append(f"{texts.comparing(self._inbox.comparing)}.")
        if self._inbox.held:
            parts.append(texts.held(self._inbox.held))
        if self._inbox.asked:
            parts.append(_("Nothing changes until you answer."))
        self.foot.setText(" ".join(parts))

    def _offer(self, kinds: Sequence[CardKind]) -> None:
        self._menu.clear()
        self.filter.setVisible(len(kinds) > 1 or bool(self._inbox.given))
        for kind in (None, *kinds):
            text = _("All kinds") if kind is None else texts.kind(kind)
            shown = not self._answered and kind is self._kind
            self._add(text, shown, partial(self._show_kind, kind))
        if self._inbox.given:
            self._menu.addSeparator()
            self._add(_("Answered"), self._answered, self.show_answers)

    def _add(self, text: str, shown: bool, show: Callable[[], object]) -> None:
        action = QAction(text, self._menu)
        action.setCheckable(True)
        action.setChecked(shown)
        action.triggered.connect(lambda _on=False: show())
        self._menu.addAction(action)

    def _show_kind(self, kind: CardKind | None) -> None:
        self._kind, self._answered = kind, False
        self._show()

    def _on_current(self) -> None:
        self.chosen.emit(self.current)

    def _on_selection(self) -> None:
        self.counted.emit(len(self.list.selectedIndexes()))

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

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setFixedHeight(self._theme.metrics.header)
        self._head.setContentsMargins(px(16), 0, px(10), 0)
        self._head.setSpacing(px(8))
        self.make_room(self._page_width, beside=self._beside)
        self.foot.setContentsMargins(px(18), px(12), px(16), px(14))


class CardList(RowList):
    """The list view; letters are passed on to the page, as answers."""

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__(_("Cards"))
        self.use(InboxDelegate(theme, now, self))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        )
        if plain and event.text().isalpha():
            event.ignore()
            return
        super().keyPressEvent(event)


class Collapse(QWidget):
    """Covers a list during the animation; the list below is already up to date and receives keys and clicks."""

    began = Signal()

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self._gone = QPixmap()
        self._left = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._fold = QVariantAnimation(self, startValue=1.0, endValue=0.0)
        self._fold.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._fold.valueChanged.connect(self.update)
        self._fold.finished.connect(self.hide)
        self.hide()

    def start(self, before: QPixmap, gone: QRect) -> None:
        """Fold away the rows of an area; the list itself is already updated.

        Args:
            before: A picture of the list as it was.
            gone: The area, from the left to the right edge of the list.
        """
        lasts = look.duration(look.COLLAPSE_MS)
        if not lasts or gone.isEmpty():
            return
        ratio = before.devicePixelRatio()
        self._gone = before.copy(QRect(gone.topLeft() * ratio, gone.size() * ratio))
        below = QRect(0, gone.top(), self._over.width(), self._over.height() - gone.top())
        self.hide()  # so that it is not in the picture
        self._left = self._over.grab(below)
        self.setGeometry(below)
        self.show()
        self.raise_()
        self._fold.setDuration(lasts)
        self._fold.start()
        self.began.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        share: float = self._fold.currentValue()
        height = round(self._gone.deviceIndependentSize().height() * share)
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._over.palette().alternateBase())
        painter.drawPixmap(QPoint(0, height), self._left)
        painter.setClipRect(0, 0, self.width(), height)
        painter.setOpacity(share)
        painter.drawPixmap(QPoint(0, 0), self._gone)
        painter.end()
