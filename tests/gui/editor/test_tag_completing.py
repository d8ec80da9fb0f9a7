"""Tags are offered while one is typed in the text."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from notebrain.gui.editor.completion import OfferList, Offers, TagCompletion
from tests.fakes.context import Alone

pytestmark = pytest.mark.gui
Key = Qt.Key


@pytest.fixture
def app(context, editor, services, take, qtbot):
    take("one", tags=["winter", "garden/winter"])
    note_id = take("text")
    app = Alone(context=context, editor=editor)
    TagCompletion(context, editor)
    app.navigator.counts = services.library.counts()
    app.navigator.write_in(note_id)
    qtbot.waitUntil(app.editor.view.hasFocus)
    app.editor.write_at_end()
    return app


def offered(app) -> bool:
    rows = app.editor.view.findChild(OfferList)
    return rows is not None and rows.isVisible()


def test_enter_takes_the_offered_tag(app, qtbot):
    view = app.editor.view
    QTest.keyClicks(view, " #win")
    qtbot.waitUntil(lambda: offered(app))

    QTest.keyClick(view, Key.Key_Down)
    QTest.keyClick(view, Key.Key_Return)

    assert view.toPlainText() == "text #garden/winter "
    assert not offered(app)


def test_esc_puts_the_offer_away_and_enter_is_enter_again(app, qtbot):
    view = app.editor.view
    QTest.keyClicks(view, " #win")
    qtbot.waitUntil(lambda: offered(app))

    QTest.keyClick(view, Key.Key_Escape)
    QTest.keyClicks(view, "d")
    QTest.keyClick(view, Key.Key_Return)

    assert view.toPlainText() == "text #wind\n"


def test_nothing_to_offer_takes_no_key(app, qtbot):
    view = app.editor.view

    QTest.keyClicks(view, " #zebra")
    qtbot.wait(1)
    QTest.keyClick(view, Key.Key_Return)

    assert view.toPlainText() == "text #zebra\n"


def test_code_is_left_alone(app, qtbot):
    view = app.editor.view

    QTest.keyClick(view, Key.Key_Return)
    QTest.keyClicks(view, "```")
    QTest.keyClick(view, Key.Key_Return)
    QTest.keyClicks(view, "#win")
    qtbot.wait(1)

    assert not offered(app)


def test_code_that_goes_on_in_the_next_line_is_left_alone(app, qtbot):
    view = app.editor.view
    asked: list[object] = []
    offers = view.findChild(Offers)
    offers.wanted.connect(asked.append)
    view.setPlainText("a `code that\ngoes on` b")
    cursor = view.textCursor()
    cursor.setPosition(len("a `code that\ngoes on"))
    view.setTextCursor(cursor)

    QTest.keyClicks(view, " #win")
    qtbot.waitUntil(lambda: not offers.findChild(QTimer).isActive())

    assert asked == []
