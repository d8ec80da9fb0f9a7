"""Notes are pinned, tagged and moved to workspaces."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMenu

from notebrain.domain.notes.note import Category
from notebrain.gui.notes.context_menu import Known
from tests.fakes.window import choose, titles

CTRL = Qt.KeyboardModifier.ControlModifier


def test_ctrl_d_pins_the_chosen_note_from_anywhere(open_desk, take, services, qtbot) -> None:
    note = take("Dal")
    desk = open_desk()
    desk.editor.setFocus()

    qtbot.keyClick(desk.editor.view, Qt.Key.Key_D, CTRL)

    qtbot.waitUntil(lambda: services.library.note(note).pinned)
    qtbot.waitUntil(lambda: desk.browser.note.pinned)


def test_the_menu_of_a_note_files_it(open_desk, take, services, qtbot) -> None:
    note = take("Dal", tags=("recipes",))
    take("Other", tags=("garden",), workspace="Work")
    desk = open_desk()
    desk.notes.select(note)

    def menu() -> QMenu:
        desk.show_note_menu(desk.notes.selected(), desk.window.rect().center())
        menus: list[QMenu] = [m for m in desk.window.findChildren(QMenu) if m.isVisible()]
        return menus[-1]

    for path in (
        ("Tags", "garden"),
        ("Category", "Fact"),
        ("Importance", "5, most"),
        ("Move to workspace", "Work"),
    ):
        shown = menu()
        choose(shown, *path)
        shown.close()

    def filed() -> bool:
        found = services.library.note(note)
        seen = found.tags, found.category, found.importance, found.workspace
        return bool(seen == (("garden", "recipes"), Category.FACT, 5, "Work"))

    qtbot.waitUntil(filed)


def test_the_menu_takes_a_tag_off_that_all_chosen_notes_wear(
    open_desk, take, services, qtbot
) -> None:
    note = take("Dal", tags=("recipes",))
    desk = open_desk()

    menu = desk.note_menu.make(desk.notes.selected(), _known(desk))
    choose(menu, "Tags", "recipes")

    qtbot.waitUntil(lambda: services.library.note(note).tags == ())


def _known(desk):
    return Known(desk.services.library.workspaces(), desk.services.library.tags())


@pytest.mark.parametrize(
    ("path", "typed", "seen"),
    [
        (("Tags", "New tag…"), "winter", {"tags": ("winter",)}),
        (("Move to workspace", "New workspace…"), "Cabin", {"workspace": "Cabin"}),
    ],
)
def test_new_names_are_typed(open_desk, take, services, qtbot, path, typed, seen) -> None:
    note = take("Dal")
    desk = open_desk()

    choose(desk.note_menu.make(desk.notes.selected(), _known(desk)), *path)
    qtbot.waitUntil(lambda: desk.window.findChild(QInputDialog) is not None)
    dialog = desk.window.findChild(QInputDialog)
    dialog.setTextValue(typed)
    dialog.accept()

    def filed() -> bool:
        found = services.library.note(note)
        return bool({name: getattr(found, name) for name in seen} == seen)

    qtbot.waitUntil(filed)


def test_a_workspace_shows_its_own_notes(open_desk, take, services, qtbot) -> None:
    take("Home")
    take("Job", workspace="Work")
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.sidebar.switcher.text() == "All workspaces")

    choose(desk.sidebar.switcher.menu(), "Work\t1")

    assert titles(desk) == ["Job"]
    assert desk.sidebar.switcher.text() == "Work"


def test_a_new_workspace_is_made_with_its_first_note(open_desk, take, services, qtbot) -> None:
    take("Home")
    desk = open_desk()
    qtbot.waitUntil(lambda: bool(desk.sidebar.switcher.menu().actions()))

    choose(desk.sidebar.switcher.menu(), "New workspace…")
    qtbot.waitUntil(lambda: desk.window.findChild(QInputDialog) is not None)
    dialog = desk.window.findChild(QInputDialog)
    dialog.setTextValue("Cabin")
    dialog.accept()
    qtbot.waitUntil(lambda: desk.browser.workspace == "Cabin")
    desk.browser.new_note()

    qtbot.waitUntil(lambda: "Cabin" in services.library.workspaces())
