"""The caret stands still while nobody types."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from notebrain.gui.core.caret_rest import CaretRest
from notebrain.gui.editor.painting import Caret
from notebrain.gui.theme.theme import Theme, ThemeMode


class _Window(QWidget):
    def __init__(self, app):
        super().__init__()
        self.line, self.text = QLineEdit(self), QPlainTextEdit(self)
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(self.text)
        self.rest = CaretRest(app, self, rest_ms=100)
        self.flash = app.styleHints().cursorFlashTime


@pytest.fixture
def window(qapp, qtbot):
    made = _Window(qapp)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitActive(made)
    yield made
    qapp.styleHints().setCursorFlashTime(-1)


def blinks(window):
    return window.flash() > 0


def test_it_stops_blinking_after_a_rest(window, qtbot):
    window.line.setFocus()
    assert blinks(window)

    qtbot.waitUntil(lambda: not blinks(window))


@pytest.mark.parametrize("field", ["line", "text"])
def test_it_blinks_again_with_the_next_key(window, qtbot, field):
    getattr(window, field).setFocus()
    qtbot.waitUntil(lambda: not blinks(window))

    qtbot.keyClick(getattr(window, field), Qt.Key.Key_A)

    assert blinks(window)


def test_it_blinks_again_in_another_field(window, qtbot):
    window.line.setFocus()
    qtbot.waitUntil(lambda: not blinks(window))

    window.text.setFocus()

    assert blinks(window)


def test_a_field_that_is_gone_does_no_harm(window, qtbot):
    window.line.setFocus()
    window.line.deleteLater()
    qtbot.waitUntil(lambda: not blinks(window))

    window.text.setFocus()

    assert blinks(window)


def test_the_caret_of_the_editor_follows_and_stays_in_sight(window, qapp, qtbot):
    caret = Caret(window.text, Theme(qapp, ThemeMode.LIGHT))
    window.text.setFocus()
    caret.start()
    qtbot.waitUntil(lambda: not blinks(window))

    assert not caret.blinks
    assert caret.is_on
    qtbot.keyClick(window.text, Qt.Key.Key_A)
    assert caret.blinks


def test_a_caret_that_was_stopped_stays_so(window, qapp, qtbot):
    caret = Caret(window.text, Theme(qapp, ThemeMode.LIGHT))
    caret.start()
    caret.stop()
    window.line.setFocus()
    qtbot.waitUntil(lambda: not blinks(window))

    qtbot.keyClick(window.line, Qt.Key.Key_A)

    assert not caret.blinks
