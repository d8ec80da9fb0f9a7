"""A new title: the links to the old one are offered to follow, in one step that can be taken back."""

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from notebrain.app.settings.table import UPDATE_LINKS
from notebrain.gui.links import controller


@pytest.fixture(autouse=True)
def a_title_rests_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask after half a second without a key in place of two."""
    monkeypatch.setattr(controller, "_RESTS_MS", 500)
    monkeypatch.setattr(controller, "_LEFT_MS", 200)


def retitle(app, qtbot, words: str) -> None:
    """Write more words at the end of the first line."""
    view = app.editor.view
    app.editor.setFocus()
    view.moveCursor(QTextCursor.MoveOperation.Start)
    view.moveCursor(QTextCursor.MoveOperation.EndOfBlock)
    qtbot.keyClicks(view, words)


def test_links_follow_a_new_title_when_the_user_says_so(open_window, take, services, qtbot) -> None:
    one = take("Cabin\n\nsee [[Gas]]\r\n")
    two = take("Letter\n\n[[gas|the bottle]]")
    take("Gas\n\nFridays")
    app = open_window()

    retitle(app, qtbot, " supplier")
    qtbot.waitUntil(app.editor.question.isVisible)
    said = app.editor.question.text.text()
    before = services.library.note(one).body
    qtbot.mouseClick(app.editor.question.buttons[0], Qt.MouseButton.LeftButton)

    assert said == "2 notes still link to “Gas”"
    assert before == "Cabin\n\nsee [[Gas]]\r\n"
    qtbot.waitUntil(lambda: services.library.note(one).body == "Cabin\n\nsee [[Gas supplier]]\r\n")
    assert services.library.note(two).body == "Letter\n\n[[Gas supplier|the bottle]]"
    assert [one.body for one in services.library.history(two)] == ["Letter\n\n[[gas|the bottle]]"]
    qtbot.waitUntil(app.window.toast.isVisible)
    qtbot.mouseClick(app.window.toast.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.library.note(one).body == before)


def test_who_leaves_the_note_at_once_is_asked_too(open_window, take, services, qtbot) -> None:
    other = take("Cabin\n\nsee [[Gas]]")
    take("Gas\n\nFridays")
    app = open_window()
    retitle(app, qtbot, " supplier")

    app.browser.open_note(other)

    qtbot.waitUntil(app.editor.question.isVisible)


def test_the_question_stays_until_it_is_answered(open_window, take, services, qtbot) -> None:
    one = take("Cabin\n\nsee [[Gas]]")
    take("Gas\n\nFridays")
    app = open_window()
    retitle(app, qtbot, " supplier")
    question = app.editor.question
    qtbot.waitUntil(question.isVisible)

    app.status.show_info("Something else")
    app.browser.open_note(one)

    assert question.isVisible()
    assert question.text.text() == "1 note still links to “Gas”"
    qtbot.mouseClick(question.buttons[2], Qt.MouseButton.LeftButton)
    assert not question.isVisible()
    assert services.library.note(one).body == "Cabin\n\nsee [[Gas]]"


def test_who_agreed_once_is_not_asked_again(open_window, take, services, qtbot) -> None:
    one = take("Cabin\n\nsee [[Gas]]")
    take("Gas\n\nFridays")
    app = open_window()
    retitle(app, qtbot, " supplier")
    qtbot.waitUntil(app.editor.question.isVisible)
    qtbot.mouseClick(app.editor.question.buttons[1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.library.note(one).body == "Cabin\n\nsee [[Gas supplier]]")
    qtbot.waitUntil(lambda: services.settings.get(UPDATE_LINKS) == "always")

    retitle(app, qtbot, "s")

    qtbot.waitUntil(lambda: services.library.note(one).body == "Cabin\n\nsee [[Gas suppliers]]")
    assert not app.editor.question.isVisible()
    said = "Links to “Gas supplier” now lead to “Gas suppliers”"
    qtbot.waitUntil(lambda: app.window.toast.text.text() == said)
    app.acts.undo()
    qtbot.waitUntil(lambda: services.library.note(one).body == "Cabin\n\nsee [[Gas supplier]]")


def test_links_stay_if_the_user_never_wants_them_updated(
    open_window, take, services, qtbot
) -> None:
    one = take("Cabin\n\nsee [[Gas]]")
    take("Gas\n\nFridays")
    services.settings.put(UPDATE_LINKS, "never").result()
    app = open_window()
    looked = []
    read = app.reader.read

    def reading(what, load, go):
        def done(found):
            go(found)
            looked.append(what)

        read(what, load, done)

    app.reader.read = reading

    retitle(app, qtbot, " supplier")
    qtbot.waitUntil(lambda: "renamed" in looked)

    assert not app.editor.question.isVisible()
    assert services.library.note(one).body == "Cabin\n\nsee [[Gas]]"


def test_nobody_is_asked_where_no_link_is_lost(open_window, take, services, qtbot) -> None:
    take("Cabin\n\nsee [[Gas]]")
    take("Gas, the other one")
    take("gas")
    take("Gas\n\nFridays")
    app = open_window()
    looked: list[str] = []
    plain_read = app.reader.read

    def read(what, load, go) -> None:
        def then(found) -> None:
            go(found)
            looked.append(what)

        plain_read(what, load, then)

    app.reader.read = read
    retitle(app, qtbot, " supplier")
    qtbot.waitUntil(lambda: "supplier" in services.library.note(app.browser.note.id).title)
    qtbot.waitUntil(lambda: "renamed" in looked)

    assert not app.editor.question.isVisible()


def test_links_that_are_counted_after_the_window_was_closed_are_not_asked_about(
    open_window, take, services, qtbot
) -> None:
    take("Cabin\n\nsee [[Gas]]")
    take("Gas\n\nFridays")
    app = open_window()
    counted = []
    read = app.reader.read

    def reading(what, load, go):
        if what == "renamed":
            counted.append(lambda: go(load()))
        else:
            read(what, load, go)

    app.reader.read = reading
    retitle(app, qtbot, " supplier")
    qtbot.waitUntil(lambda: bool(counted))
    shiboken6.delete(app.editor.question)

    counted[0]()

    assert not shiboken6.isValid(app.editor.question)
