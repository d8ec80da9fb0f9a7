"""Pages that nobody saw while the theme changed look like those that were in sight."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.settings.controller import SETTINGS
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.gui.widgets.labels import Label
from notebrain.gui.window.pages import HOME, REVIEW, SEARCH
from tests.gui.conftest import Take

PAGES = (SEARCH, REVIEW, SETTINGS)

pytestmark = [pytest.mark.gui, pytest.mark.styled]


@pytest.mark.parametrize("waits", [False, True], ids=["at once", "later"])
def test_pages_shown_after_a_change_look_like_those_in_sight(
    open_window: Callable[[], AppWindow], take: Take, qtbot: QtBot, waits: bool
) -> None:
    take("# Seeds\n\nOrder peas and beans #garden")
    app = open_window()
    for page in (*PAGES, HOME):
        picture(app, page)
    in_sight = {}
    for page in PAGES:
        picture(app, page)
        change(app.theme)
        in_sight[page] = picture(app, page)
        change_back(app.theme)

    for page in PAGES:
        picture(app, HOME)
        change(app.theme)
        if waits:
            qtbot.waitUntil(lambda: settled(app.theme))
        assert picture(app, page) == in_sight[page], page
        change_back(app.theme)


def test_every_label_has_its_ink_and_its_font_after_each_change(
    open_window: Callable[[], AppWindow], qtbot: QtBot
) -> None:
    app = open_window()
    assert choose_in_palette(app, "dark", qtbot) is ThemeMode.DARK
    qtbot.waitUntil(lambda: settled(app.theme) and not wrong_labels(app))

    app.actions[CommandId.ZOOM_IN].trigger()
    qtbot.waitUntil(lambda: settled(app.theme, zoom=1.1) and not wrong_labels(app))

    assert choose_in_palette(app, "light", qtbot) is ThemeMode.LIGHT
    app.pages.show(SEARCH)  # before what is hidden has its turn
    assert settled(app.theme)
    qtbot.waitUntil(lambda: not wrong_labels(app))

    choose_in_palette(app, "dark", qtbot)
    app.theme.set_mode(ThemeMode.LIGHT)  # the same: two changes become one
    qtbot.waitUntil(lambda: settled(app.theme) and not wrong_labels(app))
    for page in PAGES:
        app.pages.show(page)
    assert not wrong_labels(app)


def test_what_is_hidden_is_restyled_when_nothing_else_is_to_do(theme: Theme, qtbot: QtBot) -> None:
    window, panel = QWidget(), QWidget()
    qtbot.addWidget(window)
    panel.setParent(window)
    button, label = QPushButton("Sow", panel), Label(theme, "Peas", parent=panel)
    panel.show()
    window.show()
    panel.hide()
    before, of_label = button.sizeHint().height(), label.sizeHint().height()

    theme.set_zoom(2.0)

    qtbot.waitUntil(lambda: button.sizeHint().height() > 1.5 * before)
    assert label.sizeHint().height() > 1.5 * of_label


def test_what_is_shown_in_the_middle_of_a_layout_runs_no_handlers_there(
    theme: Theme, qtbot: QtBot
) -> None:
    window, panel = QWidget(), QWidget()
    qtbot.addWidget(window)
    panel.setParent(window)
    window.show()
    panel.show()
    panel.hide()
    theme.set_zoom(2.0)
    assert not settled(theme)
    told: list[bool] = []
    theme.changed.connect(lambda: told.append(True))

    panel.show()

    assert settled(theme)
    assert not told
    qtbot.waitUntil(lambda: told == [True])


def test_a_hidden_widget_that_is_gone_before_its_turn_is_left_alone(
    theme: Theme, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    gone, stays = QPushButton("Sow", window), QPushButton("Reap", window)
    window.show()
    gone.hide()
    stays.hide()
    before = stays.sizeHint().height()
    theme.set_zoom(2.0)

    gone.deleteLater()

    qtbot.waitUntil(lambda: stays.sizeHint().height() > 1.5 * before)


def test_a_hidden_window_has_its_new_size_before_it_is_shown(theme: Theme, qtbot: QtBot) -> None:
    window, dialog = QWidget(), QWidget()
    qtbot.addWidget(window)
    qtbot.addWidget(dialog)
    button = QPushButton("Sow", dialog)
    window.show()
    dialog.show()
    dialog.hide()
    before = button.sizeHint().height()

    theme.set_zoom(2.0)

    assert button.sizeHint().height() > 1.5 * before


def choose_in_palette(app: AppWindow, words: str, qtbot: QtBot) -> ThemeMode:
    """Run the command that the palette finds first, as a user does by keys; return the theme after it."""
    before = app.theme.tokens
    app.actions[CommandId.PALETTE].trigger()
    overlay = app.window.findChild(Overlay)
    assert isinstance(overlay, Overlay)
    QTest.keyClicks(overlay.panel.edit, words)
    qtbot.waitUntil(lambda: len(overlay.panel.model.rows) > 0)
    QTest.keyClick(overlay.panel.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: app.theme.tokens is not before)
    return app.theme.mode


def settled(theme: Theme, *, zoom: float | None = None) -> bool:
    """Tell whether what is hidden has the new look too."""
    return zoom in (None, theme.zoom) and not theme._restyler._late


def wrong_labels(app: AppWindow) -> list[str]:
    """Return the labels of the window, on whatever page, that are not written in their ink and font."""
    theme = app.theme
    return [
        f"{label.text()[:30]} ({label._ink})"
        for label in app.window.findChildren(Label)
        if label.palette().color(label.foregroundRole()) != theme.tokens.color(label._ink)
        or label.font() != theme.font(label._role)
    ]


def picture(app: AppWindow, page: str) -> QImage:
    """Show a page without a cursor that blinks."""
    app.pages.show(page, typing=False)
    focused = QApplication.focusWidget()
    if focused is not None:
        focused.clearFocus()
    for _time in range(3):
        QApplication.processEvents()
    return app.window.grab().toImage()


def change(theme: Theme) -> None:
    theme.set_mode(ThemeMode.DARK)
    theme.set_zoom(1.3)


def change_back(theme: Theme) -> None:
    theme.set_mode(ThemeMode.LIGHT)
    theme.set_zoom(1.0)
