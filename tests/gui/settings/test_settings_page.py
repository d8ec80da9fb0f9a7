"""The settings page, by what the user does and sees."""

from collections.abc import Callable
from gettext import NullTranslations

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.search import ALPHA, HALF_LIFE
from notebrain.app.settings.setting import Group, Setting, Value
from notebrain.app.settings.table import (
    DENSITY,
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
from notebrain.gui.app.features import AppWindow
from notebrain.gui.app.main import speak
from notebrain.gui.settings.appearance import AppearanceController
from notebrain.gui.settings.controller import SettingsController
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.settings.section import Block
from notebrain.gui.theme import look
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import ThemeMode
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.number_field import NumberField, ValueSlider
from notebrain.gui.widgets.segmented_control import Segments
from notebrain.gui.widgets.toggles import Switch
from notebrain.gui.window.pages import SEARCH
from tests.fakes.context import FakeContext
from tests.fakes.settings_page import make_settings

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def app(open_window: Callable[[], AppWindow], take: Callable[..., object]) -> AppWindow:
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    return open_window()


@pytest.fixture
def page_in_window(app: AppWindow, qtbot: QtBot) -> SettingsPage:
    """The page in a whole window."""
    qtbot.keyClick(app.window, Qt.Key.Key_Comma, CTRL)
    page = page_of(app)
    qtbot.waitUntil(page.isVisible)
    return page


def page_of(app: AppWindow) -> SettingsPage:
    found = app.window.findChild(SettingsController)
    assert isinstance(found, SettingsController)
    assert found.page is not None
    return found.page


@pytest.fixture
def controller(context: FakeContext) -> SettingsController:
    AppearanceController(context)
    return make_settings(context)


@pytest.fixture
def page(context: FakeContext, controller: SettingsController, qtbot: QtBot) -> SettingsPage:
    qtbot.keyClick(context.window, Qt.Key.Key_Comma, CTRL)
    page = controller.page
    assert page is not None
    qtbot.waitUntil(page.isVisible)
    return page


def row_of(page: SettingsPage, setting: Setting[Value]) -> SettingRow:
    assert setting.group is not None
    return next(row for row in page.section(setting.group).rows if row.setting is setting)


def seen(page: SettingsPage) -> list[Setting[Value]]:
    rows = [row for section in page.sections if section.isVisible() for row in section.rows]
    return [row.setting for row in rows if row.isVisible()]


def kept(context: FakeContext, qtbot: QtBot, setting: Setting[Value], value: Value) -> None:
    """Wait until the vault keeps this value."""
    qtbot.waitUntil(lambda: context.services.settings.get(setting) == value)


def segment(row: SettingRow, name: str) -> QWidget:
    assert isinstance(row.control.part, Segments)
    return row.control.part.buttons[name]


def slider(row: SettingRow) -> ValueSlider:
    assert isinstance(row.control.part, ValueSlider)
    return row.control.part


def test_ctrl_comma_opens_the_settings_in_the_place_of_the_sidebar(
    app: AppWindow, page_in_window: SettingsPage
) -> None:
    assert app.pages.current == "settings"
    assert page_in_window.group is Group.APPEARANCE
    assert not app.sidebar.isVisible()
    assert page_in_window.nav.field.hasFocus()


def test_esc_leads_back_to_where_the_user_was(app: AppWindow, qtbot: QtBot) -> None:
    app.editor.view.setFocus()
    qtbot.keyClick(app.window, Qt.Key.Key_Comma, CTRL)

    qtbot.keyClick(page_of(app).nav.field, Qt.Key.Key_Escape)

    assert app.window.shows_notes
    assert app.sidebar.isVisible()
    assert app.editor.view.hasFocus()


def test_esc_leads_back_to_the_search_it_was_opened_from(app: AppWindow, qtbot: QtBot) -> None:
    app.pages.show(SEARCH)
    qtbot.keyClick(app.window, Qt.Key.Key_Comma, CTRL)

    qtbot.keyClick(page_of(app).nav.field, Qt.Key.Key_Escape)

    assert app.pages.current == "search"


def test_a_hidden_sidebar_stays_hidden_after_the_settings(app: AppWindow, qtbot: QtBot) -> None:
    app.actions[CommandId.SIDEBAR].setChecked(False)
    qtbot.keyClick(app.window, Qt.Key.Key_Comma, CTRL)
    remembered = app.window.state().sidebar_shown

    qtbot.keyClick(page_of(app).nav.field, Qt.Key.Key_Escape)

    assert not remembered
    assert not app.sidebar.isVisible()


def test_the_window_remembers_its_sidebar_while_the_settings_cover_it(
    app: AppWindow, page_in_window: SettingsPage
) -> None:
    state = app.window.state()

    assert state.sidebar_shown
    assert state.sidebar > 100


def test_a_theme_is_seen_at_once_and_kept(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    qtbot.mouseClick(segment(row_of(page, THEME), "dark"), Qt.MouseButton.LeftButton)

    assert context.theme.tokens.dark
    assert context.actions[CommandId.THEME_DARK].isChecked()
    kept(context, qtbot, THEME, "dark")


def test_a_theme_chosen_in_the_menu_is_shown_on_the_page(
    app: AppWindow, page_in_window: SettingsPage
) -> None:
    app.actions[CommandId.THEME_DARK].trigger()

    button = segment(row_of(page_in_window, THEME), "dark")
    assert button.property("checked")
    assert app.theme.mode is ThemeMode.DARK


def test_zoom_by_key_on_the_slider_is_seen_at_once(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    row = row_of(page, ZOOM)

    qtbot.keyClick(slider(row).slider, Qt.Key.Key_Right)

    assert context.theme.zoom == pytest.approx(1.1)
    assert slider(row).label.text() == "110 %"
    kept(context, qtbot, ZOOM, 1.1)


def test_zoom_by_the_windows_own_keys_moves_the_slider(
    app: AppWindow, page_in_window: SettingsPage
) -> None:
    app.actions[CommandId.ZOOM_IN].trigger()

    assert slider(row_of(page_in_window, ZOOM)).value() == pytest.approx(1.1)


def test_a_reset_appears_when_a_setting_was_changed_and_takes_it_back(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    row = row_of(page, TEXT_SIZE)
    before = row.reset.isVisible()
    qtbot.keyClick(slider(row).slider, Qt.Key.Key_Right)
    changed, size = row.reset.isVisible(), context.theme.look.text_size

    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)

    assert (before, changed, size) == (False, True, 16)
    assert context.theme.look.text_size == TEXT_SIZE.default
    assert not row.reset.isVisible()
    assert slider(row).slider.hasFocus()
    qtbot.waitUntil(lambda: context.services.settings.own(TEXT_SIZE) is None)


def test_a_font_of_the_computer_is_taken_for_the_text_with_ours_behind_it(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    choice = row_of(page, TEXT_FONT).control.part
    assert isinstance(choice, Choice)
    choice.setFocus()

    qtbot.keyClick(choice, Qt.Key.Key_Down)

    family = context.theme.look.text_family
    families = context.theme.font(Role.EDITOR).families()
    assert family
    assert families[0] == family
    assert "NoteBrain Text" in families
    assert context.theme.font(Role.BODY).families()[0] == "Inter"


def test_a_font_that_is_gone_from_the_computer_is_still_named(
    context: FakeContext, page: SettingsPage
) -> None:
    context.settings.put(TEXT_FONT, "Gone Serif")

    choice = row_of(page, TEXT_FONT).control.part
    assert isinstance(choice, Choice)
    assert choice.currentText() == "Gone Serif"


@pytest.mark.styled
def test_density_gives_the_notes_of_the_list_less_room(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    roomy = context.theme.metrics.note_row

    qtbot.mouseClick(segment(row_of(page, DENSITY), "compact"), Qt.MouseButton.LeftButton)

    assert context.theme.metrics.note_row < roomy


def test_reduced_motion_lets_nothing_move(page: SettingsPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(segment(row_of(page, MOTION), "reduced"), Qt.MouseButton.LeftButton)
    still = look.duration(90)
    qtbot.mouseClick(segment(row_of(page, MOTION), "full"), Qt.MouseButton.LeftButton)

    assert (still, look.duration(90)) == (0, 90)


@pytest.mark.styled
def test_longer_lines_give_the_text_more_room(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    page.show_group(Group.EDITOR)

    qtbot.keyClick(slider(row_of(page, LINE_WIDTH)).slider, Qt.Key.Key_PageUp)

    assert context.theme.look.line_width == 720


def test_the_search_finds_settings_of_all_groups_and_names_the_groups(
    page: SettingsPage, qtbot: QtBot
) -> None:
    qtbot.keyClicks(page.nav.field, "font")
    fonts = seen(page)
    page.nav.field.clear()
    qtbot.keyClicks(page.nav.field, "LARGE zoom")

    assert TEXT_FONT in fonts
    assert THEME not in fonts
    assert seen(page) == [TEXT_SIZE]
    assert page.title.text() == "1 setting found"


def test_the_search_says_when_nothing_is_called_so(page: SettingsPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(page.nav.field, "zeppelin")

    assert seen(page) == []
    assert page.nothing.isVisible()
    assert "zeppelin" in page.nothing.text()


def test_esc_ends_the_search_before_it_leaves(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    qtbot.keyClicks(page.nav.field, "font")

    qtbot.keyClick(page.nav.field, Qt.Key.Key_Escape)

    assert context.pages.current == "settings"
    assert THEME in seen(page)
    qtbot.keyClick(page.nav.field, Qt.Key.Key_Escape)
    assert context.window.shows_notes


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
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    page.show_group(Group.SEARCH)
    scope = page.section(Group.SEARCH).scope
    assert scope is not None
    scope.choice.show_value("Personal")
    scope.choice.chosen.emit("Personal")
    row = row_of(page, ALPHA)

    qtbot.keyClick(slider(row).slider, Qt.Key.Key_Right)

    get = context.settings.get
    assert get(ALPHA) == 0.5
    assert get(ALPHA, workspace="Personal") == pytest.approx(0.55)
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert get(ALPHA, workspace="Personal") == 0.5


def test_a_number_takes_no_value_outside_its_limits(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    page.show_group(Group.SEARCH)
    field = row_of(page, HALF_LIFE).control.part
    assert isinstance(field, NumberField)
    edit = field.findChild(QLineEdit)
    assert isinstance(edit, QLineEdit)
    edit.selectAll()

    qtbot.keyClicks(edit, "letters 45")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert context.settings.get(HALF_LIFE) == 45
    assert edit.text() == "45 days"


def test_indexing_is_paused_by_its_switch(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    page.show_group(Group.INDEX)
    switch = row_of(page, INDEX_PAUSED).control.part
    assert isinstance(switch, Switch)

    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)

    assert context.actions[CommandId.PAUSE_INDEX].isChecked()
    kept(context, qtbot, INDEX_PAUSED, True)


def test_every_control_is_named_and_reached_by_tab(page: SettingsPage) -> None:
    for section in page.sections:
        for row in section.rows:
            part = row.control.part
            named = part.slider if isinstance(part, ValueSlider) else part
            assert named.accessibleName(), row.setting.name
            assert row.reset.accessibleName()


@pytest.mark.styled
def test_nothing_is_cut_off_in_a_small_window_at_a_large_zoom(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    context.window.resize(1024, 640)
    context.settings.put(ZOOM, 2.0)

    for section in page.sections:
        page.show_group(section.group)
        qtbot.wait(1)
        content = page.area.widget()
        assert content is not None
        assert content.width() <= page.area.viewport().width(), section.group
        for row in section.rows:
            right = row.control.mapTo(page.area.viewport(), row.control.rect().topRight()).x()
            assert right <= page.area.viewport().width(), row.setting.name


@pytest.mark.styled
def test_in_a_wide_window_a_description_takes_one_line_and_the_controls_a_column_of_their_own(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    context.window.resize(1280, 820)
    page.show_group(Group.STORAGE)
    rows = page.section(Group.STORAGE).rows
    qtbot.waitUntil(lambda: rows[0].width() > 900)

    rows = [row for row in rows if not isinstance(row.control.part, Switch)]
    starts = {row.control.mapTo(page, row.control.rect().topLeft()).x() for row in rows}
    assert len(starts) == 1
    heights = {row.height() for row in rows}
    assert len(heights) == 1


@pytest.mark.styled
def test_blocks_stand_beside_each_other_in_a_wide_window_and_below_in_a_narrow_one(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    page.show_group(Group.STORAGE)
    backups, vault = page.section(Group.STORAGE).blocks[:2]

    def corner(block: Block) -> tuple[int, int]:
        at = block.mapTo(page, block.rect().topLeft())
        return at.x(), at.y()

    context.window.resize(1280, 820)
    qtbot.waitUntil(lambda: corner(vault)[0] > corner(backups)[0])
    assert corner(vault)[1] == corner(backups)[1]
    context.window.resize(800, 600)
    qtbot.waitUntil(lambda: corner(vault)[1] > corner(backups)[1])
    assert corner(vault)[0] == corner(backups)[0]


def test_settings_are_made_when_they_are_first_wanted(controller: SettingsController) -> None:
    assert controller.page is None


def test_a_group_that_is_opened_by_its_name_is_the_only_one_that_is_made(
    controller: SettingsController,
) -> None:
    controller.open(Group.PROGRAMS)

    assert controller.page is not None
    made = [one.group for one in controller.page.sections if one._content is not None]
    assert (controller.page.group, made) == (Group.PROGRAMS, [Group.PROGRAMS])


def test_a_row_says_its_help_to_a_screen_reader(page: SettingsPage) -> None:
    part = row_of(page, THEME).control.part

    assert part.accessibleDescription() == "Light, dark, or the same as the system"


def test_a_language_that_was_chosen_is_spoken_after_the_next_start(
    context: FakeContext, page: SettingsPage, qtbot: QtBot, qapp: QApplication
) -> None:
    choice = row_of(page, LANGUAGE).control.part
    assert isinstance(choice, Choice)
    choice.setCurrentIndex(choice.findText("Deutsch"))
    choice.activated.emit(choice.currentIndex())
    kept(context, qtbot, LANGUAGE, "de")
    locale = QLocale()

    try:
        speak(qapp, context.services.settings.get(LANGUAGE))
        said, spoken = i18n.shown("Light"), QLocale().language()
    finally:
        i18n.install(NullTranslations())
        QLocale.setDefault(locale)
        translate_qt(qapp)

    assert spoken is QLocale.Language.German
    assert said != "Light"
