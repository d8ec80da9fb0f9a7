from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt

from notebrain.app.commands.command import CommandId
from notebrain.gui.command_palette.finder import COMMANDS_WITH_NOTES
from notebrain.gui.command_palette.model import CommandRow, Head, NewRow
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.notes.locations import PINNED, TRASH

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def shown(desk) -> Overlay:
    overlay = desk.window.findChild(Overlay)
    assert isinstance(overlay, Overlay)
    return overlay


def texts(desk) -> list[str]:
    return [row.text for row in shown(desk).panel.model.rows]


@pytest.fixture
def palette(qtbot) -> Callable[..., Overlay]:
    """Open the palette by its key and type."""

    def palette(desk, typed: str = "") -> Overlay:
        qtbot.keyClick(desk.window, Qt.Key.Key_P, CTRL | SHIFT)
        overlay = shown(desk)
        qtbot.waitUntil(overlay.panel.edit.hasFocus)
        qtbot.keyClicks(overlay.panel.edit, typed)
        return overlay

    return palette


@pytest.fixture
def switcher(qtbot) -> Callable[..., Overlay]:
    """Open the quick way to a note by its key and type."""

    def switcher(desk, typed: str = "") -> Overlay:
        qtbot.keyClick(desk.window, Qt.Key.Key_P, CTRL)
        overlay = shown(desk)
        qtbot.waitUntil(overlay.panel.edit.hasFocus)
        qtbot.keyClicks(overlay.panel.edit, typed)
        return overlay

    return switcher


def test_a_command_is_found_by_parts_of_its_words_and_given(
    open_desk, take, palette, qtbot
) -> None:
    take("Dal")
    desk = open_desk()
    overlay = palette(desk, "sideb")

    assert overlay.panel.current == CommandRow(
        CommandId.SIDEBAR, "Sidebar", marks=(0, 1, 2, 3, 4), key="Ctrl+\\"
    )
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    assert not overlay.isVisible()
    assert not desk.sidebar.isVisible()


def test_esc_closes_the_palette_and_gives_the_keyboard_back(
    open_desk, take, palette, qtbot
) -> None:
    take("Dal")
    desk = open_desk()
    desk.editor.setFocus()
    overlay = palette(desk)

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Escape)

    assert not overlay.isVisible()
    assert desk.editor.view.hasFocus()


def test_a_click_beside_the_palette_closes_it(open_desk, take, palette, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    overlay = palette(desk)

    qtbot.mouseClick(overlay, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))

    assert not overlay.isVisible()


def test_going_elsewhere_closes_the_palette(open_desk, take, palette, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    overlay = palette(desk)

    qtbot.keyClick(desk.window, Qt.Key.Key_F6)

    assert not overlay.isVisible()
    assert not overlay.panel.edit.hasFocus()


def test_the_commands_used_last_come_first(open_desk, take, palette, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    qtbot.keyClick(palette(desk, "larger").panel.edit, Qt.Key.Key_Return)
    qtbot.keyClick(palette(desk, "theme dark").panel.edit, Qt.Key.Key_Return)

    palette(desk)

    assert texts(desk)[:4] == ["Used last", "Theme: Dark", "Larger", "Commands"]
    assert texts(desk).count("Larger") == 1


def test_what_is_not_available_says_why_and_cannot_be_chosen(
    open_desk, take, palette, qtbot
) -> None:
    take("Dal")
    desk = open_desk()
    overlay = palette(desk, "restore from")

    rows = overlay.panel.model.rows
    assert rows[0] == Head("Not available now")
    assert rows[1].lacking == "Only for notes in the trash"
    assert overlay.panel.current is None
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)
    assert overlay.isVisible()
    overlay.close_up()

    desk.browser.show_place(TRASH)
    palette(desk, "restore from")

    assert texts(desk)[0] == "Restore from trash"
    assert overlay.panel.current is overlay.panel.model.rows[0]


def test_the_palette_finds_notes_too(open_desk, take, palette, qtbot) -> None:
    take("Sideboard, oak")
    take("Dal")
    desk = open_desk()
    overlay = palette(desk, "side")

    qtbot.waitUntil(lambda: "Notes" in texts(desk))

    assert texts(desk)[:3] == ["Sidebar", "Notes", "Sideboard, oak"]
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Down)
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)
    assert desk.editor.note.title == "Sideboard, oak"


def test_many_commands_leave_room_for_the_notes(open_desk, take, palette, qtbot) -> None:
    take("Eve of the feast")
    desk = open_desk()

    palette(desk, "e")

    qtbot.waitUntil(lambda: "Eve of the feast" in texts(desk)[: COMMANDS_WITH_NOTES + 2])


