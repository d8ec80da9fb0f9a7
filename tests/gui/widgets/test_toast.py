"""The toast says what was done and offers the way back."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from shiboken6 import isValid

from notebrain.gui.widgets.toast import Toast

pytestmark = pytest.mark.styled


@pytest.fixture
def window(qtbot):
    window = QWidget()
    window.resize(800, 600)
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def toast(theme, window):
    return Toast(theme, window)


def test_it_stands_in_the_corner_and_follows_it(toast, window, qtbot) -> None:
    toast.show_message("Moved “Dal” to the trash", above=28, undoable=True)
    qtbot.waitUntil(lambda: toast.geometry().bottom() == 600 - 28 - 24 - 1)
    right = toast.geometry().right()

    window.resize(1000, 700)

    assert right == 800 - 24 - 1
    assert toast.geometry().right() == 1000 - 24 - 1


def test_undo_takes_it_away(toast, qtbot) -> None:
    toast.show_message("Pinned “Dal”", above=28, undoable=True)

    with qtbot.waitSignal(toast.undo_requested):
        qtbot.mouseClick(toast.undo, Qt.MouseButton.LeftButton)

    assert not toast.isVisible()


def test_what_cannot_be_undone_offers_nothing(toast) -> None:
    toast.show_message("Undone", above=28, undoable=False)

    assert not toast.undo.isVisible()


def test_it_never_takes_the_keyboard(toast, window) -> None:
    window.setFocus()

    toast.show_message("Pinned “Dal”", above=28, undoable=True)

    assert not toast.isAncestorOf(window.focusWidget())


def test_a_long_text_stays_within_the_window(toast, window) -> None:
    window.resize(300, 200)

    toast.show_message("word " * 80, above=28, undoable=True)

    assert toast.geometry().left() >= 0


def test_a_window_may_be_destroyed_under_it(theme, qapp) -> None:
    window = QWidget()
    toast = Toast(theme, window)
    window.show()
    toast.show_message("Pinned “Dal”", above=28, undoable=True)

    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    assert not isValid(toast)


def button_at(window, x: int, y: int) -> QPushButton:
    button = QPushButton("Compare with this", window)
    button.setGeometry(x, y, 200, 32)
    button.show()
    return button


def test_it_covers_no_button_in_the_corner(toast, window, qtbot) -> None:
    button = button_at(window, 580, 520)

    toast.show_message("Pinned “Dal”", above=28, undoable=True)

    qtbot.waitUntil(lambda: toast.geometry().bottom() == 600 - 28 - 24 - 1)
    assert not toast.geometry().intersects(button.geometry())
    assert abs(toast.geometry().center().x() - 400) <= 1


def test_it_stands_above_the_buttons_where_they_are_everywhere(toast, window, qtbot) -> None:
    buttons = [button_at(window, x, 520) for x in (0, 200, 400, 600)]

    toast.show_message("Pinned “Dal”", above=28, undoable=True)

    qtbot.waitUntil(lambda: toast.geometry().bottom() < 520)
    assert not any(toast.geometry().intersects(button.geometry()) for button in buttons)


def test_it_makes_way_for_a_button_that_appears(toast, window, qtbot) -> None:
    toast.show_message("Pinned “Dal”", above=28, undoable=True)
    button = button_at(window, 580, 520)

    toast.stand(28)

    assert not toast.geometry().intersects(button.geometry())
