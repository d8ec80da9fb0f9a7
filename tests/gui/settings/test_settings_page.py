"""The settings page, by what the user does and sees."""

from collections.abc import Callable
from gettext import NullTranslations

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.setting import Group, Setting, Value
from notebrain.app.settings.table import (
    ALPHA,
    DENSITY,
    HALF_LIFE,
    INDEX_PAUSED,
    LANGUAGE,
    LINE_WIDTH,
    MOTION,
    TEXT_FONT,
    TEXT_SIZE,
    THEME,
    ZOOM,
)
from notebrain.domain import i18n
from notebrain.gui.app.application import translate_qt
from notebrain.gui.app.main import speak
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.settings.controller import SettingsDesk
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.theme import look
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import ThemeMode
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.number_field import NumberField
from notebrain.gui.widgets.segmented_control import Segments
from notebrain.gui.widgets.slider import ValueSlider
from notebrain.gui.widgets.switch import Switch

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(open_desk: Callable[[], Desk], take: Callable[..., object]) -> Desk:
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    return open_desk()


@pytest.fixture
def page(desk: Desk, qtbot: QtBot) -> SettingsPage:
    qtbot.keyClick(desk.window, Qt.Key.Key_Comma, CTRL)
    page = page_of(desk)
    qtbot.waitUntil(page.isVisible)
    return page


def page_of(desk: Desk) -> SettingsPage:
    found = desk.findChild(SettingsDesk)
    assert isinstance(found, SettingsDesk)
    assert found.page is not None
    return found.page


def row_of(page: SettingsPage, setting: Setting) -> SettingRow:
    rows = [row for section in page.sections for row in section.rows]
    return next(row for row in rows if row.setting is setting)


def seen(page: SettingsPage) -> list[Setting]:
    rows = [row for section in page.sections for row in section.rows]
    return [row.setting for row in rows if row.isVisible()]


def kept(desk: Desk, qtbot: QtBot, setting: Setting, value: Value) -> None:
    """Wait until the vault keeps this value."""
    qtbot.waitUntil(lambda: desk.services.settings.get(setting) == value)


def segment(row: SettingRow, name: str) -> QWidget:
    assert isinstance(row.control.part, Segments)
    return row.control.part.buttons[name]


def slider(row: SettingRow) -> ValueSlider:
    assert isinstance(row.control.part, ValueSlider)
    return row.control.part


def test_ctrl_comma_opens_the_settings_in_the_place_of_the_sidebar(
    desk: Desk, page: SettingsPage
) -> None:
    assert desk.pages.current == "settings"
    assert page.group is Group.APPEARANCE
    assert not desk.sidebar.isVisible()
    assert page.nav.field.hasFocus()


def test_esc_leads_back_to_where_the_user_was(desk: Desk, qtbot: QtBot) -> None:
    desk.editor.view.setFocus()
    qtbot.keyClick(desk.window, Qt.Key.Key_Comma, CTRL)

    qtbot.keyClick(page_of(desk).nav.field, Qt.Key.Key_Escape)

    assert desk.window.shows_notes
    assert desk.sidebar.isVisible()
    assert desk.editor.view.hasFocus()


def test_esc_leads_back_to_the_search_it_was_opened_from(desk: Desk, qtbot: QtBot) -> None:
    desk.show_search()
    qtbot.keyClick(desk.window, Qt.Key.Key_Comma, CTRL)

    qtbot.keyClick(page_of(desk).nav.field, Qt.Key.Key_Escape)

    assert desk.pages.current == "search"


def test_a_hidden_sidebar_stays_hidden_after_the_settings(desk: Desk, qtbot: QtBot) -> None:
    desk.actions[CommandId.SIDEBAR].setChecked(False)
    qtbot.keyClick(desk.window, Qt.Key.Key_Comma, CTRL)
    remembered = desk.window.state().sidebar_shown

    qtbot.keyClick(page_of(desk).nav.field, Qt.Key.Key_Escape)

    assert not remembered
    assert not desk.sidebar.isVisible()


def test_the_window_remembers_its_sidebar_while_the_settings_cover_it(
    desk: Desk, page: SettingsPage
) -> None:
    state = desk.window.state()

    assert state.sidebar_shown
    assert state.sidebar > 100


