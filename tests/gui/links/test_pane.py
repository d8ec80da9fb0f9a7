"""The pane of links shows who links here, who only names the note, where it leads, and what is not written yet."""

import pytest
from PySide6.QtCore import Qt

from notebrain.domain.notes.note import ListFilter
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.widgets.buttons import IconButton

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def linked(open_desk, take, services):
    """A note that others link to and name; the window shows it with its links."""
    take("Cabin\n\nThe big [[Gas bottle|bottle]] lasts.")
    take("Letter\n\nask about the gas bottle again")
    gas = take("Gas bottle\n\nsee [[Cabin]] and [[Stove]]")
    desk = open_desk()
    desk.browser.open_note(gas)
    return desk


@pytest.fixture
def pane(linked, qtbot):
    qtbot.keyClick(linked.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier | SHIFT)
    pane = links_pane(linked)
    qtbot.waitUntil(lambda: len(pane.rows()) == 4)
    return pane


def links_pane(desk):
    return desk.side.findChild(LinksPane)


def test_the_key_shows_all_that_is_linked_with_the_note(linked, pane) -> None:
    assert linked.side.current == "links"
    assert [row.title.text() for row in pane.rows()] == ["Cabin", "Letter", "Cabin", "Stove"]
    assert pane.linked.count.text() == "1"
    assert "The big <span" in pane.linked.rows[0].said.text()
    assert pane.linked.rows[0].accessibleName() == "Cabin. The big bottle lasts."
    assert not pane.empty.isVisible()


def test_a_mention_opens_where_it_stands(linked, pane, qtbot) -> None:
    qtbot.mouseClick(pane.linked.rows[0], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: linked.browser.note.title == "Cabin")
    assert linked.editor.view.passage.selectedText() == "[[Gas bottle|bottle]]"


def test_arrows_and_enter_do_for_the_keyboard(linked, pane, qtbot) -> None:
    pane.enter()
    qtbot.waitUntil(pane.rows()[0].hasFocus)

    for _step in range(2):
        qtbot.keyClick(linked.window.focusWidget(), Qt.Key.Key_Down)
    qtbot.keyClick(linked.window.focusWidget(), Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: linked.browser.note.title == "Cabin")


def test_a_mention_becomes_a_link_and_the_toast_takes_it_back(
    linked, pane, services, qtbot
) -> None:
    letter = pane.unlinked.rows[0]

    qtbot.mouseClick(letter.act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: len(pane.linked.rows) == 2)
    body = "Letter\n\nask about the [[gas bottle]] again"
    assert body in [services.library.note(row.id).body for row in all_notes(services)]
    assert linked.window.toast.text.text() == "Linked “Letter”"
    qtbot.mouseClick(linked.window.toast.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(pane.unlinked.rows) == 1)
    assert body not in [services.library.note(row.id).body for row in all_notes(services)]


def test_a_note_that_is_missing_is_made_from_the_pane(linked, pane, qtbot) -> None:
    qtbot.mouseClick(pane.broken.rows[0].act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: linked.browser.note.title == "Stove")
    qtbot.waitUntil(lambda: [row.title.text() for row in pane.rows()] == ["Gas bottle"])


def test_the_pane_follows_what_is_typed(linked, pane, qtbot) -> None:
    linked.editor.write_at_end()
    qtbot.keyClicks(linked.editor.view, " and [[Letter]]")

    qtbot.waitUntil(lambda: len(pane.outgoing.rows) == 2)


def test_a_note_without_links_is_told_how_to_make_one(open_desk, take, qtbot) -> None:
    take("Alone")
    desk = open_desk()

    button = next(
        b for b in desk.editor.header.findChildren(IconButton) if b.accessibleName() == "Links"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    pane = links_pane(desk)
    assert pane.empty.isVisible()
    assert "[[" in pane.hint.text()
    qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert desk.editor.view.hasFocus()
    desk.browser.show_workspace("Nowhere")
    qtbot.waitUntil(lambda: desk.browser.note is None)


def test_many_rows_are_shown_when_asked_for(open_desk, take, qtbot) -> None:
    take("Hub\n\n" + "\n".join(f"- [[Spoke {number}]]" for number in range(40)))
    desk = open_desk()
    desk.side.open("links")
    pane = links_pane(desk)
    qtbot.waitUntil(lambda: len(pane.rows()) == 25)

    qtbot.mouseClick(pane.broken.more, Qt.MouseButton.LeftButton)

    assert len(pane.rows()) == 40
    assert pane.broken.count.text() == "40"


def all_notes(services):
    return services.library.list(ListFilter())
