"""Hands for the small windows: what their tests do with them."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.notes.capture_draft import CaptureDraft
from notebrain.app.services import Services
from notebrain.app.settings.remembered import CAPTURE_DRAFT
from notebrain.domain.notes.note import ListFilter, Note
from notebrain.gui.app.features import AppWindow
from notebrain.gui.quick_capture.controller import QuickCaptureController
from notebrain.gui.quick_search.controller import QuickSearchController
from notebrain.gui.quick_search.window import QuickSearchWindow


def ask(
    controller: QuickCaptureController | QuickSearchController, qtbot: QtBot, text: str = ""
) -> None:
    """Ask for a small window, and wait until its field takes keys."""
    window, main = controller.window, controller.parent()
    assert isinstance(main, QWidget)
    if not window.isVisible():  # offscreen, hiding a window gives the focus to no other
        main.activateWindow()
        qtbot.waitUntil(main.isActiveWindow)
    controller.ask(text)
    qtbot.waitUntil(window.isActiveWindow)
    field = window.edit if isinstance(window, QuickSearchWindow) else window.text
    qtbot.waitUntil(field.hasFocus)


def press(
    controller: QuickCaptureController, key: Qt.Key, held: Qt.KeyboardModifier | None = None
) -> None:
    QTest.keyClick(controller.window.text, key, held or Qt.KeyboardModifier.NoModifier)


def write(controller: QuickCaptureController, text: str) -> None:
    QTest.keyClicks(controller.window.text, text)


def kept(services: Services) -> list[Note]:
    rows = services.library.rows(services.library.keys(ListFilter()))
    return [services.library.note(row.id) for row in rows]


def draft_on_disk(services: Services) -> str:
    return CaptureDraft.from_text(services.settings.get(CAPTURE_DRAFT)).text


def keep(controller: QuickCaptureController, qtbot: QtBot, text: str) -> None:
    ask(controller, qtbot)
    write(controller, text)
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(controller.notice.isVisible)


def put_out_of_sight(app: AppWindow, qtbot: QtBot) -> None:
    """Hide the window, and let pass what it still says of having been painted: it begins as one that never was."""
    app.window.hide()
    passed: list[bool] = []
    QTimer.singleShot(0, lambda: passed.append(True))
    qtbot.waitUntil(lambda: bool(passed))