def test_a_theme_is_seen_at_once_and_kept(desk: Desk, page: SettingsPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(segment(row_of(page, THEME), "dark"), Qt.MouseButton.LeftButton)

    assert desk.theme.tokens.dark
    assert desk.actions[CommandId.THEME_DARK].isChecked()
    kept(desk, qtbot, THEME, "dark")


def test_a_theme_chosen_in_the_menu_is_shown_on_the_page(desk: Desk, page: SettingsPage) -> None:
    desk.actions[CommandId.THEME_DARK].trigger()

    button = segment(row_of(page, THEME), "dark")
    assert button.property("checked")
    assert desk.theme.mode is ThemeMode.DARK


def test_zoom_by_key_on_the_slider_is_seen_at_once(
    desk: Desk, page: SettingsPage, qtbot: QtBot
) -> None:
    row = row_of(page, ZOOM)

    qtbot.keyClick(slider(row).slider, Qt.Key.Key_Right)

    assert desk.theme.zoom == pytest.approx(1.1)
    assert slider(row).label.text() == "110 %"
    kept(desk, qtbot, ZOOM, 1.1)


def test_zoom_by_the_windows_own_keys_moves_the_slider(desk: Desk, page: SettingsPage) -> None:
    desk.actions[CommandId.ZOOM_IN].trigger()

    assert slider(row_of(page, ZOOM)).value() == pytest.approx(1.1)


def test_a_reset_appears_when_a_setting_was_changed_and_takes_it_back(
    desk: Desk, page: SettingsPage, qtbot: QtBot
) -> None:
    row = row_of(page, TEXT_SIZE)
    before = row.reset.isVisible()
    qtbot.keyClick(slider(row).slider, Qt.Key.Key_Right)
    changed, size = row.reset.isVisible(), desk.theme.look.text_size

    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)

    assert (before, changed, size) == (False, True, 16)
    assert desk.theme.look.text_size == TEXT_SIZE.default
    assert not row.reset.isVisible()
    assert slider(row).slider.hasFocus()
    qtbot.waitUntil(lambda: desk.services.settings.own(TEXT_SIZE) is None)


def test_a_font_of_the_computer_is_taken_for_the_text_with_ours_behind_it(
    desk: Desk, page: SettingsPage, qtbot: QtBot
) -> None:
    choice = row_of(page, TEXT_FONT).control.part
    assert isinstance(choice, Choice)
    choice.setFocus()

    qtbot.keyClick(choice, Qt.Key.Key_Down)

    family = desk.theme.look.text_family
    families = desk.theme.font(Role.EDITOR).families()
    assert family
    assert families[0] == family
    assert "NoteBrain Text" in families
    assert desk.theme.font(Role.BODY).families()[0] == "Inter"


def test_a_font_that_is_gone_from_the_computer_is_still_named(
    desk: Desk, page: SettingsPage
) -> None:
    desk.preferences.put(TEXT_FONT, "Gone Serif")

    choice = row_of(page, TEXT_FONT).control.part
    assert isinstance(choice, Choice)
    assert choice.currentText() == "Gone Serif"


def test_density_gives_the_notes_of_the_list_less_room(
    desk: Desk, page: SettingsPage, qtbot: QtBot
) -> None:
    roomy = desk.theme.metrics.note_row

    qtbot.mouseClick(segment(row_of(page, DENSITY), "compact"), Qt.MouseButton.LeftButton)

    assert desk.theme.metrics.note_row < roomy


