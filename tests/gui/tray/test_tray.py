"""The icon in the tray, and a window that waits in it."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.settings.table import KEEP_NOTICED, KEEP_RUNNING
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture.controller import flow_of
from notebrain.gui.tray.controller import TrayController, staying_of
from notebrain.gui.tray.icon import TrayHost, TrayIcon, tray_picture
from tests.gui.conftest import Take

# what Qt says on a screen that has no trays at all
pytestmark = [pytest.mark.gui, pytest.mark.qt_log_ignore("systemTrayWindowChanged", extend=True)]


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether there is a tray: the first of the list."""
    there = [True]
    monkeypatch.setattr(TrayHost, "present", property(lambda _host: there[0]))
    return there


@pytest.fixture
def desk(tray: list[bool], open_desk: Callable[[], Desk]) -> Desk:
    return open_desk()


@pytest.fixture
def staying(desk: Desk) -> TrayController:
    return staying_of(desk)


@pytest.fixture
def icon(staying: TrayController, qtbot: QtBot) -> TrayIcon:
    qtbot.waitUntil(lambda: staying.icon is not None)
    assert staying.icon is not None
    return staying.icon


def keep_running(desk: Desk) -> None:
    desk.preferences.put(KEEP_RUNNING, True)


@pytest.fixture
def ended(desk: Desk) -> list[bool]:
    ends: list[bool] = []
    desk.window.closed.connect(lambda: ends.append(True))
    return ends


def test_closing_ends_the_program_unless_the_user_chose_otherwise(
    desk: Desk, ended: list[bool]
) -> None:
    desk.window.close()

    assert ended


def test_a_window_that_is_closed_waits_in_the_tray_and_comes_back_as_it_was(
    desk: Desk, icon: TrayIcon, ended: list[bool]
) -> None:
    keep_running(desk)

    desk.window.close()
    assert not desk.window.isVisible()
    icon.clicked.emit()

    assert desk.window.isVisible()
    assert not ended


def test_what_was_typed_is_kept_before_the_window_goes_out_of_sight(
    tray: list[bool], open_desk: Callable[[], Desk], take: Take, qtbot: QtBot
) -> None:
    take("thought")
    desk = open_desk()
    keep_running(desk)
    qtbot.keyClicks(desk.editor.view, "Half a ")

    desk.window.close()

    def titles() -> list[str]:
        return [row.title for row in desk.services.library.list(ListFilter())]

    qtbot.waitUntil(lambda: titles() == ["Half a thought"], timeout=400)


def test_that_it_stays_is_said_once(desk: Desk, staying: TrayController, icon: TrayIcon) -> None:
    keep_running(desk)

    desk.window.close()
    assert staying.notice is not None
    assert "tray" in staying.notice.accessibleName()
    assert "Ctrl+Q" in staying.notice.accessibleName()
    staying.notice.close()
    staying.notice = None
    desk.window.come_forward()
    desk.window.close()

    assert staying.notice is None
    assert desk.preferences.get(KEEP_NOTICED)


@pytest.mark.parametrize("away", [False, True])
def test_quit_ends_the_program_wherever_the_window_is(
    desk: Desk, icon: TrayIcon, ended: list[bool], away: bool
) -> None:
    keep_running(desk)
    if away:
        desk.window.close()

    (icon.quit if away else desk.actions[CommandId.QUIT]).trigger()

    assert ended


