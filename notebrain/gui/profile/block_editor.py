"""The chosen block: what it is for, its text, how much of its room is filled, its switches and its history."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from notebrain.app.notes.profile_texts import size_text, unused_text
from notebrain.domain.i18n import _
from notebrain.domain.profile.blocks import RULES, Block, BlockKey, EarlierBlock, Learned
from notebrain.gui.profile import texts
from notebrain.gui.profile.earlier_texts import EarlierTexts
from notebrain.gui.profile.field import BlockField
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, text_button
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.layouts import FlowLayout
from notebrain.gui.widgets.toggles import Switch

_WIDEST, _MARGIN, _LEAST_FIELD = 720, 32, 72


class BlockEditor(QFrame):
    """Shows one block and lets the user change it."""

    edited = Signal()
    switched = Signal(bool)
    """The user switched the block on or off."""
    kept_here = Signal(bool)
    """The user keeps the block on this computer, or shares it."""
    history_requested = Signal()
    restore_requested = Signal(object)
    removal_requested = Signal(str)
    """The user removed a line of a block that only cards fill; the text without it."""
    left = Signal()

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.setObjectName("search")
        self._theme = theme
        self._block = Block(RULES[BlockKey.IDENTITY])
        self.title = Label(theme, role=Role.PAGE)
        self.history = IconButton(theme, "history", _("Earlier texts"))
        self.history.setCheckable(True)
        self.purpose = Label(theme, role=Role.BODY, ink="text2")
        self.notice = Label(theme, role=Role.SMALL, ink="warning")
        self.field = BlockField(theme)
        self.count = Label(theme, role=Role.NUMBER, ink="muted")
        self.state = Label(theme, role=Role.SMALL, ink="muted")
        self.unused = Label(theme, role=Role.SMALL, ink="warning")
        self.remove = text_button(_("Remove this line"))
        self.used = Switch(theme, _("Use this block"))
        self.local_only = Switch(theme, _("Local only"))
        self.earlier = EarlierTexts(theme, now)
        for label in (self.purpose, self.notice, self.unused):
            label.setWordWrap(True)
        self._fill()
        self._connect()
        theme.follow(self._apply_theme)

    @property
    def key(self) -> BlockKey:
        """The block that is shown."""
        return self._block.key

    @property
    def text(self) -> str:
        """The text in the field, byte for byte."""
        return self.field.stored

    def show_block(self, block: Block) -> None:
        """Show another block."""
        self.show_text()
        hint, is_learned = texts.hint(block.key), block.rule.learned is Learned.ONLY
        self.title.setText(block.rule.title)
        self.purpose.setText(hint.purpose)
        self.field.set_removing(is_learned)
        example = hint.example if is_learned else _("Example: {text}").format(text=hint.example)
        self.field.setPlaceholderText(example)
        self.field.setAccessibleName(block.rule.title)
        self.field.setAccessibleDescription(hint.purpose)
        self.field.show_text(block.text)
        self._show_state(block)

    def show_news(self, block: Block) -> None:
        """Show what the same block says now."""
        self.field.follow(block.text)
        self._show_state(block)

    def show_saved(self, text: str, *, is_problem: bool = False) -> None:
        """Show whether the text is saved, or why it is not."""
        self.state.set_ink("danger" if is_problem else "muted")
        self.state.setText(text)

    def show_notice(self, text: str) -> None:
        """Show what the user should know about the block; "" for nothing."""
        self.notice.setText(text)
        self._notice_row.setVisible(bool(text))

    def show_earlier(self, rows: Sequence[EarlierBlock]) -> None:
        """Show the earlier texts in place of the text."""
        was_shown = self._stack.currentWidget() is self.earlier
        self.earlier.show_earlier(rows, self.text)
        self._stack.setCurrentWidget(self.earlier)
        self.history.setChecked(True)
        if not was_shown:
            self.earlier.enter()

    def show_text(self) -> None:
        """Show the text again in place of the earlier ones."""
        self.history.setChecked(False)
        self._stack.setCurrentIndex(0)

    @property
    def shows_history(self) -> bool:
        """Whether the earlier texts are shown."""
        return self._stack.currentWidget() is self.earlier

    def enter(self) -> None:
        """Take the keyboard focus."""
        if self.shows_history:
            self.earlier.enter()
        else:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def count_text(self) -> Block:
        """Show how much room the text in the field takes; return the block with it."""
        block = replace(self._block, text=self.text)
        self.count.setText(_("{size} characters").format(size=size_text(block)))
        self.count.set_ink("warning" if block.unused else "muted")
        self.unused.setText(unused_text(block))
        self.unused.setVisible(block.unused > 0)
        self.field.mark_unused(block.used)
        is_learned = block.rule.learned is Learned.ONLY
        self.remove.setVisible(is_learned and bool(block.text))
        return block

    def _show_state(self, block: Block) -> None:
        self._block = block
        self.used.blockSignals(True)
        self.used.setChecked(not block.is_off)
        self.used.blockSignals(False)
        self.local_only.blockSignals(True)
        self.local_only.setChecked(block.local_only)
        self.local_only.blockSignals(False)
        self.count_text()

    def _on_edited(self) -> None:
        self.count_text()
        self.edited.emit()

    def _on_history(self) -> None:
        if self.shows_history:
            self._leave_history()
        else:
            self.history_requested.emit()

    def _leave_history(self) -> None:
        self.show_text()
        self.enter()

    def _connect(self) -> None:
        self.field.edited.connect(self._on_edited)
        self.field.left.connect(self.left)
        self.field.removal_requested.connect(self._on_remove)
        self.remove.clicked.connect(self._on_remove)
        self.history.clicked.connect(self._on_history)
        self.earlier.left.connect(self._leave_history)
        self.earlier.restore_requested.connect(self.restore_requested)
        self.used.toggled.connect(self.switched)
        self.local_only.toggled.connect(self.kept_here)

    def _on_remove(self) -> None:
        if self.text:
            self.removal_requested.emit(self.field.line_removed())

    def _fill(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.history)
        self._notice_row = QWidget()
        self._notice = QHBoxLayout(self._notice_row)
        self._notice.setContentsMargins(0, 0, 0, 0)
        top = Qt.AlignmentFlag.AlignTop
        self._notice.addWidget(IconLabel(self._theme, "info", "warning"), alignment=top)
        self._notice.addWidget(self.notice, 1)
        self._notice_row.hide()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._written())
        self._stack.addWidget(self.earlier)
        self._column = QVBoxLayout(self)
        self._column.addLayout(head)
        self._column.addWidget(self.purpose)
        self._column.addWidget(self._notice_row)
        self._column.addWidget(self._stack, 1)
        self._column.addWidget(self._switches())

    def _written(self) -> QWidget:
        pane = QFrame()
        pane.setObjectName("pane")
        self._pane = QVBoxLayout(pane)
        self._pane.addWidget(self.field)
        foot = QHBoxLayout()
        foot.addWidget(self.count)
        foot.addWidget(self.remove)
        foot.addStretch(1)
        foot.addWidget(self.state)
        written = QWidget()
        self._text_column = QVBoxLayout(written)
        self._text_column.setContentsMargins(0, 0, 0, 0)
        self._text_column.addWidget(pane, 1)
        self._text_column.addLayout(foot)
        self._text_column.addWidget(self.unused)
        return written

    def _switches(self) -> QWidget:
        row = QWidget()
        self._flow = FlowLayout(row)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._pairs: list[QHBoxLayout] = []
        for switch, text in (
            (self.used, self.used.accessibleName()),
            (self.local_only, self.local_only.accessibleName()),
        ):
            label = Label(self._theme, text)
            label.setBuddy(switch)
            pair = QWidget()
            inner = QHBoxLayout(pair)
            inner.setContentsMargins(0, 0, 0, 0)
            inner.addWidget(switch)
            inner.addWidget(label)
            self._pairs.append(inner)
            self._flow.addWidget(pair)
        self.used.setToolTip(_("If off, the block is left out everywhere; its text stays."))
        self.local_only.setToolTip(_("The block never leaves this computer."))
        return row

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        px = self._theme.px
        side = px(_MARGIN) if self.width() > px(480) else px(16)
        end = max(side, self.width() - px(_WIDEST) - side)
        self._column.setContentsMargins(side, px(20), end, px(16))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setSpacing(px(10))
        self._text_column.setSpacing(px(6))
        self._pane.setContentsMargins(px(4), px(4), px(2), px(4))
        self._notice.setSpacing(px(8))
        self._flow.setSpacing(px(24))
        self._flow.set_line_gap(px(8))
        for pair in self._pairs:
            pair.setSpacing(px(6))
        self.field.setMinimumHeight(px(_LEAST_FIELD))
        self._fit()
