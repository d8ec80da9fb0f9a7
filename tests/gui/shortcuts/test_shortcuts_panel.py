from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from notebrain.app.commands.command import CommandId
from notebrain.app.commands.keymap import Keys
from notebrain.app.settings.setting import Group
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.shortcuts.panel import ShortcutRow, ShortcutsPanel
from notebrain.gui.widgets.buttons import native_text

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def app(open_window, take):
    take("Dal")
    return open_window()


@contextmanager
def shown(theme, keys, actions, qtbot) -> Iterator[ShortcutsPanel]:
    panel = ShortcutsPanel(theme, keys, actions)
    panel.resize(600, 900)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    yield panel
    panel.hide()
    panel.deleteLater()


@pytest.fixture
def panel(context, theme, services, qtbot) -> Iterator[ShortcutsPanel]:
    with shown(theme, Keys(services.settings), context.actions, qtbot) as panel:
        yield panel


@pytest.fixture
def panel_in_window(app, theme, qtbot) -> Iterator[ShortcutsPanel]:
    """The panel for the keys of a whole window."""
    with shown(theme, app.keys, app.actions, qtbot) as panel:
        yield panel


def visible(panel: ShortcutsPanel) -> list[str]:
    rows = sorted(panel.findChildren(ShortcutRow), key=lambda row: row.y())
    return [row.text() for row in rows if not row.isHidden()]


