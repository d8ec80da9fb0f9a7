"""While a link is typed, the titles of notes are offered, and the chosen one is written."""

import pytest
from PySide6.QtCore import Qt, QTimer

from notebrain.gui.editor.completion import LinkCompletion, OfferList, Offers
from tests.fakes.context import Alone


@pytest.fixture
def typing(context, editor, take, qtbot):
    """The editor and some notes, the caret at the end of the newest."""
    for title in ("Gas: supplier", "Gas \U0001f4a1 bottle", "Cabin | wood", "Dal"):
        take(title)
    app = Alone(context=context, editor=editor)
    LinkCompletion(context, editor)
    app.navigator.open_note(take("Letter\n\nsee "))
    app.editor.write_at_end()
    return app


def offered(app) -> list[str]:
    rows = app.editor.view.findChild(OfferList)
    if rows is None or not rows.isVisible():
        return []
    return [rows.item(number).text() for number in range(rows.count())]


def test_two_brackets_offer_the_newest_notes(typing, qtbot) -> None:
    qtbot.keyClicks(typing.editor.view, "[[")

    qtbot.waitUntil(lambda: offered(typing)[:2] == ["Dal", "Cabin | wood"])
    assert typing.editor.view.hasFocus()


def test_enter_writes_the_link_and_no_new_line(typing, qtbot) -> None:
    view = typing.editor.view
    qtbot.keyClicks(view, "[[gas")
    qtbot.waitUntil(lambda: len(offered(typing)) == 2)

    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.keyClicks(view, ".")

    written = {"[[Gas: supplier]]", "[[Gas \U0001f4a1 bottle]]"}
    assert view.note.stored in {f"Letter\n\nsee {link}." for link in written}
    assert offered(typing) == []


@pytest.mark.parametrize(
    "text",
    [
        "```\n¦\n```",
        "~~~py\nx = ¦",
        "a `code ¦` b",
        "a ``code ` ` ¦`` b",
        "a `code that\ngoes on ¦ here` b",
    ],
)
def test_brackets_in_code_ask_for_no_titles(typing, qtbot, text: str) -> None:
    view, asked = typing.editor.view, list[str]()
    offers = view.findChild(Offers)
    offers.wanted.connect(asked.append)
    view.setPlainText(text.replace("¦", ""))
    cursor = view.textCursor()
    cursor.setPosition(text.index("¦"))
    view.setTextCursor(cursor)

    qtbot.keyClicks(view, "[[da")
    qtbot.waitUntil(lambda: not offers.findChild(QTimer).isActive())

    assert view.toPlainText() == text.replace("¦", "[[da")
    assert asked == []


@pytest.mark.parametrize("before", ["`code` ", "```\ncode\n```\n", "1 ` mark\n\n"])
def test_brackets_after_code_offer_titles(typing, qtbot, before: str) -> None:
    view = typing.editor.view
    view.setPlainText(before)
    typing.editor.write_at_end()

    qtbot.keyClicks(view, "[[da")

    qtbot.waitUntil(lambda: offered(typing) == ["Dal"])


def test_a_title_with_brackets_or_bars_is_written_so_that_it_leads_there(typing, qtbot) -> None:
    view = typing.editor.view
    qtbot.keyClicks(view, "[[wood")
    qtbot.waitUntil(lambda: offered(typing) == ["Cabin | wood"])

    qtbot.keyClick(view, Qt.Key.Key_Tab)

    assert view.note.stored == "Letter\n\nsee [[Cabin   wood|Cabin | wood]]"


def test_esc_ends_the_offers_for_this_link_only(typing, qtbot) -> None:
    view = typing.editor.view
    qtbot.keyClicks(view, "[[da")
    qtbot.waitUntil(lambda: offered(typing) == ["Dal"])

    qtbot.keyClick(view, Qt.Key.Key_Escape)
    qtbot.keyClicks(view, "l")
    assert offered(typing) == []

    qtbot.keyClicks(view, "]] [[da")
    qtbot.waitUntil(lambda: offered(typing) == ["Dal"])


def test_a_click_chooses_too(typing, qtbot) -> None:
    view = typing.editor.view
    qtbot.keyClicks(view, "[[da")
    qtbot.waitUntil(lambda: offered(typing) == ["Dal"])
    rows = view.findChild(OfferList)

    at = rows.visualItemRect(rows.item(0)).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert view.note.stored == "Letter\n\nsee [[Dal]]"


def test_what_fits_nothing_offers_nothing(typing, qtbot) -> None:
    qtbot.keyClicks(typing.editor.view, "[[da")
    qtbot.waitUntil(lambda: offered(typing) == ["Dal"])

    qtbot.keyClicks(typing.editor.view, "zzqx")

    qtbot.waitUntil(lambda: offered(typing) == [])


def test_the_note_itself_is_not_offered(typing, qtbot) -> None:
    qtbot.keyClicks(typing.editor.view, "[[")

    qtbot.waitUntil(lambda: len(offered(typing)) == 4)
    assert "Letter" not in offered(typing)


@pytest.fixture
def linked(typing):
    """A note with a link, the caret at its beginning."""
    view = typing.editor.view
    view.setPlainText("see [[Gas: supplier|the gas]], [[Cabin]]")
    typing.editor.write_at_end()
    return typing


def put_caret(app, before: str) -> None:
    view = app.editor.view
    cursor = view.textCursor()
    cursor.setPosition(view.toPlainText().index(before))
    view.setTextCursor(cursor)


def test_a_caret_that_moves_into_a_link_is_offered_nothing(linked, qtbot) -> None:
    view, asked = linked.editor.view, list[str]()
    offers = view.findChild(Offers)
    offers.wanted.connect(asked.append)

    put_caret(linked, "supplier")
    qtbot.keyClick(view, Qt.Key.Key_Right)
    view.textChanged.emit()  # a new style of the line does the same
    qtbot.waitUntil(lambda: not offers.findChild(QTimer).isActive())

    assert asked == []


def test_a_title_chosen_in_the_middle_of_a_link_replaces_the_whole_title(linked, qtbot) -> None:
    view = linked.editor.view
    put_caret(linked, ": supplier")
    for _letter in "Gas":
        qtbot.keyClick(view, Qt.Key.Key_Backspace)
    qtbot.keyClicks(view, "dal")
    qtbot.waitUntil(lambda: offered(linked) == ["Dal"])

    qtbot.keyClick(view, Qt.Key.Key_Return)

    assert view.toPlainText() == "see [[Dal|the gas]], [[Cabin]]"


def test_offers_end_when_the_caret_is_moved(typing, qtbot) -> None:
    view = typing.editor.view
    qtbot.keyClicks(view, "[[da")
    qtbot.waitUntil(lambda: offered(typing) == ["Dal"])

    qtbot.keyClick(view, Qt.Key.Key_Left)

    assert offered(typing) == []


def test_enter_after_esc_leaves_the_link_whole(typing, qtbot) -> None:
    view = typing.editor.view
    view.set_pairs(True)
    qtbot.keyClicks(view, "[[da")
    qtbot.waitUntil(lambda: offered(typing) == ["Dal"])

    qtbot.keyClick(view, Qt.Key.Key_Escape)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.keyClicks(view, "next")

    assert view.note.stored == "Letter\n\nsee [[da]]\nnext"
