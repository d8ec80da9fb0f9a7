"""The list of recently changed notes, one line each."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId, NoteRow
from notebrain.gui.core import date_format
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import Index, RowDelegate

_ROOT = QModelIndex()
_ROW_ROLE = Qt.ItemDataRole.UserRole
_HEIGHT, _GAP, _AFTER_TITLE, _BEFORE_DATE = 42, 10, 10, 16


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._rows: list[NoteRow] = []

    def show(self, rows: Sequence[NoteRow]) -> None:
        """Show these notes; if they are the same in the same order, nothing moves."""
        same = [row.id for row in rows] == [row.id for row in self._rows]
        if not same:
            self.beginResetModel()
        self._rows = list(rows)
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def row(self, index: Index) -> NoteRow:
        """Return the note at this index."""
        return self._rows[index.row()]

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.row(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title or _("Untitled")
            case Qt.ItemDataRole.AccessibleTextRole:
                return ". ".join(
                    part
                    for part in (
                        row.title or _("Untitled"),
                        date_format.full(row.updated_at),
                        row.snippet,
                    )
                    if part
                )
            case _:
                return row if role == _ROW_ROLE else None


class RecentList(QListView):
    """A list as high as its rows; Enter or a click opens a note."""

    opened = Signal(str)

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._theme = theme
        self._model = _Model()
        self._delegate = _Delegate(theme, now, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(_("Recent notes"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)
        theme.changed.connect(self._fit)

    def show_rows(self, rows: Sequence[NoteRow]) -> None:
        """Show these notes and keep the selection."""
        chosen = self.current()
        self._model.show(rows)
        for number, row in enumerate(rows):
            if row.id == chosen:
                self.setCurrentIndex(self._model.index(number))
        self._fit()

    def titles(self) -> list[str]:
        """Return the texts of the rows."""
        rows = range(self._model.rowCount())
        return [str(self._model.index(row).data()) for row in rows]

    def current(self) -> NoteId | None:
        """Return the selected note."""
        index = self.currentIndex()
        return self._model.row(index).id if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.current()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current:
            self.opened.emit(current)
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.opened.emit(self._model.row(index).id)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._model.index(0))

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.px(_HEIGHT) * self._model.rowCount())
        self.scheduleDelayedItemsLayout()


class _Delegate(RowDelegate):
    """Paints an icon, the title, the beginning of the text, and the date."""

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._now = now
        self.ring = True

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(_HEIGHT))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self._paint_ground(painter, option)
        self._paint_note(painter, index.data(_ROW_ROLE), option.rect.adjusted(0, 0, 0, -1))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        theme, rect, state = self._theme, option.rect, option.state
        line = QRect(rect.left(), rect.bottom(), rect.width(), 1)
        painter.fillRect(line, theme.tokens.color("border"))
        focused = state & QStyle.StateFlag.State_HasFocus
        ground = rect.adjusted(-theme.px(8), 1, theme.px(8), -2)
        if state & QStyle.StateFlag.State_MouseOver or focused:
            painter.fillRect(ground, theme.tokens.color("hover"))
        self._paint_ring(painter, option, rect.adjusted(0, 1, 0, -2), theme.px(5))

    def _paint_note(self, painter: QPainter, row: NoteRow, line: QRect) -> None:
        theme, side = self._theme, self._theme.metrics.icon
        icons.draw(painter, _icon(row), theme.tokens.muted, self._square(line, side))
        line = line.adjusted(side + theme.px(_GAP), 0, 0, 0)
        date = date_format.short(row.updated_at, self._now())
        line.setWidth(self._write_end(painter, line, date, _BEFORE_DATE))
        used = self._paint(painter, line, Role.BUTTON, "text", row.title or _("Untitled"))
        line.setLeft(line.left() + used + theme.px(_AFTER_TITLE))
        self._paint(painter, line, Role.BODY, "muted", row.snippet)

    def _paint(self, painter: QPainter, line: QRect, role: Role, ink: str, text: str) -> int:
        """Paint as much of a text as fits; return its width."""
        if line.width() < self._theme.px(_GAP):
            return 0
        return round(self._theme.fonts.width(role, self._write(painter, line, role, ink, text)))


def _icon(row: NoteRow) -> str:
    if row.pinned:
        return "pin"
    return "lock" if row.local_only else "file-text"
