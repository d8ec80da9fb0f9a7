"""Narrow windows: the list covers the text, and there is a way between them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QScrollArea

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.remembered import WINDOW
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.window.pages import SEARCH

pytestmark = pytest.mark.styled

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def app(open_window, take, qtbot):
    take("Below", tags=("garden",))
    take("Above", tags=("garden", "winter"))
    app = open_window()
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 2)
    return app


def make(app, qtbot, width: int, height: int = 560) -> None:
    app.window.resize(width, height)
    qtbot.waitUntil(lambda: app.window.width() == width)


def seen(app) -> tuple[bool, bool]:
    return app.notes.isVisible(), app.stack.isVisible()


def test_list_and_text_stand_beside_each_other_where_there_is_room(app, qtbot) -> None:
    make(app, qtbot, 900)

    assert seen(app) == (True, True)
    assert not app.editor.header.back.isVisible()


def test_below_900_pixels_the_list_covers_the_text(app, qtbot) -> None:
    make(app, qtbot, 880)

    assert seen(app) == (True, False)
    qtbot.waitUntil(lambda: app.notes.width() > 480)


def test_enter_shows_the_text_and_ctrl_shift_e_the_list_again(app, qtbot) -> None:
    make(app, qtbot, 760)
    app.notes.view.setFocus()

    qtbot.keyClick(app.notes.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: seen(app) == (False, True))
    assert app.editor.view.hasFocus()
    qtbot.keyClick(app.editor.view, Qt.Key.Key_E, CTRL | SHIFT)

    assert seen(app) == (True, False)
    assert app.notes.view.hasFocus()


def test_a_click_shows_the_text_and_an_arrow_leads_back(app, qtbot) -> None:
    make(app, qtbot, 760)
    at = app.notes.view.visualRect(app.notes.model.index(1)).center()

    qtbot.mouseClick(app.notes.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert seen(app) == (False, True)
    assert app.browser.note.title == "Below"
    qtbot.mouseClick(app.editor.header.back, Qt.MouseButton.LeftButton)

    assert seen(app) == (True, False)


def test_choosing_several_with_the_pointer_keeps_the_list(app, qtbot) -> None:
    make(app, qtbot, 760)
    at = app.notes.view.visualRect(app.notes.model.index(1)).center()

    qtbot.mouseClick(app.notes.view.viewport(), Qt.MouseButton.LeftButton, CTRL, at)

    assert seen(app) == (True, False)


def test_the_text_stays_while_the_user_writes_in_it_and_makes_the_window_smaller(
    app, qtbot
) -> None:
    app.editor.setFocus()
    assert app.editor.view.hasFocus()

    make(app, qtbot, 760)

    assert seen(app) == (False, True)
    assert app.editor.view.hasFocus()


def test_a_place_shows_its_list(app, qtbot) -> None:
    make(app, qtbot, 760)
    app.browser.write_in(app.browser.note.id)

    app.browser.show_location(Location(LocationKind.TAG, tag="winter"))

    assert seen(app) == (True, False)


def test_a_note_that_goes_leaves_the_list(app, services, qtbot) -> None:
    make(app, qtbot, 760)
    app.browser.write_in(app.browser.note.id)
    notes = [app.notes.model.id_at(app.notes.model.index(row)) for row in range(2)]

    services.notes.forget(notes).result()

    qtbot.waitUntil(lambda: app.browser.note is None)
    assert app.notes.isVisible()


def test_list_and_text_come_back_with_their_widths(app, qtbot) -> None:
    make(app, qtbot, 1280, 820)
    before = app.notes.width()

    make(app, qtbot, 760)
    remembered = app.window.state().notes
    make(app, qtbot, 1280, 820)

    assert seen(app) == (True, True)
    assert remembered == before
    qtbot.waitUntil(lambda: abs(app.notes.width() - before) <= 2)


def test_the_pane_beside_the_text_lies_over_it_in_a_narrow_window(app, qtbot) -> None:
    make(app, qtbot, 760)
    app.browser.write_in(app.browser.note.id)

    app.actions[CommandId.INSPECTOR].trigger()

    assert app.side.isVisible()
    qtbot.waitUntil(lambda: app.stack.width() > 500)
    corner = app.side.mapTo(app.window.room, app.side.rect().topRight())
    assert corner.x() == app.window.room.width() - 1
    make(app, qtbot, 1280, 820)
    assert app.side.isVisible()
    assert (
        app.stack.mapTo(app.window, app.stack.rect().topRight()).x()
        < app.side.mapTo(app.window, app.side.rect().topLeft()).x()
    )


def test_the_pane_over_the_text_lies_over_no_other_page(app, qtbot) -> None:
    app.side.open("inspector")
    assert app.side.isVisible()
    app.pages.show(SEARCH)

    make(app, qtbot, 760)
    assert not app.side.isVisible()

    app.browser.leave_page()
    assert app.side.isVisible()


@pytest.mark.parametrize("width", [900, 1000])
def test_the_text_ends_where_the_pane_beside_it_begins(app, qtbot, width) -> None:
    app.browser.write_in(app.browser.note.id)
    app.side.open("inspector")

    make(app, qtbot, width)

    def edge(part, corner) -> int:
        return int(part.mapTo(app.window, corner).x())

    text, pane = app.editor, app.side
    qtbot.waitUntil(lambda: edge(text, text.rect().topRight()) < edge(pane, pane.rect().topLeft()))
    assert edge(pane, pane.rect().topRight()) == app.window.width() - 1


def test_the_search_can_be_left_for_the_list_by_its_key(app, qtbot) -> None:
    app.pages.show(SEARCH)

    app.actions[CommandId.SHOW_LIST].trigger()

    assert app.notes.view.hasFocus()


@pytest.mark.parametrize("pane", ["", "inspector"])
def test_nothing_is_cut_off_at_any_size(app, qtbot, pane) -> None:
    app.browser.write_in(app.browser.note.id)
    app.side.open(pane)

    for size in ((720, 480), (1024, 640), (1280, 820), (2560, 1440)):
        make(app, qtbot, *size)
        qtbot.wait(1)

        assert cut_off(app) == [], size


def cut_off(app) -> list[str]:
    """Return the buttons that are seen only in part."""
    found = []
    inner = app.side.findChildren(QScrollArea)  # what it cannot show at once, it scrolls to
    for panel in (app.notes, app.editor.header, *(area.widget() for area in inner)):
        for part in panel.findChildren(QAbstractButton):
            place = part.rect().translated(part.mapTo(panel, part.rect().topLeft()))
            is_whole = part.width() >= part.minimumSizeHint().width() or not part.text()
            if part.isVisible() and not (panel.rect().contains(place) and is_whole):
                found.append(f"{part.accessibleName()} at {place} of {panel.rect()}")
    return found


def test_splitters_and_the_open_pane_are_remembered(app, services, qtbot) -> None:
    from notebrain.gui.window import window_state

    make(app, qtbot, 1280, 820)
    app.actions[CommandId.INSPECTOR].trigger()

    app.window.close()

    services.store.write(lambda _db: None).result()  # after what closing wrote
    state = window_state.from_text(services.settings.get(WINDOW))
    assert state is not None
    assert state.side_part == "inspector"
    assert state.side >= 240
    assert state.notes == app.window.state().notes


def test_several_chosen_notes_are_filed_in_a_narrow_window_too(app, qtbot) -> None:
    make(app, qtbot, 760)
    app.notes.view.setFocus()
    assert not app.notes.several.isVisible()
    qtbot.keyClick(app.notes.view, Qt.Key.Key_A, CTRL)
    qtbot.waitUntil(app.notes.several.isVisible)
    assert app.notes.several.text() == "Edit 2 notes…"
    qtbot.waitUntil(lambda: app.stack.covered is not None)

    qtbot.mouseClick(app.notes.several, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: seen(app) == (False, True))
    batch = app.stack.covered
    qtbot.waitUntil(batch.form.tags.field.hasFocus)
    qtbot.keyClicks(batch.form.tags.field, "both")
    qtbot.keyClick(batch.form.tags.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [row.tags[0] for row in app.notes.selected()] == ["both", "both"])
    assert batch.back.isVisible()
    qtbot.mouseClick(batch.back, Qt.MouseButton.LeftButton)

    assert seen(app) == (True, False)
    assert app.notes.selected_count() == 2


def test_enter_and_the_key_for_tags_lead_to_the_acts_for_several_notes(app, qtbot) -> None:
    make(app, qtbot, 760)
    app.notes.view.setFocus()
    qtbot.keyClick(app.notes.view, Qt.Key.Key_A, CTRL)
    qtbot.waitUntil(lambda: app.stack.covered is not None)

    qtbot.keyClick(app.notes.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: seen(app) == (False, True))
    qtbot.keyClick(app.window.focusWidget(), Qt.Key.Key_Escape)
    assert seen(app) == (True, False)
    app.actions[CommandId.TAG].trigger()

    qtbot.waitUntil(lambda: seen(app) == (False, True))
    assert app.stack.covered.form.tags.field.hasFocus()


def test_giving_the_choice_up_shows_the_list_again(app, qtbot) -> None:
    make(app, qtbot, 760)
    qtbot.keyClick(app.notes.view, Qt.Key.Key_A, CTRL)
    qtbot.waitUntil(lambda: app.stack.covered is not None)
    batch = app.stack.covered
    app.notes.several.click()

    batch.give_up.click()

    qtbot.waitUntil(lambda: app.stack.covered is None)
    assert seen(app) == (True, False)
    assert app.notes.selected_count() == 1
