"""Hands for the capture window: what its tests do with it."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.notes.capture_draft import CaptureDraft
from notebrain.app.services import Services
from notebrain.app.settings.table import CAPTURE_DRAFT
from notebrain.domain.notes.note import ListFilter, Note
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture.controller import QuickCaptureController


def desk_window(flow: QuickCaptureController) -> QWidget:
    desk = flow.parent()
    assert isinstance(desk, Desk)
    return desk.window


def ask(flow: QuickCaptureController, qtbot: QtBot, text: str = "") -> None:
    window = flow.window
    if not window.isVisible():  # offscreen, hiding a window gives the focus to no other
        desk_window(flow).activateWindow()
        qtbot.waitUntil(desk_window(flow).isActiveWindow)
    flow.ask(text)
    qtbot.waitUntil(flow.window.isActiveWindow)
    qtbot.waitUntil(flow.window.text.hasFocus)


def press(
    flow: QuickCaptureController, key: Qt.Key, held: Qt.KeyboardModifier | None = None
) -> None:
    QTest.keyClick(flow.window.text, key, held or Qt.KeyboardModifier.NoModifier)


def write(flow: QuickCaptureController, text: str) -> None:
    QTest.keyClicks(flow.window.text, text)


def kept(services: Services) -> list[Note]:
    rows = services.library.rows(services.library.keys(ListFilter()))
    return [services.library.note(row.id) for row in rows]


def draft_on_disk(services: Services) -> str:
    return CaptureDraft.from_text(str(services.settings.get(CAPTURE_DRAFT))).text


def keep(flow: QuickCaptureController, qtbot: QtBot, text: str) -> None:
    ask(flow, qtbot)
    write(flow, text)
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.notice.isVisible)


def put_out_of_sight(desk: Desk, qtbot: QtBot) -> None:
    """Hide the window, and let pass what it still says of having been painted: it begins as one that never was."""
    desk.window.hide()
    passed: list[bool] = []
    QTimer.singleShot(0, lambda: passed.append(True))
    qtbot.waitUntil(lambda: bool(passed))
