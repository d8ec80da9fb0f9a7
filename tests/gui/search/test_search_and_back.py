"""From the notes to the search, to what it found, and back."""

import pytest
from PySide6.QtCore import Qt

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.core.locations import ALL_NOTES, PINNED
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


@pytest.fixture
def hits(open_window, take, qtbot):
    """Search for a word that three notes have, and open the first hit."""
    texts = (
        "Gas\n\nDelivered on Fridays.\n\nA bottle lasts three weeks.",
        "Picnic\n\nBread, cheese, plums.\n\nOne bottle of cider for each of us.",
        "Baby\n\nWoke at two and at five.\n\nShe takes the bottle from Tom, too.",
    )
    notes = [take(text) for text in texts]
    take("Another")
    app = open_window()
    app.pages.show(SEARCH)
    app.search.panel.search("bottle ")
    qtbot.waitUntil(lambda: len(app.search.panel.results.hits) == len(notes))
    qtbot.waitUntil(lambda: not app.search.panel.status.busy)
    qtbot.keyClick(app.search.panel.field.edit, Qt.Key.Key_Return)
    return app, [hit.note_id for hit in app.search.panel.results.hits]


def test_the_hits_stay_beside_the_opened_note_in_their_order(hits, services) -> None:
    app, found = hits

    listed = [row.id for row in services.library.rows(app.notes.model.keys)]
    assert listed == found
    assert app.browser.note.id == found[0]
    assert app.sidebar.top.entry().page == SEARCH
    assert app.notes.steps.isVisible()
    assert not app.notes.steps.before.isEnabled()
    assert app.notes.steps.place.text() == "1 of 3"


def test_the_rows_quote_what_was_found_and_not_the_beginning(hits) -> None:
    app, found = hits
    model = app.notes.model

    quotes = {model.row(row).title: model.row(row).snippet for row in range(len(found))}
    assert "A bottle lasts three weeks." in quotes["Gas"]
    assert "One bottle of cider" in quotes["Picnic"]
    spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "bottle" in spoken


def test_the_keys_to_find_look_for_the_word_of_the_query(hits, qtbot) -> None:
    app, found = hits
    bar, view = app.editor.find_bar, app.editor.view
    bar.prepare("old word")
    bar.expression.setChecked(True)
    app.notes.steps.after.click()
    at = view.textCursor().position()

    app.actions[CommandId.FIND_NEXT].trigger()

    assert bar.query.text() == "bottle"
    assert not bar.expression.isChecked()
    qtbot.waitUntil(lambda: view.textCursor().selectedText() == "bottle")
    assert view.textCursor().position() > at
    app.notes.steps.before.click()
    qtbot.waitUntil(lambda: bar.count.text() == "1 match")
    assert app.browser.note.id == found[0]
    assert "bottle" in view.passage.selectedText()  # the caret stays at the passage


def test_a_note_opened_by_its_name_is_no_hit_although_it_was_found(hits) -> None:
    app, found = hits

    app.browser.write_in(found[2])

    assert app.browser.note.id == found[2]
    assert app.browser.location == ALL_NOTES
    assert app.notes.current() == found[2]
    assert not app.notes.steps.isVisible()
    assert app.editor.view.passage is None


def test_the_hit_that_is_shown_may_be_opened_by_its_name(hits) -> None:
    app, found = hits

    app.browser.write_in(found[0])

    assert app.notes.steps.place.text() == "1 of 3"
    assert app.editor.view.hasFocus()


def test_the_list_of_all_notes_shows_their_beginnings_again(hits) -> None:
    app, _found = hits

    app.browser.show_all()

    snippets = [app.notes.model.row(row).snippet for row in range(4)]
    assert any("Delivered on Fridays." in snippet for snippet in snippets)


def test_the_next_hit_is_shown_at_its_passage_and_keys_stay_in_the_list(hits, qtbot) -> None:
    app, found = hits
    app.notes.view.setFocus()

    qtbot.keyClick(app.notes.view, Qt.Key.Key_Down)

    assert app.browser.note.id == found[1]
    assert "bottle" in app.editor.view.passage.selectedText()
    assert app.notes.view.hasFocus()
    app.notes.steps.after.click()
    assert app.browser.note.id == found[2]
    assert not app.notes.steps.after.isEnabled()
    app.actions[CommandId.PREVIOUS_NOTE].trigger()
    assert app.browser.note.id == found[1]


def test_going_back_from_the_next_hit_selects_it_in_the_search(hits) -> None:
    app, found = hits
    app.notes.steps.after.click()

    app.actions[CommandId.BACK].trigger()

    assert app.search.panel.isVisible()
    assert app.search.panel.results.current.note_id == found[1]


def test_the_button_above_the_hits_leads_back_to_the_search(hits) -> None:
    app, _found = hits

    app.notes.back.click()

    assert app.search.panel.isVisible()


def test_a_new_note_written_beside_hits_is_listed_with_all_notes(hits, qtbot) -> None:
    app, _found = hits

    app.browser.new_note()

    qtbot.waitUntil(lambda: app.browser.note is not None and app.browser.note.title == "")
    assert app.browser.location == ALL_NOTES
    assert not app.notes.steps.isVisible()
    assert not app.notes.back.isVisible()


def test_editing_a_hit_does_not_move_it(hits, services, qtbot) -> None:
    app, found = hits
    app.notes.steps.after.click()
    app.editor.write_at_end()

    qtbot.keyClicks(app.editor.view, " More.")
    app.editor.flush()

    qtbot.waitUntil(lambda: services.library.note(found[1]).body.endswith("More."))
    assert [row.id for row in services.library.rows(app.notes.model.keys)] == found
