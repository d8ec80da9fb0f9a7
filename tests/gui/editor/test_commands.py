"""What the writer's keys do to the note that is open, and what is on disk then."""

from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeySequence,
    QTextCursor,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from notebrain.app.commands.command import CommandId
from notebrain.app.events import NotesChanged
from notebrain.app.settings.table import AUTO_PAIRS
from notebrain.domain.notes.note import NoteId
from notebrain.gui.editor.commands import FormatCommands
from notebrain.gui.editor.controller import EditorController
from notebrain.gui.notes.context_menu import NoteMenu
from notebrain.gui.notes.drag import mime_of
from tests.fakes.context import Alone

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def app_on(context, editor, active, acts, take, services, qtbot):
    """Open the editor with the caret in a note, where `|` stands, or with `«this»` chosen."""

    def app_on(text):
        note_id = take(text.replace("|", "").replace("«", "").replace("»", ""))
        app = Alone(context=context, editor=editor, acts=acts)
        EditorController(context, editor, acts, NoteMenu(context, acts))
        FormatCommands(context, active)
        app.navigator.write_in(note_id)
        view = app.editor.view
        qtbot.waitUntil(view.hasFocus)
        choose(view, text)
        app.stored = lambda: services.library.note(note_id).body
        return app

    return app_on


def choose(view, text):
    plain = text.replace("\r\n", "\n")
    cursor = view.textCursor()
    if "|" in plain:
        cursor.setPosition(plain.index("|"))
    elif "«" in plain:
        cursor.setPosition(plain.index("«"))
        cursor.setPosition(plain.index("»") - 1, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


def press(app, keys):
    """Press a shortcut as the user would."""
    combination = QKeySequence(keys)[0]  # type: ignore[index]  # Qt's types leave it out
    QTest.keyClick(app.editor.view, combination.key(), combination.keyboardModifiers())


def saved(app, qtbot, text):
    app.editor.flush()
    qtbot.waitUntil(lambda: app.stored() == text)


@pytest.mark.parametrize(
    ("keys", "before", "after"),
    [
        ("Ctrl+B", "a\r\nwo|rd\u00a0b\r\n", "a\r\n**word**\u00a0b\r\n"),
        ("Ctrl+B", "«few words»", "**few words**"),
        ("Ctrl+I", "wo|rd", "*word*"),
        ("Ctrl+E", "ca|ll", "`call`"),
        ("Ctrl+Shift+X", "go|ne", "~~gone~~"),
        ("Ctrl+K", "he|re", "[here]()"),
        ("Ctrl+2", "ti|tle\r\n", "## title\r\n"),
        ("Ctrl+L", "buy| oil", "- [ ] buy oil"),
        ("Alt+Up", "a\r\nb\r\nc|", "a\r\nc\r\nb"),
        ("Alt+Down", "a|\nb", "b\na"),
        ("Ctrl+Shift+D", "a|\r\nb", "a\r\na\r\nb"),
        ("Ctrl+Shift+K", "a\u00a0\r\nb|\r\nc", "a\u00a0\r\nc"),
    ],
)
def test_a_shortcut_changes_the_text_in_one_step(app_on, qtbot, keys, before, after):
    app = app_on(before)

    press(app, keys)

    saved(app, qtbot, after)
    press(app, "Ctrl+Z")
    saved(app, qtbot, before.replace("|", "").replace("«", "").replace("»", ""))


def test_commands_of_the_text_are_found_in_the_palette_and_do_nothing_in_the_trash(
    app_on, services, qtbot
):
    app = app_on("wo|rd")

    app.acts.forget([app.navigator.note])

    qtbot.waitUntil(lambda: not app.actions[CommandId.BOLD].isEnabled())
    assert app.actions.lacking(CommandId.BOLD)


def test_enter_in_a_numbered_list_renumbers_what_follows(app_on, qtbot):
    app = app_on("1. a|\r\n2. b\r\n3. c")

    press(app, "Return")
    QTest.keyClicks(app.editor.view, "x")

    saved(app, qtbot, "1. a\r\n2. x\r\n3. b\r\n4. c")


def test_backspace_at_the_start_of_an_item_takes_its_sign(app_on, qtbot):
    app = app_on("- [ ] |oil")

    press(app, "Backspace")

    saved(app, qtbot, "oil")


def test_tab_moves_the_chosen_items(app_on, qtbot):
    app = app_on("«- a\n- b»")

    press(app, "Tab")
    saved(app, qtbot, "  - a\n  - b")
    press(app, "Shift+Backtab")

    saved(app, qtbot, "- a\n- b")


def test_brackets_close_by_themselves_until_the_user_wants_it_otherwise(app_on, services, qtbot):
    app = app_on("see |")

    QTest.keyClicks(app.editor.view, "(a)")
    saved(app, qtbot, "see (a)")
    app.events.deliver(NotesChanged(services.settings.put(AUTO_PAIRS, False).result()))
    QTest.keyClicks(app.editor.view, " [")

    saved(app, qtbot, "see (a) [")


def clip(*, html="", text=""):
    data = QMimeData()
    if html:
        data.setHtml(html)
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)


def test_rich_text_is_pasted_as_markdown_in_one_step(app_on, qtbot):
    app = app_on("a\r\n|")
    clip(html="<h2>Gas</h2><p>lasts <b>12</b> days</p>", text="Gas\nlasts 12 days")

    press(app, "Ctrl+V")

    saved(app, qtbot, "a\r\n## Gas\r\n\r\nlasts **12** days")
    press(app, "Ctrl+Z")
    saved(app, qtbot, "a\r\n")
    press(app, "Ctrl+Shift+V")
    saved(app, qtbot, "a\r\nGas\r\nlasts 12 days")


