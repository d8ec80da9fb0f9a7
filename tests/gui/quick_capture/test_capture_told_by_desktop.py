"""A note that is kept where every window would take the keyboard: the desktop says so."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.gui.app.features import AppWindow
from notebrain.gui.quick_capture.controller import QuickCaptureController
from tests.fakes.capturing import ask, kept, press, write
from tests.fakes.notified import Shown

pytestmark = pytest.mark.gui


@pytest.fixture
def shown() -> Shown:
    return Shown()


@pytest.fixture
def app(
    open_window: Callable[[], AppWindow], shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> AppWindow:
    monkeypatch.setattr("notebrain.gui.quick_capture.saved_notice.takes_keyboard", lambda: True)
    app = open_window()
    monkeypatch.setattr(app.services.cloud, "worker", shown)
    monkeypatch.setattr(app.services.desktop, "notify", shown.notify)
    return app


@pytest.fixture
def controller(app: AppWindow, shown: Shown, qtbot: QtBot) -> QuickCaptureController:
    """The controller of quick capture, by which a note was taken."""
    controller = app.quick_capture
    ask(controller, qtbot)
    write(controller, "Bread and milk")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(shown.texts))
    return controller


def test_no_window_comes_and_the_desktop_says_it_for_a_moment(
    controller: QuickCaptureController, app: AppWindow, shown: Shown
) -> None:
    assert (shown.texts, shown.passing) == (["Saved: Bread and milk"], [True])
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [app.window]


def test_it_can_be_taken_back_there(
    controller: QuickCaptureController, shown: Shown, services: Services, qtbot: QtBot
) -> None:
    shown.answers[0].set_result(Chosen("undo"))

    qtbot.waitUntil(lambda: shown.texts[1:] == ["Moved to the trash: "])
    assert kept(services) == []


@pytest.mark.parametrize("action", ["open", "default"])
def test_it_can_be_opened_from_there(
    controller: QuickCaptureController,
    app: AppWindow,
    shown: Shown,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    action: str,
) -> None:
    tokens: list[str] = []

    def forward(window: QWidget, token: str) -> None:
        tokens.append(token)
        window.show()

    monkeypatch.setattr("notebrain.gui.window.main_window.bring_forward", forward)
    shown.answers[0].set_result(Chosen(action, "token"))

    qtbot.waitUntil(lambda: tokens == ["token"])
    assert "Bread and milk" in app.window.windowTitle()


def test_once_it_was_said_or_cannot_be_the_user_is_through(
    controller: QuickCaptureController, shown: Shown, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(controller.over):
        shown.answers[0].set_result(Chosen())
    ask(controller, qtbot)
    write(controller, "Eggs")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(shown.answers) > 1)

    with qtbot.waitSignal(controller.over):
        shown.answers[1].set_exception(NoNotifications("nobody shows any"))
