"""The pane of links shows who links here, who only names the note, where it leads, and what is not written yet."""

import pytest
from PySide6.QtCore import Qt

from notebrain.domain.notes.note import ListFilter
from notebrain.gui.links.controller import LinksController
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.links.targets import LinkTargets
from notebrain.gui.widgets.buttons import IconButton
from tests.fakes.context import Alone

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def alone(context, editor, active, acts) -> Alone:
    """The links of the note beside it."""
    context.window.put(context.side)
    LinksController(context, active, acts, LinkOpener(context, active, LinkTargets(context)))
    return Alone(context=context, editor=editor, acts=acts)


@pytest.fixture
def linked(alone, take):
    """A note that others link to and name; it is shown with its links."""
    take("Cabin\n\nThe big [[Gas bottle|bottle]] lasts.")
    take("Letter\n\nask about the gas bottle again")
    gas = take("Gas bottle\n\nsee [[Cabin]] and [[Stove]]")
    alone.navigator.open_note(gas)
    return alone


@pytest.fixture
def pane(linked, qtbot):
    qtbot.keyClick(linked.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier | SHIFT)
    pane = links_pane(linked)
    qtbot.waitUntil(lambda: len(pane.rows()) == 4)
    return pane


def links_pane(app):
    return app.side.findChild(LinksPane)


def test_the_key_shows_all_that_is_linked_with_the_note(linked, pane) -> None:
    assert linked.side.current == "links"
    assert [row.title.text() for row in pane.rows()] == ["Cabin", "Letter", "Cabin", "Stove"]
    assert pane.linked.count.text() == "1"
    assert "The big <span" in pane.linked.rows[0].excerpt.text()
    assert pane.linked.rows[0].accessibleName() == "Cabin. The big bottle lasts."
    assert not pane.empty.isVisible()


def test_a_mention_opens_where_it_stands(linked, pane, qtbot) -> None:
    qtbot.mouseClick(pane.linked.rows[0], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: linked.navigator.note.title == "Cabin")
    assert linked.editor.view.passage.selectedText() == "[[Gas bottle|bottle]]"


def test_arrows_and_enter_do_for_the_keyboard(linked, pane, qtbot) -> None:
    pane.enter()
    qtbot.waitUntil(pane.rows()[0].hasFocus)

    for _step in range(2):
        qtbot.keyClick(linked.window.focusWidget(), Qt.Key.Key_Down)
    qtbot.keyClick(linked.window.focusWidget(), Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: linked.navigator.note.title == "Cabin")


def test_a_mention_becomes_a_link_and_the_toast_takes_it_back(
    linked, pane, services, qtbot
) -> None:
    letter = pane.unlinked.rows[0]

    qtbot.mouseClick(letter.act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: len(pane.linked.rows) == 2)
    body = "Letter\n\nask about the [[gas bottle]] again"
    assert body in [services.library.note(row.id).body for row in all_notes(services)]
    assert linked.window.last_done == "Linked “Letter”"
    linked.acts.undo()
    qtbot.waitUntil(lambda: len(pane.unlinked.rows) == 1)
    assert body not in [services.library.note(row.id).body for row in all_notes(services)]


def test_a_note_that_is_missing_is_made_from_the_pane(linked, pane, qtbot) -> None:
    qtbot.mouseClick(pane.broken.rows[0].act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: linked.navigator.note.title == "Stove")
    qtbot.waitUntil(lambda: [row.title.text() for row in pane.rows()] == ["Gas bottle"])


def test_the_pane_follows_what_is_typed(linked, pane, qtbot) -> None:
    linked.editor.write_at_end()
    qtbot.keyClicks(linked.editor.view, " and [[Letter]]")

    qtbot.waitUntil(lambda: len(pane.outgoing.rows) == 2)


def test_a_note_without_links_is_told_how_to_make_one(open_window, take, qtbot) -> None:
    take("Alone")
    app = open_window()

    button = next(
        b for b in app.editor.header.findChildren(IconButton) if b.accessibleName() == "Links"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    pane = links_pane(app)
    assert pane.empty.isVisible()
    assert "[[" in pane.hint.text()
    qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert app.editor.view.hasFocus()
    app.browser.show_workspace("Nowhere")
    qtbot.waitUntil(lambda: app.browser.note is None)


def test_many_rows_are_shown_when_asked_for(alone, take, qtbot) -> None:
    hub = take("Hub\n\n" + "\n".join(f"- [[Spoke {number}]]" for number in range(40)))
    alone.navigator.open_note(hub)
    alone.side.open("links")
    pane = links_pane(alone)
    qtbot.waitUntil(lambda: len(pane.rows()) == 25)

    qtbot.mouseClick(pane.broken.more, Qt.MouseButton.LeftButton)

    assert len(pane.rows()) == 40
    assert pane.broken.count.text() == "40"


def all_notes(services):
    return services.library.list(ListFilter())
