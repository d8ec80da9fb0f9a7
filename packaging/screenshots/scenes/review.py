"""The review inbox: its cards, and when there is none."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.app.commands.command import CommandId
from notebrain.app.notes.card_views import OpenCard
from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.conversations.learned import Candidate, Learned, Learns, id_of
from notebrain.domain.notes.note import Category
from notebrain.domain.review.cards import Answer, CardKind
from notebrain.domain.search.types import SearchRequest
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.review.page import ReviewPage
from notebrain.gui.window.pages import REVIEW, SEARCH
from notebrain.storage.connection import Connection
from notebrain.storage.conversations import learned
from notebrain.storage.review import cards
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


_MODEL = "llama-3.3-70b-instruct-fp8-fast"
_MERGE = """Lentil dal: red lentils, 20 minutes.

- Cumin and garlic fried in ghee
- A spoon of lemon at the end"""


def _review(app: "AppWindow") -> None:
    app.pages.show(REVIEW)
    page = app.window.findChild(ReviewPage)
    if isinstance(page, ReviewPage):
        wait(lambda: page.inbox.model.rowCount() > 0)


def _choose(app: "AppWindow", wanted: Callable[[OpenCard], bool]) -> None:
    """Show the first card that is wanted."""
    _review(app)
    page = app.window.findChild(ReviewPage)
    asked = next(one for one in app.services.review.inbox().asked if wanted(one))
    if isinstance(page, ReviewPage):
        page.choose(asked.card.id)
    settle()


def _conflict(app: "AppWindow") -> None:
    _choose(app, lambda asked: asked.card.kind is CardKind.CONFLICT)


def _local_only(app: "AppWindow") -> None:
    """One of the two notes stays on this computer."""
    _choose(app, lambda asked: asked.older.local_only != asked.newer.local_only)


def _learned(app: "AppWindow") -> None:
    """Two things that a model found in a conversation, one of which a note contradicts."""
    now = app.services.clock.now()
    turn = (
        "We now order gas from the supplier in Ebersdorf, since the old one closed. When does the next "
        "bottle come?"
    )
    heat = "The greenhouse heater needs one bottle every 26 days when it freezes at night."
    hits = app.services.answer(SearchRequest("greenhouse heater bottle lasts days")).hits
    other = hits[0].note_id
    found = (
        (turn, turn[:73], "Gas is ordered from the supplier in Ebersdorf.", True, 4, None),
        (heat, heat[:44], heat, False, 3, other),
    )

    def put(db: Connection) -> None:
        for context, quote, text, own, importance, note in found:
            candidate = Candidate(
                Learns.MEMORY, text, quote, context, own, Category.DECISION, importance
            )
            one = ConversationId("shown")
            id_ = id_of(one, candidate)
            learned.put(db, Learned(id_, one, candidate, _MODEL, now, note=note))

    app.services.store.write(put).result()


def _learned_new(app: "AppWindow") -> None:
    _learned(app)
    _choose(app, lambda asked: asked.learned is not None and asked.learned.note is None)


def _learned_other(app: "AppWindow") -> None:
    _learned(app)
    _choose(app, lambda asked: asked.learned is not None and asked.learned.note is not None)


def _merge(app: "AppWindow") -> None:
    """The card of an overlap, about which a model in the account was asked."""
    found = (one.card for one in app.services.review.inbox().asked)
    card = next(one for one in found if one.kind is CardKind.OVERLAP)
    judged = replace(card, judged_by=_MODEL, merge=_MERGE)
    app.services.store.write(lambda db: cards.put(db, judged)).result()
    _review(app)
    page = app.window.findChild(ReviewPage)
    if isinstance(page, ReviewPage):
        page.choose(card.id)
    settle()


def _answer(app: "AppWindow", kind: CardKind, answer: Answer) -> OpenCard:
    """Answer the card of a kind, unless a picture before did."""
    review = app.services.review
    waiting = next((one for one in review.inbox().asked if one.card.kind is kind), None)
    if waiting is not None:
        review.answer(waiting.card.id, answer).result()
    return next(one for one in review.answered() if one.card.kind is kind)


def _answered(app: "AppWindow") -> None:
    _answer(app, CardKind.REPLACED, Answer.OUTDATED)
    _review(app)
    page = app.window.findChild(ReviewPage)
    if isinstance(page, ReviewPage):
        page.inbox.show_answers()
    settle()


def _outdated_hit(app: "AppWindow") -> None:
    """Only the outdated note has the words of the question, so it stands for itself."""
    asked = _answer(app, CardKind.REPLACED, Answer.OUTDATED)
    app.pages.show(SEARCH)
    app.search.panel.search(f"{asked.older.title.split()[-4]} tuesdays")
    wait(lambda: app.search.panel.results.model.rowCount() > 0 and not app.search.panel.status.busy)


def _links(app: "AppWindow") -> None:
    asked = _answer(app, CardKind.REPLACED, Answer.OUTDATED)
    app.browser.open_note(asked.older.id)
    app.actions[CommandId.LINKS].trigger()
    pane = app.side.findChild(LinksPane)
    wait(lambda: isinstance(pane, LinksPane) and bool(pane.related.rows))


def _hint(app: "AppWindow") -> None:
    asked = app.services.review.inbox().asked[0]
    app.browser.open_note(asked.newer.id)
    wait(app.editor.hint.isVisible)


def _nothing(app: "AppWindow") -> None:
    app.pages.show(REVIEW)
    settle()


def _home(app: "AppWindow") -> None:
    app.actions[CommandId.HOME].trigger()
    settle()


SHOTS = (
    Shot("home-review", _home, reviewed=True),
    Shot("home-review-900", _home, size=(900, 600), reviewed=True, large=False),
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
    Shot("review-learned", _learned_new, reviewed=True),
    Shot("review-learned-narrow", _learned_new, size=(900, 640), reviewed=True, large=False),
    Shot("review-learned-other", _learned_other, reviewed=True, large=False),
)