def begin(panel: ShortcutsPanel, qtbot, command: CommandId) -> None:
    qtbot.mouseClick(panel.rows[command], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(panel.editor.recorder.hasFocus)


def press(panel: ShortcutsPanel, qtbot, key: Qt.Key, held=CTRL) -> None:
    qtbot.keyClick(panel.editor.recorder, key, held)


def test_every_command_is_listed_with_its_keys(panel, context) -> None:
    assert len(visible(panel)) == len(context.actions.rows)
    assert panel.rows[CommandId.SWITCHER].keys == ["Ctrl+P"]
    assert panel.rows[CommandId.SWITCHER].accessibleName() == "Go to note…: Ctrl+P"
    assert panel.rows[CommandId.EXPORT].accessibleName() == "Export…: no key"


@pytest.mark.parametrize(
    ("typed", "first"),
    [("sideb", "Sidebar"), ("ctrl+shift+p", "Commands…"), ("f6", "Next region")],
)
def test_a_command_is_found_by_its_name_and_by_its_key(panel, qtbot, typed, first) -> None:
    qtbot.keyClicks(panel.field, typed)

    assert visible(panel)[0] == first


def test_what_is_not_there_is_said(panel, qtbot) -> None:
    qtbot.keyClicks(panel.field, "xyzzy")
    assert visible(panel) == []
    assert panel.nothing.isVisible()

    qtbot.keyClick(panel.field, Qt.Key.Key_Escape)

    assert panel.field.text() == ""
    assert not panel.nothing.isVisible()


def test_a_free_key_is_given_to_a_command_without_one_at_once(panel, context, qtbot) -> None:
    begin(panel, qtbot, CommandId.EXPORT)

    press(panel, qtbot, Qt.Key.Key_E, CTRL | ALT)

    assert context.actions[CommandId.EXPORT].shortcut().toString() == "Ctrl+Alt+E"
    assert panel.rows[CommandId.EXPORT].keys == [native_text("Ctrl+Alt+E")]
    assert panel.rows[CommandId.EXPORT].hasFocus()
    assert not panel.editor.isVisible()


def test_keys_pressed_for_a_shortcut_do_nothing_else(panel_in_window, app, qtbot) -> None:
    panel = panel_in_window
    begin(panel, qtbot, CommandId.EXPORT)

    qtbot.keyPress(panel.editor.recorder, Qt.Key.Key_Control, SHIFT)
    assert panel.editor.recorder.accessibleDescription() == "Ctrl+Shift+"
    press(panel, qtbot, Qt.Key.Key_Backslash)

    assert app.sidebar.isVisible()
    assert panel.editor.message.text() == "This key already runs “Sidebar”."


def test_a_key_can_be_taken_from_another_command(panel, context, services, qtbot) -> None:
    begin(panel, qtbot, CommandId.EXPORT)
    press(panel, qtbot, Qt.Key.Key_Backslash)
    assert panel.editor.use.text() == "Take it from “Sidebar”"

    qtbot.keyClick(panel.editor.use, Qt.Key.Key_Return)

    assert panel.rows[CommandId.EXPORT].keys == ["Ctrl+\\"]
    assert panel.rows[CommandId.SIDEBAR].keys == []
    assert context.actions[CommandId.SIDEBAR].shortcuts() == []
    qtbot.waitUntil(lambda: Keys(services.settings).map.keys(CommandId.EXPORT) == ("Ctrl+\\",))


def test_a_key_comes_in_place_of_the_old_one_or_beside_it(panel, qtbot) -> None:
    begin(panel, qtbot, CommandId.SWITCHER)
    press(panel, qtbot, Qt.Key.Key_O, CTRL | ALT)
    qtbot.mouseClick(panel.editor.also, Qt.MouseButton.LeftButton)
    assert panel.rows[CommandId.SWITCHER].keys == ["Ctrl+P", "Ctrl+Alt+O"]

    begin(panel, qtbot, CommandId.SWITCHER)
    press(panel, qtbot, Qt.Key.Key_J, CTRL | ALT)
    qtbot.mouseClick(panel.editor.use, Qt.MouseButton.LeftButton)

    assert panel.rows[CommandId.SWITCHER].keys == ["Ctrl+Alt+J"]


def test_a_letter_alone_is_refused(panel, qtbot) -> None:
    begin(panel, qtbot, CommandId.EXPORT)

    press(panel, qtbot, Qt.Key.Key_E, Qt.KeyboardModifier.NoModifier)

    assert panel.editor.message.text() == "This key types a character; press it with Ctrl or Alt."
    assert not panel.editor.use.isVisible()
    assert panel.editor.recorder.hasFocus()


def test_a_key_of_the_text_is_told_and_can_be_used_anyway(panel, qtbot) -> None:
    begin(panel, qtbot, CommandId.EXPORT)

    press(panel, qtbot, Qt.Key.Key_C)
    assert panel.editor.message.text() == "The text uses this key itself while you write."
    qtbot.mouseClick(panel.editor.use, Qt.MouseButton.LeftButton)

    assert panel.rows[CommandId.EXPORT].keys == ["Ctrl+C"]


def test_a_key_can_be_taken_away_and_comes_back_with_reset(panel, context, qtbot) -> None:
    begin(panel, qtbot, CommandId.SIDEBAR)
    remove = next(
        button
        for button in panel.editor.findChildren(QPushButton)
        if button.text() == "Remove Ctrl+\\"
    )
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert panel.rows[CommandId.SIDEBAR].accessibleName() == "Sidebar: no key, changed"

    begin(panel, qtbot, CommandId.SIDEBAR)
    qtbot.mouseClick(panel.editor.reset, Qt.MouseButton.LeftButton)

    assert panel.rows[CommandId.SIDEBAR].keys == ["Ctrl+\\"]
    assert not panel.reset_all.isEnabled()


def test_everything_can_be_reset(panel, context, qtbot) -> None:
    for command, key in ((CommandId.EXPORT, Qt.Key.Key_E), (CommandId.IMPORT, Qt.Key.Key_J)):
        begin(panel, qtbot, command)
        press(panel, qtbot, key, CTRL | ALT)

    qtbot.mouseClick(panel.reset_all, Qt.MouseButton.LeftButton)

    assert panel.rows[CommandId.EXPORT].keys == []
    assert context.actions[CommandId.IMPORT].shortcuts() == []


def test_esc_and_a_second_click_change_nothing(panel, qtbot) -> None:
    begin(panel, qtbot, CommandId.EXPORT)
    press(panel, qtbot, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert not panel.editor.isVisible()
    assert panel.rows[CommandId.EXPORT].hasFocus()

    begin(panel, qtbot, CommandId.EXPORT)
    qtbot.mouseClick(panel.rows[CommandId.EXPORT], Qt.MouseButton.LeftButton)

    assert not panel.editor.isVisible()
    assert panel.rows[CommandId.EXPORT].keys == []


def test_the_list_is_walked_with_the_arrow_keys(panel, qtbot) -> None:
    panel.field.setFocus()

    qtbot.keyClick(panel.field, Qt.Key.Key_Down)
    first = panel.focusWidget()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    second = panel.focusWidget()
    qtbot.keyClick(second, Qt.Key.Key_Up)

    assert [first.text(), second.text()] == visible(panel)[:2]
    assert panel.focusWidget() is first


def test_tab_leaves_the_field_that_takes_keys(panel, qtbot) -> None:
    begin(panel, qtbot, CommandId.SWITCHER)

    qtbot.keyClick(panel.editor.recorder, Qt.Key.Key_Tab)

    assert not panel.editor.recorder.hasFocus()


def test_a_new_key_works_and_is_shown_everywhere_at_once(app, qtbot) -> None:
    app.keys.put(app.keys.map.choose(CommandId.NEW_NOTE, ("Ctrl+Alt+N",)))

    app.actions.use(app.keys.map)

    assert "Ctrl+Alt+N" in app.sidebar.new_button.toolTip()
    assert app.welcome.new_button.accessibleDescription() == "Ctrl+Alt+N"
    before = app.editor.note
    qtbot.keyClick(app.window, Qt.Key.Key_N, CTRL | ALT)
    qtbot.waitUntil(lambda: app.editor.note != before)


def test_the_settings_show_the_shortcuts_and_find_them_by_command(app, qtbot) -> None:
    app.actions[CommandId.SETTINGS].trigger()
    page = app.window.findChild(SettingsPage)
    assert isinstance(page, SettingsPage)
    page.show_group(Group.SHORTCUTS)
    panel = app.window.findChild(ShortcutsPanel)
    assert isinstance(panel, ShortcutsPanel)
    qtbot.waitUntil(panel.isVisible)
    page.show_group(Group.EDITOR)
    assert not panel.isVisible()

    qtbot.keyClicks(page.nav.field, "export")

    assert panel.isVisible()
