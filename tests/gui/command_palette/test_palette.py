from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.navigation import NavigationHistory
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.command_palette.controller import CommandPaletteOpener
from notebrain.gui.command_palette.finder import COMMANDS_WITH_NOTES
from notebrain.gui.command_palette.model import CommandRow, Head, NewRow
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.core.locations import PINNED, TRASH
from tests.fakes.context import Alone

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def shown(app) -> Overlay:
    overlay = app.window.findChild(Overlay)
    assert isinstance(overlay, Overlay)
    return overlay


def texts(app) -> list[str]:
    return [row.text for row in shown(app).panel.model.rows]


@pytest.fixture
def palette(qtbot) -> Callable[..., Overlay]:
    """Open the palette by its key and type."""

    def palette(app, typed: str = "") -> Overlay:
        qtbot.keyClick(app.window, Qt.Key.Key_P, CTRL | SHIFT)
        overlay = shown(app)
        qtbot.waitUntil(overlay.panel.edit.hasFocus)
        qtbot.keyClicks(overlay.panel.edit, typed)
        return overlay

    return palette


@pytest.fixture
def switcher(qtbot) -> Callable[..., Overlay]:
    """Open the quick way to a note by its key and type."""

    def switcher(app, typed: str = "") -> Overlay:
        qtbot.keyClick(app.window, Qt.Key.Key_P, CTRL)
        overlay = shown(app)
        qtbot.waitUntil(overlay.panel.edit.hasFocus)
        qtbot.keyClicks(overlay.panel.edit, typed)
        return overlay

    return switcher


@pytest.fixture
def open_alone(context, editor, active, services) -> Callable[[], Alone]:
    """Show the newest note, and nothing but the palette beside it."""

    def open_alone() -> Alone:
        CommandPaletteOpener(context, active, NavigationHistory())
        context.navigator.open_note(services.library.list(ListFilter())[0].id)
        return Alone(context=context, editor=editor)

    return open_alone


def test_a_command_is_found_by_parts_of_its_words_and_given(
    open_window, take, palette, qtbot
) -> None:
    take("Dal")
    app = open_window()
    overlay = palette(app, "sideb")

    assert overlay.panel.current == CommandRow(
        CommandId.SIDEBAR, "Sidebar", marks=(0, 1, 2, 3, 4), key="Ctrl+\\"
    )
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    assert not overlay.isVisible()
    assert not app.sidebar.isVisible()


def test_esc_closes_the_palette_and_gives_the_keyboard_back(
    open_alone, take, palette, qtbot
) -> None:
    take("Dal")
    app = open_alone()
    app.editor.setFocus()
    overlay = palette(app)

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Escape)

    assert not overlay.isVisible()
    assert app.editor.view.hasFocus()


def test_a_click_beside_the_palette_closes_it(open_alone, take, palette, qtbot) -> None:
    take("Dal")
    app = open_alone()
    overlay = palette(app)

    qtbot.mouseClick(overlay, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))

    assert not overlay.isVisible()


def test_going_elsewhere_closes_the_palette(open_window, take, palette, qtbot) -> None:
    take("Dal")
    app = open_window()
    overlay = palette(app)

    qtbot.keyClick(app.window, Qt.Key.Key_F6)

    assert not overlay.isVisible()
    assert not overlay.panel.edit.hasFocus()


def test_the_commands_used_last_come_first(open_window, take, palette, qtbot) -> None:
    take("Dal")
    app = open_window()
    qtbot.keyClick(palette(app, "larger").panel.edit, Qt.Key.Key_Return)
    qtbot.keyClick(palette(app, "theme dark").panel.edit, Qt.Key.Key_Return)

    palette(app)

    assert texts(app)[:4] == ["Recently used", "Theme: Dark", "Larger", "Commands"]
    assert texts(app).count("Larger") == 1


