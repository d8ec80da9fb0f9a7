"""Narrow windows: the list covers the text, and there is a way between them."""

import pytest
from PySide6.QtCore import Qt

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import WINDOW
from notebrain.gui.notes.locations import Location, LocationKind

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def desk(open_desk, take, qtbot):
    take("Below", tags=("garden",))
    take("Above", tags=("garden", "winter"))
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 2)
    return desk


def make(desk, qtbot, width: int, height: int = 560) -> None:
    desk.window.resize(width, height)
    qtbot.waitUntil(lambda: desk.window.width() == width)


def seen(desk) -> tuple[bool, bool]:
    return desk.notes.isVisible(), desk.centre.isVisible()


def test_list_and_text_stand_beside_each_other_where_there_is_room(desk, qtbot) -> None:
    make(desk, qtbot, 900)

    assert seen(desk) == (True, True)
    assert not desk.editor.header.back.isVisible()


def test_below_900_pixels_the_list_covers_the_text(desk, qtbot) -> None:
    make(desk, qtbot, 880)

    assert seen(desk) == (True, False)
    qtbot.waitUntil(lambda: desk.notes.width() > 480)


def test_enter_shows_the_text_and_ctrl_shift_e_the_list_again(desk, qtbot) -> None:
    make(desk, qtbot, 760)
    desk.notes.view.setFocus()

    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: seen(desk) == (False, True))
    assert desk.editor.view.hasFocus()
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_E, CTRL | SHIFT)

    assert seen(desk) == (True, False)
    assert desk.notes.view.hasFocus()


