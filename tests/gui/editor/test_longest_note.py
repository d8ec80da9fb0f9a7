"""A note holds 20 MB of text: the window says so, what was there stays, and undo works as ever."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from tests.fakes.capturing import ask, kept, press, write
from tests.gui.conftest import Take

LIMIT = 1_000
REFUSED = "A note can hold at most 0 MB of text; this would be more. Nothing was saved."
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note holds a kilobyte here, where it would hold 20 MB."""
    for place in ("notebrain.domain.notes.draft", "notebrain.gui.editor.view"):
        monkeypatch.setattr(f"{place}.MOST_BYTES", LIMIT)


@pytest.fixture
def open_on(open_window: Callable[[], AppWindow], take: Take, qtbot: QtBot) -> "OpenOn":
    """Open the window on a note of this text, the keyboard at its end."""

    def open_on(body: str) -> tuple[AppWindow, NoteId]:
        note_id = take(body)
        app = open_window()
        app.browser.write_in(note_id)
        qtbot.waitUntil(app.editor.view.hasFocus)
        app.editor.view.moveCursor(QTextCursor.MoveOperation.End)
        return app, note_id

    return open_on


OpenOn = Callable[[str], tuple[AppWindow, NoteId]]


def paste(text: str, app: AppWindow, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)
    qtbot.keyClick(app.editor.view, Qt.Key.Key_V, CTRL)


def text_of(app: AppWindow) -> str:
    note = app.editor.view.note
    assert note is not None
    return note.stored


def stored(services: Services, note_id: NoteId) -> str:
    return services.library.note(note_id).body


def test_a_paste_that_is_too_long_is_refused_in_words_and_undo_goes_on(
    open_on: OpenOn, services: Services, qtbot: QtBot
) -> None:
    app, note_id = open_on("Bread")
    qtbot.keyClicks(app.editor.view, "!")

    paste("é" * 500, app, qtbot)

    assert app.status.saved.text() == REFUSED
    assert text_of(app) == "Bread!"
    qtbot.waitUntil(lambda: stored(services, note_id) == "Bread!")
    qtbot.keyClick(app.editor.view, Qt.Key.Key_Z, CTRL)
    assert text_of(app) == "Bread"
    qtbot.waitUntil(lambda: stored(services, note_id) == "Bread")


def test_a_paste_in_the_place_of_what_is_chosen_counts_without_it(
    open_on: OpenOn, services: Services, qtbot: QtBot
) -> None:
    app, note_id = open_on("x" * 900)
    qtbot.keyClick(app.editor.view, Qt.Key.Key_A, CTRL)

    paste("y" * 800, app, qtbot)

    assert text_of(app) == "y" * 800
    qtbot.waitUntil(lambda: stored(services, note_id) == "y" * 800)
    qtbot.keyClick(app.editor.view, Qt.Key.Key_Z, CTRL)
    assert text_of(app) == "x" * 900


def test_typing_over_the_limit_is_told_above_the_text_until_there_is_room_again(
    open_on: OpenOn, services: Services, qtbot: QtBot
) -> None:
    app, note_id = open_on("# Long\n" + "x" * (LIMIT - 8))
    trouble = app.editor.trouble
    qtbot.keyClicks(app.editor.view, "abc")

    qtbot.waitUntil(lambda: trouble.isVisibleTo(app.editor))

    assert f"“Long” could not be saved: {REFUSED}" in trouble.text.text()
    assert text_of(app).endswith("xabc")
    assert len(stored(services, note_id)) <= LIMIT
    for _letter in "ab":
        qtbot.keyClick(app.editor.view, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: stored(services, note_id).endswith("xa"))
    qtbot.waitUntil(lambda: not trouble.isVisibleTo(app.editor))


def test_undo_takes_back_what_went_over_the_limit(
    open_on: OpenOn, services: Services, qtbot: QtBot
) -> None:
    body = "# Long\n" + "x" * (LIMIT - 7)
    app, note_id = open_on(body)
    qtbot.keyClicks(app.editor.view, "abc")
    qtbot.waitUntil(lambda: app.editor.trouble.isVisibleTo(app.editor))

    qtbot.keyClick(app.editor.view, Qt.Key.Key_Z, CTRL)

    assert text_of(app) == body
    qtbot.waitUntil(lambda: not app.editor.trouble.isVisibleTo(app.editor))
    assert stored(services, note_id) == body
    assert app.editor.unsaved() == []


def test_the_capture_window_keeps_its_words_and_says_why_they_are_no_note(
    open_window: Callable[[], AppWindow], services: Services, qtbot: QtBot
) -> None:
    controller = open_window().quick_capture
    ask(controller, qtbot, "x" * LIMIT)
    qtbot.keyClick(controller.window.text, Qt.Key.Key_End, CTRL)
    write(controller, "y")

    press(controller, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: REFUSED in controller.window.trouble.text.text())
    assert controller.window.isVisible()
    assert controller.window.text.stored == "x" * LIMIT + "y"
    assert kept(services) == []
