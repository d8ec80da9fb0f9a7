"""Connects the review to the window: the number of waiting cards, the page, and carrying out answers."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Answer, CardId, CardKind
from notebrain.gui.core.context import Context
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.window.pages import REVIEW

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from notebrain.app.notes.card_views import AnsweredCard, Comparing, InboxView, OpenCard
    from notebrain.domain.notes.changes import Changes
    from notebrain.domain.review.places import Place
    from notebrain.gui.review.page import ReviewPage

_COUNT = "review.count"
_AT_HAND = "review.at_hand"
_COMPARING = "review.comparing"
_OFFER = "review.offer"
_LOOK_AGAIN_MS = 1_000


class ReviewController(QObject):
    """Connects the review to the window."""

    counted = Signal(int)
    """The number of waiting cards changed."""

    def __init__(self, context: Context, sidebar: Sidebar, acts: NoteActions) -> None:
        super().__init__(context.window)
        self._context = context
        self._sidebar = sidebar
        self._acts = acts
        self._page: ReviewPage | None = None
        self._wanted = ""
        self.waiting = 0
        # nothing is published for a note that was compared and raised no card
        self._look_again = QTimer(self, singleShot=True, interval=_LOOK_AGAIN_MS)
        self._look_again.timeout.connect(self._look)
        self._frame = QWidget()
        QVBoxLayout(self._frame).setContentsMargins(0, 0, 0, 0)
        context.pages.add(REVIEW, self._frame, self._enter)
        sidebar.show_review_count(0)
        context.actions.bind(CommandId.REVIEW, self.open)
        context.window.lift = self._toast_lift
        acts.exhausted.connect(self._on_exhausted)
        acts.failed.connect(self._on_failed)
        context.pages.shown.connect(self._on_shown)
        context.events.cards_changed.connect(self.refresh)
        context.events.changed_elsewhere.connect(self.refresh)
        context.window.activated.connect(self.refresh)
        self.refresh()

    @property
    def page(self) -> "ReviewPage":
        """The page; created when it is first needed."""
        if self._page is None:
            from notebrain.gui.review.page import ReviewPage  # not needed at startup

            self._page = page = ReviewPage(self._context.theme, self._context.services.clock.now)
            page.answered.connect(self._answer)
            page.refused.connect(self._refuse)
            page.back_requested.connect(self._undo_answer)
            page.undo_requested.connect(self._acts.undo)
            page.opened.connect(self._open)
            page.quieter_requested.connect(self._quieter)
            page.all_requested.connect(self._all_again)
            page.left.connect(self._context.navigator.leave_page)
            self._context.events.notes_changed.connect(self._refresh_shown)
            layout = self._frame.layout()
            if layout is not None:
                layout.addWidget(page)
        return self._page

    def refresh(self) -> None:
        """Read the number of waiting cards again, and the cards themselves if they are visible."""
        services = self._context.services
        self._context.reader.read(_COUNT, services.review.count, self._on_counted)
        if self._context.pages.current == REVIEW:
            read = partial(services.review.inbox, also=self.page.written)
            self._context.reader.read(REVIEW, read, self._show_inbox)

    def _refresh_shown(self) -> None:
        if self._context.pages.current == REVIEW:
            self.refresh()

    def _on_counted(self, waiting: int) -> None:
        self.waiting = waiting
        self._sidebar.show_review_count(waiting)
        self.counted.emit(waiting)

    def open(self) -> None:
        """Show the page, with a card about the current note if one is waiting."""
        note = self._context.navigator.note
        if not self._context.window.shows_notes or note is None:
            self._context.pages.show(REVIEW)
            return
        review, note_id = self._context.services.review, note.id
        self._context.reader.read(_AT_HAND, lambda: review.waits_about(note_id), self._open_at)

    def _open_at(self, card: CardId | None) -> None:
        self.show_card(card or "")

    def show_card(self, card_id: str) -> None:
        """Show the page with this card."""
        self._wanted = card_id
        self._context.pages.show(REVIEW)

    def _look(self) -> None:
        """Read how far the comparing is, as long as the page is shown."""
        if self._context.pages.current == REVIEW:
            review = self._context.services.review
            self._context.reader.read(_COMPARING, review.comparing, self._show_comparing)

    def _show_comparing(self, comparing: "Comparing | None") -> None:
        self.page.show_comparing(comparing)
        if comparing is not None:
            self._look_again.start()

    def _enter(self, _typing: bool) -> None:
        self.page.enter()

    def _show_inbox(self, inbox: "InboxView") -> None:
        self.page.show_inbox(inbox)
        self._on_counted(len(inbox.asked))
        if inbox.comparing is not None:
            self._look_again.start()
        if self._wanted and self.page.choose(self._wanted):
            self._wanted = ""
        QTimer.singleShot(
            0, self._context.window, self._context.window.lift_toast
        )  # after the layout

    def _on_shown(self, name: str) -> None:
        if name == REVIEW:
            self.page.show()
            self.refresh()

    def _open(self, note_id: str) -> None:
        self._context.navigator.open_note(NoteId(note_id))

    def _answer(self, asked: "Sequence[OpenCard]", answer: Answer, merged: str | None) -> None:
        from notebrain.gui.review import texts

        act = self._context.services.review.batch(
            [card.card.id for card in asked], answer, merged=merged
        )
        alone = len(asked) == 1
        self._wanted = ""

        def forth() -> "Future[Changes]":
            done = act.do()
            if answer is Answer.DISMISS:
                self._context.events.when_done(done, lambda _changes: self._offer_quiet(asked))
            return done

        def back() -> "Future[Changes]":
            self._wanted = asked[0].card.id  # the user then gives another answer
            return act.undo()

        self._acts.carry_out(
            texts.done(answer, asked[0]) if alone else texts.done_several(answer, asked),
            asked[0].card.newer if alone else None,
            forth=forth,
            back=back,
        )

    def _refuse(self, why: str) -> None:
        self._context.messages.show_offer(why, "", self.page.enter)

    def _on_failed(self, _error: Exception) -> None:
        """Show the waiting cards: an answer that failed left its card in place."""
        if self._context.pages.current == REVIEW:
            self.refresh()

    def _on_exhausted(self) -> None:
        """Undo an answer that was given before this window was opened, if answers are visible."""
        if self._context.pages.current == REVIEW and self.page.latest is not None:
            self._undo_answer(self.page.latest)

    def _undo_answer(self, given: "AnsweredCard") -> None:
        from notebrain.gui.review import texts

        self._wanted = given.asked.card.id
        text = _("Undone: {what}").format(what=texts.done(given.answer, given.asked))
        self._context.events.when_done(
            self._context.services.review.undo(given.asked.card.id),
            lambda _changes: self._acts.undone.emit(text),
            failed=self._context.on_error,
        )

    def _offer_quiet(self, asked: "Sequence[OpenCard]") -> None:
        """Offer to compare no longer where the answered cards and earlier ones were wrong."""
        quiet = self._context.services.review.quiet
        ids = [card.card.id for card in asked]
        self._context.reader.read(_OFFER, lambda: quiet.offer(ids), self._show_offer)

    def _show_offer(self, place: "Place | None") -> None:
        from notebrain.gui.review import texts

        if place is not None:
            text, act = texts.offer_quiet(place), _("Stop comparing them")
            self._context.messages.show_offer(text, act, lambda: self._silence(place))

    def _silence(self, place: "Place") -> None:
        from notebrain.gui.review import texts

        quiet = self._context.services.review.quiet

        def show(_changes: "Changes") -> None:
            text = texts.silenced(place)
            self._context.messages.show_offer(text, _("Undo"), lambda: self._compare_again(place))

        self._context.events.when_done(quiet.silence(place), show)

    def _compare_again(self, place: "Place") -> None:
        from notebrain.gui.review import texts

        def show(_changes: "Changes") -> None:
            self._context.messages.show_info(texts.compared_again(place))

        quiet = self._context.services.review.quiet
        self._context.events.when_done(quiet.compare_again(place), show)

    def _quieter(self, kind: CardKind) -> None:
        from notebrain.gui.review import texts

        text = _("From now on, only more certain “{kind}” cards appear").format(
            kind=texts.kind(kind)
        )

        def show(_changes: "Changes") -> None:
            again = _("Show all again")
            self._context.messages.show_offer(text, again, lambda: self._all_again(kind))
            self.refresh()

        self._context.events.when_done(self._context.services.review.quieter(kind), show)

    def _all_again(self, kind: CardKind) -> None:
        from notebrain.gui.review import texts

        text = _("All “{kind}” cards appear again").format(kind=texts.kind(kind))

        def show(_changes: "Changes") -> None:
            self._context.messages.show_info(text)
            self.refresh()

        self._context.events.when_done(self._context.services.review.as_before(kind), show)

    def _toast_lift(self) -> int:
        """Return the height of the answer bar, which the toast must not cover."""
        if self._page is None or not self._page.card.answers.isVisible():
            return 0
        return self._page.card.answers.height()