def test_a_command_used_lately_comes_before_one_that_fits_a_little_better(
    open_window, take, palette, qtbot
) -> None:
    take("Dal")
    app = open_window()
    before = palette(app, "li").panel
    assert texts(app)[0] != "Theme: Light"
    qtbot.keyClick(before.edit, Qt.Key.Key_Escape)
    qtbot.keyClick(palette(app, "theme light").panel.edit, Qt.Key.Key_Return)

    palette(app, "li")

    assert texts(app)[0] == "Theme: Light"


def test_what_is_not_available_says_why_and_cannot_be_chosen(
    open_window, take, palette, qtbot
) -> None:
    take("Dal")
    app = open_window()
    overlay = palette(app, "restore from")

    rows = overlay.panel.model.rows
    assert rows[0] == Head("Not available now")
    assert rows[1].lacking == "Only for notes in the trash"
    assert overlay.panel.current is None
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)
    assert overlay.isVisible()
    overlay.close_up()

    app.browser.show_location(TRASH)
    palette(app, "restore from")

    assert texts(app)[0] == "Restore from trash"
    assert overlay.panel.current is overlay.panel.model.rows[0]


def test_the_palette_finds_notes_too(open_alone, take, palette, qtbot) -> None:
    take("Sideboard, oak")
    take("Dal")
    app = open_alone()
    overlay = palette(app, "sideb")

    qtbot.waitUntil(lambda: "Notes" in texts(app))

    assert texts(app)[:3] == ["Sidebar", "Notes", "Sideboard, oak"]
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Down)
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)
    assert app.editor.note.title == "Sideboard, oak"


@pytest.mark.styled
def test_many_commands_leave_room_for_the_notes(open_alone, take, palette, qtbot) -> None:
    take("Eve of the feast")
    app = open_alone()

    palette(app, "e")

    qtbot.waitUntil(lambda: "Eve of the feast" in texts(app)[: COMMANDS_WITH_NOTES + 2])


def test_the_arrow_keys_step_over_heads_and_around(open_alone, take, palette, qtbot) -> None:
    take("Dal")
    app = open_alone()
    overlay = palette(app, "note")
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


def test_a_screen_reader_hears_the_chosen_row(open_alone, take, palette) -> None:
    take("Dal")
    overlay = palette(open_alone(), "sideb")
    panel = overlay.panel

    spoken = panel.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)

    assert panel.edit.accessibleName() == "Commands and notes"
    assert panel.edit.accessibleDescription() == spoken == "Sidebar, Ctrl+\\"


def test_the_key_of_the_switcher_leaves_only_the_notes(
    open_alone, take, palette, switcher, qtbot
) -> None:
    take("Larger pots")
    app = open_alone()
    palette(app, "larger")

    qtbot.keyClick(app.window, Qt.Key.Key_P, CTRL)

    qtbot.waitUntil(lambda: texts(app) == ["Larger pots"])
    assert shown(app).panel.edit.text() == "larger"
    qtbot.keyClick(app.window, Qt.Key.Key_P, CTRL)
    assert not shown(app).isVisible()


def test_the_switcher_shows_the_newest_notes_first_and_the_one_on_screen_last(
    open_window, take, switcher
) -> None:
    for title in ("One", "Two", "Three"):
        take(title)
    app = open_window()

    switcher(app)

    assert texts(app) == ["Two", "One", "Three"]


def test_the_switcher_goes_to_a_note_wherever_it_is(open_window, take, switcher, qtbot) -> None:
    gas = take("Gas: supplier and delivery", workspace="House")
    take("Greenhouse", pinned=True)
    app = open_window()
    app.browser.show_location(PINNED)
    overlay = switcher(app, "ga del")

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: app.editor.note.id == gas)
    assert app.editor.view.hasFocus()
    qtbot.waitUntil(lambda: app.notes.current() == gas)


def test_a_note_says_where_it_is_once_there_are_several_workspaces(
    open_window, take, switcher, qtbot
) -> None:
    take("Gas", workspace="House")
    take("Greenhouse")
    app = open_window()
    qtbot.waitUntil(lambda: app.status.saved.text() == "Ready, 2 notes")

    overlay = switcher(app, "gas")

    qtbot.waitUntil(lambda: texts(app) == ["Gas"])
    assert overlay.panel.current.aside.startswith("House · ")


