"""A link in the text leads to its note, to a heading of it, or offers to make the note."""

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor


@pytest.fixture
def opened(monkeypatch):
    """The addresses handed to the system."""
    addresses: list[str] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: addresses.append(QUrl(url).toString())
    )
    return addresses


def ctrl_click(desk, qtbot, word: str) -> None:
    view = desk.editor.view
    cursor = view.document().find(word)
    caret = QTextCursor(view.document())
    caret.setPosition(cursor.selectionStart() + 1)
    at = view.cursorRect(caret).center() + QPoint(2, 0)
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at
    )


def test_ctrl_click_goes_to_the_note_of_that_title(open_desk, take, qtbot) -> None:
    gas = take("# Gas: supplier\n\nFridays")
    take("Cabin\n\nsee [[gas: supplier]] first")
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.browser.note is not None and desk.browser.note.title == "Cabin")

    ctrl_click(desk, qtbot, "supplier")

    qtbot.waitUntil(lambda: desk.browser.note.id == gas)
    assert desk.editor.view.hasFocus()


def test_a_link_to_a_heading_opens_there(open_desk, take, qtbot) -> None:
    gas = take("# Gas\n\n" + "line\n" * 200 + "## Days\n\nFridays")
    take("Cabin\n\nsee [[Gas#days|when]] first")
    desk = open_desk()

    ctrl_click(desk, qtbot, "when")

    qtbot.waitUntil(lambda: desk.browser.note.id == gas)
    qtbot.waitUntil(lambda: desk.editor.view.textCursor().block().text() == "## Days")


def test_a_heading_of_the_same_note_needs_no_title(open_desk, take, qtbot) -> None:
    take("Cabin\n\n[[#Here]] and [[#There]]\n\n## Here\n\nx")
    desk = open_desk()

    ctrl_click(desk, qtbot, "Here")
    qtbot.waitUntil(lambda: desk.editor.view.textCursor().block().text() == "## Here")
    ctrl_click(desk, qtbot, "There")

    qtbot.waitUntil(lambda: desk.status.saved.text() == "There is no such heading here")


def test_a_note_that_is_not_there_is_offered_and_made(open_desk, take, services, qtbot) -> None:
    take("Cabin\n\nsee [[Wood **stove**]]", workspace="Home")
    desk = open_desk()

    ctrl_click(desk, qtbot, "stove")
    qtbot.waitUntil(lambda: desk.status.act.text() == "Create it")
    said = desk.status.saved.text()
    before = services.library.counts().notes
    qtbot.mouseClick(desk.status.act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: desk.browser.note.title == "Wood **stove**")
    assert said == "There is no note “Wood **stove**”"
    assert before == 1
    assert desk.browser.note.workspace == "Home"
    assert desk.editor.view.textCursor().atEnd()
    assert desk.editor.view.hasFocus()


def test_alt_enter_opens_the_link_at_the_caret(open_desk, take, qtbot) -> None:
    gas = take("Gas")
    take("Cabin [[Gas]] x")
    desk = open_desk()
    desk.editor.setFocus()
    cursor = desk.editor.view.textCursor()
    cursor.setPosition(9)
    desk.editor.view.setTextCursor(cursor)

    qtbot.keyClick(desk.editor.view, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)

    qtbot.waitUntil(lambda: desk.browser.note.id == gas)
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert desk.status.saved.text() == "The cursor is not in a link"


def test_what_a_text_wants_to_run_is_never_run(open_desk, take, opened) -> None:
    take("Cabin")
    desk = open_desk()

    desk.editor.link_opened.emit("javascript:alert(1)")

    assert opened == []
    assert desk.status.saved.text() == "This link was not opened: it would run a program."
