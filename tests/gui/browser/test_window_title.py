"""The title of the window follows what is shown in it."""

import pytest

from notebrain.app.commands.command import CommandId
from notebrain.app.core.paths import DATA_VARIABLE


@pytest.mark.parametrize(
    ("command", "title"),
    [
        (CommandId.SEARCH, "Search"),
        (CommandId.SETTINGS, "Settings"),
        (CommandId.BACKUPS, "Backups"),
        (CommandId.HOME, "Home"),
        (CommandId.REVIEW, "Review"),
    ],
)
def test_a_page_names_the_window_until_it_is_left(open_window, take, qtbot, command, title) -> None:
    take("A note")
    app = open_window()
    qtbot.waitUntil(app.actions[command].isEnabled)

    app.actions[command].trigger()

    qtbot.waitUntil(lambda: app.window.windowTitle() == f"{title} - NoteBrain")
    app.pages.before = ""
    app.browser.leave_page()
    assert app.window.windowTitle() == "A note - NoteBrain"


def test_a_note_renamed_behind_a_page_does_not_name_the_window(open_window, take, qtbot) -> None:
    take("A note")
    app = open_window()
    app.actions[CommandId.SEARCH].trigger()

    app.browser.titled.emit("Another name")
    behind = app.window.windowTitle()
    app.browser.leave_page()

    assert behind == "Search - NoteBrain"
    assert app.window.windowTitle() == "Another name - NoteBrain"


def test_a_note_without_a_title_is_untitled(open_window, take) -> None:
    take("")

    assert open_window().window.windowTitle() == "Untitled - NoteBrain"


def test_the_window_of_another_vault_names_it(open_window, take, tmp_path, monkeypatch) -> None:
    take("Bread")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "default"))

    app = open_window()

    assert app.window.windowTitle() == "Bread - vault - NoteBrain"
