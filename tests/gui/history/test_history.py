"""Looking at earlier texts of a note: list, comparison, and the way back."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.remembered import HISTORY_SIDES
from notebrain.gui.core.locations import TRASH
from notebrain.gui.history.compare_view import CompareView
from notebrain.gui.history.controller import HistoryController
from notebrain.gui.window.pages import EditorStack
from notebrain.notes.service import Edit
from tests.fakes.context import Alone

_KEY = Qt.Key


@pytest.fixture
def heater(take, services, clock):
    """A note that was written yesterday and changed in two sittings today."""
    note_id = take("# Heater\n\nNight temperature is 5 °C now.\n", tags=("garden",))
    clock.forward(hours=22)
    services.notes.edit(
        note_id, Edit("# Heater\n\nNight temperature is 6 °C now.\n", session="a")
    ).result()
    clock.forward(minutes=40)
    services.notes.edit(
        note_id,
        Edit("# Heater\n\nNight temperature is 6 °C now. The bottle lasts.\n", session="b"),
    ).result()
    return note_id


@pytest.fixture
def alone(context, editor, active, acts):
    """The history beside the editor, which it may cover."""
    stack = EditorStack(editor)
    context.window.put(stack, context.side)
    HistoryController(context, active, stack, acts)
    return Alone(context=context, editor=editor, acts=acts, stack=stack)


@pytest.fixture
def app(heater, alone, qtbot):
    """The note and its history, which was opened by its key."""
    app = alone
    app.navigator.open_note(heater)
    app.editor.setFocus()
    press(
        qtbot,
        app,
        _KEY.Key_H,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    qtbot.waitUntil(lambda: len(lines(app)) > 0)
    return app


def history_of(app) -> HistoryController:
    history = app.window.findChild(HistoryController)
    assert isinstance(history, HistoryController)
    return history


def lines(app) -> list[str]:
    """Return the lines of the list as they are painted."""
    rows = history_of(app).pane.model.rows
    return [row.heading or f"{row.name} {row.time} ({row.detail})" for row in rows]


def press(qtbot, app, key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the keyboard is."""
    qtbot.keyClick(QApplication.focusWidget() or app.window, key, modifiers)


def compared(app, qtbot) -> None:
    """Wait until the chosen state stands in the place of the editor."""
    history = history_of(app)
    qtbot.waitUntil(lambda: history.read is not None and history.read == history.pane.state)
    assert app.stack.covered is history.view


def test_the_history_lists_the_states_by_day_the_present_one_first(app) -> None:
    assert lines(app) == [
        "Today",
        "Now · Edited here 12:46 (+3 words)",
        "Edited here 12:06 (+1 word, \u22121 word)",
        "Yesterday",
        "Created 14:06 (+7 words)",
    ]


def test_choosing_an_earlier_text_shows_what_changed_since_word_by_word(app, qtbot) -> None:
    press(qtbot, app, _KEY.Key_Down)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)

    view = history_of(app).view
    assert view.text.toPlainText() == (
        "# Heater\n\nNight temperature is 56 °C now. The bottle lasts.\n"
    )
    assert view.summary.text() == "+4 words, \u22121 word"
    assert view.title.text() == "Created, Yesterday 14:06"
    assert not app.editor.view.isVisible()


def test_a_state_can_be_compared_with_the_one_before_it(app, qtbot) -> None:
    history = history_of(app)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)

    history.pane.switch.buttons["before"].click()

    qtbot.waitUntil(lambda: history.view.summary.text() == "+1 word, \u22121 word")


def test_the_text_itself_can_be_read_and_copied(app, qtbot) -> None:
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    view = history_of(app).view

    view.switch.buttons["text"].click()
    view.copy_text.click()

    assert view.text.toPlainText() == "# Heater\n\nNight temperature is 6 °C now.\n"
    assert QGuiApplication.clipboard().text() == "# Heater\n\nNight temperature is 6 °C now.\n"


def test_f3_goes_from_change_to_change(app, qtbot) -> None:
    press(qtbot, app, _KEY.Key_Down)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    press(qtbot, app, _KEY.Key_Return)
    view = history_of(app).view
    first = view.text.textCursor().position()

    press(qtbot, app, _KEY.Key_F3)
    second = view.text.textCursor().position()
    press(qtbot, app, _KEY.Key_F3, Qt.KeyboardModifier.ShiftModifier)

    assert second > first
    assert view.text.textCursor().position() == first