def test_an_address_pasted_over_words_makes_a_link(app_on, qtbot):
    app = app_on("see «this page» now")
    clip(text="https://example.org/a")

    press(app, "Ctrl+V")

    saved(app, qtbot, "see [this page](https://example.org/a) now")


def test_pasted_text_keeps_its_characters(app_on, qtbot):
    app = app_on("|")
    clip(text="a\u00a0b\u2028c \U0001f600")

    press(app, "Ctrl+V")

    saved(app, qtbot, "a\u00a0b\u2028c \U0001f600")


@pytest.mark.parametrize("plain", [False, True])
def test_a_picture_is_passed_on_and_no_text_is_pasted(app_on, plain):
    app = app_on("a|")
    offered: list[Any] = []
    app.editor.view.files_offered.connect(offered.extend)
    QGuiApplication.clipboard().setImage(QImage(4, 4, QImage.Format.Format_RGB32))

    if plain:
        app.actions[CommandId.PASTE_PLAIN].trigger()
    else:
        press(app, "Ctrl+V")

    assert [(one.width(), one.height()) for one in offered] == [(4, 4)]
    assert app.editor.view.toPlainText() == "a"


def dropped(app, data: QMimeData) -> bool:
    """Drop this on the text; return whether it was accepted."""
    port, middle = app.editor.view.viewport(), QPointF(app.editor.view.rect().center())
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(middle.toPoint(), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(port, enter)
    if not enter.isAccepted():
        return False
    drop = QDropEvent(middle, Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(port, drop)
    return True


def mime(*, html: str = "", text: str = "", files: str = "", image: bool = False) -> QMimeData:
    data = QMimeData()
    if html:
        data.setHtml(html)
    if text:
        data.setText(text)
    if files:
        data.setUrls([QUrl(files)])
    if image:
        data.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    return data


@pytest.mark.parametrize(
    "data",
    [
        {"files": "file:///home/ana/oven.png"},
        {"files": "file:///home/ana/bill.pdf"},
        {"image": True},
        {"image": True, "html": '<meta charset="utf-8"><img src="https://example.org/a.png">'},
    ],
)
def test_a_dropped_picture_or_file_is_passed_on(app_on, data):
    app = app_on("a|")
    offered: list[Any] = []
    app.editor.view.files_offered.connect(offered.extend)

    assert dropped(app, mime(**data))

    assert len(offered) == 1
    assert app.editor.view.toPlainText() == "a"


def test_a_dropped_address_of_a_picture_is_refused_with_words(app_on):
    app = app_on("a|")
    html = "<html><body><!--StartFragment--><IMG src='https://example.org/a.png'></body>"

    assert dropped(app, mime(files="https://example.org/a.png", html=html))

    assert "address of this picture" in app.messages.text
    assert app.editor.view.toPlainText() == "a"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"image": True, "text": "1\t2"}, "1\t2"),
        ({"files": "https://example.org/a"}, "https://example.org/a"),
        ({"html": "<p>two <b>words</b></p>", "image": True, "text": "two words"}, "two **words**"),
    ],
)
def test_words_with_a_picture_of_them_are_dropped_as_words(app_on, data, text):
    app = app_on("|")

    assert dropped(app, mime(**data))

    assert text in app.editor.view.toPlainText()
    assert app.messages.text == ""


def test_notes_dragged_over_the_text_are_not_dropped_into_it(app_on):
    app = app_on("a|")
    data = mime_of([NoteId("0190")])
    data.setUrls([QUrl("file:///folder/note.md")])

    assert not dropped(app, data)


def test_the_words_that_are_selected_are_counted(open_window, take, qtbot):
    note_id = take("one two three four")
    app = open_window()
    app.browser.write_in(note_id)
    qtbot.waitUntil(app.editor.view.hasFocus)
    choose(app.editor.view, "one «two three» four")

    qtbot.waitUntil(lambda: app.status.words.text() == "2 words selected")
    app.editor.view.moveCursor(QTextCursor.MoveOperation.End)

    qtbot.waitUntil(lambda: app.status.words.text() == "4 words")


@pytest.fixture
def app(open_window, take, qtbot):
    note_id = take("text")
    app = open_window()
    app.browser.write_in(note_id)
    qtbot.waitUntil(app.editor.view.hasFocus)
    return app


def parts(app):
    return (app.sidebar, app.notes, app.status, app.editor.header)


def test_a_key_leaves_only_the_text_and_esc_brings_everything_back(app, qtbot):
    view, before = app.editor.view, app.window.size()

    QTest.keyClick(view, Key.Key_Return, Mod.ControlModifier | Mod.ShiftModifier)

    qtbot.waitUntil(app.window.isFullScreen)
    assert not any(part.isVisible() for part in parts(app))
    assert view.hasFocus()
    QTest.keyClick(view, Key.Key_Escape)
    qtbot.waitUntil(lambda: not app.window.isFullScreen())
    assert all(part.isVisible() for part in parts(app))
    assert app.window.size() == before


def test_a_sidebar_that_was_hidden_stays_hidden(app):
    app.actions[CommandId.SIDEBAR].trigger()

    app.actions[CommandId.FOCUS_MODE].trigger()
    app.actions[CommandId.FOCUS_MODE].trigger()

    assert not app.sidebar.isVisible()
    assert app.notes.isVisible()


def test_a_window_closed_while_writing_opens_as_it_was_before(app):
    sidebar = app.window.state().sidebar_shown
    app.actions[CommandId.FOCUS_MODE].trigger()

    app.window.close()

    assert app.window.state().sidebar_shown == sidebar
