"""A note that is kept where every window would take the keyboard: the desktop says so."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture.controller import QuickCaptureController, flow_of
from tests.fakes.capturing import ask, kept, press, write
from tests.fakes.notified import Shown

pytestmark = pytest.mark.gui


@pytest.fixture
def shown() -> Shown:
    return Shown()


@pytest.fixture
def desk(open_desk: Callable[[], Desk], shown: Shown, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr("notebrain.gui.quick_capture.saved_notice.takes_keyboard", lambda: True)
    desk = open_desk()
    monkeypatch.setattr(desk.services.cloud, "worker", shown)
    monkeypatch.setattr(desk.services.desktop, "notify", shown.notify)
    return desk


@pytest.fixture
def flow(desk: Desk, shown: Shown, qtbot: QtBot) -> QuickCaptureController:
    """A flow by which a note was taken."""
    flow = flow_of(desk)
    ask(flow, qtbot)
    write(flow, "Bread and milk")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(shown.texts))
    return flow


def test_no_window_comes_and_the_desktop_says_it_for_a_moment(
    flow: QuickCaptureController, desk: Desk, shown: Shown
) -> None:
    assert (shown.texts, shown.passing) == (["Saved: Bread and milk"], [True])
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [desk.window]


def test_it_can_be_taken_back_there(
    flow: QuickCaptureController, shown: Shown, services: Services, qtbot: QtBot
) -> None:
    shown.answers[0].set_result(Chosen("undo"))

    qtbot.waitUntil(lambda: shown.texts[1:] == ["Moved to the trash: "])
    assert kept(services) == []


@pytest.mark.parametrize("action", ["open", "default"])
def test_it_can_be_opened_from_there(
    flow: QuickCaptureController,
    desk: Desk,
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
    assert "Bread and milk" in desk.window.windowTitle()


def test_once_it_was_said_or_cannot_be_the_user_is_through(
    flow: QuickCaptureController, shown: Shown, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(flow.over):
        shown.answers[0].set_result(Chosen())
    ask(flow, qtbot)
    write(flow, "Eggs")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(shown.answers) > 1)

    with qtbot.waitSignal(flow.over):
        shown.answers[1].set_exception(NoNotifications("nobody shows any"))
