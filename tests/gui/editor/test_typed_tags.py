"""A tag typed in the text files the note with the save, once the caret has left its word."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.gui.app.features import AppWindow

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def app(open_window, take, qtbot) -> AppWindow:
    take("Heater", tags=("home",))
    app: AppWindow = open_window()
    app.notes.select_first()
    app.editor.setFocus()
    qtbot.waitUntil(app.editor.view.hasFocus)
    app.editor.write_at_end()
    return app


def tags(app: AppWindow) -> tuple[str, ...]:
    note = app.browser.note
    assert note is not None
    return app.services.library.note(note.id).tags


def written(app: AppWindow, qtbot, text: str) -> None:
    """Type, and wait until it is on disk."""
    QTest.keyClicks(app.editor.view, text)
    note = app.browser.note
    assert note is not None
    whole = app.editor.view.toPlainText()
    qtbot.waitUntil(lambda: app.services.library.note(note.id).body == whole)


def chips(app: AppWindow) -> list[str]:
    return [chip.tag for chip in app.editor.header.chips]


def test_a_tag_is_shown_above_the_text_as_soon_as_one_writes_on(app, qtbot) -> None:
    written(app, qtbot, " #gar")
    written(app, qtbot, "den")
    assert tags(app) == ("home",)
    assert not app.editor.header.typed.isVisible()

    QTest.keyClicks(app.editor.view, " vented")

    qtbot.waitUntil(lambda: tags(app) == ("garden", "home"))
    qtbot.waitUntil(lambda: chips(app) == ["garden", "home"])
    assert app.editor.view.toPlainText() == "Heater #garden vented"
    assert not app.editor.header.typed.isVisible()


def test_moving_the_caret_out_of_the_word_is_enough(app, qtbot) -> None:
    written(app, qtbot, " #garden")

    QTest.keyClick(app.editor.view, Key.Key_Left)
    assert tags(app) == ("home",)
    QTest.keyClick(app.editor.view, Key.Key_Home)

    qtbot.waitUntil(lambda: tags(app) == ("garden", "home"))


def test_going_to_the_list_is_enough(app, qtbot) -> None:
    written(app, qtbot, " #garden")

    app.notes.view.setFocus()

    qtbot.waitUntil(lambda: tags(app) == ("garden", "home"))


def test_leaving_for_another_note_is_enough(app, take, qtbot) -> None:
    written(app, qtbot, " #garden")
    note = app.browser.note

    app.browser.open_note(take("another"))

    qtbot.waitUntil(lambda: app.services.library.note(note.id).tags == ("garden", "home"))


def test_closing_the_window_in_the_word_is_enough(app, qtbot) -> None:
    QTest.keyClicks(app.editor.view, " #garden")
    note, services = app.browser.note, app.services

    app.editor.flush()

    qtbot.waitUntil(lambda: services.library.note(note.id).tags == ("garden", "home"))


def test_taking_the_word_out_takes_the_tag_and_undo_brings_both_back(app, qtbot) -> None:
    written(app, qtbot, " #garden ")
    qtbot.waitUntil(lambda: tags(app) == ("garden", "home"))

    cursor = app.editor.view.textCursor()
    cursor.setPosition(6)
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    app.editor.view.setTextCursor(cursor)
    QTest.keyClick(app.editor.view, Key.Key_Delete)
    qtbot.waitUntil(lambda: tags(app) == ("home",))

    QTest.keyClick(app.editor.view, Key.Key_Z, Mod.ControlModifier)

    qtbot.waitUntil(lambda: tags(app) == ("garden", "home"))
    assert app.editor.view.toPlainText() == "Heater #garden "


def test_a_tag_removed_above_the_text_stays_away_and_is_offered(app, qtbot) -> None:
    written(app, qtbot, " #garden ")
    qtbot.waitUntil(lambda: chips(app) == ["garden", "home"])

    app.editor.header.chips[0].removed.emit("garden")
    qtbot.waitUntil(lambda: tags(app) == ("home",))
    written(app, qtbot, "vented")

    assert tags(app) == ("home",)
    qtbot.waitUntil(app.editor.header.typed.isVisible)
    assert app.editor.header.typed.text() == "Add #garden"


def test_an_emoji_before_the_word_does_not_hide_the_caret_in_it(app, qtbot) -> None:
    app.editor.view.insertPlainText(" 🎉🎉 ")
    written(app, qtbot, "#gard")
    assert tags(app) == ("home",)

    QTest.keyClicks(app.editor.view, ".")

    qtbot.waitUntil(lambda: tags(app) == ("gard", "home"))


def test_what_comes_from_elsewhere_after_a_typed_tag_is_shown_and_never_overwritten(
    app, qtbot
) -> None:
    written(app, qtbot, " #garden ")
    qtbot.waitUntil(lambda: chips(app) == ["garden", "home"])
    written(app, qtbot, "and bread")
    note = app.browser.note
    assert note is not None

    app.services.notes.append(note.id, "From elsewhere").result()
    qtbot.waitUntil(lambda: "From elsewhere" in app.editor.view.toPlainText())
    app.editor.write_at_end()
    written(app, qtbot, " and butter")

    body = app.services.library.note(note.id).body
    assert "From elsewhere" in body
    assert body.endswith("and butter")
