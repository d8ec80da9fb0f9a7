"""Notes are pinned, tagged and moved to workspaces."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMenu

from notebrain.domain.notes.note import Category
from notebrain.gui.notes.context_menu import Known
from tests.fakes.window import choose, titles

CTRL = Qt.KeyboardModifier.ControlModifier


def test_ctrl_d_pins_the_chosen_note_from_anywhere(open_window, take, services, qtbot) -> None:
    note = take("Dal")
    app = open_window()
    app.editor.setFocus()

    qtbot.keyClick(app.editor.view, Qt.Key.Key_D, CTRL)

    qtbot.waitUntil(lambda: services.library.note(note).pinned)
    qtbot.waitUntil(lambda: app.browser.note.pinned)


def test_the_menu_of_a_note_files_it(open_window, take, services, qtbot) -> None:
    note = take("Dal", tags=("recipes",))
    take("Other", tags=("garden",), workspace="Work")
    app = open_window()
    app.notes.select(note)

    def menu() -> QMenu:
        app.note_menu.popup(app.notes.selected(), app.window.rect().center())
        menus: list[QMenu] = [m for m in app.window.findChildren(QMenu) if m.isVisible()]
        return menus[-1]

    for path in (
        ("Tags", "garden"),
        ("Category", "Fact"),
        ("Importance", "5, highest"),
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
    open_window, take, services, qtbot
) -> None:
    note = take("Dal", tags=("recipes",))
    app = open_window()

    menu = app.note_menu.make(app.notes.selected(), _known(app))
    choose(menu, "Tags", "recipes")

    qtbot.waitUntil(lambda: services.library.note(note).tags == ())


def _known(app):
    return Known(app.services.library.workspaces(), app.services.library.tags())


@pytest.mark.parametrize(
    ("path", "typed", "seen"),
    [
        (("Tags", "New tag…"), "winter", {"tags": ("winter",)}),
        (("Move to workspace", "New workspace…"), "Cabin", {"workspace": "Cabin"}),
    ],
)
def test_new_names_are_typed(open_window, take, services, qtbot, path, typed, seen) -> None:
    note = take("Dal")
    app = open_window()

    choose(app.note_menu.make(app.notes.selected(), _known(app)), *path)
    qtbot.waitUntil(lambda: app.window.findChild(QInputDialog) is not None)
    dialog = app.window.findChild(QInputDialog)
    dialog.setTextValue(typed)
    dialog.accept()

    def filed() -> bool:
        found = services.library.note(note)
        return bool({name: getattr(found, name) for name in seen} == seen)

    qtbot.waitUntil(filed)


def test_a_workspace_shows_its_own_notes(open_window, take, services, qtbot) -> None:
    take("Home")
    take("Job", workspace="Work")
    app = open_window()
    qtbot.waitUntil(lambda: app.sidebar.switcher.text() == "All workspaces")

    choose(app.sidebar.switcher.menu(), "Work\t1")

    assert titles(app) == ["Job"]
    assert app.sidebar.switcher.text() == "Work"


def test_a_new_workspace_is_made_with_its_first_note(open_window, take, services, qtbot) -> None:
    take("Home")
    app = open_window()
    qtbot.waitUntil(lambda: bool(app.sidebar.switcher.menu().actions()))

    choose(app.sidebar.switcher.menu(), "New workspace…")
    qtbot.waitUntil(lambda: app.window.findChild(QInputDialog) is not None)
    dialog = app.window.findChild(QInputDialog)
    dialog.setTextValue("Cabin")
    dialog.accept()
    qtbot.waitUntil(lambda: app.browser.workspace == "Cabin")
    app.browser.new_note()

    qtbot.waitUntil(lambda: "Cabin" in services.library.workspaces())
