"""The answers of a card, each with its key."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.cards import KEYS, Answer, Card
from notebrain.domain.messages import _
from notebrain.gui.review import words
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.flow import FlowLayout
from notebrain.gui.widgets.key_cap import KeyCap, paint_key
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.mirrored import Mirrored

_QUIET = frozenset({Answer.DISMISS, Answer.LATER})
_PAD, _GAP, _CAP = 8, 8, 18
_ON_FILL = QColor(255, 255, 255, 51)


class AnswerButton(QPushButton):
    """One answer: its key first, then its name."""

    def __init__(self, theme: Theme, answer: Answer, text: str, *, kind: str) -> None:
        super().__init__(text)
        self._theme = theme
        self.answer = answer
        self.key = KEYS[answer]
        self.setProperty("kind", kind)
        self.setAutoDefault(True)
        self.setAccessibleName(text)
        self.setAccessibleDescription(self.key)

    def sizeHint(self) -> QSize:
        theme = self._theme
        width = theme.fonts.width(Role.BUTTON, self.text()) + theme.px(_CAP + _GAP + 2 * _PAD + 4)
        return QSize(round(width), theme.px(32))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_words(painter)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        theme, px = self._theme, self._theme.px
        go = self.property("kind") == "go"
        seen = Mirrored(self.layoutDirection(), self.rect())
        side = px(_CAP)
        cap = seen.rect(QRect(px(_PAD), (self.height() - side) // 2, side, side))
        ink = theme.tokens.color("on_accent" if go else "text")
        if go:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_ON_FILL)
            painter.drawRoundedRect(QRectF(cap), px(4), px(4))
            painter.setFont(theme.font(Role.CAP))
            painter.setPen(ink)
            painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), self.key)
        else:
            paint_key(painter, theme, QRectF(cap), self.key)
        painter.setFont(theme.font(Role.BUTTON))
        painter.setPen(ink)
        words_ = self.rect().adjusted(px(_PAD + _CAP + _GAP), 0, 0, 0)
        middle = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        seen.text(painter, words_, middle, self.text())


class AnswerBar(QFrame):
    """What is suggested, and one button for each answer."""

    answered = Signal(object)
    """The user wants this `Answer`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("answers")
        self._theme = theme
        self.buttons: dict[Answer, AnswerButton] = {}
        self.suggestion = ElidedLabel(theme, role=Role.SMALL, ink="text2")
        self._undo = Label(theme, _("Every answer can be undone"), role=Role.SMALL, ink="muted")
        self._top = QHBoxLayout()
        cap = KeyCap(theme, "Ctrl+Z")
        cap.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._top.addWidget(self.suggestion)
        self._top.addStretch(1)
        self._top.addWidget(self._undo)
        self._top.addWidget(cap)
        self._place = QWidget()
        self._row = FlowLayout(self._place)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addWidget(self._place)
        theme.changed.connect(self._dress)
        self._dress()

    def show_card(self, card: Card) -> None:
        """Offer the answers of this card, what is suggested filled."""
        self.suggestion.setText(words.suggestion(card))
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        buttons: dict[Answer, AnswerButton] = {}
        for answer in card.offer.answers:
            quiet = "text" if answer in _QUIET else ""
            kind = "go" if answer is card.proposed else quiet
            button = AnswerButton(self._theme, answer, words.answer(answer, card.kind), kind=kind)
            button.clicked.connect(lambda _on=False, one=answer: self.answered.emit(one))
            self._row.addWidget(button)
            buttons[answer] = button
        self.buttons = buttons

    def answer_of(self, key: str) -> Answer | None:
        """Return the answer that has this letter here, or None."""
        return next((one.answer for one in self.buttons.values() if one.key == key.upper()), None)

    def _dress(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(24), px(12), px(16), px(14))
        self._column.setSpacing(px(12))
        self._top.setSpacing(px(8))
