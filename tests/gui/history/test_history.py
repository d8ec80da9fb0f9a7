"""Looking at earlier texts of a note: list, comparison, and the way back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from notebrain.app.commands.command import CommandId
from notebrain.gui.history.controller import History
from notebrain.gui.notes.locations import TRASH
from notebrain.notes.service import Edit

_KEY = Qt.Key


@pytest.fixture
def heater(take, services, clock):
    """A note that was written yesterday and changed in two sittings today."""
    note_id = take("# Heater\n\nNight temperature is 5 °C now.\n", tags=("garden",))
    clock.forward(hours=22)
    services.capture.edit(
        note_id, Edit("# Heater\n\nNight temperature is 6 °C now.\n", session="a")
    ).result()
    clock.forward(minutes=40)
    services.capture.edit(
        note_id,
        Edit("# Heater\n\nNight temperature is 6 °C now. The bottle lasts.\n", session="b"),
    ).result()
    return note_id


@pytest.fixture
def desk(heater, open_desk, qtbot):
    """The window with the note and its history, which was opened by its key."""
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.browser.note is not None)
    desk.editor.setFocus()
    press(
        qtbot,
        desk,
        _KEY.Key_H,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    qtbot.waitUntil(lambda: len(lines(desk)) > 0)
    return desk


def history_of(desk) -> History:
    history = desk.findChild(History)
    assert isinstance(history, History)
    return history


def lines(desk) -> list[str]:
    """Return the lines of the list as they are painted."""
    rows = history_of(desk).pane.model.rows
    return [row.heading or f"{row.name} {row.time} ({row.detail})" for row in rows]


def press(qtbot, desk, key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the keyboard is."""
    qtbot.keyClick(QApplication.focusWidget() or desk.window, key, modifiers)


def compared(desk, qtbot) -> None:
    """Wait until the chosen state stands in the place of the editor."""
    history = history_of(desk)
    qtbot.waitUntil(lambda: history.read is not None and history.read == history.pane.state)
    assert desk.centre.covered is history.view


def test_the_history_lists_the_states_by_day_the_present_one_first(desk) -> None:
    assert lines(desk) == [
        "Today",
        "Now 12:46 (Edited)",
        "Edited 12:06 (41 characters)",
        "Yesterday",
        "Created 14:06 (41 characters)",
    ]


def test_choosing_an_earlier_text_shows_what_changed_since_word_by_word(desk, qtbot) -> None:
    press(qtbot, desk, _KEY.Key_Down)
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)

    view = history_of(desk).view
    assert view.text.toPlainText() == (
        "# Heater\n\nNight temperature is 56 °C now. The bottle lasts.\n"
    )
    assert view.summary.text() == "4 words added, 1 word removed"
    assert view.title.text() == "Created, Yesterday 14:06"
    assert not desk.editor.view.isVisible()


def test_a_state_can_be_compared_with_the_one_before_it(desk, qtbot) -> None:
    history = history_of(desk)
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)

    history.pane.switch.buttons["before"].click()

    qtbot.waitUntil(lambda: history.view.summary.text() == "1 word added, 1 word removed")


def test_the_text_itself_can_be_read_and_copied(desk, qtbot) -> None:
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)
    view = history_of(desk).view

    view.switch.buttons["text"].click()
    view.copy_text.click()

    assert view.text.toPlainText() == "# Heater\n\nNight temperature is 6 °C now.\n"
    assert QGuiApplication.clipboard().text() == "# Heater\n\nNight temperature is 6 °C now.\n"


def test_f3_goes_from_change_to_change(desk, qtbot) -> None:
    press(qtbot, desk, _KEY.Key_Down)
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)
    press(qtbot, desk, _KEY.Key_Return)
    view = history_of(desk).view
    first = view.text.textCursor().position()

    press(qtbot, desk, _KEY.Key_F3)
    second = view.text.textCursor().position()
    press(qtbot, desk, _KEY.Key_F3, Qt.KeyboardModifier.ShiftModifier)

    assert second > first
    assert view.text.textCursor().position() == first


def test_escape_goes_back_to_the_text(desk, qtbot) -> None:
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)
    press(qtbot, desk, _KEY.Key_Return)

    press(qtbot, desk, _KEY.Key_Escape)

    assert desk.centre.covered is None
    assert QApplication.focusWidget() is desk.editor.view
    state = history_of(desk).pane.state
    assert state is not None
    assert state.revision is None


def test_an_earlier_text_comes_back_in_place_and_goes_again_with_undo(
    desk, heater, services, qtbot
) -> None:
    before = services.library.note(heater).body
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)

    history_of(desk).view.restore.click()
    qtbot.waitUntil(lambda: "The bottle" not in desk.editor.view.toPlainText())
    qtbot.waitUntil(desk.window.toast.isVisible)

    assert before in [kept.body for kept in services.library.history(heater)]
    assert desk.centre.covered is None

    desk.window.toast.undo.click()
    qtbot.waitUntil(lambda: "The bottle" in desk.editor.view.toPlainText())
    assert services.library.note(heater).body == before


def test_an_earlier_text_becomes_a_note_of_its_own(desk, heater, services, qtbot) -> None:
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)

    history_of(desk).view.copy_note.click()

    qtbot.waitUntil(lambda: services.library.counts().notes == 2)
    qtbot.waitUntil(lambda: desk.browser.note is not None and desk.browser.note.id != heater)
    assert desk.browser.note.body == "# Heater\n\nNight temperature is 6 °C now.\n"
    assert desk.browser.note.tags == ("garden",)
    assert desk.centre.covered is None


