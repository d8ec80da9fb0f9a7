"""The list of earlier conversations beside the page for questions: search, open, rename, delete."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.conversations.conversation import Conversation, ConversationId
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.filter_field import AskField
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.painting import Index as AnyIndex, RowDelegate, RowList, tip_of

Index = QModelIndex | QPersistentModelIndex
CONVERSATION_ROLE = Qt.ItemDataRole.UserRole
_ROOT = QModelIndex()
_SIDE, _PAD, _RADIUS, _ROW = 8, 10, 7, 56


def line(conversation: Conversation) -> str:
    """Return what a conversation came to, or how many questions it has so far."""
    if conversation.outcome:
        return " ".join(conversation.outcome.split())
    text = ngettext("{n} question", "{n} questions", conversation.turns)
    return text.format(n=date_format.number(conversation.turns))


class ConversationModel(QAbstractListModel):
    """Holds the conversations, the last one first."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._now = now
        self._shown: Sequence[Conversation] = ()

    def show_conversations(self, found: Sequence[Conversation]) -> None:
        """Show these."""
        self.beginResetModel()
        self._shown = found
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._shown):
            return None
        one = self._shown[index.row()]
        if role == CONVERSATION_ROLE:
            return one
        if role == Qt.ItemDataRole.DisplayRole:
            return one.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_of(one.title)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            date = date_format.short(one.updated_at, self._now())
            return f"{one.title}. {date}. {line(one)}"
        return None

    def row_of(self, conversation: ConversationId | None) -> int:
        """Return the row of a conversation, or -1."""
        return next((row for row, one in enumerate(self._shown) if one.id == conversation), -1)


class ConversationDelegate(RowDelegate):
    """Paints title and date of a conversation, and below what it came to."""

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._now = now

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(_ROW))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        one: Conversation | None = index.data(CONVERSATION_ROLE)
        if one is None:
            return
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        inner = ground.adjusted(px(_PAD), 0, -px(_PAD), 0)
        fill = self._fill(option)
        if not fill:
            below = self._seen.rect(QRect(inner.left(), ground.bottom(), inner.width(), 1))
            painter.fillRect(below, self._theme.tokens.color("border"))
        self._paint_fill(painter, ground, fill, px(_RADIUS))
        self._paint_ring(painter, option, ground, px(_RADIUS) - 1)
        row = QRect(inner.left(), inner.top() + px(9), inner.width(), px(18))
        room = self._write_end(painter, row, date_format.short(one.updated_at, self._now()))
        self._write(painter, row, Role.TITLE, "text", one.title, room)
        row.translate(0, px(19))
        self._write(painter, row, Role.SMALL, "text2", line(one))


