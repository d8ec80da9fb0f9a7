"""The page on which the user asks: the questions so far with their answers, and the field for the next one."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.grounding.answers import Answer
from notebrain.domain.i18n import _
from notebrain.gui.ask.turn import Turn
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, paint_kind, text_button
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.empty_page import EmptyPage
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import ColumnPage, FoldingRow, hairline

_WIDEST, _FIELD = 960, 260
MOST_TURNS = 50
"""Older questions of a long conversation leave the page."""


class AskPage(ColumnPage):
    """Shows the conversation; emits what the user asks and wants to do with the answers."""

    asked = Signal(str)
    opened = Signal(object)
    copy_requested = Signal(object)
    save_requested = Signal(object)
    list_requested = Signal()
    """Show or hide the earlier conversations."""
    finish_requested = Signal()
    """The conversation on the page is over."""
    left = Signal()
    most_turns = MOST_TURNS

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__(theme, _WIDEST)
        self.setAccessibleName(_("Ask"))
        self._now = now
        self.turns: list[Turn] = []
        self.title = Label(theme, _("Ask"), role=Role.PAGE)
        self.hint = Label(theme, ink="muted")
        self.clear = text_button(_("Finish"))
        self.clear.setAccessibleName(_("Finish the conversation"))
        self.clear.setToolTip(_("Ends this conversation and begins a new one"))
        self.list = IconButton(theme, "history", _("Conversations"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(_("Ask your notes a question"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.scope = Choice(theme, _("Which notes may answer"))
        self.button = QPushButton(_("Ask"))
        self.button.setAutoDefault(True)
        paint_kind(self.button, "go")
        self.empty = EmptyPage(
            theme,
            "text-search",
            _("Ask your notes"),
            example=_("“What did we agree with the landlord about the boiler?”"),
            hint=_("The answer is made of quotes, each with the note it is from."),
        )
        self._fill()
        self._connect()
        self._show()
        theme.follow(self._apply_theme)

    def offer_scopes(self, scopes: Sequence[tuple[object, str]]) -> None:
        """Offer these notes to ask, by name."""
        self.scope.offer(scopes)

    def begin(self, question: str) -> Turn:
        """Show a question that is being answered."""
        turn = Turn(self._theme, question, self._now)
        turn.opened.connect(self.opened)
        turn.copy_requested.connect(self.copy_requested)
        turn.save_requested.connect(self.save_requested)
        self.turns.append(turn)
        self._conversation.insertWidget(self._conversation.count() - 1, turn)
        while len(self.turns) > MOST_TURNS:
            self.turns.pop(0).deleteLater()
        self.field.clear()
        self._show()
        self._scroll_to(turn)
        return turn

    def show_answer(self, turn: Turn, answer: Answer) -> None:
        """Show the answer to a question, unless the conversation was cleared."""
        if turn in self.turns:
            turn.show_answer(answer)
            self._scroll_to(turn)

    def clear_conversation(self) -> None:
        """Take all questions and answers off the page."""
        for turn in self.turns:
            turn.hide()
            turn.deleteLater()
        self.turns.clear()
        self._show()
        self.enter()

    def enter(self) -> None:
        """Move the focus to the field."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.field.hasFocus() and self.field.text():
                self.field.clear()
            else:
                self.left.emit()
        elif event.key() == Qt.Key.Key_Up and self.field.hasFocus() and not self.field.text():
            self.field.setText(self.turns[-1].question.text() if self.turns else "")
        else:
            super().keyPressEvent(event)

    def _ask(self) -> None:
        if self.field.text().strip():
            self.asked.emit(self.field.text())

    def _show(self) -> None:
        any_asked = bool(self.turns)
        self.empty.setVisible(not any_asked)
        self._area.setVisible(any_asked)
        self.clear.setVisible(any_asked)
        self.button.setEnabled(bool(self.field.text().strip()))

    def _scroll_to(self, turn: Turn) -> None:
        """Show the beginning of a question once it has its place."""

        def scroll() -> None:
            if turn in self.turns:
                self._area.verticalScrollBar().setValue(turn.y())

        QTimer.singleShot(0, self, scroll)

    def _fill(self) -> None:
        head, acts = QWidget(), QWidget()
        self._acts = QHBoxLayout(acts)
        self._acts.setContentsMargins(0, 0, 0, 0)
        for button in (self.clear, self.list):
            self._acts.addWidget(button)
        self._head = FoldingRow(self.title, acts, head)
        conversation = QWidget()
        self._conversation = QVBoxLayout(conversation)
        self._conversation.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidget(conversation)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        conversation.setAutoFillBackground(False)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        end, foot = QWidget(), QWidget()
        self._choices = FoldingRow(self.scope, self.button, end)
        self._question = FoldingRow(self.field, end, foot)
        for row in (self._head, self._choices, self._question):
            row.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(head)
        self._column.addWidget(self.empty, 1)
        self._column.addWidget(self._area, 1)
        self._column.addWidget(hairline())
        self._column.addWidget(foot)
        self._column.addWidget(self.hint)
        self.hint.setWordWrap(True)

    def _connect(self) -> None:
        self.field.returnPressed.connect(self._ask)
        self.field.textChanged.connect(self._show)
        self.button.clicked.connect(self._ask)
        self.clear.clicked.connect(self.finish_requested)
        self.list.clicked.connect(self.list_requested)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.field.setFont(self._theme.font(Role.FIELD))
        self.field.setFixedHeight(px(38))
        self._conversation.setSpacing(px(32))
        self._conversation.setContentsMargins(0, px(4), px(12), px(8))
        for row in (self._head, self._choices, self._question):
            row.setSpacing(px(10))
        self._question.set_least(px(_FIELD))
