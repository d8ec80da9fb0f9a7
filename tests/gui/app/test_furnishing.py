"""The window is shown first; what it does without at first follows, or comes when it is asked for."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.gui.app.features import AppWindow, build_window
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.inspector.panel import InspectorPanel
from notebrain.gui.theme.theme import Theme
from notebrain.gui.window.pages import SEARCH
from tests.gui.conftest import Take


@pytest.fixture
def bare(services: Services, theme: Theme, take: Take) -> Iterator[AppWindow]:
    """A window as it is before the first picture."""
    take("# Harbour\n\nThe ferry leaves at nine.")
    app = build_window(services, theme, EventBridge(), at_once=False)
    yield app
    app.window.hide()
    app.close()
    app.window.deleteLater()


def has_search(app: AppWindow) -> bool:
    return hasattr(app, "search")


def test_the_first_picture_does_without_the_search(bare: AppWindow) -> None:
    assert not has_search(bare)


def test_once_painted_the_window_gets_the_rest(qtbot: QtBot, bare: AppWindow) -> None:
    bare.start()

    qtbot.waitUntil(lambda: has_search(bare))
    qtbot.waitUntil(bare.actions[CommandId.HISTORY].isEnabled)


def test_a_window_that_is_never_painted_gets_it_too(qtbot: QtBot, bare: AppWindow) -> None:
    qtbot.waitUntil(lambda: has_search(bare))


def test_a_command_that_comes_early_is_carried_out(bare: AppWindow) -> None:
    bare.actions[CommandId.SEARCH].trigger()
    bare.actions[CommandId.PALETTE].trigger()

    assert has_search(bare)
    assert bare.pages.current == SEARCH


def test_the_sidebar_leads_to_a_page_that_is_not_there_yet(qtbot: QtBot, bare: AppWindow) -> None:
    bare.start()
    index = bare.sidebar.top.entries.find(SEARCH)

    qtbot.mouseClick(
        bare.sidebar.top.viewport(),
        Qt.MouseButton.LeftButton,
        pos=bare.sidebar.top.visualRect(index).center(),
    )

    assert bare.pages.current == SEARCH


def test_latecomers_know_the_note_that_is_shown(qtbot: QtBot, bare: AppWindow) -> None:
    bare.start()
    qtbot.waitUntil(lambda: has_search(bare))

    bare.side.open("history")

    qtbot.waitUntil(bare.actions[CommandId.HISTORY].isEnabled)
    assert bare.browser.note is not None
    assert bare.window.windowTitle().startswith("Harbour")


def test_the_pane_that_was_open_the_last_time_opens_once_it_is_there(
    qtbot: QtBot, bare: AppWindow
) -> None:
    bare.side.open("links", focus=False)
    assert bare.side.isHidden()

    bare.start()

    qtbot.waitUntil(lambda: bare.side.current == "links")


def test_closing_at_once_leaves_nothing_behind(services: Services, theme: Theme) -> None:
    app = build_window(services, theme, EventBridge(), at_once=False)
    app.start()

    app.window.close()
    app.close()

    assert not has_search(app)
    app.window.deleteLater()


def test_words_counted_before_the_inspector_came_are_told_there(
    qtbot: QtBot, bare: AppWindow
) -> None:
    bare.browser.start()
    qtbot.waitUntil(lambda: bare.editor.word_count == 6)

    bare.actions[CommandId.INSPECTOR].trigger()

    panel = bare.side.findChild(InspectorPanel)
    assert isinstance(panel, InspectorPanel)
    qtbot.waitUntil(lambda: panel.facts.length.text().startswith("6 words"))
