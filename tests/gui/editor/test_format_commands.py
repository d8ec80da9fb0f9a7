"""What the writer's keys do to the note that is open, and what is on disk then."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage, QKeySequence, QTextCursor
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.app.events import NotesChanged
from notebrain.app.settings.table import AUTO_PAIRS

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def desk_on(open_desk, take, services, qtbot):
    """Open the window with the caret in a note, where `|` stands, or with `«this»` chosen."""

    def desk_on(text):
        note_id = take(text.replace("|", "").replace("«", "").replace("»", ""))
        desk = open_desk()
        desk.write_in(note_id)
        view = desk.editor.view
        qtbot.waitUntil(view.hasFocus)
        choose(view, text)
        desk.stored = lambda: services.library.note(note_id).body
        return desk

    return desk_on


def choose(view, text):
    plain = text.replace("\r\n", "\n")
    cursor = view.textCursor()
    if "|" in plain:
        cursor.setPosition(plain.index("|"))
    elif "«" in plain:
        cursor.setPosition(plain.index("«"))
        cursor.setPosition(plain.index("»") - 1, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


def press(desk, keys):
    """Press a shortcut as the user would."""
    combination = QKeySequence(keys)[0]  # type: ignore[index]  # Qt's types leave it out
    QTest.keyClick(desk.editor.view, combination.key(), combination.keyboardModifiers())


def saved(desk, qtbot, text):
    desk.editor.flush()
    qtbot.waitUntil(lambda: desk.stored() == text)


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
def test_a_shortcut_changes_the_text_in_one_step(desk_on, qtbot, keys, before, after):
    desk = desk_on(before)

    press(desk, keys)

    saved(desk, qtbot, after)
    press(desk, "Ctrl+Z")
    saved(desk, qtbot, before.replace("|", "").replace("«", "").replace("»", ""))


def test_commands_of_the_text_are_found_in_the_palette_and_do_nothing_in_the_trash(
    desk_on, services, qtbot
):
    desk = desk_on("wo|rd")

    desk.acts.forget([desk.browser.note])

    qtbot.waitUntil(lambda: not desk.actions[CommandId.BOLD].isEnabled())
    assert desk.actions.lacking(CommandId.BOLD)


def test_enter_in_a_numbered_list_renumbers_what_follows(desk_on, qtbot):
    desk = desk_on("1. a|\r\n2. b\r\n3. c")

    press(desk, "Return")
    QTest.keyClicks(desk.editor.view, "x")

    saved(desk, qtbot, "1. a\r\n2. x\r\n3. b\r\n4. c")


def test_backspace_at_the_start_of_an_item_takes_its_sign(desk_on, qtbot):
    desk = desk_on("- [ ] |oil")

    press(desk, "Backspace")

    saved(desk, qtbot, "oil")


def test_tab_moves_the_chosen_items(desk_on, qtbot):
    desk = desk_on("«- a\n- b»")

    press(desk, "Tab")
    saved(desk, qtbot, "  - a\n  - b")
    press(desk, "Shift+Backtab")

    saved(desk, qtbot, "- a\n- b")


def test_brackets_close_by_themselves_until_the_user_wants_it_otherwise(desk_on, services, qtbot):
    desk = desk_on("see |")

    QTest.keyClicks(desk.editor.view, "(a)")
    saved(desk, qtbot, "see (a)")
    desk.bridge.happened.emit(NotesChanged(services.settings.put(AUTO_PAIRS, False).result()))
    QTest.keyClicks(desk.editor.view, " [")

    saved(desk, qtbot, "see (a) [")


def clip(*, html="", text=""):
    data = QMimeData()
    if html:
        data.setHtml(html)
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)


def test_rich_text_is_pasted_as_markdown_in_one_step(desk_on, qtbot):
    desk = desk_on("a\r\n|")
    clip(html="<h2>Gas</h2><p>lasts <b>12</b> days</p>", text="Gas\nlasts 12 days")

    press(desk, "Ctrl+V")

    saved(desk, qtbot, "a\r\n## Gas\r\n\r\nlasts **12** days")
    press(desk, "Ctrl+Z")
    saved(desk, qtbot, "a\r\n")
    press(desk, "Ctrl+Shift+V")
    saved(desk, qtbot, "a\r\nGas\r\nlasts 12 days")


def test_an_address_pasted_over_words_makes_a_link(desk_on, qtbot):
    desk = desk_on("see «this page» now")
    clip(text="https://example.org/a")

    press(desk, "Ctrl+V")

    saved(desk, qtbot, "see [this page](https://example.org/a) now")


def test_pasted_text_keeps_its_characters(desk_on, qtbot):
    desk = desk_on("|")
    clip(text="a\u00a0b\u2028c \U0001f600")

    press(desk, "Ctrl+V")

    saved(desk, qtbot, "a\u00a0b\u2028c \U0001f600")


def test_a_picture_is_not_pasted_and_the_user_is_told(desk_on, qtbot):
    desk = desk_on("a|")
    QGuiApplication.clipboard().setImage(QImage(4, 4, QImage.Format.Format_RGB32))

    press(desk, "Ctrl+V")

    assert "attachments" in desk.status.saved.text()
    assert desk.editor.view.toPlainText() == "a"


def test_the_words_that_are_selected_are_counted(desk_on, qtbot):
    desk = desk_on("one «two three» four")

    qtbot.waitUntil(lambda: desk.status.words.text() == "2 words selected")
    desk.editor.view.moveCursor(QTextCursor.MoveOperation.End)

    qtbot.waitUntil(lambda: desk.status.words.text() == "4 words")