def test_escape_goes_back_to_the_text(app, qtbot) -> None:
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    press(qtbot, app, _KEY.Key_Return)

    press(qtbot, app, _KEY.Key_Escape)

    assert app.stack.covered is None
    assert QApplication.focusWidget() is app.editor.view
    state = history_of(app).pane.state
    assert state is not None
    assert state.revision is None


def test_an_earlier_text_comes_back_in_place_and_goes_again_with_undo(
    app, heater, services, qtbot
) -> None:
    before = services.library.note(heater).body
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)

    history_of(app).view.restore.click()
    qtbot.waitUntil(lambda: "The bottle" not in app.editor.view.toPlainText())
    qtbot.waitUntil(lambda: app.window.last_done != "")

    assert before in [kept.body for kept in services.library.history(heater)]
    assert app.stack.covered is None

    app.acts.undo()
    qtbot.waitUntil(lambda: "The bottle" in app.editor.view.toPlainText())
    assert services.library.note(heater).body == before


def test_an_earlier_text_becomes_a_note_of_its_own(app, heater, services, qtbot) -> None:
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)

    history_of(app).view.copy_note.click()

    qtbot.waitUntil(lambda: services.library.counts().notes == 2)
    qtbot.waitUntil(lambda: app.navigator.note is not None and app.navigator.note.id != heater)
    assert app.navigator.note.body == "# Heater\n\nNight temperature is 6 °C now.\n"
    assert app.navigator.note.tags == ("garden",)
    assert app.stack.covered is None


def test_what_is_typed_while_the_history_is_shown_is_a_state_of_its_own(
    app, heater, services, qtbot
) -> None:
    before = services.library.note(heater).body
    press(qtbot, app, _KEY.Key_Escape)
    app.editor.write_at_end()

    qtbot.keyClicks(app.editor.view, "More.")
    app.editor.flush()

    qtbot.waitUntil(lambda: len(lines(app)) == 6)
    assert services.library.history(heater)[0].body == before


def test_the_text_found_is_kept_before_the_first_key_and_after_every_pause(
    app, heater, take, services, qtbot, clock
) -> None:
    other = take("Dal")
    texts = []
    for word in ("One.", "Two.", "Three."):
        clock.forward(minutes=11)
        app.navigator.open_note(heater)
        texts.append(services.library.note(heater).body)
        app.editor.write_at_end()
        for letter in word:
            qtbot.keyClicks(app.editor.view, letter)
            app.editor.flush()
        app.navigator.open_note(other)
        qtbot.waitUntil(lambda said=word: services.library.note(heater).body.endswith(said))

    kept = [revision.body for revision in services.library.history(heater)]

    assert kept[:3] == texts[::-1]


def test_another_note_shows_its_own_history(app, take, qtbot) -> None:
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    other = take("Dal")

    app.navigator.open_note(other)

    qtbot.waitUntil(lambda: lines(app) == ["Today", "Now · Created 12:47 (+1 word)"])
    assert app.stack.covered is None


def test_the_history_of_a_note_in_the_trash_can_be_read_but_not_changed(
    app, heater, services, qtbot
) -> None:
    services.notes.forget([heater]).result()
    qtbot.waitUntil(lambda: app.navigator.note is None)
    app.navigator.show_location(TRASH)
    app.navigator.open_note(heater)
    qtbot.waitUntil(lambda: len(lines(app)) == 5)
    app.side.open("history")

    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)

    assert not history_of(app).view.restore.isEnabled()


def test_closing_the_pane_goes_back_to_the_text(app, qtbot) -> None:
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)

    app.actions[CommandId.HISTORY].trigger()

    assert app.stack.covered is None
    assert not app.side.isVisible()


def type_and_save(qtbot, app, services, note_id, key) -> None:
    """Press keys as `key` does and wait until what the editor shows is on disk."""
    key()
    app.editor.flush()
    shown = app.editor.view.toPlainText
    qtbot.waitUntil(lambda: services.library.note(note_id).body == shown())


def past_texts(services, note_id) -> list[str]:
    return [kept.body for kept in services.library.history(note_id)]


def test_a_text_replaced_by_one_letter_after_visiting_other_notes_is_in_the_history(
    alone, take, services, qtbot, clock
) -> None:
    note_id, other = take(""), take("Dal")
    app = alone
    app.navigator.open_note(note_id)
    qtbot.waitUntil(lambda: app.navigator.note is not None and app.navigator.note.id == note_id)
    view = app.editor.view
    type_and_save(
        qtbot, app, services, note_id, lambda: qtbot.keyClicks(view, "An hour of careful thought.")
    )
    app.navigator.open_note(other)
    clock.forward(minutes=4)
    app.navigator.open_note(note_id)

    view.selectAll()
    type_and_save(qtbot, app, services, note_id, lambda: qtbot.keyClicks(view, "x"))

    assert past_texts(services, note_id) == ["An hour of careful thought.", ""]


