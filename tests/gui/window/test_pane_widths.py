"""Panes grow with the text, and come back to what they were."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.window.window_state import PaneWidths
from tests.gui.conftest import Take

pytestmark = pytest.mark.styled


def widths(app: AppWindow) -> tuple[int, int]:
    return app.sidebar.width(), app.notes.width()


def test_widths_follow_the_scale_and_come_back() -> None:
    panes = PaneWidths(1.0)

    larger = panes.at_scale(1.5, (216, 312), 2000) or []
    panes.given(larger)
    back = panes.at_scale(1.0, larger, 2000)

    assert larger == [324, 468]
    assert back == [216, 312]


def test_the_same_scale_changes_nothing() -> None:
    assert PaneWidths(1.0).at_scale(1.0, (216, 312), 1280) is None


def test_where_room_is_short_the_text_keeps_some_and_nothing_drifts() -> None:
    panes = PaneWidths(1.0)

    tight = panes.at_scale(2.0, (216, 312), 1000) or []
    panes.given([225, 300])  # the least they can be
    back = panes.at_scale(1.0, (225, 300), 1000)

    assert sum(tight) == pytest.approx(550, abs=1)
    assert back == [216, 312]


def test_a_width_that_the_user_chose_at_a_zoom_is_his() -> None:
    panes = PaneWidths(1.0)
    panes.given(panes.at_scale(1.5, (216, 312), 2000) or [])

    assert panes.at_scale(1.0, (300, 468), 2000) == [200, 312]


def test_zooming_back_and_forth_leaves_the_panes_as_they_were(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take
) -> None:
    take("a note")
    app = open_window()
    before = widths(app)

    for _step in range(3):
        app.actions[CommandId.ZOOM_IN].trigger()
    qtbot.waitUntil(lambda: widths(app)[0] > before[0])
    larger = widths(app)
    app.actions[CommandId.ZOOM_RESET].trigger()

    qtbot.waitUntil(lambda: widths(app) == before)
    assert larger[1] > before[1]


def test_a_screen_that_grows_brings_nothing_back_while_one_only_writes(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take
) -> None:
    take("a note")
    app = open_window()
    app.window.resize(820, 700)
    app.notes.view.setFocus(Qt.FocusReason.OtherFocusReason)
    app.browser.open_note(app.notes.selected()[0].id)
    app.actions[CommandId.FOCUS_MODE].trigger()

    app.window.resize(1300, 800)

    assert app.notes.isHidden()
    app.actions[CommandId.FOCUS_MODE].trigger()
    qtbot.waitUntil(lambda: not app.notes.isHidden())
