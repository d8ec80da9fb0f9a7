"""The earlier texts of a block: a list of them, and the chosen one to read and restore."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.i18n import _
from notebrain.domain.profile.blocks import EarlierBlock
from notebrain.domain.text.diff import compare
from notebrain.gui.profile import texts
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button, text_button
from notebrain.gui.widgets.diff_view import DiffText, shown
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.painting import Index, RowDelegate, RowList

_EARLIER_ROLE = Qt.ItemDataRole.UserRole
_PAD, _RADIUS, _ROW, _ROWS_SHOWN = 10, 7, 46, 4
_ROOT = QModelIndex()


class _EarlierModel(QAbstractListModel):
    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._now = now
        self._rows: Sequence[EarlierBlock] = ()

    def show_rows(self, rows: Sequence[EarlierBlock]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == _EARLIER_ROLE:
            return self._rows[index.row()]
        lines = texts.earlier_line(self._rows[index.row()], self._now())
        spoken = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        return ", ".join(lines) if role in spoken else None

    def lines(self, index: Index) -> tuple[str, str]:
        return texts.earlier_line(self._rows[index.row()], self._now())


class _EarlierDelegate(RowDelegate):
    def __init__(self, theme: Theme, model: _EarlierModel, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(_ROW))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        px = self._theme.px
        self._paint_fill(painter, option.rect, self._fill(option), px(_RADIUS))
        self._paint_ring(painter, option, option.rect, px(_RADIUS) - 1)
        inner = option.rect.adjusted(px(_PAD), 0, -px(_PAD), 0)
        when, what = self._model.lines(index)
        line = QRect(inner.left(), inner.top() + px(5), inner.width(), px(20))
        self._write(painter, line, Role.TITLE, "text", when)
        line.translate(0, px(18))
        self._write(painter, line, Role.SMALL, "muted", what)


class _EarlierList(RowList):
    left = Signal()

    def __init__(self, theme: Theme, model: _EarlierModel) -> None:
        super().__init__(_("Earlier texts"))
        self.setModel(model)
        self.use(_EarlierDelegate(theme, model, self))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class EarlierTexts(QWidget):
    """Shows the earlier texts of one block, newest first."""

    restore_requested = Signal(object)
    """This earlier text (`EarlierBlock`) is to be the block's again."""
    left = Signal()

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._theme = theme
        self._model = _EarlierModel(now)
        self.list = _EarlierList(theme, self._model)
        self.title = Label(theme, _("Earlier texts"), role=Role.TITLE)
        self.back = text_button(_("Back to the text"))
        self.preview = DiffText(theme)
        self.preview.setMinimumHeight(1)
        self.preview.setTabChangesFocus(True)
        self.preview.setAccessibleName(_("The chosen earlier text, and what changed since"))
        self._present = ""
        self.empty = Label(
            theme, _("No earlier texts yet. What a change replaces is kept here."), ink="muted"
        )
        self.empty.setWordWrap(True)
        self.restore = push_button(_("Restore this text"))
        self._fill()
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.left.connect(self.left)
        self.preview.back_requested.connect(self.left)
        self.back.clicked.connect(self.left)
        self.restore.clicked.connect(self._on_restore)
        theme.follow(self._apply_theme)

    def show_earlier(self, rows: Sequence[EarlierBlock], present: str) -> None:
        """Show these texts, newest first, each with what changed up to the present one."""
        self._present = present
        self._model.show_rows(rows)
        for part in (self.list, self._pane, self.restore):
            part.setVisible(bool(rows))
        self.empty.setVisible(not rows)
        if rows:
            self.list.setCurrentIndex(self._model.index(0))
        self._apply_theme()

    def enter(self) -> None:
        """Take the keyboard focus."""
        part = self.list if self._model.rowCount() else self.back
        part.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_current(self, current: QModelIndex) -> None:
        earlier: EarlierBlock | None = current.data(_EARLIER_ROLE)
        text = self._present if earlier is None else earlier.text
        self.preview.show_shown(shown(compare(text, self._present)))

    def _on_restore(self) -> None:
        earlier: EarlierBlock | None = self.list.currentIndex().data(_EARLIER_ROLE)
        if earlier is not None:
            self.restore_requested.emit(earlier)

    def _fill(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        self._head.addWidget(self.back)
        self._pane = QFrame()
        self._pane.setObjectName("pane")
        self._inner = QVBoxLayout(self._pane)
        self._inner.addWidget(self.preview)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._head)
        self._column.addWidget(self.empty)
        self._column.addWidget(self.list)
        self._column.addWidget(self._pane, 1)
        self._column.addWidget(self.restore, alignment=Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(0)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setSpacing(px(10))
        self._inner.setContentsMargins(px(8), px(8), px(4), px(8))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give the list at most a third of the height; the chosen text needs the rest."""
        row = self._theme.px(_ROW)
        most = min(_ROWS_SHOWN, self.height() // 3 // row)
        rows = max(1, min(self._model.rowCount(), most))
        self.list.setFixedHeight(rows * row + 2)
