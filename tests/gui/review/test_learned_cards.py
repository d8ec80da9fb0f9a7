"""Cards about what was learned from a conversation: shown with their quote, answered by key, undone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.conversations.learned import Candidate, Learned, Learns, id_of
from notebrain.domain.notes.note import Category, ListFilter, NoteId
from notebrain.domain.review.cards import Answer, CardKind
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.review.controller import ReviewController
from notebrain.gui.review.marked_text import Mark
from notebrain.gui.review.page import ReviewPage
from notebrain.gui.settings.appearance import AppearanceController
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.theme.theme import Theme
from notebrain.storage.conversations import learned
from notebrain.storage.notes import lists
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui

SAID = "We order gas from Ebersdorf now. When does it come?"
QUOTE = "We order gas from Ebersdorf now."
ONE = ConversationId("one")


def put(context: FakeContext, *, note: NoteId | None = None, text: str = QUOTE) -> None:
    candidate = Candidate(Learns.MEMORY, text, QUOTE, SAID, True, Category.DECISION, 4)
    now = context.services.clock.now()
    one = Learned(id_of(ONE, candidate), ONE, candidate, "@cf/m/llama", now, note=note)
    context.services.store.write(lambda db: learned.put(db, one)).result()


@pytest.fixture
def reviewing(context: FakeContext, acts: NoteActions, theme: Theme) -> ReviewController:
    AppearanceController(context)
    return ReviewController(context, Sidebar(theme), acts)


@pytest.fixture
def page(reviewing: ReviewController, context: FakeContext, qtbot: QtBot) -> ReviewPage:
    """The page, on which what is put in the vault appears once it is refreshed."""
    reviewing.open()
    return reviewing.page


def shows(page: ReviewPage, reviewing: ReviewController, qtbot: QtBot, count: int) -> None:
    reviewing.refresh()
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == count)


def test_the_words_it_rests_on_are_marked(
    page: ReviewPage, reviewing: ReviewController, context: FakeContext, qtbot: QtBot
) -> None:
    put(context)
    shows(page, reviewing, qtbot, 1)

    card = page.card
    assert card.title.text() == "Worth remembering from a conversation?"
    assert "llama in your account; it may be wrong" in card.why.text()
    assert set(card.answers.buttons) == {Answer.REMEMBER, Answer.DISMISS, Answer.LATER}
    assert card.answers.buttons[Answer.REMEMBER].key == "A"
    older = card.sides.older.text
    assert older.toPlainText() == SAID
    (stretch,) = older._stretches
    assert stretch.mark is Mark.QUOTE
    assert SAID[stretch.start : stretch.end] == QUOTE
    assert not card.more.isVisible()
    spoken = page.inbox.model.data(page.inbox.model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"Learned. {QUOTE}. A note: Decision, importance 4 of 5"


def test_one_key_remembers_and_another_takes_it_back(
    page: ReviewPage, reviewing: ReviewController, context: FakeContext, qtbot: QtBot
) -> None:
    put(context)
    shows(page, reviewing, qtbot, 1)

    QTest.keyClick(page.inbox.list, Qt.Key.Key_A)

    def notes() -> int:
        with context.services.store.read() as db:
            return lists.count(db, ListFilter())

    shows(page, reviewing, qtbot, 0)
    qtbot.waitUntil(lambda: notes() == 1)
    assert context.window.last_done.startswith("Remembered “We order gas")
    QTest.keySequence(page, "Ctrl+Z")
    qtbot.waitUntil(lambda: notes() == 0)
    shows(page, reviewing, qtbot, 1)


def test_a_note_that_says_otherwise_stands_beside_it(
    page: ReviewPage, reviewing: ReviewController, context: FakeContext, qtbot: QtBot, take
) -> None:
    note = take("We order gas from Lobenstein now.")
    put(context, note=note)
    shows(page, reviewing, qtbot, 1)

    assert page.inbox.current is not None
    assert page.inbox.current.card.proposed is None
    assert "You said: “We order gas from Ebersdorf now.”" in page.card.why.text()
    assert page.card.sides.older.text.toPlainText() == "We order gas from Lobenstein now."
    with qtbot.waitSignal(page.opened) as opened:
        page.card.sides.older_requested.emit()
    assert opened.args == [note]


def test_the_kind_can_be_chosen_alone(
    page: ReviewPage, reviewing: ReviewController, context: FakeContext, qtbot: QtBot
) -> None:
    put(context)
    put(context, text="We order gas from Ebersdorf.")
    shows(page, reviewing, qtbot, 2)

    assert {asked.card.kind for asked in page.inbox.selected()} == {CardKind.LEARNED}
    assert reviewing.waiting == 2