def test_what_is_typed_while_the_history_is_shown_is_a_state_of_its_own(
    desk, heater, services, qtbot
) -> None:
    before = services.library.note(heater).body
    press(qtbot, desk, _KEY.Key_Escape)
    desk.editor.write_at_end()

    qtbot.keyClicks(desk.editor.view, "More.")
    desk.editor.flush()

    qtbot.waitUntil(lambda: len(lines(desk)) == 6)
    assert services.library.history(heater)[0].body == before


def test_the_text_found_is_kept_before_the_first_key_and_after_every_pause(
    desk, heater, take, services, qtbot, clock
) -> None:
    other = take("Dal")
    texts = []
    for word in ("One.", "Two.", "Three."):
        clock.forward(minutes=11)
        desk.open_note(heater)
        texts.append(services.library.note(heater).body)
        desk.editor.write_at_end()
        for letter in word:
            qtbot.keyClicks(desk.editor.view, letter)
            desk.editor.flush()
        desk.open_note(other)
        qtbot.waitUntil(lambda said=word: services.library.note(heater).body.endswith(said))

    kept = [revision.body for revision in services.library.history(heater)]

    assert kept[:3] == texts[::-1]


def test_another_note_shows_its_own_history(desk, take, qtbot) -> None:
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)
    other = take("Dal")

    desk.open_note(other)

    qtbot.waitUntil(lambda: lines(desk) == ["Today", "Now 12:47 (Created)"])
    assert desk.centre.covered is None


def test_the_history_of_a_note_in_the_trash_can_be_read_but_not_changed(
    desk, heater, services, qtbot
) -> None:
    services.capture.forget([heater]).result()
    qtbot.waitUntil(lambda: desk.browser.note is None)
    desk.browser.show_place(TRASH)
    qtbot.waitUntil(lambda: len(lines(desk)) == 5)
    desk.side.open("history")

    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)

    assert not history_of(desk).view.restore.isEnabled()


def test_closing_the_pane_goes_back_to_the_text(desk, qtbot) -> None:
    press(qtbot, desk, _KEY.Key_Down)
    compared(desk, qtbot)

    desk.actions[CommandId.HISTORY].trigger()

    assert desk.centre.covered is None
    assert not desk.side.isVisible()


def type_and_save(qtbot, desk, services, note_id, key) -> None:
    """Press keys as `key` does and wait until what the editor shows is on disk."""
    key()
    desk.editor.flush()
    shown = desk.editor.view.toPlainText
    qtbot.waitUntil(lambda: services.library.note(note_id).body == shown())


def past_texts(services, note_id) -> list[str]:
    return [kept.body for kept in services.library.history(note_id)]


def test_a_text_replaced_by_one_letter_after_visiting_other_notes_is_in_the_history(
    open_desk, take, services, qtbot, clock
) -> None:
    note_id, other = take(""), take("Dal")
    desk = open_desk()
    desk.open_note(note_id)
    qtbot.waitUntil(lambda: desk.browser.note is not None and desk.browser.note.id == note_id)
    view = desk.editor.view
    type_and_save(
        qtbot, desk, services, note_id, lambda: qtbot.keyClicks(view, "An hour of careful thought.")
    )
    desk.open_note(other)
    clock.forward(minutes=4)
    desk.open_note(note_id)

    view.selectAll()
    type_and_save(qtbot, desk, services, note_id, lambda: qtbot.keyClicks(view, "x"))

    assert past_texts(services, note_id) == ["An hour of careful thought.", ""]


def test_coming_back_to_a_note_begins_a_sitting(open_desk, take, services, qtbot, clock) -> None:
    note_id, other = take("Milk and bread, and two eggs."), take("Dal")
    desk = open_desk()
    view = desk.editor.view
    for letter in "ab":
        desk.open_note(note_id)
        qtbot.waitUntil(lambda: desk.browser.note is not None and desk.browser.note.id == note_id)
        desk.editor.write_at_end()
        type_and_save(
            qtbot, desk, services, note_id, lambda said=letter: qtbot.keyClicks(view, said)
        )
        desk.open_note(other)

    assert past_texts(services, note_id) == [
        "Milk and bread, and two eggs.a",
        "Milk and bread, and two eggs.",
    ]


def test_a_held_backspace_leaves_what_was_just_written_in_the_history(
    open_desk, take, services, qtbot
) -> None:
    note_id = take("")
    desk = open_desk()
    desk.open_note(note_id)
    qtbot.waitUntil(lambda: desk.browser.note is not None and desk.browser.note.id == note_id)
    view = desk.editor.view
    written = "A thought that was never saved by hand."
    for letter in written:
        type_and_save(
            qtbot, desk, services, note_id, lambda said=letter: qtbot.keyClicks(view, said)
        )

    for _times in range(len(written)):
        type_and_save(
            qtbot, desk, services, note_id, lambda: qtbot.keyClick(view, _KEY.Key_Backspace)
        )

    assert services.library.note(note_id).body == ""
    assert past_texts(services, note_id) == [written, ""]


def test_now_shows_the_time_of_the_last_edit_and_an_empty_beginning_says_so(
    open_desk, take, services, qtbot, clock
) -> None:
    note_id = take("")
    for minutes, text in ((1, "Dal"), (2, "Dal and rice")):
        clock.forward(minutes=minutes)
        services.capture.edit(note_id, Edit(text, session="one")).result()
    desk = open_desk()
    desk.open_note(note_id)
    desk.side.open("history")

    qtbot.waitUntil(lambda: len(lines(desk)) > 0)

    assert lines(desk) == ["Today", "Now 14:09 (Edited)", "Created 14:06 (Empty note)"]
