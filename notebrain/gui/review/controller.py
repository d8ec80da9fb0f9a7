"""Connects the review to the window: the number of waiting cards, the page, and carrying out answers."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.app.events import ChangedElsewhere, NotesChanged
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Answer, CardId, CardKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from notebrain.app.notes.card_views import AnsweredCard, InboxView, OpenCard
    from notebrain.domain.notes.changes import Changes
    from notebrain.gui.app.window_builder import Desk
    from notebrain.gui.review.page import ReviewPage

REVIEW = "review"
_COUNT = "review.count"
_AT_HAND = "review.at_hand"
_UNSEEN = frozenset({Act.OPEN, Act.INDEX, Act.SETTINGS})


class ReviewController(QObject):
    """Connects the review to a desk."""

    counted = Signal(int)
    """The number of waiting cards changed."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._page: ReviewPage | None = None
        self._wanted = ""
        self.waiting = 0
        self._frame = QWidget()
        QVBoxLayout(self._frame).setContentsMargins(0, 0, 0, 0)
        desk.pages.add(REVIEW, self._frame, self._enter)
        desk.sidebar.tell_review(0)
        desk.actions.bind(CommandId.REVIEW, self.open)
        desk.window.lift = self._toast_lift
        desk.acts.exhausted.connect(self._on_exhausted)
        desk.acts.failed.connect(self._on_failed)
        desk.pages.shown.connect(self._on_shown)
        desk.bridge.happened.connect(self._on_event)
        desk.window.activated.connect(self.refresh)
        self.refresh()

    @property
    def page(self) -> "ReviewPage":
        """The page; created when it is first needed."""
        if self._page is None:
            from notebrain.gui.review.page import ReviewPage  # not needed at startup

            desk = self._desk
            self._page = page = ReviewPage(desk.theme, desk.services.clock.now)
            page.answered.connect(self._answer)
            page.refused.connect(self._refuse)
            page.back_requested.connect(self._take_back)
            page.undo_requested.connect(desk.acts.undo)
            page.opened.connect(self._open)
            page.quieter_requested.connect(self._quieter)
            page.all_requested.connect(self._all_again)
            page.left.connect(desk.leave_page)
            layout = self._frame.layout()
            if layout is not None:
                layout.addWidget(page)
        return self._page

    def refresh(self) -> None:
        """Read the number of waiting cards again, and the cards themselves if they are visible."""
        services, desk = self._desk.services, self._desk
        desk.reader.read(_COUNT, services.review.count, self._on_counted)
        if desk.pages.current == REVIEW:
            desk.reader.read(REVIEW, services.review.inbox, self._tell)

    def _on_counted(self, waiting: int) -> None:
        self.waiting = waiting
        self._desk.sidebar.tell_review(waiting)
        self.counted.emit(waiting)

    def open(self) -> None:
        """Show the page, with a card about the current note if one is waiting."""
        desk, note = self._desk, self._desk.browser.note
        if not desk.window.shows_notes or note is None:
            desk.pages.show(REVIEW)
            return
        review, note_id = desk.services.review, note.id
        desk.reader.read(_AT_HAND, lambda: review.waits_about(note_id), self._open_at)

    def _open_at(self, card: CardId | None) -> None:
        self.show_card(card or "")

    def show_card(self, card_id: str) -> None:
        """Show the page with this card."""
        self._wanted = card_id
        self._desk.pages.show(REVIEW)

    def _enter(self, _typing: bool) -> None:
        self.page.enter()

    def _tell(self, inbox: "InboxView") -> None:
        self.page.show_inbox(inbox)
        self._on_counted(len(inbox.asked))
        if self._wanted and self.page.choose(self._wanted):
            self._wanted = ""
        QTimer.singleShot(0, self._desk.window, self._desk.window.lift_toast)  # after the layout

    def _on_shown(self, name: str) -> None:
        if name == REVIEW:
            self.page.show()
            self.refresh()

    def _on_event(self, event: object) -> None:
        seen = isinstance(event, NotesChanged) and event.changes.act not in _UNSEEN
        if seen or isinstance(event, ChangedElsewhere):
            self.refresh()

    def _open(self, note_id: str) -> None:
        self._desk.open_note(NoteId(note_id))

    def _answer(self, asked: "Sequence[OpenCard]", answer: Answer, merged: str | None) -> None:
        from notebrain.gui.review import texts

        act = self._desk.services.review.batch(
            [one.card.id for one in asked], answer, merged=merged
        )
        alone = len(asked) == 1
        self._wanted = ""

        def back() -> "Future[Changes]":
            self._wanted = asked[0].card.id  # the user then gives another answer
            return act.undo()

        self._desk.acts.carry_out(
            texts.done(answer, asked[0]) if alone else texts.done_several(answer, asked),
            asked[0].card.newer if alone else None,
            forth=act.do,
            back=back,
        )

    def _refuse(self, why: str) -> None:
        self._desk.status.tell_offer(why, "", self.page.enter)

    def _on_failed(self, _error: Exception) -> None:
        """Show the waiting cards: an answer that failed left its card in place."""
        if self._desk.pages.current == REVIEW:
            self.refresh()

    def _on_exhausted(self) -> None:
        """Undo an answer that was given before this window was opened, if answers are visible."""
        if self._desk.pages.current == REVIEW and self.page.latest is not None:
            self._take_back(self.page.latest)

    def _take_back(self, given: "AnsweredCard") -> None:
        from notebrain.gui.review import texts

        desk = self._desk
        self._wanted = given.asked.card.id
        text = _("Undone: {what}").format(what=texts.done(given.answer, given.asked))
        desk.bridge.when_done(
            desk.services.review.undo(given.asked.card.id),
            lambda _changes: desk.acts.undone.emit(text),
            failed=desk.on_failed,
        )

    def _quieter(self, kind: CardKind) -> None:
        from notebrain.gui.review import texts

        text = _("Only surer cards of “{kind}” come up from now on").format(kind=texts.kind(kind))

        def told(_changes: "Changes") -> None:
            again = _("Show all again")
            self._desk.status.tell_offer(text, again, lambda: self._all_again(kind))
            self.refresh()

        self._desk.bridge.when_done(self._desk.services.review.quieter(kind), told)

    def _all_again(self, kind: CardKind) -> None:
        from notebrain.gui.review import texts

        text = _("All cards of “{kind}” come up again").format(kind=texts.kind(kind))

        def told(_changes: "Changes") -> None:
            self._desk.status.tell_plain(text)
            self.refresh()

        self._desk.bridge.when_done(self._desk.services.review.as_before(kind), told)

    def _toast_lift(self) -> int:
        """Return the height of the answer bar, which the toast must not cover."""
        if self._page is None or not self._page.card.answers.isVisible():
            return 0
        return self._page.card.answers.height()
