"""The list of blocks: three headings, and below each the blocks with how much of them is filled."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from notebrain.app.notes.profile_texts import section_title, size_text, state_texts
from notebrain.domain.i18n import _
from notebrain.domain.profile.blocks import Block, BlockKey
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import RIGHT, Index, RowDelegate, RowList

BLOCK_ROLE = Qt.ItemDataRole.UserRole
_SIDE, _PAD, _RADIUS = 8, 10, 6
_ROW, _HEADING, _MARK = 30, 34, 14
_ROOT = QModelIndex()


class BlockModel(QAbstractListModel):
    """The blocks in their order; a row is a block, or the heading (a text) of a section."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Block | str] = []

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show these blocks; if only their texts differ, what is chosen stays."""
        rows: list[Block | str] = []
        for block in blocks:
            heading = section_title(block.rule.section)
            if heading not in rows:
                rows.append(heading)
            rows.append(block)
        if len(rows) == len(self._rows):
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def show_block(self, block: Block) -> None:
        """Show the new state of one block."""
        index = self.find(block.key)
        if index.isValid():
            self._rows[index.row()] = block
            self.dataChanged.emit(index, index)

    def find(self, key: BlockKey) -> QModelIndex:
        """Return the row of a block; invalid if it is not here."""
        for number, row in enumerate(self._rows):
            if isinstance(row, Block) and row.key is key:
                return self.index(number)
        return QModelIndex()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self._rows[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row if isinstance(row, str) else row.rule.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return row if isinstance(row, str) else _spoken(row)
            case _:
                return row if role == BLOCK_ROLE else None


def _spoken(block: Block) -> str:
    filled = _("{size} characters").format(size=size_text(block)) if block.text else _("empty")
    return ", ".join([block.rule.title, filled, *state_texts(block)])


class _BlockDelegate(RowDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        heading = isinstance(index.data(BLOCK_ROLE), str)
        return QSize(self._theme.px(160), self._theme.px(_HEADING if heading else _ROW))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Block | str = index.data(BLOCK_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        line = ground.adjusted(px(_PAD), 0, -px(_PAD), 0)
        if isinstance(row, str):
            self._write_whole(
                painter, line.adjusted(0, px(10), 0, 0), Role.SMALL_STRONG, "muted", row
            )
            return
        self._paint_fill(painter, ground.adjusted(0, 1, 0, 0), self._fill(option), px(_RADIUS))
        self._paint_ring(painter, option, ground, px(_RADIUS) - 1)
        self._paint_block(painter, row, line)

    def _paint_block(self, painter: QPainter, block: Block, line: QRect) -> None:
        theme, px = self._theme, self._theme.px
        room = line.width()
        if block.text:
            text = f"{len(block.text) / block.rule.limit:.0%}"
            ink = "warning" if block.unused else "muted"
            self._write_whole(painter, line, Role.NUMBER, ink, text, RIGHT)
            room -= round(theme.fonts.width(Role.NUMBER, text)) + px(8)
        for name in [*["lock"] * block.local_only, *["ban"] * block.is_off]:
            room -= px(_MARK)
            place = QRect(line.left() + room, line.top(), px(_MARK), line.height())
            icons.draw(painter, name, theme.tokens.muted, self._square(place, px(_MARK)))
            room -= px(4)
        is_live = bool(block.text) and not block.is_off
        role = Role.TITLE if is_live else Role.BODY
        self._write(painter, line, role, "text" if is_live else "text2", block.rule.title, room)


class BlockList(RowList):
    """Lets the user choose a block."""

    chosen = Signal(object)
    """The key of the block that is shown from now on."""
    entered = Signal()
    """The user wants to write in the chosen block."""
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(_("Blocks"))
        self.model_ = BlockModel()
        self.setModel(self.model_)
        self.use(_BlockDelegate(theme, self))
        self.selectionModel().currentChanged.connect(self._on_current)
        self.clicked.connect(self.entered)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def current(self) -> Block | None:
        """The chosen block."""
        row: Block | str | None = self.currentIndex().data(BLOCK_ROLE)
        return row if isinstance(row, Block) else None

    def choose(self, key: BlockKey) -> None:
        """Choose a block."""
        self.setCurrentIndex(self.model_.find(key))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        row = current.data(BLOCK_ROLE)
        if isinstance(row, Block):
            self.chosen.emit(row.key)
