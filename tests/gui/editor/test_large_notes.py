"""A very long note shows its beginning at once, to read; nothing of it can get lost that way."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.excerpt import NoteExcerpt
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.notes.locations import TRASH
from notebrain.notes.service import Edit
from notebrain.storage.notes import lists

LINE = "Line {n:04} with *stress*, a [ ] box and ünïcode 😀\r\n"
LONG = "# The long one\r\n\r\n" + "".join(LINE.format(n=n) for n in range(400))
LAST = "Line 0399"


@pytest.fixture(autouse=True)
def short_limits(monkeypatch):
    """A note of some kilobytes is very long here, as one of megabytes is."""
    monkeypatch.setattr(lists, "LONGEST_WHOLE", 5_000)
    monkeypatch.setattr(lists, "LONGEST_BEGINNING", 1_000)


@pytest.fixture
def long_note(take):
    return take(LONG)


@pytest.fixture
def desk(open_desk, take, long_note, qtbot):
    """The window on a very long note, with the keyboard in its text, and a short one beside it."""
    take("Short")
    desk = open_desk()
    desk.write_in(long_note)
    qtbot.waitUntil(desk.editor.view.hasFocus)
    return desk


def act(desk: Desk, text: str) -> QWidget:
    return next(
        b for b in desk.editor.notice.buttons if b.isVisibleTo(desk.editor) and b.text() == text
    )


def show_all(desk: Desk, qtbot) -> None:
    qtbot.mouseClick(act(desk, "Show all"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not desk.editor.shows_beginning)


def text_of(desk: Desk) -> str:
    note = desk.editor.view.note
    assert note is not None
    return note.stored


def in_its_own_words(desk, note_id):
    return desk.services.library.note(note_id)


def test_the_beginning_is_shown_to_its_last_whole_line_and_the_bar_says_so(desk) -> None:
    shown = text_of(desk)

    assert LONG.startswith(shown)
    assert shown.endswith("\r\n")
    assert 900 < len(shown.encode()) <= 1_000
    assert desk.editor.notice.isVisibleTo(desk.editor)
    assert desk.editor.notice.text.text().startswith("The beginning of a very long note (0.0 MB)")


def test_a_note_of_common_length_is_shown_whole_without_a_bar(desk, take, qtbot) -> None:
    other = take("a" * 5_000)

    desk.write_in(other)

    assert text_of(desk) == "a" * 5_000
    assert not desk.editor.notice.isVisibleTo(desk.editor)
    assert not desk.editor.view.isReadOnly()


@pytest.mark.parametrize("command", [one for one in CommandId if one.value.startswith("text.")])
def test_no_command_changes_a_beginning(desk, long_note, qtbot, command) -> None:
    before = text_of(desk)
    QGuiApplication.clipboard().setText("intruder")
    desk.editor.view.selectAll()

    desk.actions[command].trigger()

    assert text_of(desk) == before
    assert in_its_own_words(desk, long_note).body == LONG


def test_no_key_and_no_paste_changes_a_beginning(desk, long_note, qtbot) -> None:
    view, before = desk.editor.view, text_of(desk)
    pasted = QMimeData()
    pasted.setText("intruder")
    view.selectAll()

    qtbot.keyClicks(view, "x[(*#")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Tab):
        qtbot.keyClick(view, key)
    for letter in (Qt.Key.Key_X, Qt.Key.Key_V, Qt.Key.Key_Z, Qt.Key.Key_Y):
        qtbot.keyClick(view, letter, Qt.KeyboardModifier.ControlModifier)
    view.insertFromMimeData(pasted)
    desk.editor.view.toggle_box(view.document().findBlockByNumber(3))

    assert text_of(desk) == before
    assert not desk.editor.unsaved()
    assert in_its_own_words(desk, long_note).body == LONG


def test_even_a_fault_that_changed_what_is_shown_would_store_nothing(
    desk, long_note, take, qtbot
) -> None:
    QTextCursor(desk.editor.view.document()).insertText("a fault")
    kept = next(one for one in desk.editor._shelf if one.note.id == long_note)

    kept.autosave.edited()
    desk.editor.flush()
    kept.leave()
    desk.write_in(take("Elsewhere"))
    desk.browser.leave()

    assert not kept.autosave.unsaved
    assert not kept.timer.isActive()
    note = in_its_own_words(desk, long_note)
    assert (note.body, note.version) == (LONG, 1)
    with pytest.raises(AssertionError):
        kept._write(kept.document.text, lambda _failure: None)


def test_all_of_it_is_shown_when_asked_for_and_what_is_typed_then_is_stored(
    desk, long_note, qtbot
) -> None:
    place = text_of(desk).index("Line 0009")
    cursor = desk.editor.view.textCursor()
    cursor.setPosition(place)
    desk.editor.view.setTextCursor(cursor)

    show_all(desk, qtbot)
    qtbot.keyClicks(desk.editor.view, "Here. ")

    assert not desk.editor.notice.isVisibleTo(desk.editor)
    qtbot.waitUntil(lambda: "Here. " in in_its_own_words(desk, long_note).body)
    stored = in_its_own_words(desk, long_note).body
    assert stored.replace("Here. ", "") == LONG
    assert stored.index("Here. ") < 1_000


def test_while_all_is_read_the_bar_says_that_it_takes_its_time(desk, qtbot) -> None:
    qtbot.mouseClick(act(desk, "Show all"), Qt.MouseButton.LeftButton)

    assert desk.editor.notice.text.text() == (
        "Reading all of it. The window does not answer for some seconds."
    )
    qtbot.waitUntil(lambda: not desk.editor.shows_beginning)


def test_who_goes_elsewhere_meanwhile_is_left_there(desk, long_note, take, qtbot) -> None:
    elsewhere = take("Elsewhere")
    qtbot.mouseClick(act(desk, "Show all"), Qt.MouseButton.LeftButton)

    desk.write_in(elsewhere)
    done: list[bool] = []
    desk.reader.read("after it", lambda: True, done.append)
    qtbot.waitUntil(lambda: bool(done))

    assert desk.browser.note.id == elsewhere
    desk.write_in(long_note)
    assert act(desk, "Show all").isEnabled()


def test_a_note_that_is_open_whole_stays_whole_on_the_way_back(
    desk, long_note, take, qtbot
) -> None:
    show_all(desk, qtbot)
    qtbot.keyClicks(desk.editor.view, "Kept. ")

    desk.write_in(take("Elsewhere"))
    desk.write_in(long_note)

    assert text_of(desk) == "Kept. " + LONG
    assert not desk.editor.view.isReadOnly()
    desk.editor.view.undo()
    assert text_of(desk) == LONG


def test_a_beginning_never_takes_the_place_of_text_that_is_open_whole(
    desk, long_note, qtbot
) -> None:
    show_all(desk, qtbot)
    qtbot.keyClicks(desk.editor.view, "New. ")

    beginning = desk.services.library.opening(long_note)
    assert isinstance(beginning, NoteExcerpt)
    desk.editor.show_note(beginning)

    assert text_of(desk) == "New. " + LONG
    desk.editor.flush()
    qtbot.waitUntil(lambda: in_its_own_words(desk, long_note).body == "New. " + LONG)


def test_what_is_written_elsewhere_is_shown_in_the_beginning(desk, long_note, qtbot) -> None:
    changed = "# Changed\n" + LONG

    desk.services.capture.edit(long_note, Edit(changed, session="elsewhere")).result()
    desk.browser.on_changed_elsewhere()

    assert text_of(desk).startswith("# Changed\n# The long one")
    assert desk.editor.shows_beginning
    show_all(desk, qtbot)
    assert text_of(desk) == changed


def test_a_note_that_became_short_elsewhere_can_be_written_in(desk, long_note, qtbot) -> None:
    desk.services.capture.edit(long_note, Edit("Short now", session="elsewhere")).result()
    desk.browser.on_changed_elsewhere()

    assert text_of(desk) == "Short now"
    assert not desk.editor.view.isReadOnly()
    assert not desk.editor.notice.isVisibleTo(desk.editor)


def test_a_passage_further_on_waits_for_all_of_the_note(desk, long_note, qtbot) -> None:
    start = LONG.index(LAST)

    desk.open_hit(long_note, start, start + len(LAST))
    assert desk.editor.notice.text.text().startswith("What was found is further on.")
    show_all(desk, qtbot)

    assert desk.editor.view.passage is not None
    assert desk.editor.view.passage.selectedText() == LAST


def test_find_in_note_says_that_it_looked_only_in_the_beginning(desk, qtbot) -> None:
    desk.actions[CommandId.FIND].trigger()

    qtbot.keyClicks(desk.editor.find_bar.query, "Line 0003")
    qtbot.waitUntil(lambda: desk.editor.find_bar.count.text() == "1 of 1 in the beginning")
    desk.editor.find_bar.query.clear()
    qtbot.keyClicks(desk.editor.find_bar.query, LAST)
    qtbot.waitUntil(lambda: desk.editor.find_bar.count.text() == "Not found in the beginning")

    show_all(desk, qtbot)
    qtbot.waitUntil(lambda: desk.editor.find_bar.count.text().startswith("1 "))
    assert not desk.editor.find_bar.count.text().endswith("beginning")


def test_the_words_of_a_part_are_not_taken_for_those_of_the_note(desk, qtbot) -> None:
    told: list[int | None] = []
    desk.editor.words_counted.connect(told.append)
    assert desk.editor.word_count is None

    show_all(desk, qtbot)

    qtbot.waitUntil(lambda: told[-1] == len(LONG.replace("[ ] ", "").split()) - 401)


def test_export_takes_the_note_with_all_its_text(desk, long_note, qtbot, monkeypatch) -> None:
    asked: list[list[int]] = []
    monkeypatch.setattr(desk.exchange, "ask_export", asked.append)

    qtbot.mouseClick(act(desk, "Export…"), Qt.MouseButton.LeftButton)

    assert asked == [[desk.services.library.key_of(long_note)]]


def test_in_the_trash_the_bar_says_both(desk, long_note, qtbot) -> None:
    desk.services.capture.forget([long_note]).result()
    qtbot.waitUntil(lambda: desk.browser.note.id != long_note)
    desk.browser.show_place(TRASH)
    qtbot.waitUntil(lambda: desk.browser.note is not None and desk.browser.note.id == long_note)

    assert desk.editor.notice.text.text() == (
        "This note is in the trash. It is very long: you see its beginning."
    )
    qtbot.mouseClick(act(desk, "Restore"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: desk.services.library.counts().trashed == 0)
    assert in_its_own_words(desk, long_note).body == LONG
