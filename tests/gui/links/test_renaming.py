"""A new title: the links to the old one are offered to follow, in one step that can be taken back."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from notebrain.app.commands.command import CommandId
from notebrain.gui.links.pane import LinksPane


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
    qtbot.waitUntil(lambda: app.status.act.text() == "Update the links")
    said = app.status.saved.text()
    before = services.library.note(one).body
    qtbot.mouseClick(app.status.act, Qt.MouseButton.LeftButton)

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

    qtbot.waitUntil(lambda: app.status.act.text() == "Update the links")


def test_the_offer_stays_beside_the_links_after_the_status_bar_moved_on(
    open_window, take, services, qtbot
) -> None:
    one = take("Cabin\n\nsee [[Gas]]")
    gas = take("Gas\n\nFridays")
    app = open_window()
    retitle(app, qtbot, " supplier")
    qtbot.waitUntil(lambda: app.status.act.text() == "Update the links")
    app.status.show_info("Something else")
    app.browser.open_note(one)
    pane = app.window.findChildren(LinksPane)[0]
    app.actions[CommandId.LINKS].trigger()
    assert not pane.stale.isVisible()

    app.browser.open_note(gas)
    qtbot.waitUntil(pane.stale.isVisible)
    assert pane.stale.text.text() == "1 note still links to “Gas”"
    qtbot.mouseClick(pane.stale.buttons[0], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: services.library.note(one).body == "Cabin\n\nsee [[Gas supplier]]")
    assert not pane.stale.isVisible()


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

    assert app.status.act.text() != "Update the links"