def test_the_arrow_keys_step_over_heads_and_around(open_desk, take, palette, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    overlay = palette(desk, "note")
    edit, panel = overlay.panel.edit, overlay.panel
    first = panel.current

    qtbot.keyClick(edit, Qt.Key.Key_Up)
    last = panel.current
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert panel.current == first
    for _page in range(5):
        qtbot.keyClick(edit, Qt.Key.Key_PageDown)

    assert last != first
    assert panel.current == last
    assert not isinstance(last, Head)


def test_a_screen_reader_hears_the_chosen_row(open_desk, take, palette) -> None:
    take("Dal")
    overlay = palette(open_desk(), "sideb")
    panel = overlay.panel

    spoken = panel.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)

    assert panel.edit.accessibleName() == "Commands and notes"
    assert panel.edit.accessibleDescription() == spoken == "Sidebar, Ctrl+\\"


def test_the_key_of_the_switcher_leaves_only_the_notes(
    open_desk, take, palette, switcher, qtbot
) -> None:
    take("Larger pots")
    desk = open_desk()
    palette(desk, "larger")

    qtbot.keyClick(desk.window, Qt.Key.Key_P, CTRL)

    qtbot.waitUntil(lambda: texts(desk) == ["Larger pots"])
    assert shown(desk).panel.edit.text() == "larger"
    qtbot.keyClick(desk.window, Qt.Key.Key_P, CTRL)
    assert not shown(desk).isVisible()


def test_the_switcher_shows_the_newest_notes_first_and_the_one_on_screen_last(
    open_desk, take, switcher
) -> None:
    for title in ("One", "Two", "Three"):
        take(title)
    desk = open_desk()

    switcher(desk)

    assert texts(desk) == ["Two", "One", "Three"]


def test_the_switcher_goes_to_a_note_wherever_it_is(open_desk, take, switcher, qtbot) -> None:
    gas = take("Gas: supplier and delivery", workspace="House")
    take("Greenhouse", pinned=True)
    desk = open_desk()
    desk.browser.show_place(PINNED)
    overlay = switcher(desk, "ga del")

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: desk.editor.note.id == gas)
    assert desk.editor.view.hasFocus()
    qtbot.waitUntil(lambda: desk.notes.current() == gas)


def test_a_note_says_where_it_is_once_there_are_several_workspaces(
    open_desk, take, switcher, qtbot
) -> None:
    take("Gas", workspace="House")
    take("Greenhouse")
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.status.saved.text() == "Ready, 2 notes")

    overlay = switcher(desk, "gas")

    qtbot.waitUntil(lambda: texts(desk) == ["Gas"])
    assert overlay.panel.current.aside.startswith("House · ")


def test_enter_makes_the_note_that_is_not_there(open_desk, take, switcher, qtbot) -> None:
    take("Greenhouse")
    desk = open_desk()
    overlay = switcher(desk, "Zebra")
    qtbot.waitUntil(lambda: overlay.panel.current == NewRow("Zebra"))
    assert texts(desk) == ["Create note “Zebra”"]

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: desk.editor.note is not None and desk.editor.note.title == "Zebra")
    qtbot.keyClicks(desk.editor.view, "stripes")
    assert desk.editor.view.note.text.stored == "Zebra\n\nstripes"


def test_ctrl_enter_makes_a_note_even_where_one_is_found(open_desk, take, switcher, qtbot) -> None:
    first = take("Greenhouse")
    desk = open_desk()
    overlay = switcher(desk, "Greenhouse")
    qtbot.waitUntil(lambda: texts(desk) == ["Greenhouse"])

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return, CTRL)

    qtbot.waitUntil(lambda: desk.editor.note is not None and desk.editor.note.id != first)
    assert desk.editor.note.title == "Greenhouse"


def test_ctrl_enter_on_nothing_makes_nothing(open_desk, take, switcher, qtbot) -> None:
    take("Greenhouse")
    desk = open_desk()
    overlay = switcher(desk, " ")

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return, CTRL)

    assert overlay.isVisible()


def test_a_note_that_went_meanwhile_is_told(open_desk, take, services, switcher, qtbot) -> None:
    gas = take("Gas")
    take("Greenhouse")
    desk = open_desk()
    overlay = switcher(desk, "gas")
    qtbot.waitUntil(lambda: texts(desk) == ["Gas"])
    services.capture.forget([gas]).result()
    services.shredder.remove([gas]).result()

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: desk.status.saved.text() == "This note is gone")


def test_a_click_on_a_row_chooses_it(open_desk, take, switcher, qtbot) -> None:
    take("Gas")
    take("Greenhouse")
    desk = open_desk()
    overlay = switcher(desk)
    view = overlay.panel.view

    at = view.visualRect(overlay.panel.model.index(0, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert desk.editor.note.title == "Gas"


def test_the_palette_stays_inside_a_small_window(open_desk, take, palette, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.theme.set_zoom(2.0)
    desk.window.resize(1024, 640)

    overlay = palette(desk)

    qtbot.waitUntil(lambda: overlay.size() == desk.window.room.size())
    assert overlay.rect().contains(overlay.panel.geometry())
    desk.window.resize(1280, 820)
    qtbot.waitUntil(lambda: overlay.size() == desk.window.room.size())