def test_a_note_that_could_not_be_saved_brings_the_window_back_with_the_question(
    desk: Desk, icon: TrayIcon, ended: list[bool], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    asked: list[str] = []

    async def refuse(*_given: object, text: str, **_more: object) -> bool:
        asked.append(text)
        return False

    monkeypatch.setattr("notebrain.gui.app.close_guard.dialogs.confirm", refuse)
    monkeypatch.setattr("notebrain.gui.app.close_guard._WAIT_S", 0.0)
    keep_running(desk)
    desk.window.close()
    monkeypatch.setattr(desk.editor, "unsaved", lambda: ["a note"])

    icon.quit.trigger()
    qtbot.waitUntil(lambda: bool(asked))
    qtbot.waitUntil(desk.window.isVisible)
    assert not ended
    desk.window.close()

    assert not desk.window.isVisible()  # the user stays, and so does the choice
    assert not ended


def test_without_a_tray_the_window_is_never_hidden(
    tray: list[bool], desk: Desk, ended: list[bool]
) -> None:
    keep_running(desk)
    tray[0] = False

    desk.window.close()

    assert ended


def test_a_tray_that_comes_later_is_stood_in(
    tray: list[bool], open_desk: Callable[[], Desk], qtbot: QtBot
) -> None:
    tray[0] = False
    desk = open_desk()
    staying = staying_of(desk)
    staying.begin()
    assert staying.icon is None

    tray[0] = True
    staying._host.came.emit()

    assert staying.icon is not None


def test_a_window_comes_back_when_its_tray_goes(
    tray: list[bool], desk: Desk, staying: TrayController, icon: TrayIcon, ended: list[bool]
) -> None:
    keep_running(desk)
    desk.window.close()

    tray[0] = False
    staying._host.went.emit()

    assert desk.window.isVisible()
    assert desk.window.isMinimized()
    assert not ended


def test_a_click_puts_away_the_window_at_hand(desk: Desk, icon: TrayIcon) -> None:
    icon.clicked.emit()
    assert not desk.window.isVisible()

    icon.clicked.emit()
    assert desk.window.isVisible()


def test_the_menu_leads_where_it_says(desk: Desk, icon: TrayIcon, qtbot: QtBot) -> None:
    keep_running(desk)
    desk.window.close()

    icon.capture.trigger()
    assert flow_of(desk).window.isVisible()
    assert not desk.window.isVisible()
    icon.search.trigger()
    assert desk.window.isVisible()
    assert desk.pages.current == "search"
    icon.review.trigger()
    assert desk.pages.current == "review"
    desk.window.close()
    icon.open.trigger()
    assert desk.window.isVisible()


def test_the_menu_says_how_many_cards_wait(icon: TrayIcon) -> None:
    icon.tell_review(3)
    assert icon.review.text() == "Review (3)"

    icon.tell_review(0)
    assert icon.review.text() == "Review"


def test_syncing_is_paused_from_the_menu_only_with_an_account(
    desk: Desk, icon: TrayIcon, qtbot: QtBot
) -> None:
    assert not icon.pause.isVisible()
    asked: list[bool] = []
    icon.pause_requested.connect(asked.append)

    for state in (SyncState.IDLE, SyncState.PAUSED):
        desk.bridge.happened.emit(SyncProgress(state))
        assert icon.pause.isVisible()
        icon.pause.trigger()
    desk.bridge.happened.emit(SyncProgress(SyncState.OFF))

    assert asked == [True, False]
    assert not icon.pause.isVisible()


def test_started_minimised_the_window_waits_in_the_tray(
    tray: list[bool], open_desk: Callable[[], Desk]
) -> None:
    desk = open_desk()
    desk.window.hide()

    staying_of(desk).begin_away()

    assert not desk.window.isVisible()
    assert staying_of(desk).waits


def test_started_minimised_without_a_tray_it_stands_in_the_task_bar(
    tray: list[bool], open_desk: Callable[[], Desk]
) -> None:
    tray[0] = False
    desk = open_desk()
    desk.window.hide()

    staying_of(desk).begin_away()

    assert desk.window.isVisible()
    assert desk.window.isMinimized()


def test_the_icon_has_the_colour_of_the_theme_in_every_size(qapp: QGuiApplication) -> None:
    icon = tray_picture("#123456")

    for size in icon.availableSizes():
        picture = icon.pixmap(size).toImage()
        corner = picture.pixelColor(picture.width() // 2, 1)
        assert corner.name() == "#123456"
