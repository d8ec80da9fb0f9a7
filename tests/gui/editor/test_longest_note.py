"""A note holds 20 MB of text: the window says so, what was there stays, and undo works as ever."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture.controller import flow_of
from tests.fakes.capturing import ask, kept, press, write
from tests.gui.conftest import Take

LIMIT = 1_000
REFUSED = "A note holds 0 MB of text at most; this would be more. Nothing was saved."
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note holds a kilobyte here, where it would hold 20 MB."""
    for place in ("notebrain.domain.notes.draft", "notebrain.gui.editor.view"):
        monkeypatch.setattr(f"{place}.MOST_BYTES", LIMIT)


@pytest.fixture
def open_on(open_desk: Callable[[], Desk], take: Take, qtbot: QtBot) -> "OpenOn":
    """Open the window on a note of this text, the keyboard at its end."""

    def open_on(body: str) -> tuple[Desk, NoteId]:
        note_id = take(body)
        desk = open_desk()
        desk.write_in(note_id)
        qtbot.waitUntil(desk.editor.view.hasFocus)
        desk.editor.view.moveCursor(QTextCursor.MoveOperation.End)
        return desk, note_id

    return open_on


OpenOn = Callable[[str], tuple[Desk, NoteId]]


def paste(text: str, desk: Desk, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_V, CTRL)


def text_of(desk: Desk) -> str:
    note = desk.editor.view.note
    assert note is not None
    return note.stored


def stored(services: Services, note_id: NoteId) -> str:
    return services.library.note(note_id).body


def test_a_paste_that_is_too_long_is_refused_in_words_and_undo_goes_on(
    open_on: OpenOn, services: Services, qtbot: QtBot
) -> None:
    desk, note_id = open_on("Bread")
    qtbot.keyClicks(desk.editor.view, "!")

    paste("é" * 500, desk, qtbot)

    assert desk.status.saved.text() == REFUSED
    assert text_of(desk) == "Bread!"
    qtbot.waitUntil(lambda: stored(services, note_id) == "Bread!")
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_Z, CTRL)
    assert text_of(desk) == "Bread"
    qtbot.waitUntil(lambda: stored(services, note_id) == "Bread")


def test_a_paste_in_the_place_of_what_is_chosen_counts_without_it(
    open_on: OpenOn, services: Services, qtbot: QtBot
) -> None:
    desk, note_id = open_on("x" * 900)
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_A, CTRL)

    paste("y" * 800, desk, qtbot)

    assert text_of(desk) == "y" * 800
    qtbot.waitUntil(lambda: stored(services, note_id) == "y" * 800)
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_Z, CTRL)
    assert text_of(desk) == "x" * 900


def test_typing_over_the_limit_is_told_above_the_text_until_there_is_room_again(
    open_on: OpenOn, services: Services, qtbot: QtBot
) -> None:
    desk, note_id = open_on("# Long\n" + "x" * (LIMIT - 8))
    trouble = desk.editor.trouble
    qtbot.keyClicks(desk.editor.view, "abc")

    qtbot.waitUntil(lambda: trouble.isVisibleTo(desk.editor))

    assert f"“Long” could not be saved: {REFUSED}" in trouble.text.text()
    assert text_of(desk).endswith("xabc")
    assert len(stored(services, note_id)) <= LIMIT
    for _letter in "ab":
        qtbot.keyClick(desk.editor.view, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: stored(services, note_id).endswith("xa"))
    qtbot.waitUntil(lambda: not trouble.isVisibleTo(desk.editor))


def test_undo_takes_back_what_went_over_the_limit(
    open_on: OpenOn, services: Services, qtbot: QtBot
) -> None:
    body = "# Long\n" + "x" * (LIMIT - 7)
    desk, note_id = open_on(body)
    qtbot.keyClicks(desk.editor.view, "abc")
    qtbot.waitUntil(lambda: desk.editor.trouble.isVisibleTo(desk.editor))

    qtbot.keyClick(desk.editor.view, Qt.Key.Key_Z, CTRL)

    assert text_of(desk) == body
    qtbot.waitUntil(lambda: not desk.editor.trouble.isVisibleTo(desk.editor))
    assert stored(services, note_id) == body
    assert desk.editor.unsaved() == []


def test_the_capture_window_keeps_its_words_and_says_why_they_are_no_note(
    open_desk: Callable[[], Desk], services: Services, qtbot: QtBot
) -> None:
    flow = flow_of(open_desk())
    ask(flow, qtbot, "x" * LIMIT)
    qtbot.keyClick(flow.window.text, Qt.Key.Key_End, CTRL)
    write(flow, "y")

    press(flow, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: REFUSED in flow.window.trouble.text.text())
    assert flow.window.isVisible()
    assert flow.window.text.stored == "x" * LIMIT + "y"
    assert kept(services) == []