def test_reduced_motion_lets_nothing_move(page: SettingsPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(segment(row_of(page, MOTION), "reduced"), Qt.MouseButton.LeftButton)
    still = look.duration(90)
    qtbot.mouseClick(segment(row_of(page, MOTION), "full"), Qt.MouseButton.LeftButton)

    assert (still, look.duration(90)) == (0, 90)


def test_longer_lines_give_the_text_more_room(desk: Desk, page: SettingsPage, qtbot: QtBot) -> None:
    page.show_group(Group.EDITOR)

    qtbot.keyClick(slider(row_of(page, LINE_WIDTH)).slider, Qt.Key.Key_PageUp)

    assert desk.theme.look.line_width == 720


def test_the_search_finds_settings_of_all_groups_and_names_the_groups(
    page: SettingsPage, qtbot: QtBot
) -> None:
    qtbot.keyClicks(page.nav.field, "font")
    fonts = seen(page)
    page.nav.field.clear()
    qtbot.keyClicks(page.nav.field, "LARGE writ")

    assert TEXT_FONT in fonts
    assert THEME not in fonts
    assert seen(page) == [TEXT_SIZE]
    assert page.title.text() == "1 setting found"


def test_the_search_says_when_nothing_is_called_so(page: SettingsPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(page.nav.field, "zeppelin")

    assert seen(page) == []
    assert page.nothing.isVisible()
    assert "zeppelin" in page.nothing.text()


def test_esc_ends_the_search_before_it_leaves(desk: Desk, page: SettingsPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(page.nav.field, "font")

    qtbot.keyClick(page.nav.field, Qt.Key.Key_Escape)

    assert desk.pages.current == "settings"
    assert THEME in seen(page)
    qtbot.keyClick(page.nav.field, Qt.Key.Key_Escape)
    assert desk.window.shows_notes


def test_enter_leads_from_the_search_to_the_first_setting_found(
    page: SettingsPage, qtbot: QtBot
) -> None:
    qtbot.keyClicks(page.nav.field, "half-life")

    qtbot.keyClick(page.nav.field, Qt.Key.Key_Return)

    assert row_of(page, HALF_LIFE).control.part.hasFocus()


def test_arrow_keys_lead_through_the_groups(page: SettingsPage, qtbot: QtBot) -> None:
    qtbot.keyClick(page.nav.field, Qt.Key.Key_Down)
    qtbot.keyClick(page.nav.list, Qt.Key.Key_Down)

    assert page.group is Group.EDITOR
    assert LINE_WIDTH in seen(page)


def test_a_workspace_has_a_value_of_its_own_until_it_is_reset(
    desk: Desk, page: SettingsPage, qtbot: QtBot
) -> None:
    page.show_group(Group.SEARCH)
    scope = page.section(Group.SEARCH).scope
    assert scope is not None
    scope.choice.show_value("Personal")
    scope.choice.chosen.emit("Personal")
    row = row_of(page, ALPHA)

    qtbot.keyClick(slider(row).slider, Qt.Key.Key_Right)

    get = desk.preferences.get
    assert get(ALPHA) == 0.5
    assert get(ALPHA, workspace="Personal") == pytest.approx(0.55)
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert get(ALPHA, workspace="Personal") == 0.5


def test_a_number_takes_no_value_outside_its_limits(
    desk: Desk, page: SettingsPage, qtbot: QtBot
) -> None:
    page.show_group(Group.SEARCH)
    field = row_of(page, HALF_LIFE).control.part
    assert isinstance(field, NumberField)
    edit = field.findChild(QLineEdit)
    assert isinstance(edit, QLineEdit)
    edit.selectAll()

    qtbot.keyClicks(edit, "letters 45")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert desk.preferences.get(HALF_LIFE) == 45
    assert edit.text() == "45 days"


def test_indexing_is_paused_by_its_switch(desk: Desk, page: SettingsPage, qtbot: QtBot) -> None:
    page.show_group(Group.INDEX)
    switch = row_of(page, INDEX_PAUSED).control.part
    assert isinstance(switch, Switch)

    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)

    assert desk.actions[CommandId.PAUSE_INDEX].isChecked()
    kept(desk, qtbot, INDEX_PAUSED, True)


def test_every_control_is_named_and_reached_by_tab(page: SettingsPage) -> None:
    for section in page.sections:
        for row in section.rows:
            part = row.control.part
            named = part.slider if isinstance(part, ValueSlider) else part
            assert named.accessibleName(), row.setting.name
            assert row.reset.accessibleName()


def test_nothing_is_cut_off_in_a_small_window_at_a_large_zoom(
    desk: Desk, page: SettingsPage, qtbot: QtBot
) -> None:
    desk.window.resize(1024, 640)
    desk.preferences.put(ZOOM, 2.0)

    for section in page.sections:
        page.show_group(section.group)
        qtbot.wait(1)
        content = page.area.widget()
        assert content is not None
        assert content.width() <= page.area.viewport().width(), section.group
        for row in section.rows:
            right = row.control.mapTo(page.area.viewport(), row.control.rect().topRight()).x()
            assert right <= page.area.viewport().width(), row.setting.name


def test_settings_are_made_when_they_are_first_wanted(desk: Desk) -> None:
    found = desk.findChild(SettingsDesk)

    assert isinstance(found, SettingsDesk)
    assert found.page is None


def test_a_row_says_its_help_to_a_screen_reader(page: SettingsPage) -> None:
    part = row_of(page, THEME).control.part

    assert part.accessibleDescription() == "Light, dark, or as the system is set"


def test_a_language_that_was_chosen_is_spoken_after_the_next_start(
    desk: Desk, page: SettingsPage, qtbot: QtBot, qapp: QApplication
) -> None:
    choice = row_of(page, LANGUAGE).control.part
    assert isinstance(choice, Choice)
    choice.setCurrentIndex(choice.findText("Deutsch"))
    choice.activated.emit(choice.currentIndex())
    kept(desk, qtbot, LANGUAGE, "de")
    locale = QLocale()

    try:
        speak(qapp, str(desk.services.settings.get(LANGUAGE)))
        said, spoken = i18n.shown("Light"), QLocale().language()
    finally:
        i18n.install(NullTranslations())
        QLocale.setDefault(locale)
        translate_qt(qapp)

    assert spoken is QLocale.Language.German
    assert said != "Light"
