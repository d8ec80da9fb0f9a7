"""From the notes to the search, to what it found, and back."""

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.core.locations import PINNED
from notebrain.gui.window.pages import SEARCH


def test_what_was_found_is_told_in_the_search_only(open_window, take, qtbot) -> None:
    take("Toast the cumin")
    app = open_window()
    app.pages.show(SEARCH)

    app.browser.leave_page()
    app.search.panel.message.emit("50 notes")

    qtbot.waitUntil(lambda: app.status.words.text() == "3 words")


def test_searching_and_going_back_keeps_the_place(open_window, take, qtbot) -> None:
    take("Dal", pinned=True)
    app = open_window()
    app.browser.show_location(PINNED)

    app.actions[CommandId.SEARCH].trigger()
    assert app.search.panel.isVisible()
    app.browser.leave_page()

    assert app.notes.isVisible()
    assert app.sidebar.top.entry().location == PINNED


def test_a_hit_opens_its_note_at_the_passage(open_window, take, services, qtbot) -> None:
    note = take("Dal\n\nToast the cumin first.")
    take("Other", pinned=True)
    app = open_window()
    app.browser.show_location(PINNED)
    app.pages.show(SEARCH)

    app.search.panel.opened.emit(note, 5, 27)

    qtbot.waitUntil(lambda: app.notes.current() == note)
    assert app.editor.view.passage.selectedText() == "Toast the cumin first."
    assert services.library.keys(ListFilter(pinned=True)) != list(app.notes.model.keys)


def test_a_hit_that_is_gone_stays_in_the_search(open_window, take) -> None:
    take("Dal")
    app = open_window()
    app.pages.show(SEARCH)

    app.search.panel.opened.emit("0" * 8, 0, 1)

    assert app.search.panel.isVisible()
