"""Every answer is taken back, from wherever the user meets it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Answer, CardId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.history.controller import HistoryController
from notebrain.gui.notes.actions import NoteActions
from notebrain.notes.service import Edit
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext
from tests.fakes.review_page import compare_all, open_review, press, press_undo, review_of
from tests.gui.conftest import Take

pytestmark = pytest.mark.gui

RENT, RAISED = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"
Open = Callable[[], AppWindow]
Alone = Callable[[], FakeContext]


@pytest.fixture
def card(services: Services, take: Take, clock: FakeClock) -> CardId:
    """The card of two notes that contradict each other."""
    take(RENT)
    take(RAISED)
    compare_all(services, clock)
    return services.review.inbox().asked[0].card.id


def bodies(services: Services, card: CardId) -> tuple[str, str]:
    asked = services.review.asked(card)
    return asked.older.body, asked.newer.body


def test_ctrl_z_takes_back_what_was_answered_before_the_program_was_started(
    open_alone: Alone, card: CardId, services: Services, qtbot: QtBot
) -> None:
    services.review.answer(card, Answer.REPLACE).result()
    context = open_alone()
    page = open_review(context)
    qtbot.waitUntil(lambda: page.latest is not None)

    press_undo(page, qtbot)

    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 1)
    assert bodies(services, card) == (RENT, RAISED)
    qtbot.waitUntil(
        lambda: context.messages.text == "Undone: Replaced the text of “The rent of the flat is…”"
    )


def test_ctrl_z_leaves_earlier_answers_alone_where_no_answers_are_in_sight(
    open_alone: Alone, card: CardId, services: Services, qtbot: QtBot
) -> None:
    services.review.answer(card, Answer.REPLACE).result()
    context = open_alone()

    context.actions[CommandId.UNDO_FILING].trigger()

    qtbot.wait(50)
    assert services.review.count() == 0


def test_answers_are_listed_and_each_can_be_taken_back(
    open_alone: Alone, card: CardId, services: Services, qtbot: QtBot
) -> None:
    page = review_of(open_alone(), qtbot)
    press(page, qtbot, Qt.Key.Key_R)
    qtbot.waitUntil(page.nothing.act.isVisible)

    qtbot.mouseClick(page.nothing.act, Qt.MouseButton.LeftButton)

    assert page.inbox.model.rowCount() == 1
    said = page.inbox.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith(f"May disagree. {RAISED}. Older is outdated, ")
    assert page.card.answers.suggestion.text().startswith("You answered: Older is outdated, ")
    press(page, qtbot, Qt.Key.Key_K)
    assert services.review.count() == 0
    press(page, qtbot, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: services.review.count() == 1)
    qtbot.waitUntil(lambda: page.inbox.given is None and page.inbox.current is not None)


def test_what_was_put_away_until_tomorrow_can_be_had_back_today(
    open_alone: Alone, card: CardId, services: Services, qtbot: QtBot
) -> None:
    services.review.answer(card, Answer.LATER).result()
    page = open_review(open_alone())
    qtbot.waitUntil(page.nothing.act.isVisible)
    qtbot.mouseClick(page.nothing.act, Qt.MouseButton.LeftButton)

    assert page.card.answers.back is not None
    qtbot.mouseClick(page.card.answers.back, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: services.review.count() == 1)


@pytest.mark.parametrize("answer", [Answer.APPEND, Answer.MERGE, Answer.REPLACE])
def test_the_history_of_a_note_takes_back_the_answer_that_changed_it(
    open_window: Open, card: CardId, services: Services, qtbot: QtBot, answer: Answer
) -> None:
    asked = services.review.asked(card)
    services.review.answer(card, answer).result()
    kept = next(
        note
        for note in (asked.older.id, asked.newer.id)
        if services.library.note(note).deleted_at is None
    )
    app = open_window()
    app.browser.open_note(kept)
    app.actions[CommandId.HISTORY].trigger()
    history = app.window.findChild(HistoryController)
    assert isinstance(history, HistoryController)
    qtbot.waitUntil(history.pane.take_back.isVisible)
    assert history.pane.state is not None
    assert history.pane.state.revision is None

    qtbot.mouseClick(history.pane.take_back, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: services.review.count() == 1)
    assert bodies(services, card) == (RENT, RAISED)
    qtbot.waitUntil(history.pane.take_back.isHidden)


@pytest.mark.parametrize("answer", [Answer.LINK, Answer.OUTDATED])
def test_the_line_in_a_note_takes_back_what_it_says(
    open_window: Open, card: CardId, services: Services, qtbot: QtBot, answer: Answer
) -> None:
    asked = services.review.asked(card)
    services.review.answer(card, answer).result()
    app = open_window()
    app.browser.open_note(asked.older.id)
    qtbot.waitUntil(app.editor.hint.buttons[1].isVisible)
    assert app.editor.hint.buttons[1].text() == "Take back"

    qtbot.mouseClick(app.editor.hint.buttons[1], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: app.editor.hint.text.text().startswith("May contradict"))


def test_an_undo_keeps_later_text_and_is_refused_at_the_same_place(
    open_alone: Alone, acts: NoteActions, card: CardId, services: Services, qtbot: QtBot
) -> None:
    context = open_alone()
    page = review_of(context, qtbot)
    asked = page.inbox.current
    assert asked is not None
    page.answer(Answer.REPLACE)
    qtbot.waitUntil(lambda: services.review.count() == 0 and acts.can_undo)
    written(services, asked.older.id, RAISED.replace("1150", "1275"))

    press_undo(page, qtbot)

    qtbot.waitUntil(lambda: "has since been changed in the same place" in context.messages.text)
    assert services.review.count() == 0
    assert not acts.can_undo
    assert not acts.can_redo
    assert not context.window.last_done.startswith("Undone")
    written(services, asked.older.id, f"{RAISED}\n\nPaid by the month.")

    press_undo(page, qtbot)

    qtbot.waitUntil(lambda: services.review.count() == 1)
    body = services.library.note(asked.older.id).body
    assert body == f"{RENT}\n\nPaid by the month."


def written(services: Services, note_id: NoteId, body: str) -> None:
    services.notes.edit(note_id, Edit(body, session="since")).result()


def test_one_answer_to_several_cards_is_taken_back_as_one(
    open_alone: Alone, card: CardId, take: Take, services: Services, clock: FakeClock, qtbot: QtBot
) -> None:
    for body in ("The boiler holds 2 bar", "The boiler holds 3 bar"):
        take(body)
    compare_all(services, clock)
    context = open_alone()
    page = review_of(context, qtbot)
    page.inbox.list.selectAll()
    assert "all 2 selected cards" in page.card.answers.suggestion.text()

    press(page, qtbot, Qt.Key.Key_M)
    assert services.review.count() == 2
    assert context.messages.text.startswith("Merge cards one at a time")
    press(page, qtbot, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: services.review.count() == 0)
    qtbot.waitUntil(lambda: context.window.last_done == "2 cards answered: Older is outdated")
    press_undo(page, qtbot)

    qtbot.waitUntil(lambda: services.review.count() == 2)