def test_notes_of_the_same_title_are_told_apart_by_their_words_or_their_time(
    open_window, take, switcher, qtbot
) -> None:
    take("# Meeting\n\nroof and gutters")
    take("# meeting\n\nbudget for spring")
    take("# Shopping\n\nrice")
    for _number in range(2):
        take("# Untold\n\nsame words")
    app = open_window()
    overlay = switcher(app)

    qtbot.waitUntil(lambda: len(overlay.panel.model.rows) == 5)

    details = sorted(row.details for row in overlay.panel.model.rows if row.text != "Untold")
    assert details == ["", "budget for spring", "roof and gutters"]
    assert all(":" in row.details for row in overlay.panel.model.rows if row.text == "Untold")
    spoken = [
        overlay.panel.model.index(n).data(Qt.ItemDataRole.AccessibleTextRole) for n in range(5)
    ]
    assert any(text.startswith("Meeting, roof and gutters, ") for text in spoken)


def test_enter_makes_the_note_that_is_not_there(open_window, take, switcher, qtbot) -> None:
    take("Greenhouse")
    app = open_window()
    overlay = switcher(app, "Zebra")
    qtbot.waitUntil(lambda: overlay.panel.current == NewRow("Zebra"))
    assert texts(app) == ["Create note “Zebra”"]

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: app.editor.note is not None and app.editor.note.title == "Zebra")
    qtbot.keyClicks(app.editor.view, "stripes")
    assert app.editor.view.note.text.stored == "Zebra\n\nstripes"


def test_ctrl_enter_makes_a_note_even_where_one_is_found(
    open_window, take, switcher, qtbot
) -> None:
    first = take("Greenhouse")
    app = open_window()
    overlay = switcher(app, "Greenhouse")
    qtbot.waitUntil(lambda: texts(app) == ["Greenhouse"])

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return, CTRL)

    qtbot.waitUntil(lambda: app.editor.note is not None and app.editor.note.id != first)
    assert app.editor.note.title == "Greenhouse"


def test_ctrl_enter_on_nothing_makes_nothing(open_alone, take, switcher, qtbot) -> None:
    take("Greenhouse")
    app = open_alone()
    overlay = switcher(app, " ")

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return, CTRL)

    assert overlay.isVisible()


def test_a_note_that_went_meanwhile_is_told(open_alone, take, services, switcher, qtbot) -> None:
    gas = take("Gas")
    take("Greenhouse")
    app = open_alone()
    overlay = switcher(app, "gas")
    with qtbot.waitSignal(overlay.panel.resized):  # the search has ended
        pass
    services.notes.forget([gas]).result()
    services.shredder.remove([gas]).result()

    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: app.messages.text == "This note is gone")


def test_a_click_on_a_row_chooses_it(open_window, take, switcher, qtbot) -> None:
    take("Gas")
    take("Greenhouse")
    app = open_window()
    overlay = switcher(app)
    view = overlay.panel.view

    at = view.visualRect(overlay.panel.model.index(0, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert app.editor.note.title == "Gas"


@pytest.mark.styled
def test_the_palette_stays_inside_a_small_window(open_alone, take, palette, qtbot) -> None:
    take("Dal")
    app = open_alone()
    app.theme.set_zoom(2.0)
    app.window.resize(1024, 640)

    overlay = palette(app)

    qtbot.waitUntil(lambda: overlay.size() == app.window.room.size())
    assert overlay.rect().contains(overlay.panel.geometry())
    app.window.resize(1280, 820)
    qtbot.waitUntil(lambda: overlay.size() == app.window.room.size())


def test_a_command_is_found_by_its_english_word_in_every_language(
    open_alone, take, palette, qtbot
) -> None:
    take("Dal")
    app = open_alone()
    app.actions[CommandId.SYNC].setEnabled(True)
    app.actions.rename(CommandId.SYNC, "Abgleich…")

    palette(app, "sync page")

    qtbot.waitUntil(lambda: "Abgleich…" in texts(app))