def test_coming_back_to_a_note_begins_a_sitting(alone, take, services, qtbot, clock) -> None:
    note_id, other = take("Milk and bread, and two eggs."), take("Dal")
    app = alone
    view = app.editor.view
    for letter in "ab":
        app.navigator.open_note(note_id)
        qtbot.waitUntil(lambda: app.navigator.note is not None and app.navigator.note.id == note_id)
        app.editor.write_at_end()
        type_and_save(
            qtbot, app, services, note_id, lambda said=letter: qtbot.keyClicks(view, said)
        )
        app.navigator.open_note(other)

    assert past_texts(services, note_id) == [
        "Milk and bread, and two eggs.a",
        "Milk and bread, and two eggs.",
    ]


def test_a_held_backspace_leaves_what_was_just_written_in_the_history(
    alone, take, services, qtbot
) -> None:
    note_id = take("")
    app = alone
    app.navigator.open_note(note_id)
    qtbot.waitUntil(lambda: app.navigator.note is not None and app.navigator.note.id == note_id)
    view = app.editor.view
    written = "A thought that was never saved by hand."
    for letter in written:
        type_and_save(
            qtbot, app, services, note_id, lambda said=letter: qtbot.keyClicks(view, said)
        )

    for _times in range(len(written)):
        type_and_save(
            qtbot, app, services, note_id, lambda: qtbot.keyClick(view, _KEY.Key_Backspace)
        )

    assert services.library.note(note_id).body == ""
    assert past_texts(services, note_id) == [written, ""]


def test_now_shows_the_time_of_the_last_edit_and_an_empty_beginning_says_so(
    alone, take, services, qtbot, clock
) -> None:
    note_id = take("")
    for minutes, text in ((1, "Dal"), (2, "Dal and rice")):
        clock.forward(minutes=minutes)
        services.notes.edit(note_id, Edit(text, session="one")).result()
    app = alone
    app.navigator.open_note(note_id)
    app.side.open("history")

    qtbot.waitUntil(lambda: len(lines(app)) > 0)

    assert lines(app) == [
        "Today",
        "Now · Edited here 14:09 (+3 words)",
        "Empty note 14:06 (Created)",
    ]


def test_a_comparison_under_way_when_the_history_is_closed_covers_no_other_note(
    app, take, services, qtbot, monkeypatch
) -> None:
    other = take("# Other")
    read = services.library.revision
    begun, may_end = threading.Event(), threading.Event()

    def slowly(_library, *which):
        begun.set()
        may_end.wait(30)
        return read(*which)

    monkeypatch.setattr(type(services.library), "revision", slowly)
    press(qtbot, app, _KEY.Key_Down)
    qtbot.waitUntil(begun.is_set)

    app.side.toggle("history")
    app.navigator.open_note(other)
    may_end.set()
    later: list[None] = []
    app.context.reader.read("after it", lambda: None, later.append)
    qtbot.waitUntil(lambda: bool(later))

    assert app.stack.covered is None


def test_two_earlier_versions_are_compared_once_one_of_them_is_marked(app, qtbot) -> None:
    history = history_of(app)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)

    press(qtbot, app, _KEY.Key_Space)
    press(qtbot, app, _KEY.Key_Down)

    qtbot.waitUntil(
        lambda: history.view.title.text() == "Created, Yesterday 14:06 \u2192 Edited here, 12:06"
    )
    assert history.view.text.toPlainText() == "# Heater\n\nNight temperature is 56 °C now.\n"
    assert history.view.summary.text() == "+1 word, \u22121 word"
    assert history.pane.switch.buttons["marked"].isChecked()
    assert [row.is_marked for row in history.pane.model.rows if row.state] == [False, True, False]


def test_the_version_chosen_is_restored_whichever_of_both_is_older(
    app, heater, services, qtbot
) -> None:
    history = history_of(app)
    press(qtbot, app, _KEY.Key_Down)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    press(qtbot, app, _KEY.Key_Space)
    press(qtbot, app, _KEY.Key_Up)
    compared(app, qtbot)

    history.view.restore.click()

    wanted = "# Heater\n\nNight temperature is 6 °C now.\n"
    qtbot.waitUntil(lambda: services.library.note(heater).body == wanted)


