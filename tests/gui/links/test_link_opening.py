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


def ctrl_click(app, qtbot, word: str) -> None:
    view = app.editor.view
    cursor = view.document().find(word)
    caret = QTextCursor(view.document())
    caret.setPosition(cursor.selectionStart() + 1)
    at = view.cursorRect(caret).center() + QPoint(2, 0)
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at
    )


def test_ctrl_click_goes_to_the_note_of_that_title(open_window, take, qtbot) -> None:
    gas = take("# Gas: supplier\n\nFridays")
    take("Cabin\n\nsee [[gas: supplier]] first")
    app = open_window()
    qtbot.waitUntil(lambda: app.browser.note is not None and app.browser.note.title == "Cabin")

    ctrl_click(app, qtbot, "supplier")

    qtbot.waitUntil(lambda: app.browser.note.id == gas)
    assert app.editor.view.hasFocus()


def test_a_link_to_a_heading_opens_there(open_window, take, qtbot) -> None:
    gas = take("# Gas\n\n" + "line\n" * 200 + "## Days\n\nFridays")
    take("Cabin\n\nsee [[Gas#days|when]] first")
    app = open_window()

    ctrl_click(app, qtbot, "when")

    qtbot.waitUntil(lambda: app.browser.note.id == gas)
    qtbot.waitUntil(lambda: app.editor.view.textCursor().block().text() == "## Days")


def test_a_heading_of_the_same_note_needs_no_title(open_window, take, qtbot) -> None:
    take("Cabin\n\n[[#Here]] and [[#There]]\n\n## Here\n\nx")
    app = open_window()

    ctrl_click(app, qtbot, "Here")
    qtbot.waitUntil(lambda: app.editor.view.textCursor().block().text() == "## Here")
    ctrl_click(app, qtbot, "There")

    qtbot.waitUntil(lambda: app.status.saved.text() == "This note has no such heading")


def test_a_note_that_is_not_there_is_offered_and_made(open_window, take, services, qtbot) -> None:
    take("Cabin\n\nsee [[Wood **stove**]]", workspace="Home")
    app = open_window()

    ctrl_click(app, qtbot, "stove")
    qtbot.waitUntil(lambda: app.status.act.text() == "Create it")
    said = app.status.saved.text()
    before = services.library.counts().notes
    qtbot.mouseClick(app.status.act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: app.browser.note.title == "Wood **stove**")
    assert said == "There is no note “Wood **stove**”"
    assert before == 1
    assert app.browser.note.workspace == "Home"
    assert app.editor.view.textCursor().atEnd()
    assert app.editor.view.hasFocus()


def test_alt_enter_opens_the_link_at_the_caret(open_window, take, qtbot) -> None:
    gas = take("Gas")
    take("Cabin [[Gas]] x")
    app = open_window()
    app.editor.setFocus()
    cursor = app.editor.view.textCursor()
    cursor.setPosition(9)
    app.editor.view.setTextCursor(cursor)

    qtbot.keyClick(app.editor.view, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)

    qtbot.waitUntil(lambda: app.browser.note.id == gas)
    qtbot.keyClick(app.editor.view, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert app.status.saved.text() == "The cursor is not in a link"


def test_what_a_text_wants_to_run_is_never_run(open_window, take, opened) -> None:
    take("Cabin")
    app = open_window()

    app.editor.link_opened.emit("javascript:alert(1)")

    assert opened == []
    assert app.status.saved.text() == "This link was not opened: it would run a program."
