"""A very long note shows its beginning at once, to read; nothing of it can get lost that way."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes import excerpt
from notebrain.domain.notes.excerpt import NoteExcerpt
from notebrain.gui.app.features import AppWindow
from notebrain.gui.attachments.controller import AttachmentController
from notebrain.gui.core.locations import TRASH
from notebrain.gui.editor.commands import FormatCommands
from notebrain.gui.editor.controller import EditorController
from notebrain.gui.editor.find_in_note import FindCommands
from notebrain.gui.editor.large_notes import LargeNotes
from notebrain.gui.import_export.controller import ImportExportController
from notebrain.gui.import_export.progress_strip import ProgressStrip
from notebrain.gui.notes.context_menu import NoteMenu
from notebrain.gui.output.shared_files import clipboard_data
from notebrain.notes.service import Edit
from tests.fakes.context import Alone

LINE = "Line {n:04} with *stress*, a [ ] box and ünïcode 😀\r\n"
LONG = "# The long one\r\n\r\n" + "".join(LINE.format(n=n) for n in range(400))
LAST = "Line 0399"


@pytest.fixture(autouse=True)
def short_limits(monkeypatch):
    """A note of some kilobytes is very long here, as one of megabytes is."""
    monkeypatch.setattr(excerpt, "LONGEST_WHOLE", 5_000)
    monkeypatch.setattr(excerpt, "LONGEST_BEGINNING", 1_000)


@pytest.fixture
def long_note(take):
    return take(LONG)


@pytest.fixture
def whole(open_window, take, long_note, qtbot):
    """The window on a very long note, with the keyboard in its text, and a short one beside it."""
    take("Short")
    app = open_window()
    app.browser.write_in(long_note)
    qtbot.waitUntil(app.editor.view.hasFocus)
    return app


@pytest.fixture
def app(context, editor, active, acts, take, long_note, qtbot):
    """The editor on a very long note, with the keyboard in its text, and a short one beside it."""
    take("Short")
    exchange = ImportExportController(context, ProgressStrip(context.theme), acts)
    EditorController(context, editor, acts, NoteMenu(context, acts))
    FormatCommands(context, active)
    FindCommands(context, active)
    AttachmentController(
        context,
        active,
        editor._notes,
        lambda save: save(context.services.folder),
        clipboard_data,
    )
    large_notes = LargeNotes(context, exchange.ask_export)
    editor.whole_requested.connect(large_notes.read)
    editor.export_requested.connect(large_notes.export)
    app = Alone(context=context, editor=editor, exchange=exchange)
    app.navigator.write_in(long_note)
    qtbot.waitUntil(editor.view.hasFocus)
    yield app
    exchange.close()


def act(app: AppWindow | Alone, text: str) -> QWidget:
    return next(
        b for b in app.editor.notice.buttons if b.isVisibleTo(app.editor) and b.text() == text
    )


def show_all(app: AppWindow | Alone, qtbot) -> None:
    qtbot.mouseClick(act(app, "Show all"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not app.editor.shows_beginning)


def text_of(app: AppWindow | Alone) -> str:
    note = app.editor.view.note
    assert note is not None
    return note.stored


def in_its_own_words(app, note_id):
    return app.services.library.note(note_id)


def test_the_beginning_is_shown_to_its_last_whole_line_and_the_bar_says_so(app) -> None:
    shown = text_of(app)

    assert LONG.startswith(shown)
    assert shown.endswith("\r\n")
    assert 900 < len(shown.encode()) <= 1_000
    assert app.editor.notice.isVisibleTo(app.editor)
    assert app.editor.notice.text.text().startswith(
        "This is the beginning of a very long note (0.0 MB)"
    )


def test_a_note_of_common_length_is_shown_whole_without_a_bar(app, take, qtbot) -> None:
    other = take("a" * 5_000)

    app.navigator.write_in(other)

    assert text_of(app) == "a" * 5_000
    assert not app.editor.notice.isVisibleTo(app.editor)
    assert not app.editor.view.isReadOnly()


@pytest.mark.parametrize("command", [one for one in CommandId if one.value.startswith("text.")])
def test_no_command_changes_a_beginning(app, long_note, qtbot, command) -> None:
    assert command in app.actions._bound
    before = text_of(app)
    QGuiApplication.clipboard().setText("intruder")
    app.editor.view.selectAll()

    app.actions[command].trigger()

    assert text_of(app) == before
    assert in_its_own_words(app, long_note).body == LONG


def test_no_key_and_no_paste_changes_a_beginning(app, long_note, qtbot) -> None:
    view, before = app.editor.view, text_of(app)
    pasted = QMimeData()
    pasted.setText("intruder")
    view.selectAll()

    qtbot.keyClicks(view, "x[(*#")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Tab):
        qtbot.keyClick(view, key)
    for letter in (Qt.Key.Key_X, Qt.Key.Key_V, Qt.Key.Key_Z, Qt.Key.Key_Y):
        qtbot.keyClick(view, letter, Qt.KeyboardModifier.ControlModifier)
    view.insertFromMimeData(pasted)
    app.editor.view.toggle_box(view.document().findBlockByNumber(3))

    assert text_of(app) == before
    assert not app.editor.unsaved()
    assert in_its_own_words(app, long_note).body == LONG


def test_even_a_fault_that_changed_what_is_shown_would_store_nothing(
    app, long_note, take, qtbot
) -> None:
    QTextCursor(app.editor.view.document()).insertText("a fault")
    kept = next(one for one in app.editor._notes if one.note.id == long_note)

    kept.autosave.edited()
    app.editor.flush()
    kept.leave()
    app.navigator.write_in(take("Elsewhere"))
    app.navigator.leave()

    assert not kept.autosave.unsaved
    assert not kept.timer.isActive()
    note = in_its_own_words(app, long_note)
    assert (note.body, note.version) == (LONG, 1)
    with pytest.raises(AssertionError):
        kept._write(kept.document.text, lambda _failure: None)


def test_all_of_it_is_shown_when_asked_for_and_what_is_typed_then_is_stored(
    app, long_note, qtbot
) -> None:
    place = text_of(app).index("Line 0009")
    cursor = app.editor.view.textCursor()
    cursor.setPosition(place)
    app.editor.view.setTextCursor(cursor)

    show_all(app, qtbot)
    qtbot.keyClicks(app.editor.view, "Here. ")

    assert not app.editor.notice.isVisibleTo(app.editor)
    qtbot.waitUntil(lambda: "Here. " in in_its_own_words(app, long_note).body)
    stored = in_its_own_words(app, long_note).body
    assert stored.replace("Here. ", "") == LONG
    assert stored.index("Here. ") < 1_000


def test_while_all_is_read_the_bar_says_that_it_takes_its_time(app, qtbot) -> None:
    qtbot.mouseClick(act(app, "Show all"), Qt.MouseButton.LeftButton)

    assert app.editor.notice.text.text() == (
        "Loading the whole note. The window will not respond for a few seconds."
    )
    qtbot.waitUntil(lambda: not app.editor.shows_beginning)


def test_who_goes_elsewhere_meanwhile_is_left_there(app, long_note, take, qtbot) -> None:
    elsewhere = take("Elsewhere")
    qtbot.mouseClick(act(app, "Show all"), Qt.MouseButton.LeftButton)

    app.navigator.write_in(elsewhere)
    done: list[bool] = []
    app.reader.read("after it", lambda: True, done.append)
    qtbot.waitUntil(lambda: bool(done))

    assert app.navigator.note.id == elsewhere
    app.navigator.write_in(long_note)
    assert act(app, "Show all").isEnabled()


def test_a_note_that_is_open_whole_stays_whole_on_the_way_back(app, long_note, take, qtbot) -> None:
    show_all(app, qtbot)
    qtbot.keyClicks(app.editor.view, "Kept. ")

    app.navigator.write_in(take("Elsewhere"))
    app.navigator.write_in(long_note)

    assert text_of(app) == "Kept. " + LONG
    assert not app.editor.view.isReadOnly()
    app.editor.view.undo()
    assert text_of(app) == LONG


def test_a_beginning_never_takes_the_place_of_text_that_is_open_whole(
    app, long_note, qtbot
) -> None:
    show_all(app, qtbot)
    qtbot.keyClicks(app.editor.view, "New. ")

    beginning = app.services.library.opening(long_note)
    assert isinstance(beginning, NoteExcerpt)
    app.editor.show_note(beginning)

    assert text_of(app) == "New. " + LONG
    app.editor.flush()
    qtbot.waitUntil(lambda: in_its_own_words(app, long_note).body == "New. " + LONG)


def test_what_is_written_elsewhere_is_shown_in_the_beginning(whole, long_note, qtbot) -> None:
    changed = "# Changed\n" + LONG

    whole.services.notes.edit(long_note, Edit(changed, session="elsewhere")).result()
    whole.browser.on_changed_elsewhere()

    assert text_of(whole).startswith("# Changed\n# The long one")
    assert whole.editor.shows_beginning
    show_all(whole, qtbot)
    assert text_of(whole) == changed


def test_a_note_that_became_short_elsewhere_can_be_written_in(whole, long_note, qtbot) -> None:
    whole.services.notes.edit(long_note, Edit("Short now", session="elsewhere")).result()
    whole.browser.on_changed_elsewhere()

    assert text_of(whole) == "Short now"
    assert not whole.editor.view.isReadOnly()
    assert not whole.editor.notice.isVisibleTo(whole.editor)


def test_a_passage_further_on_waits_for_all_of_the_note(app, long_note, qtbot) -> None:
    start = LONG.index(LAST)

    app.navigator.open_passage(long_note, start, start + len(LAST))
    assert app.editor.notice.text.text().startswith("The match is further down.")
    show_all(app, qtbot)

    assert app.editor.view.passage is not None
    assert app.editor.view.passage.selectedText() == LAST


def test_find_in_note_says_that_it_looked_only_in_the_beginning(app, qtbot) -> None:
    app.actions[CommandId.FIND].trigger()

    qtbot.keyClicks(app.editor.find_bar.query, "Line 0003")
    qtbot.waitUntil(lambda: app.editor.find_bar.count.text() == "1 of 1 in the part shown")
    app.editor.find_bar.query.clear()
    qtbot.keyClicks(app.editor.find_bar.query, LAST)
    qtbot.waitUntil(lambda: app.editor.find_bar.count.text() == "Not found in the part shown")

    show_all(app, qtbot)
    qtbot.waitUntil(lambda: app.editor.find_bar.count.text().startswith("1 "))
    assert not app.editor.find_bar.count.text().endswith("beginning")


def test_the_words_of_a_part_are_not_taken_for_those_of_the_note(app, qtbot) -> None:
    told: list[int | None] = []
    app.editor.words_counted.connect(told.append)
    assert app.editor.word_count is None

    show_all(app, qtbot)

    qtbot.waitUntil(lambda: told[-1] == len(LONG.replace("[ ] ", "").split()) - 401)


def test_export_takes_the_note_with_all_its_text(app, long_note, qtbot, monkeypatch) -> None:
    asked: list[list[int]] = []

    async def export(keys: list[int]) -> None:
        asked.append(keys)

    monkeypatch.setattr(app.exchange, "_export", export)

    qtbot.mouseClick(act(app, "Export…"), Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [[app.services.library.key_of(long_note)]]


def test_in_the_trash_the_bar_says_both(whole, long_note, qtbot) -> None:
    whole.services.notes.forget([long_note]).result()
    qtbot.waitUntil(lambda: whole.browser.note.id != long_note)
    whole.browser.show_location(TRASH)
    qtbot.waitUntil(lambda: whole.browser.note is not None and whole.browser.note.id == long_note)

    assert whole.editor.notice.text.text() == (
        "This note is in the trash. It is very long, so you see only its beginning."
    )
    qtbot.mouseClick(act(whole, "Restore"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: whole.services.library.counts().trashed == 0)
    assert in_its_own_words(whole, long_note).body == LONG