def test_a_click_shows_the_text_and_an_arrow_leads_back(desk, qtbot) -> None:
    make(desk, qtbot, 760)
    at = desk.notes.view.visualRect(desk.notes.model.index(1)).center()

    qtbot.mouseClick(desk.notes.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert seen(desk) == (False, True)
    assert desk.browser.note.title == "Below"
    qtbot.mouseClick(desk.editor.header.back, Qt.MouseButton.LeftButton)

    assert seen(desk) == (True, False)


def test_choosing_several_with_the_pointer_keeps_the_list(desk, qtbot) -> None:
    make(desk, qtbot, 760)
    at = desk.notes.view.visualRect(desk.notes.model.index(1)).center()

    qtbot.mouseClick(desk.notes.view.viewport(), Qt.MouseButton.LeftButton, CTRL, at)

    assert seen(desk) == (True, False)


def test_the_text_stays_while_the_user_writes_in_it_and_makes_the_window_smaller(
    desk, qtbot
) -> None:
    desk.editor.setFocus()
    assert desk.editor.view.hasFocus()

    make(desk, qtbot, 760)

    assert seen(desk) == (False, True)
    assert desk.editor.view.hasFocus()


def test_a_place_shows_its_list(desk, qtbot) -> None:
    make(desk, qtbot, 760)
    desk.write_in(desk.browser.note.id)

    desk.browser.show_place(Location(LocationKind.TAG, tag="winter"))

    assert seen(desk) == (True, False)


def test_a_note_that_goes_leaves_the_list(desk, services, qtbot) -> None:
    make(desk, qtbot, 760)
    desk.write_in(desk.browser.note.id)
    notes = [desk.notes.model.id_at(desk.notes.model.index(row)) for row in range(2)]

    services.capture.forget(notes).result()

    qtbot.waitUntil(lambda: desk.browser.note is None)
    assert desk.notes.isVisible()


def test_list_and_text_come_back_with_their_widths(desk, qtbot) -> None:
    make(desk, qtbot, 1280, 820)
    before = desk.notes.width()

    make(desk, qtbot, 760)
    remembered = desk.window.state().notes
    make(desk, qtbot, 1280, 820)

    assert seen(desk) == (True, True)
    assert remembered == before
    qtbot.waitUntil(lambda: abs(desk.notes.width() - before) <= 2)


def test_the_pane_beside_the_text_lies_over_it_in_a_narrow_window(desk, qtbot) -> None:
    make(desk, qtbot, 760)
    desk.write_in(desk.browser.note.id)

    desk.actions[CommandId.INSPECTOR].trigger()

    assert desk.side.isVisible()
    qtbot.waitUntil(lambda: desk.centre.width() > 500)
    corner = desk.side.mapTo(desk.window.room, desk.side.rect().topRight())
    assert corner.x() == desk.window.room.width() - 1
    make(desk, qtbot, 1280, 820)
    assert desk.side.isVisible()
    assert (
        desk.centre.mapTo(desk.window, desk.centre.rect().topRight()).x()
        < desk.side.mapTo(desk.window, desk.side.rect().topLeft()).x()
    )


def test_the_pane_over_the_text_lies_over_no_other_page(desk, qtbot) -> None:
    desk.side.open("inspector")
    assert desk.side.isVisible()
    desk.show_search()

    make(desk, qtbot, 760)
    assert not desk.side.isVisible()

    desk.leave_page()
    assert desk.side.isVisible()


@pytest.mark.parametrize("width", [900, 1000])
def test_the_text_ends_where_the_pane_beside_it_begins(desk, qtbot, width) -> None:
    desk.write_in(desk.browser.note.id)
    desk.side.open("inspector")

    make(desk, qtbot, width)

    def edge(part, corner) -> int:
        return int(part.mapTo(desk.window, corner).x())

    text, pane = desk.editor, desk.side
    qtbot.waitUntil(lambda: edge(text, text.rect().topRight()) < edge(pane, pane.rect().topLeft()))
    assert edge(pane, pane.rect().topRight()) == desk.window.width() - 1


def test_the_search_can_be_left_for_the_list_by_its_key(desk, qtbot) -> None:
    desk.show_search()

    desk.actions[CommandId.SHOW_LIST].trigger()

    assert desk.notes.view.hasFocus()


@pytest.mark.parametrize("size", [(720, 480), (1024, 640), (1280, 820), (2560, 1440)])
@pytest.mark.parametrize("pane", ["", "inspector"])
def test_nothing_is_cut_off_at_any_size(desk, qtbot, size, pane) -> None:
    from PySide6.QtWidgets import QAbstractButton, QScrollArea

    desk.write_in(desk.browser.note.id)
    desk.side.open(pane)

    make(desk, qtbot, *size)
    qtbot.wait(1)

    inner = desk.side.findChildren(QScrollArea)  # what it cannot show at once, it scrolls to
    for panel in (desk.notes, desk.editor.header, *(area.widget() for area in inner)):
        for part in panel.findChildren(QAbstractButton):
            if part.isVisible():
                place = part.rect().translated(part.mapTo(panel, part.rect().topLeft()))
                assert panel.rect().contains(place), (part.accessibleName(), place, panel.rect())
                assert part.width() >= part.minimumSizeHint().width() or not part.text()


def test_splitters_and_the_open_pane_are_remembered(desk, services, qtbot) -> None:
    from notebrain.gui.window import window_state

    make(desk, qtbot, 1280, 820)
    desk.actions[CommandId.INSPECTOR].trigger()

    desk.window.close()

    qtbot.waitUntil(lambda: bool(services.settings.get(WINDOW)))
    state = window_state.from_text(str(services.settings.get(WINDOW)))
    assert state is not None
    assert state.side_part == "inspector"
    assert state.side >= 240
    assert state.notes == desk.window.state().notes


def test_several_chosen_notes_are_filed_in_a_narrow_window_too(desk, qtbot) -> None:
    make(desk, qtbot, 760)
    desk.notes.view.setFocus()
    assert not desk.notes.several.isVisible()
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_A, CTRL)
    qtbot.waitUntil(desk.notes.several.isVisible)
    assert desk.notes.several.text() == "Set for 2 notes…"
    qtbot.waitUntil(lambda: desk.centre.covered is not None)

    qtbot.mouseClick(desk.notes.several, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: seen(desk) == (False, True))
    batch = desk.centre.covered
    qtbot.waitUntil(batch.form.tags.field.hasFocus)
    qtbot.keyClicks(batch.form.tags.field, "both")
    qtbot.keyClick(batch.form.tags.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [row.tags[0] for row in desk.notes.selected()] == ["both", "both"])
    assert batch.back.isVisible()
    qtbot.mouseClick(batch.back, Qt.MouseButton.LeftButton)

    assert seen(desk) == (True, False)
    assert desk.notes.selected_count() == 2


def test_enter_and_the_key_for_tags_lead_to_the_acts_for_several_notes(desk, qtbot) -> None:
    make(desk, qtbot, 760)
    desk.notes.view.setFocus()
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_A, CTRL)
    qtbot.waitUntil(lambda: desk.centre.covered is not None)

    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: seen(desk) == (False, True))
    qtbot.keyClick(desk.window.focusWidget(), Qt.Key.Key_Escape)
    assert seen(desk) == (True, False)
    desk.actions[CommandId.TAG].trigger()

    qtbot.waitUntil(lambda: seen(desk) == (False, True))
    assert desk.centre.covered.form.tags.field.hasFocus()


def test_giving_the_choice_up_shows_the_list_again(desk, qtbot) -> None:
    make(desk, qtbot, 760)
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_A, CTRL)
    qtbot.waitUntil(lambda: desk.centre.covered is not None)
    batch = desk.centre.covered
    desk.notes.several.click()

    batch.give_up.click()

    qtbot.waitUntil(lambda: desk.centre.covered is None)
    assert seen(desk) == (True, False)
    assert desk.notes.selected_count() == 1
