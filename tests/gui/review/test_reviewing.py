"""The review in the window: a count in the sidebar, one key for each answer, and every answer taken back."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.app.settings.review import REVIEW_QUIET_FRAMES
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Answer
from notebrain.gui.app.features import AppWindow
from notebrain.gui.home.page import HomePage
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.window.pages import REVIEW
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext
from tests.fakes.review_page import compare_all, open_review, press, review_of
from tests.gui.conftest import Take

pytestmark = pytest.mark.gui

RENT, RAISED = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"
Open = Callable[[], AppWindow]
Alone = Callable[[], FakeContext]


@pytest.fixture
def pair(services: Services, take: Take, clock: FakeClock) -> tuple[NoteId, NoteId]:
    """Two notes that contradict each other, noticed."""
    older = take(RENT)
    newer = take(RAISED)
    compare_all(services, clock)
    return older, newer


def count_in_sidebar(app: AppWindow) -> int | None:
    return next(one.count for one in app.sidebar.top.entries.entries() if one.page == REVIEW)


def test_the_sidebar_leads_to_the_review_and_counts_the_cards(
    open_window: Open, pair: tuple[NoteId, NoteId], qtbot: QtBot
) -> None:
    app = open_window()

    qtbot.waitUntil(lambda: any(e.page == REVIEW for e in app.sidebar.top.entries.entries()))
    qtbot.waitUntil(lambda: count_in_sidebar(app) == 1)


def test_an_empty_review_says_that_there_is_nothing_to_decide(
    open_window: Open, take: Take, qtbot: QtBot
) -> None:
    take(RENT)
    app = open_window()

    page = open_review(app)

    qtbot.waitUntil(lambda: bool(page.nothing.hint.text()))
    assert page.nothing.isVisible()


def test_while_notes_are_compared_the_page_says_how_far_that_is(
    open_alone: Alone, take: Take, services: Services, clock: FakeClock, qtbot: QtBot
) -> None:
    take(RENT)
    take("Bread wants a hot oven")
    page = open_review(open_alone())
    qtbot.waitUntil(lambda: page.nothing.title.text() == "0 of 2 notes compared")

    compare_all(services, clock)

    qtbot.waitUntil(lambda: page.nothing.title.text() == "Nothing to decide")


def test_while_notes_are_compared_the_list_of_cards_says_so_too(
    open_alone: Alone,
    pair: tuple[NoteId, NoteId],
    take: Take,
    services: Services,
    clock: FakeClock,
    qtbot: QtBot,
) -> None:
    take("Bread wants a hot oven")
    page = review_of(open_alone(), qtbot)
    qtbot.waitUntil(lambda: "2 of 3 notes compared." in page.inbox.foot.text())

    compare_all(services, clock)

    qtbot.waitUntil(lambda: "compared" not in page.inbox.foot.text())


def test_a_card_shows_both_texts_and_what_differs_in_words(
    open_alone: Alone, pair: tuple[NoteId, NoteId], qtbot: QtBot
) -> None:
    page = review_of(open_alone(), qtbot)

    assert page.card.sides.older.text.toPlainText() == RENT
    assert page.card.sides.newer.text.toPlainText() == RAISED
    assert page.inbox.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) == (
        "May disagree. The rent of the flat is 1150 euros. 900 euros or 1150 euros"
    )
    assert page.card.answers.buttons[Answer.OUTDATED].property("kind") == "go"


def test_one_key_answers_and_ctrl_z_takes_it_back(
    open_window: Open, pair: tuple[NoteId, NoteId], qtbot: QtBot, services: Services
) -> None:
    app = open_window()
    page = review_of(app, qtbot)

    qtbot.keyClick(page.inbox.list, Qt.Key.Key_R)

    qtbot.waitUntil(lambda: services.review.count() == 0)
    qtbot.waitUntil(page.nothing.isVisible)
    assert services.review.answered()[0].card.answer is Answer.OUTDATED
    qtbot.waitUntil(lambda: app.acts.can_undo)

    qtbot.keyClick(page.inbox.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    qtbot.waitUntil(lambda: services.review.count() == 1)
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 1)
    qtbot.waitUntil(lambda: count_in_sidebar(app) == 1)


def test_a_button_answers_too(
    open_alone: Alone, pair: tuple[NoteId, NoteId], qtbot: QtBot, services: Services
) -> None:
    page = review_of(open_alone(), qtbot)

    qtbot.mouseClick(page.card.answers.buttons[Answer.LATER], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: services.review.count() == 0)


def test_letters_are_text_in_the_merge_and_esc_leads_back_to_the_keys(
    open_alone: Alone, pair: tuple[NoteId, NoteId], qtbot: QtBot, services: Services
) -> None:
    page = review_of(open_alone(), qtbot)
    page.card.merge.text.setFocus()
    page.card.merge.text.selectAll()

    qtbot.keyClicks(page.card.merge.text, "Rent kept low")

    assert services.review.count() == 1
    qtbot.waitUntil(lambda: "900" in page.card.merge.vanishing.text())
    assert page.card.merge.vanishing.text().endswith("1150 euros.")  # no reason of ours is given
    qtbot.keyClick(page.card.merge.text, Qt.Key.Key_Escape)
    qtbot.waitUntil(page.inbox.list.hasFocus)

    qtbot.keyClick(page.inbox.list, Qt.Key.Key_M)

    qtbot.waitUntil(lambda: services.review.count() == 0)
    asked = services.review.answered()[0]
    assert asked.newer.body == "Rent kept low"


def test_several_chosen_cards_are_answered_together(
    open_alone: Alone, take: Take, services: Services, clock: FakeClock, qtbot: QtBot
) -> None:
    for body in (RENT, RAISED, "The boiler holds 2 bar", "The boiler holds 3 bar"):
        take(body)
    compare_all(services, clock)
    page = review_of(open_alone(), qtbot)
    page.inbox.list.selectAll()

    qtbot.keyClick(page.inbox.list, Qt.Key.Key_D)

    qtbot.waitUntil(lambda: len(services.review.answered()) == 2)


def test_a_quiet_line_in_the_note_leads_to_its_card(
    open_window: Open, pair: tuple[NoteId, NoteId], qtbot: QtBot
) -> None:
    app = open_window()
    app.browser.open_note(pair[1])
    qtbot.waitUntil(app.editor.hint.isVisible)
    assert app.editor.hint.text.text() == "May contradict a note from today"

    qtbot.mouseClick(app.editor.hint.buttons[0], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: app.pages.current == REVIEW)


def test_the_key_of_the_review_leads_to_the_card_of_the_note_at_hand_or_to_all(
    open_window: Open, pair: tuple[NoteId, NoteId], services: Services, qtbot: QtBot
) -> None:
    app = open_window()
    app.browser.open_note(pair[0])
    qtbot.waitUntil(app.editor.hint.isVisible)

    qtbot.keyClick(app.editor.view, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)

    qtbot.waitUntil(lambda: app.pages.current == REVIEW)
    page = review_of(app, qtbot)
    assert page.inbox.current is not None
    assert pair[0] in page.inbox.current.card.notes
    qtbot.waitUntil(page.inbox.list.hasFocus)


def test_an_outdated_note_says_so_and_leads_to_its_successor(
    open_window: Open, pair: tuple[NoteId, NoteId], qtbot: QtBot, services: Services
) -> None:
    (asked,) = services.review.inbox().asked
    services.review.answer(asked.card.id, Answer.OUTDATED).result()
    app = open_window()
    app.browser.open_note(pair[0])
    qtbot.waitUntil(lambda: "Outdated since" in app.editor.hint.text.text())

    qtbot.mouseClick(app.editor.hint.buttons[0], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: app.editor.note is not None and app.editor.note.id == pair[1])


def test_home_says_how_many_cards_wait_and_leads_to_them(
    open_window: Open, pair: tuple[NoteId, NoteId], qtbot: QtBot, services: Services
) -> None:
    app = open_window()
    app.actions[CommandId.HOME].trigger()
    home = app.window.findChild(HomePage)
    assert isinstance(home, HomePage)
    qtbot.waitUntil(lambda: home.review.count.text() == "1")
    assert home.review.text.text() == "card is waiting"
    assert home.review.isVisibleTo(home)

    qtbot.mouseClick(home.review.button, Qt.MouseButton.LeftButton)
    assert app.pages.current == REVIEW

    (asked,) = services.review.inbox().asked
    services.review.answer(asked.card.id, Answer.KEEP_BOTH).result()
    app.actions[CommandId.HOME].trigger()
    qtbot.waitUntil(lambda: not home.review.isVisibleTo(home))


@pytest.mark.parametrize(
    ("answer", "of_older", "of_newer"),
    [
        (Answer.LINK, "You linked it", "You linked it"),
        (Answer.OUTDATED, "It is newer", "It is outdated"),
    ],
)
def test_what_answers_linked_stands_among_the_links_of_both_notes(
    open_window: Open,
    pair: tuple[NoteId, NoteId],
    qtbot: QtBot,
    services: Services,
    answer: Answer,
    of_older: str,
    of_newer: str,
) -> None:
    (asked,) = services.review.inbox().asked
    services.review.answer(asked.card.id, answer).result()
    app = open_window()
    app.actions[CommandId.LINKS].trigger()
    pane = app.side.findChild(LinksPane)
    assert isinstance(pane, LinksPane)

    def shown(title: str, said: str) -> bool:
        rows = [(row.title.text(), row.excerpt.text()) for row in pane.related.rows]
        return len(rows) == 1 and rows[0][0] == title and said in rows[0][1]

    app.browser.open_note(pair[0])
    qtbot.waitUntil(lambda: shown(RAISED, of_older))
    app.browser.open_note(pair[1])
    qtbot.waitUntil(lambda: shown(RENT, of_newer))
    qtbot.mouseClick(pane.related.rows[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: app.editor.note is not None and app.editor.note.id == pair[0])

    services.review.undo(asked.card.id).result()
    qtbot.waitUntil(lambda: not pane.related.rows)


@pytest.mark.styled
def test_the_list_of_cards_gives_way_on_a_narrow_page(
    open_alone: Alone, pair: tuple[NoteId, NoteId], qtbot: QtBot
) -> None:
    page = review_of(open_alone(), qtbot)
    page.resize(1200, 700)
    wide = page.inbox.width()

    page.resize(600, 700)

    assert page.inbox.width() == 200 < wide


def answered(services: Services) -> int:
    """Return how many cards have an answer."""
    with services.store.read() as db:
        number: int = db.execute("select count(*) from card where state = 'answered'").fetchone()[0]
    return number


def test_two_wrong_cards_of_one_frame_offer_to_silence_it_and_that_can_be_undone(
    open_window: Open, take: Take, services: Services, clock: FakeClock, qtbot: QtBot
) -> None:
    for euros in (900, 1150, 1300):
        take(f"The rent of the flat is {euros} euros")
        clock.forward(hours=1)
    compare_all(services, clock)
    app = open_window()
    page = review_of(app, qtbot)
    press(page, qtbot, Qt.Key.Key_D)
    qtbot.waitUntil(lambda: answered(services) == 1)
    # the order in which the three are compared decides whether a second pair is asked about already
    compare_all(services, clock)
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() >= 2 and not page.nothing.isVisible())
    assert "begin with" not in app.status.saved.text()
    press(page, qtbot, Qt.Key.Key_D)
    offered = "Several notes that begin with"
    qtbot.waitUntil(lambda: app.status.saved.text().startswith(offered))

    app.status.act.click()

    qtbot.waitUntil(lambda: "no longer compared" in app.status.saved.text())
    assert services.settings.get(REVIEW_QUIET_FRAMES) == "The rent of the flat is # euros"
    app.status.act.click()
    qtbot.waitUntil(lambda: "compared again" in app.status.saved.text())
    assert services.settings.get(REVIEW_QUIET_FRAMES) == ""
