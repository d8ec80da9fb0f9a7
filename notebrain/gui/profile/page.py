"""The page *About you*: the list of blocks, and the chosen one beside it, or below it in a narrow window."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout

from notebrain.domain.i18n import _
from notebrain.domain.profile.blocks import Block, BlockKey
from notebrain.gui.profile import texts
from notebrain.gui.profile.block_editor import BlockEditor
from notebrain.gui.profile.block_list import BlockList
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label

_LIST, _LEAST_LIST, _NARROW, _LIST_ABOVE = 280, 220, 560, 190
_LOW, _LIST_ABOVE_IF_LOW = 480, 96
_ANY = 16_777_215


class ProfilePage(QFrame):
    """Lets the user choose a block and write in it."""

    left = Signal()

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._theme = theme
        self.title = Label(theme, _("About you"), role=Role.SECTION)
        self.intro = Label(theme, texts.intro(), role=Role.SMALL, ink="muted")
        self.intro.setWordWrap(True)
        self.list = BlockList(theme)
        self.editor = BlockEditor(theme, now)
        self._fill()
        self.list.entered.connect(self.editor.enter)
        self.list.left.connect(self.left)
        self.editor.left.connect(lambda: self.list.setFocus(Qt.FocusReason.OtherFocusReason))
        theme.follow(self._apply_theme)

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show these blocks in the list; the chosen one stays."""
        current = self.list.current
        self.list.model_.show_blocks(blocks)
        if current is None and blocks:
            self.list.choose(BlockKey.IDENTITY)

    def enter(self) -> None:
        """Take the keyboard focus."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.matches(QKeySequence.StandardKey.Find):
            event.accept()  # there is nothing to find here
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        px, width = self._theme.px, self.width()
        narrow = width < px(_NARROW)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(down if narrow else across)
        low = narrow and self.height() < px(_LOW)
        self.intro.setVisible(not narrow)
        self.title.setVisible(not low)
        self.editor.purpose.setVisible(not low)  # a screen reader still says it in the field
        above = _LIST_ABOVE_IF_LOW if low else _LIST_ABOVE
        for part, size in ((self._side, above), (self._line, 0)):
            part.setMinimumSize(0, 0)
            part.setMaximumSize(_ANY, _ANY)
            if narrow:
                part.setFixedHeight(max(1, px(size)))
        if not narrow:
            self._line.setFixedWidth(1)
            self._side.setFixedWidth(min(px(_LIST), max(px(_LEAST_LIST), width * 2 // 5)))

    def _fill(self) -> None:
        self._side = QFrame()
        self._side.setObjectName("note_list")
        self._column = QVBoxLayout(self._side)
        self._head = QVBoxLayout()
        self._head.addWidget(self.title)
        self._head.addWidget(self.intro)
        self._column.addLayout(self._head)
        self._column.addWidget(self.list, 1)
        self._line = QFrame()
        self._line.setObjectName("hairline")
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self._side)
        self._row.addWidget(self._line)
        self._row.addWidget(self.editor, 1)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._head.setContentsMargins(px(18), px(18), px(18), px(4))
        self._head.setSpacing(px(6))
        self._column.setContentsMargins(0, 0, 0, px(8))
        self._column.setSpacing(0)
        self._fit()
