"""The bar of answers to a card, each with its key."""

from datetime import datetime

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from notebrain.app.notes.card_views import AnsweredCard
from notebrain.domain.i18n import _
from notebrain.domain.review.cards import KEYS, Answer, Card
from notebrain.gui.review import texts
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import KeyCap, PaintedButton, paint_key
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FlowLayout
from notebrain.gui.widgets.painting import BidiPainter

BACK = "U"
"""The letter that undoes an answer."""
_QUIET = frozenset({Answer.DISMISS, Answer.LATER})
_PAD, _GAP, _CAP = 8, 8, 18
_WIDE = 680
_ON_FILL = QColor(255, 255, 255, 51)


class AnswerButton(PaintedButton):
    """A button for one answer to a card: its key first, then its name."""

    def __init__(self, theme: Theme, key: str, text: str, *, kind: str) -> None:
        super().__init__(text)
        self._theme = theme
        self.key = key
        self.setProperty("kind", kind)
        self.setAutoDefault(True)
        self.setAccessibleName(text)
        self.setAccessibleDescription(self.key)

    def sizeHint(self) -> QSize:
        theme = self._theme
        width = theme.fonts.width(Role.BUTTON, self.text()) + theme.px(_CAP + _GAP + 2 * _PAD + 4)
        return QSize(round(width), theme.px(32))

    def _paint_words(self, painter: QPainter) -> None:
        theme, px = self._theme, self._theme.px
        go = self.property("kind") == "go"
        seen = BidiPainter(self.layoutDirection(), self.rect())
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
    """Shows the suggestion, and one button for each answer."""

    answered = Signal(object)
    """The user wants this `Answer`."""
    back_requested = Signal()
    """The user wants to undo the answer that is shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("answers")
        self._theme = theme
        self._message = ""
        self.buttons: dict[Answer, AnswerButton] = {}
        self.back: AnswerButton | None = None
        self.suggestion = Label(theme, role=Role.SMALL, ink="text2")
        self.suggestion.setWordWrap(True)
        self._undo = Label(theme, _("Every answer can be undone"), role=Role.SMALL, ink="muted")
        self._top = QHBoxLayout()
        self._cap = KeyCap(theme, "Ctrl+Z")
        self._cap.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._top.addWidget(self.suggestion, 1)
        self._top.addWidget(self._undo)
        self._top.addWidget(self._cap)
        self._place = QWidget()
        self._row = FlowLayout(self._place)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addWidget(self._place)
        theme.follow(self._apply_theme)

    def show_card(self, card: Card) -> None:
        """Offer the answers of this card; the button of the suggested one is filled."""
        self._message = texts.suggestion(card)
        self.show_selected_count(1)
        self._clear()
        buttons: dict[Answer, AnswerButton] = {}
        for answer in card.offer.answers:
            quiet = "text" if answer in _QUIET else ""
            kind = "go" if answer is card.proposed else quiet
            text = texts.answer(answer, card.kind)
            button = AnswerButton(self._theme, KEYS[answer], text, kind=kind)
            button.clicked.connect(lambda _on=False, one=answer: self.answered.emit(one))
            self._row.addWidget(button)
            buttons[answer] = button
        self.buttons = buttons

    def show_given(self, given: AnsweredCard, now: datetime) -> None:
        """Show the given answer, and offer to undo it."""
        message = _("You answered: {answer}.").format(answer=texts.given(given, now))
        self._message = message
        self.show_selected_count(1)
        self._clear()
        self.back = AnswerButton(self._theme, BACK, _("Take the answer back"), kind="go")
        self.back.clicked.connect(self.back_requested)
        self._row.addWidget(self.back)

    def show_selected_count(self, count: int) -> None:
        """Show how many cards an answer applies to, if several."""
        text = self._message if count < 2 else texts.several(count)  # noqa: PLR2004 - several
        self.suggestion.setText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= self._theme.px(_WIDE)  # the suggestion matters more than the hint
        self._undo.setVisible(wide)
        self._cap.setVisible(wide)

    def _clear(self) -> None:
        self.buttons, self.back = {}, None
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def answer_of(self, key: str) -> Answer | None:
        """Return the answer with this letter, or None."""
        return next(
            (name for name, button in self.buttons.items() if button.key == key.upper()), None
        )

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(24), px(12), px(16), px(14))
        self._column.setSpacing(px(12))
        self._top.setSpacing(px(8))
