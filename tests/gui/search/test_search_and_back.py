"""From the notes to the search, to what it found, and back."""

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.notes.locations import PINNED


def test_what_was_found_is_told_in_the_search_only(open_desk, take, qtbot) -> None:
    take("Toast the cumin")
    desk = open_desk()
    desk.show_search()

    desk.leave_page()
    desk.search.told.emit("50 notes")

    qtbot.waitUntil(lambda: desk.status.words.text() == "3 words")


def test_searching_and_going_back_keeps_the_place(open_desk, take, qtbot) -> None:
    take("Dal", pinned=True)
    desk = open_desk()
    desk.browser.show_place(PINNED)

    desk.actions[CommandId.SEARCH].trigger()
    assert desk.search.isVisible()
    desk.leave_page()

    assert desk.notes.isVisible()
    assert desk.sidebar.top.entry().place == PINNED


def test_a_hit_opens_its_note_at_the_passage(open_desk, take, services, qtbot) -> None:
    note = take("Dal\n\nToast the cumin first.")
    take("Other", pinned=True)
    desk = open_desk()
    desk.browser.show_place(PINNED)
    desk.show_search()

    desk.search.opened.emit(note, 5, 27)

    qtbot.waitUntil(lambda: desk.notes.current() == note)
    assert desk.editor.view.passage.selectedText() == "Toast the cumin first."
    assert services.library.keys(ListFilter(pinned=True)) != list(desk.notes.model.keys)


def test_a_hit_that_is_gone_stays_in_the_search(open_desk, take) -> None:
    take("Dal")
    desk = open_desk()
    desk.show_search()

    desk.search.opened.emit("0" * 8, 0, 1)

    assert desk.search.isVisible()
