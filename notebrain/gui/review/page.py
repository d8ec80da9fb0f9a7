"""The review page: the inbox on the left, the card on the right; one key for each answer."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QStackedWidget,
)

from notebrain.app.notes.card_views import AnsweredCard, Comparing, InboxView, OpenCard
from notebrain.domain.i18n import _
from notebrain.domain.review.cards import Answer, CardId
from notebrain.gui.core import date_format
from notebrain.gui.review import texts
from notebrain.gui.review.answer_bar import BACK
from notebrain.gui.review.card_view import CardView, answers_of
from notebrain.gui.review.inbox import InboxPanel
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.empty_page import EmptyPage
from notebrain.gui.widgets.layouts import hairline

_BESIDE_FROM = 560
"""The least width of the page, in design pixels, that has room for the list and the card."""


class ReviewPage(QFrame):
    """Shows the waiting cards, and emits signals for the user's answers."""

    answered = Signal(object, object, object)
    """Cards (a list of `OpenCard`), the `Answer`, and the text of a merge (or None)."""
    refused = Signal(str)
    """The reason why the user's request cannot be carried out."""
    back_requested = Signal(object)
    """The user wants to undo this answer (`AnsweredCard`)."""
    undo_requested = Signal()
    opened = Signal(str)
    quieter_requested = Signal(object)
    all_requested = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.setObjectName("review")
        self._theme = theme
        self._now = now
        self._inbox = InboxView()
        self._reading = False
        self.inbox = InboxPanel(theme, now)
        self.card = CardView(theme, now)
        self.nothing = EmptyReviewPage(theme)
        self._right = QStackedWidget()
        self._right.addWidget(self.nothing)
        self._right.addWidget(self.card)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._line = hairline(upright=True)
        row.addWidget(self.inbox)
        row.addWidget(self._line)
        row.addWidget(self._right, 1)
        self.inbox.chosen.connect(self._on_chosen)
        self.inbox.counted.connect(self.card.answers.show_selected_count)
        self.inbox.read_requested.connect(self._read)
        self.card.back.clicked.connect(self._show_list)
        self.nothing.act.clicked.connect(self._show_answers)
        self.card.answered.connect(self.answer)
        self.card.back_requested.connect(self.back_requested)
        self.card.all_requested.connect(self.all_requested)
        self.card.next_requested.connect(lambda: self.inbox.step(1))
        self.card.opened.connect(self.opened)
        self.card.quieter_requested.connect(self.quieter_requested)
        self.card.merge.left.connect(self.enter)

    @property
    def latest(self) -> AnsweredCard | None:
        """The last answer that can be undone."""
        return next(iter(self._inbox.given), None)

    @property
    def written(self) -> CardId | None:
        """The card whose merge the user is writing."""
        asked = self.inbox.current if self.card.merge.is_edited else None
        return None if asked is None else asked.card.id

    def show_inbox(self, inbox: InboxView) -> None:
        """Show these cards."""
        self._inbox = inbox
        held = self._is_held()
        self.inbox.show_inbox(inbox)
        if held and not self._is_held():
            self.enter()  # the pressed button disappeared with its card

    def show_comparing(self, comparing: Comparing | None) -> None:
        """Show how far the comparing of notes is."""
        self._inbox = replace(self._inbox, comparing=comparing)
        self.inbox.show_comparing(comparing)
        self.nothing.show_inbox(self._inbox, self._now())

    def enter(self) -> None:
        """Move the focus to the cards."""
        shown = self.inbox.list if self.inbox.isVisibleTo(self) else self.card.back
        shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def choose(self, card_id: str) -> bool:
        """Show this card; return whether it is waiting."""
        return self.inbox.choose(card_id)

    def answer(self, answer: Answer) -> None:
        """Answer the selected cards; those that do not accept the answer stay."""
        chosen = [card for card in self.inbox.selected() if not self.inbox.is_leaving(card)]
        taking = [asked for asked in chosen if answer in answers_of(asked)]
        if answer is Answer.MERGE and len(chosen) > 1:
            self.refused.emit(_("Merge cards one at a time: read each text before you keep it."))
        elif taking:
            merged = self.card.merged if len(chosen) == 1 else None
            self.inbox.mark_leaving(taking)
            self.answered.emit(taking, answer, merged)

    def minimumSizeHint(self) -> QSize:
        # not that of the list and the card beside each other: they take turns in a narrow page
        return QSize(self.card.minimumSizeHint().width(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
            return
        if event.key() == Qt.Key.Key_Escape:
            if self.card.back.isVisibleTo(self) and self._reading:
                self._show_list()
            else:
                self.left.emit()
            return
        if event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            super().keyPressEvent(event)
            return
        if event.key() == Qt.Key.Key_J:
            self.inbox.step(1)
            return
        if self.inbox.given is not None and event.text().upper() == BACK:
            self.back_requested.emit(self.inbox.given)
            return
        answer = self.card.answers.answer_of(event.text()) if self.inbox.current else None
        if answer is None:
            super().keyPressEvent(event)
        else:
            self.answer(answer)

    def _arrange(self) -> None:
        """Show the list and the card, or the one the user is at where there is no room for both."""
        beside = self.width() >= self._theme.px(_BESIDE_FROM)
        reads = self._reading or self._right.currentWidget() is self.nothing
        self.inbox.setVisible(beside or not reads)
        self._right.setVisible(beside or reads)
        self._line.setVisible(beside)
        self.card.back.setVisible(not beside)
        self.inbox.make_room(self.width(), beside=beside)

    def _read(self) -> None:
        self._reading = True
        self._arrange()
        if self.inbox.isHidden():
            self.enter()

    def _show_list(self) -> None:
        self._reading = False
        self._arrange()
        self.enter()

    def _show_answers(self) -> None:
        self._reading = False
        self.inbox.show_answers()
        self.enter()

    def _is_held(self) -> bool:
        """Return whether any part of the page has the focus."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _on_chosen(self, asked: OpenCard | None) -> None:
        if asked is None:
            self.nothing.show_inbox(self._inbox, self._now())
            self._right.setCurrentWidget(self.nothing)
        else:
            self.card.show_card(asked, self.inbox.position, self._inbox, self.inbox.given)
            self._right.setCurrentWidget(self.card)
        self._arrange()


class EmptyReviewPage(EmptyPage):
    """What is shown when no card waits: how far the comparing is, or that there is nothing to decide."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "inbox", act=_("Show your answers"))
        self.setObjectName("editor")
        self.act.hide()

    def show_inbox(self, inbox: InboxView, now: datetime) -> None:
        """Show how far the comparing is, when the last answer was given, or what will appear here."""
        left = inbox.comparing
        self.title.setText(_("Nothing to decide") if left is None else texts.comparing(left))
        if inbox.last_answer is None:
            text = _("Notes that repeat, replace or contradict each other appear here.")
        else:
            day = date_format.short(inbox.last_answer, now)
            text = _("Your last answer: {day}").format(day=day)
        if inbox.held:
            text = f"{text}\n{texts.held(inbox.held)}"
        self.hint.setText(text)
        self.act.setVisible(bool(inbox.given))
