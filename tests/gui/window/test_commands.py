"""What is about the note on the screen, where no note is on the screen."""

import pytest
from PySide6.QtCore import Qt

from notebrain.gui.window.pages import HOME

_BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize(
    "key",
    [Qt.Key.Key_I, Qt.Key.Key_T, Qt.Key.Key_L, Qt.Key.Key_M, Qt.Key.Key_H],
    ids=["inspector", "tag", "links", "preview", "history"],
)
def test_the_keyboard_stays_on_home_where_no_note_is_seen(open_window, take, qtbot, key) -> None:
    take("Meter readings")
    app = open_window()
    app.pages.show(HOME)
    before = app.window.focusWidget()

    qtbot.keyClick(before, key, _BOTH)

    assert app.side.current == ""
    assert app.window.focusWidget() is before


def test_the_panes_are_there_again_with_the_notes(open_window, take, qtbot) -> None:
    take("Meter readings")
    app = open_window()
    app.pages.show(HOME)
    app.window.show_notes()

    qtbot.keyClick(app.notes.view, Qt.Key.Key_I, _BOTH)

    assert app.side.current == "inspector"
