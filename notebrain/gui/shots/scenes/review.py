"""The review inbox: its cards, and when there is none."""

from notebrain.domain.cards import CardKind
from notebrain.gui.desk import Desk
from notebrain.gui.review.page import ReviewPage
from notebrain.gui.reviewing import REVIEW
from notebrain.gui.shots.shot import Shot, settle, wait


def _review(desk: Desk) -> None:
    desk.pages.show(REVIEW)
    page = desk.window.findChild(ReviewPage)
    if isinstance(page, ReviewPage):
        wait(lambda: page.inbox.model.rowCount() > 0)


def _conflict(desk: Desk) -> None:
    _review(desk)
    page = desk.window.findChild(ReviewPage)
    if isinstance(page, ReviewPage):
        while page.inbox.current and page.inbox.current.card.kind is not CardKind.CONFLICT:
            page.inbox.step(1)
    settle()


def _hint(desk: Desk) -> None:
    asked = desk.services.review.inbox().asked[0]
    desk.open_note(asked.newer.id)
    wait(desk.editor.hint.isVisible)


def _nothing(desk: Desk) -> None:
    desk.pages.show(REVIEW)
    settle()


SHOTS = (
    Shot("review", _review, reviewed=True),
    Shot("review-small", _review, size=(1024, 640), reviewed=True, large=False),
    Shot("review-conflict", _conflict, reviewed=True, large=False),
    Shot("review-hint", _hint, reviewed=True, large=False),
    Shot("review-empty", _nothing, large=False),
)
