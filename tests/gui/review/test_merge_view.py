"""The merge that a model in the account wrote: said so, checked, and one click from the text of this computer."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.app.settings.review import REVIEW_PER_DAY
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.review.cards import HELD, CardId, CardKind
from notebrain.gui.review.merge_view import MODEL, PROGRAM
from notebrain.gui.review.page import ReviewPage
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext
from tests.fakes.review_page import compare_all, press, review_of
from tests.fakes.reviewing import Desk
from tests.gui.conftest import Take

pytestmark = pytest.mark.gui

OLDER, NEWER = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"
GOOD = "The rent of the flat is 900 euros and 1150 euros"
LOSSY = "The rent of the flat is 1150 euros"
Alone = Callable[[], FakeContext]
Judge = Callable[[str], None]


@pytest.fixture
def judge(services: Services, take: Take, clock: FakeClock) -> Judge:
    """Let a model of the account have judged the one card, and written this merge."""
    take(OLDER)
    take(NEWER)
    compare_all(services, clock)

    def judge(merge: str) -> None:
        (asked,) = services.review.inbox().asked
        card = replace(asked.card, kind=CardKind.OVERLAP, judged_by="wise", merge=merge)

        def put(db: Connection) -> Changes:
            cards.put(db, card)
            return touched(Act.REVIEW, card.notes)

        services.store.write(put).result()

    return judge


def shown(page: ReviewPage) -> str:
    return page.card.merge.text.toPlainText()


def taken(page: ReviewPage) -> str | None:
    return page.card.merged


def test_a_merge_of_the_model_is_shown_as_such_and_taken_with_m(
    judge: Judge, open_alone: Alone, services: Services, qtbot: QtBot
) -> None:
    judge(GOOD)
    page = review_of(open_alone(), qtbot)
    pane = page.card.merge

    assert shown(page) == GOOD
    assert pane.writers.isVisible()
    assert pane.writers.message.text() == "Written by the model in your account"
    assert pane.writers.switch.buttons[MODEL].isChecked()
    assert not pane.vanishing.isVisible()

    press(page, qtbot, Qt.Key.Key_M)

    qtbot.waitUntil(lambda: services.review.count() == 0)
    (given,) = services.review.answered()
    assert GOOD in {given.older_body, given.newer_body}


def test_the_text_of_this_computer_is_one_click_away_and_what_was_written_comes_back(
    judge: Judge, open_alone: Alone, services: Services, qtbot: QtBot
) -> None:
    judge(GOOD)
    page = review_of(open_alone(), qtbot)
    pane = page.card.merge
    own = services.review.inbox().asked[0].merges[1].text

    qtbot.mouseClick(pane.writers.switch.buttons[PROGRAM], Qt.MouseButton.LeftButton)
    assert shown(page) == own
    assert pane.writers.message.text() == "Combined on this computer"
    assert taken(page) is None
    pane.text.selectAll()
    qtbot.keyClicks(pane.text, "Rent 900, 1150")
    qtbot.mouseClick(pane.writers.switch.buttons[MODEL], Qt.MouseButton.LeftButton)
    assert shown(page) == taken(page) == GOOD
    qtbot.mouseClick(pane.writers.switch.buttons[PROGRAM], Qt.MouseButton.LeftButton)
    assert shown(page) == taken(page) == "Rent 900, 1150"

    press(page, qtbot, Qt.Key.Key_M)

    qtbot.waitUntil(lambda: services.review.count() == 0)
    assert services.review.answered()[0].newer.body == "Rent 900, 1150"


def test_a_merge_that_loses_something_comes_second_and_names_it(
    judge: Judge, open_alone: Alone, services: Services, qtbot: QtBot
) -> None:
    judge(LOSSY)
    page = review_of(open_alone(), qtbot)
    pane = page.card.merge
    assert "900" in shown(page)
    assert pane.writers.switch.buttons[PROGRAM].isChecked()
    assert "leaves something out" in pane.writers.message.text()

    qtbot.mouseClick(pane.writers.switch.buttons[MODEL], Qt.MouseButton.LeftButton)

    assert shown(page) == LOSSY
    assert pane.vanishing.isVisible()
    assert "900" in pane.vanishing.text()


def test_without_a_merge_of_a_model_nothing_is_said_of_who_wrote_it(
    judge: Judge, open_alone: Alone, qtbot: QtBot
) -> None:
    judge("Pay Carol 9000 euros")
    pane = review_of(open_alone(), qtbot).card.merge
    assert pane.isVisible()
    assert not pane.writers.isVisible()


def test_what_is_being_written_stays_when_the_model_answers(
    judge: Judge, open_alone: Alone, qtbot: QtBot
) -> None:
    judge("")
    page = review_of(open_alone(), qtbot)
    pane = page.card.merge
    pane.text.selectAll()
    qtbot.keyClicks(pane.text, "Rent")

    judge(GOOD)

    qtbot.waitUntil(pane.writers.isVisible)
    assert shown(page) == "Rent"
    assert pane.writers.switch.buttons[PROGRAM].isChecked()
    qtbot.mouseClick(pane.writers.switch.buttons[MODEL], Qt.MouseButton.LeftButton)
    assert shown(page) == GOOD


def test_what_is_being_written_stays_when_a_surer_card_takes_the_place_of_its_card(
    judge: Judge, open_alone: Alone, services: Services, qtbot: QtBot
) -> None:
    judge("")
    context = open_alone()
    page = review_of(context, qtbot)
    pane = page.card.merge
    pane.text.selectAll()
    qtbot.keyClicks(pane.text, "Rent")
    (asked,) = services.review.inbox().asked
    held = replace(asked.card, confidence=0.5, later_until=HELD)
    services.settings.put(REVIEW_PER_DAY, 1).result()
    surer = replace(asked.card, id=CardId("f" * 32), confidence=1.0)

    def put(db: Connection) -> Changes:
        cards.put(db, held)
        cards.put(db, surer)
        return touched(Act.REVIEW, held.notes)

    services.store.write(put).result()

    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 2)
    assert shown(page) == "Rent"
    press(page, qtbot, Qt.Key.Key_M)
    qtbot.waitUntil(lambda: bool(services.review.answered()))
    assert services.review.answered()[0].newer.body == "Rent"


def test_every_line_that_is_left_out_is_shown_in_red_and_goes_when_it_is_written(
    services: Services, clock: FakeClock, open_alone: Alone, qtbot: QtBot
) -> None:
    Desk(services.store, clock).pair(
        CardKind.OVERLAP,
        "# Bread\n\nBake it. Then open the oven and let it cool.",
        "# Loaf\n\nOpen the oven and let it cool.\nBake it for 40 minutes.",
    )
    pane = review_of(open_alone(), qtbot).card.merge

    assert pane.text.toPlainText() == (
        "# Bread\n\nBake it. Then open the oven and let it cool.\n\nBake it for 40 minutes."
    )
    assert pane.lost.isVisible()
    assert pane.lost.toPlainText() == "# Loaf\nOpen the oven and let it cool."
    (removed,) = pane.lost.extraSelections()
    assert removed.format.fontStrikeOut()

    pane.text.selectAll()
    qtbot.keyClicks(pane.text, "Bake it for 40 minutes.")
    qtbot.waitUntil(lambda: "Bake it." in pane.lost.toPlainText())
    assert "40 minutes" not in pane.lost.toPlainText()