class ConversationView(RowList):
    """The list itself; Enter and a click open, F2 renames, Del deletes."""

    open_requested = Signal()
    rename_requested = Signal()
    delete_requested = Signal()

    def __init__(self, delegate: ConversationDelegate) -> None:
        super().__init__(_("Conversations"))
        self.use(delegate)
        self.setUniformItemSizes(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        wanted = {
            Qt.Key.Key_Return: self.open_requested,
            Qt.Key.Key_Enter: self.open_requested,
            Qt.Key.Key_F2: self.rename_requested,
            Qt.Key.Key_Delete: self.delete_requested,
        }.get(Qt.Key(event.key()))
        if wanted is None or not self.currentIndex().isValid():
            super().keyPressEvent(event)
        else:
            wanted.emit()


class ConversationPanel(QFrame):
    """Shows the conversations that a query finds; emits what the user wants to do with one."""

    searched = Signal(str)
    opened = Signal(object)
    """Open this `Conversation`."""
    rename_requested = Signal(object)
    delete_requested = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.setObjectName("note_list")
        self._theme = theme
        self._current: ConversationId | None = None
        self.title = Label(theme, _("Conversations"), role=Role.SECTION)
        self.close_button = IconButton(theme, "x", _("Close the list"), key="Esc")
        self.field = AskField()
        self.field.setPlaceholderText(_("Search conversations"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.model = ConversationModel(now)
        delegate = ConversationDelegate(theme, now, self)
        self.list = ConversationView(delegate)
        delegate.setParent(self.list)
        self.list.setItemDelegate(delegate)
        self.list.setModel(self.model)
        self.nothing = Label(theme, ink="muted")
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self._middle = QStackedWidget()
        self._middle.addWidget(self.list)
        self._middle.addWidget(self.nothing)
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        self._head.addWidget(self.close_button)
        self._search = QHBoxLayout()
        self._search.addWidget(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addLayout(self._search)
        column.addWidget(self._middle, 1)
        self._connect()
        theme.follow(self._apply_theme)

    @property
    def chosen(self) -> Conversation | None:
        """The conversation that is selected."""
        one: Conversation | None = self.list.currentIndex().data(CONVERSATION_ROLE)
        return one

    def show_conversations(self, found: Sequence[Conversation]) -> None:
        """Show these; the one that is open or was selected is selected."""
        chosen = self.chosen
        self.model.show_conversations(found)
        row = self.model.row_of(self._current or (chosen.id if chosen else None))
        self.list.setCurrentIndex(self.model.index(row, 0) if row >= 0 else QModelIndex())
        self._middle.setCurrentWidget(self.list if found else self.nothing)
        self.nothing.setText(
            _("No conversation has these words or is about them.")
            if self.field.text().strip()
            else _("What you ask and what your notes answer is kept here, on this computer.")
        )

    def show_current(self, conversation: ConversationId | None) -> None:
        """Select the conversation that the page shows; None for a new one."""
        self._current = conversation
        row = self.model.row_of(conversation)
        self.list.setCurrentIndex(self.model.index(row, 0) if row >= 0 else QModelIndex())

    def enter(self) -> None:
        """Move the focus to the search field."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        self.field.textChanged.connect(self.searched)
        self.field.entered.connect(self._open_first)
        self.field.moved.connect(self._enter_list)
        self.field.left.connect(self._on_field_left)
        self.close_button.clicked.connect(self.left)
        self.list.clicked.connect(self._open)
        self.list.open_requested.connect(self._open)
        self.list.rename_requested.connect(lambda: self.rename_requested.emit(self.chosen))
        self.list.delete_requested.connect(lambda: self.delete_requested.emit(self.chosen))
        self.list.customContextMenuRequested.connect(self._show_menu)

    def _on_field_left(self) -> None:
        if self.field.text():
            self.field.clear()
        else:
            self.left.emit()

    def _enter_list(self, step: int) -> None:
        if step > 0 and self.model.rowCount():
            if not self.list.currentIndex().isValid():
                self.list.setCurrentIndex(self.model.index(0, 0))
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
        elif step < 0:
            self.close_button.setFocus(Qt.FocusReason.BacktabFocusReason)

    def _open_first(self, _held: bool = False) -> None:
        if self.model.rowCount() and self.field.text().strip():
            self.list.setCurrentIndex(self.model.index(0, 0))
            self._open()

    def _open(self, _index: Index = _ROOT) -> None:
        if self.chosen is not None:
            self.opened.emit(self.chosen)

    def _show_menu(self, place: QPoint) -> None:
        one: Conversation | None = self.list.indexAt(place).data(CONVERSATION_ROLE)
        if one is None:
            return
        menu = QMenu(self.list)
        menu.addAction(_("Open")).triggered.connect(lambda: self.opened.emit(one))
        rename = menu.addAction(_("Rename…"))
        rename.setShortcut(Qt.Key.Key_F2)
        rename.triggered.connect(lambda: self.rename_requested.emit(one))
        delete = menu.addAction(_("Delete"))
        delete.setShortcut(Qt.Key.Key_Delete)
        delete.triggered.connect(lambda: self.delete_requested.emit(one))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.list.viewport().mapToGlobal(place))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._head.setContentsMargins(px(18), px(20), px(10), px(8))
        self._search.setContentsMargins(px(12), 0, px(12), px(10))
        self.field.setFixedHeight(px(32))
        self.nothing.setContentsMargins(px(18), px(8), px(16), 0)
