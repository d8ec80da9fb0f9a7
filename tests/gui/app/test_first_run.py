"""The first start of a new vault."""

import pytest
from PySide6.QtCore import Qt

from notebrain.app.api import Brain
from notebrain.app.commands.command import CommandId
from notebrain.app.services import open_services
from notebrain.app.settings.table import START_PAGE
from notebrain.gui.app import main as program
from notebrain.gui.app.main import greet, is_new
from notebrain.gui.home.page import HomePage
from notebrain.gui.window.pages import HOME
from notebrain.notes.service import Edit

TITLES = ["Welcome to NoteBrain", "Find it by what it means", "Everything in its place"]


@pytest.fixture
def greeted(services, open_window, qtbot):
    """The window of a vault that was just made."""
    greet(services)
    app = open_window()
    page = app.window.findChild(HomePage)
    qtbot.waitUntil(lambda: page.recent.titles() == TITLES)
    qtbot.waitUntil(page.tour.isVisible)
    return app, page


def test_a_new_vault_opens_on_home_with_three_notes_to_try(greeted) -> None:
    app, page = greeted

    assert app.pages.current == HOME
    assert page.field.edit.hasFocus()
    assert page.tasks.boxes[0].text() == "Tick this box with a click"


def test_the_notes_go_in_one_step_and_come_back(greeted, services, qtbot) -> None:
    app, page = greeted

    qtbot.mouseClick(page.tour.remove, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: services.library.counts().notes == 0)
    qtbot.waitUntil(lambda: not page.tour.isVisible())
    assert not app.actions[CommandId.REMOVE_WELCOME].isEnabled()
    qtbot.mouseClick(app.window.toast.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.recent.titles() == TITLES)
    qtbot.waitUntil(app.actions[CommandId.REMOVE_WELCOME].isEnabled)


def test_the_menu_takes_away_those_that_are_left(greeted, services, take, qtbot) -> None:
    app, _page = greeted
    own = take("My own")
    first = services.welcome.there()[0]
    services.notes.forget([first]).result()
    services.shredder.remove([first]).result()
    qtbot.waitUntil(app.actions[CommandId.REMOVE_WELCOME].isEnabled)

    app.actions[CommandId.REMOVE_WELCOME].trigger()

    qtbot.waitUntil(lambda: services.library.counts().notes == 1)
    assert services.library.note(own).deleted_at is None


def test_they_are_ordinary_notes_that_say_where_they_come_from(services) -> None:
    greet(services)

    notes = [services.library.note(note_id) for note_id in services.welcome.there()]

    assert {note.source for note in notes} == {"welcome"}
    assert {note.tags for note in notes} == {("welcome",), ("welcome/order",), ("welcome/search",)}


@pytest.mark.parametrize("trashed", [True, False])
def test_a_vault_with_a_note_is_left_as_it_is(services, take, trashed) -> None:
    note = take("Mine")
    if trashed:
        services.notes.forget([note]).result()

    greet(services)

    assert list(services.welcome.there()) == []


def test_a_vault_that_cannot_be_written_opens_all_the_same(services) -> None:
    services.store.close()

    greet(services)


def test_a_vault_is_new_until_it_was_opened(tmp_path) -> None:
    before = is_new(tmp_path)
    open_services(tmp_path).close()

    assert (before, is_new(tmp_path)) == (True, False)


@pytest.mark.parametrize(("seen", "count"), [(True, 3), (False, 0)])
def test_only_who_sees_the_window_is_shown_around(
    qapp, monkeypatch, tmp_path, qtbot, seen, count
) -> None:
    monkeypatch.setattr(program, "make_application", lambda: qapp)
    monkeypatch.setattr(program, "_is_seen", lambda _app: seen)
    monkeypatch.setattr(type(qapp), "exec", lambda *_: 0)

    program.main(["--data-dir", str(tmp_path)])

    services = open_services(tmp_path)
    assert services.library.counts().notes == count
    services.close()


def test_no_welcome_note_is_open_until_the_user_goes_to_the_notes(greeted, qtbot) -> None:
    app, _page = greeted
    assert app.window.windowTitle() == "Home - NoteBrain"
    shown = app.editor.note
    assert shown is None

    app.browser.leave_page()

    assert app.editor.note.title == TITLES[0]


def test_the_first_note_of_the_user_is_shown_behind_home(greeted, take, qtbot) -> None:
    app, _page = greeted

    take("Bike: cable sizes")

    qtbot.waitUntil(lambda: app.editor.note is not None)
    assert app.editor.note.title == "Bike: cable sizes"
    assert app.window.windowTitle() == "Home - NoteBrain"


def test_a_list_outside_the_window_has_only_what_the_user_wrote(services) -> None:
    greet(services)
    first = services.welcome.there()[0]
    brain = Brain(services)
    before = list(brain.list())

    services.notes.edit(first, Edit("mine now", session="s")).result()

    assert before == []
    assert [row.id for row in brain.list()] == [first]


def test_without_home_the_command_goes_with_the_notes_and_comes_back_with_them(
    services, open_window, qtbot
) -> None:
    greet(services)
    services.settings.put(START_PAGE, "notes").result()
    app = open_window()
    command = app.actions[CommandId.REMOVE_WELCOME]
    qtbot.waitUntil(command.isEnabled)
    notes = services.welcome.there()

    services.notes.forget(notes).result()
    qtbot.waitUntil(lambda: not command.isEnabled())
    services.notes.restore(notes).result()

    qtbot.waitUntil(command.isEnabled)
