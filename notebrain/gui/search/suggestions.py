"""The values suggested while a filter is being typed."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.i18n import _
from notebrain.domain.search.suggestions import Known, Suggestion, suggest
from notebrain.domain.text.pieces import index_at, units_of
from notebrain.gui.search.field import QueryEdit, SearchField
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import BidiPainter

_WIDTH, _GAP = 280, 4
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_ACCEPTING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class Suggestions(QFrame):
    """A list under the field, over the hits; the focus stays in the field."""

    refused = Signal()
    """The user closed the list, so the text stays as typed."""

    def __init__(
        self, theme: Theme, field: SearchField, now: Callable[[], datetime], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self._theme = theme
        self._field = field
        self._edit: QueryEdit = field.edit
        self._now = now
        self._panel = parent
        self._known = Known()
        self._found: list[Suggestion] = []
        self.view = QListView()
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setAccessibleName(_("Suggestions"))
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._model = QStandardItemModel(self)
        self.view.setModel(self._model)
        self._rows = SuggestionRows(theme, self.view)
        self.view.setItemDelegate(self._rows)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.view)
        self.view.clicked.connect(self._on_clicked)
        self.view.entered.connect(self.view.setCurrentIndex)
        self._edit.textEdited.connect(self.offer)
        self._edit.textChanged.connect(self._on_changed)
        self._edit.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @property
    def offered(self) -> list[str]:
        """The suggestions, while the list is visible."""
        return [suggestion.label for suggestion in self._found] if self.isVisible() else []

    @property
    def begun(self) -> tuple[int, int] | None:
        """The range of the filter that is still being typed, in code points; None if there is none."""
        if self.isHidden() or not self._found:
            return None
        first = self._found[0]
        typed = self._edit.text()[first.start : first.end].casefold()
        if any(suggestion.text.strip().casefold() == typed for suggestion in self._found):
            return None
        return first.start, first.end

    @property
    def chosen(self) -> str:
        """The label that Enter would accept."""
        return str(self.view.currentIndex().data() or "")

    def know(self, known: Known) -> None:
        """Suggest these tags and workspaces from now on."""
        self._known = known

    def offer(self) -> None:
        """Show the suggestions for the filter before the caret, if any."""
        query = self._edit.text()
        caret = index_at(query, self._edit.cursorPosition())
        self._found = suggest(query, caret, self._known, self._now().date())
        self._model.clear()
        for suggestion in self._found:
            item = QStandardItem(suggestion.label)
            item.setData(suggestion.detail, DETAIL_ROLE)
            item.setData(
                f"{suggestion.label} {suggestion.detail}".strip(),
                Qt.ItemDataRole.AccessibleTextRole,
            )
            self._model.appendRow(item)
        if not self._found:
            self.hide()
            return
        self.view.setCurrentIndex(self._model.index(0, 0))
        self.place()
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self.isVisible() and self._on_key(event)
        return False

    def _on_key(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it was one of ours."""
        key = Qt.Key(event.key())
        if key in _STEPS:
            row = (self.view.currentIndex().row() + _STEPS[key]) % len(self._found)
            self.view.setCurrentIndex(self._model.index(row, 0))
        elif key in _ACCEPTING:
            self._accept(self.view.currentIndex().row())
        elif key == Qt.Key.Key_Escape:
            self.hide()
            self.refused.emit()
        else:
            return False
        return True

    def _on_clicked(self, index: QModelIndex) -> None:
        self._accept(index.row())

    def _accept(self, row: int) -> None:
        suggestion, query = self._found[row], self._edit.text()
        self.hide()
        self._edit.setText(f"{query[: suggestion.start]}{suggestion.text}{query[suggestion.end :]}")
        self._edit.setCursorPosition(units_of(f"{query[: suggestion.start]}{suggestion.text}"))

    def _on_changed(self) -> None:
        if not self._edit.isModified():
            self.hide()  # the text was set by other code

    def place(self) -> None:
        """Stand below the caret, as far as the page has room."""
        px = self._theme.px
        self._column.setContentsMargins(*[px(6)] * 4)
        self._rows.apply_theme()
        height = len(self._found) * self._rows.height + px(12) + 2
        below = self._field.mapTo(self._panel, QPoint(0, self._field.height() + px(_GAP)))
        caret = self._edit.mapTo(self._panel, self._edit.cursorRect().bottomLeft()).x()
        width = min(px(_WIDTH), self._panel.width() - 2 * px(8))
        left = max(px(8), min(caret - px(16), self._panel.width() - width - px(8)))
        self.setGeometry(left, below.y(), width, height)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(_WIDTH), self._theme.px(40))


DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1
_HEIGHT, _PAD = 30, 10


class SuggestionRows(QStyledItemDelegate):
    """Paints one suggestion per line."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self.height = 0
        self.apply_theme()

    def apply_theme(self) -> None:
        """Apply the sizes of the theme."""
        self.height = self._theme.px(_HEIGHT)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(self._theme.px(_HEIGHT), self.height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        rect = option.rect
        seen = BidiPainter(option.direction, rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color("selected"))
            painter.drawRoundedRect(QRectF(rect), px(5), px(5))
        room = rect.adjusted(px(_PAD), 0, -px(_PAD), 0)
        align = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(theme.font(Role.SMALL))
        detail = str(index.data(DETAIL_ROLE) or "")
        painter.setPen(tokens.color("muted"))
        seen.text(painter, room, align | Qt.AlignmentFlag.AlignRight.value, detail)
        width = round(theme.fonts.width(Role.SMALL, detail)) + px(8) if detail else 0
        painter.setFont(theme.font(Role.BODY))
        painter.setPen(tokens.color("text"))
        label = painter.fontMetrics().elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, room.width() - width
        )
        seen.text(painter, room, align | Qt.AlignmentFlag.AlignLeft.value, label)
        painter.restore()
