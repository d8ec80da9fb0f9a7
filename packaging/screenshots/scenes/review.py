"""The review inbox: its cards, and when there is none."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.app.commands.command import CommandId
from notebrain.app.notes.card_views import OpenCard
from notebrain.domain.review.cards import Answer, CardKind
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.review.controller import REVIEW
from notebrain.gui.review.page import ReviewPage
from notebrain.storage.review import cards
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


_MODEL = "llama-3.3-70b-instruct-fp8-fast"
_MERGE = """Lentil dal: red lentils, 20 minutes.

- Cumin and garlic fried in ghee
- A spoon of lemon at the end"""


def _review(desk: "Desk") -> None:
    desk.pages.show(REVIEW)
    page = desk.window.findChild(ReviewPage)
    if isinstance(page, ReviewPage):
        wait(lambda: page.inbox.model.rowCount() > 0)


def _choose(desk: "Desk", wanted: Callable[[OpenCard], bool]) -> None:
    """Show the first card that is wanted."""
    _review(desk)
    page = desk.window.findChild(ReviewPage)
    asked = next(one for one in desk.services.review.inbox().asked if wanted(one))
    if isinstance(page, ReviewPage):
        page.choose(asked.card.id)
    settle()


def _conflict(desk: "Desk") -> None:
    _choose(desk, lambda asked: asked.card.kind is CardKind.CONFLICT)


def _local_only(desk: "Desk") -> None:
    """One of the two notes stays on this computer."""
    _choose(desk, lambda asked: asked.older.local_only != asked.newer.local_only)


def _merge(desk: "Desk") -> None:
    """The card of an overlap, about which a model in the account was asked."""
    found = (one.card for one in desk.services.review.inbox().asked)
    card = next(one for one in found if one.kind is CardKind.OVERLAP)
    judged = replace(card, judged_by=_MODEL, merge=_MERGE)
    desk.services.store.write(lambda db: cards.put(db, judged)).result()
    _review(desk)
    page = desk.window.findChild(ReviewPage)
    if isinstance(page, ReviewPage):
        page.choose(card.id)
    settle()


def _answer(desk: "Desk", kind: CardKind, answer: Answer) -> OpenCard:
    """Answer the card of a kind, unless a picture before did."""
    review = desk.services.review
    waiting = next((one for one in review.inbox().asked if one.card.kind is kind), None)
    if waiting is not None:
        review.answer(waiting.card.id, answer).result()
    return next(one for one in review.answered() if one.card.kind is kind)


def _answered(desk: "Desk") -> None:
    _answer(desk, CardKind.REPLACED, Answer.OUTDATED)
    _review(desk)
    page = desk.window.findChild(ReviewPage)
    if isinstance(page, ReviewPage):
        page.inbox.show_answers()
    settle()


def _outdated_hit(desk: "Desk") -> None:
    """Only the outdated note has the words of the question, so it stands for itself."""
    asked = _answer(desk, CardKind.REPLACED, Answer.OUTDATED)
    desk.show_search()
    desk.search.search(f"{asked.older.title.split()[-4]} tuesdays")
    wait(lambda: desk.search.results.model.rowCount() > 0 and not desk.search.said.busy)


def _links(desk: "Desk") -> None:
    asked = _answer(desk, CardKind.REPLACED, Answer.OUTDATED)
    desk.open_note(asked.older.id)
    desk.actions[CommandId.LINKS].trigger()
    pane = desk.side.findChild(LinksPane)
    wait(lambda: isinstance(pane, LinksPane) and bool(pane.related.rows))


def _hint(desk: "Desk") -> None:
    asked = desk.services.review.inbox().asked[0]
    desk.open_note(asked.newer.id)
    wait(desk.editor.hint.isVisible)


def _nothing(desk: "Desk") -> None:
    desk.pages.show(REVIEW)
    settle()


SHOTS = (
    Shot("review", _review, reviewed=True),
    Shot("review-small", _review, size=(1024, 640), reviewed=True, large=False),
    Shot("review-conflict", _conflict, reviewed=True, large=False),
    Shot("review-local-only", _local_only, reviewed=True, large=False),
    Shot("review-merge", _merge, reviewed=True),
    Shot("review-merge-small", _merge, size=(1024, 640), reviewed=True, large=False),
    Shot("review-hint", _hint, reviewed=True, large=False),
    Shot("review-answered", _answered, reviewed=True),
    Shot("search-outdated", _outdated_hit, reviewed=True),
    Shot("links-review", _links, reviewed=True),
    Shot("review-empty", _nothing, large=False),
)