def test_a_mark_goes_with_the_same_key_and_with_another_note(app, take, qtbot) -> None:
    history = history_of(app)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    press(qtbot, app, _KEY.Key_Space)
    press(qtbot, app, _KEY.Key_Space)
    assert history.pane.model.marked is None
    assert history.pane.switch.buttons["now"].isChecked()

    press(qtbot, app, _KEY.Key_Space)
    app.navigator.open_note(take("Dal"))

    qtbot.waitUntil(history.pane.switch.buttons["now"].isChecked)
    assert history.pane.switch.buttons["marked"].isHidden()


def test_one_change_is_taken_back_and_the_rest_stays(app, heater, services, qtbot) -> None:
    history = history_of(app)
    press(qtbot, app, _KEY.Key_Down)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    press(qtbot, app, _KEY.Key_Return)

    press(qtbot, app, _KEY.Key_R)

    wanted = "# Heater\n\nNight temperature is 5 °C now. The bottle lasts.\n"
    qtbot.waitUntil(lambda: services.library.note(heater).body == wanted)
    qtbot.waitUntil(lambda: history.view.summary.text() == "+3 words")
    assert app.stack.covered is history.view
    assert app.window.last_done == "Restored a passage of “Heater”"

    app.acts.undo()

    qtbot.waitUntil(lambda: history.view.summary.text() == "+4 words, \u22121 word")


def test_the_change_after_the_one_taken_back_is_marked_next(app, heater, services, qtbot) -> None:
    history = history_of(app)
    press(qtbot, app, _KEY.Key_Down)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    history.view.step(1)

    history.view.restore_passage()

    wanted = "# Heater\n\nNight temperature is 6 °C now.\n"
    qtbot.waitUntil(lambda: services.library.note(heater).body == wanted)
    qtbot.waitUntil(lambda: history.view.summary.text() == "+1 word, \u22121 word")
    assert not history.view.next.isEnabled()
    history.view.restore_passage()
    qtbot.waitUntil(lambda: history.view.summary.text() == "Nothing changed")
    assert not history.view.passage.isEnabled()


def test_passages_are_offered_only_for_what_was_compared_with_the_text_now(app, qtbot) -> None:
    history = history_of(app)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    offered = [history.view.passage, history.view.passage_icon]
    assert any(button.isVisible() for button in offered)

    history.pane.switch.buttons["before"].click()

    qtbot.waitUntil(lambda: not any(button.isVisible() for button in offered))


def widened(app, qtbot) -> CompareView:
    """Give the comparison room for two texts."""
    press(qtbot, app, _KEY.Key_Down)
    press(qtbot, app, _KEY.Key_Down)
    compared(app, qtbot)
    app.window.resize(1200, 700)
    view = history_of(app).view
    qtbot.waitUntil(view.switch.buttons["sides"].isVisible)
    return view


def test_changes_stand_side_by_side_if_wished_and_that_is_remembered(app, services, qtbot) -> None:
    view = widened(app, qtbot)

    view.switch.buttons["sides"].click()

    older, newer = view.sides.texts
    assert older.toPlainText() == "# Heater\n\nNight temperature is 5 °C now.\n"
    assert newer.toPlainText().endswith("6 °C now. The bottle lasts.\n")
    assert [name.text() for name in view.sides.names] == ["Created, Yesterday 14:06", "Now, 12:46"]
    assert older.isVisible()
    assert not view.text.isVisible()
    qtbot.waitUntil(lambda: services.settings.get(HISTORY_SIDES))

    view.switch.buttons["changes"].click()

    assert view.text.isVisible()
    qtbot.waitUntil(lambda: not services.settings.get(HISTORY_SIDES))


def test_a_change_is_taken_back_side_by_side_as_well(app, heater, services, qtbot) -> None:
    view = widened(app, qtbot)
    view.switch.buttons["sides"].click()
    view.sides.texts[1].setFocus()
    press(qtbot, app, _KEY.Key_F3)

    press(qtbot, app, _KEY.Key_R)

    wanted = "# Heater\n\nNight temperature is 6 °C now.\n"
    qtbot.waitUntil(lambda: services.library.note(heater).body == wanted)


def test_where_two_texts_do_not_fit_the_changes_stand_in_one(app, qtbot) -> None:
    view = widened(app, qtbot)
    view.switch.buttons["sides"].click()

    app.window.resize(500, 500)

    qtbot.waitUntil(view.switch.buttons["sides"].isHidden)
    assert not view.text.isHidden()
    assert view.sides.isHidden()


def test_a_row_says_all_of_itself_in_its_tooltip(app) -> None:
    model = history_of(app).pane.model

    tips = [model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(2)]

    assert tips == [None, "Now · Edited here, 20 November 2026, 12:46, +3 words"]
