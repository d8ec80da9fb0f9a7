"""A new note is made where one is, and goes again if no word was written."""

from concurrent.futures import Future
from threading import Event

import pytest
from PySide6.QtCore import Qt

from notebrain.app.commands.command import CommandId
from notebrain.domain.errors import VaultError
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.note import Category, ListFilter
from notebrain.gui.core.locations import PINNED, TRASH, Location, LocationKind
from notebrain.gui.editor import autosave
from notebrain.gui.window.pages import HOME
from tests.fakes.window import titles

CTRL = Qt.KeyboardModifier.ControlModifier


def test_ctrl_n_makes_a_note_where_one_is(open_window, take, services, qtbot) -> None:
    take("Other")
    app = open_window()
    app.browser.show_location(Location(LocationKind.TAG, tag="garden"))

    app.actions[CommandId.NEW_NOTE].trigger()

    qtbot.waitUntil(app.editor.view.hasFocus)
    qtbot.keyClicks(app.editor.view, "Tomatoes")
    qtbot.waitUntil(lambda: titles(app) == ["Tomatoes"])
    assert services.library.note(app.editor.note.id).tags == ("garden",)


@pytest.mark.parametrize(
    ("location", "seen"),
    [
        (PINNED, {"pinned": True}),
        (Location(LocationKind.CATEGORY, category=Category.FACT), {"category": Category.FACT}),
        (TRASH, {"deleted_at": None}),
    ],
)
def test_a_new_note_belongs_where_it_was_made(
    open_window, take, services, qtbot, location, seen
) -> None:
    take("Other")
    app = open_window()
    app.browser.show_location(location)
    before = app.editor.note

    app.browser.new_note()

    qtbot.waitUntil(lambda: app.editor.note is not None and app.editor.note != before)
    note = services.library.note(app.editor.note.id)
    assert {name: getattr(note, name) for name in seen} == seen


def test_a_new_note_left_without_a_word_is_gone(open_window, take, services, qtbot) -> None:
    other = take("Other")
    app = open_window()
    app.browser.new_note()
    qtbot.waitUntil(lambda: titles(app) == ["", "Other"])
    qtbot.waitUntil(app.editor.view.hasFocus)

    app.notes.select(other)

    qtbot.waitUntil(lambda: titles(app) == ["Other"])
    qtbot.waitUntil(lambda: services.library.counts().trashed == 0)


def test_a_new_note_with_a_word_in_it_stays(open_window, take, services, qtbot) -> None:
    other = take("Other")
    app = open_window()
    app.browser.new_note()
    qtbot.waitUntil(app.editor.view.hasFocus)

    qtbot.keyClicks(app.editor.view, "x")
    app.notes.select(other)

    qtbot.waitUntil(lambda: sorted(titles(app)) == ["Other", "x"])
    qtbot.wait(50)
    assert services.library.counts().notes == 2


def test_a_new_note_that_cannot_be_made_says_why_and_what_to_do(
    open_window, take, services, qtbot, monkeypatch
) -> None:
    def no_room(_draft) -> Future[Changes]:
        refused: Future[Changes] = Future()
        refused.set_exception(VaultError("The disk is full. Free some space."))
        return refused

    take("Dal")
    app = open_window()
    monkeypatch.setattr(services.notes, "capture", no_room)

    qtbot.keyClick(app.window, Qt.Key.Key_N, CTRL)

    said = "No note was created. The disk is full. Free some space."
    qtbot.waitUntil(lambda: app.status.saved.text() == said)
    qtbot.keyClicks(app.editor.view, "more")
    assert app.editor.view.toPlainText().startswith("more")


def test_an_empty_note_does_not_outlive_the_window(open_window, take, services, qtbot) -> None:
    take("Other")
    app = open_window()
    app.browser.new_note()
    qtbot.waitUntil(lambda: services.library.counts().notes == 2)
    qtbot.waitUntil(lambda: app.editor.note.body == "")

    app.window.close()
    app.close()

    qtbot.waitUntil(lambda: services.library.counts().notes == 1)


def test_a_note_begun_on_home_is_not_left_for_the_first_of_the_list(
    qtbot, open_window, take
) -> None:
    take("# Welcome\n\nA note like any other.")
    app = open_window()
    app.browser.rest_at([app.notes.selected()[0].id])
    app.pages.show(HOME)
    list_may_load = Event()
    app.reader.read("something long", list_may_load.wait, lambda _done: None)

    app.actions[CommandId.NEW_NOTE].trigger()
    qtbot.waitUntil(lambda: app.window.shows_notes)
    # Home goes, and with it the keyboard: Qt gives it to the list, which then chooses
    app.notes.view.setFocus(Qt.FocusReason.TabFocusReason)

    shown = app.browser.note
    list_may_load.set()
    assert shown is not None
    assert shown.body == ""


def test_keys_that_waited_for_a_new_note_are_saved_as_soon_as_it_is_there(
    open_window, take, services, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr(autosave, "SAVE_WITHIN_MS", 3_600_000)
    take("Other")
    app = open_window()
    is_slow = Event()
    services.store.write(lambda _db: is_slow.wait())

    qtbot.keyClick(app.window, Qt.Key.Key_N, CTRL)
    qtbot.keyClicks(app.editor.view, "first keys")
    is_slow.set()

    qtbot.waitUntil(
        lambda: "first keys" in [services.library.note(row.id).body for row in rows(services)]
    )


def rows(services):
    return services.library.rows(services.library.keys(ListFilter()))
