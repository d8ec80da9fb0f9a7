"""The icon in the tray, and a window that waits in it."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.settings.table import KEEP_NOTICED, KEEP_RUNNING
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.app.features import AppWindow
from notebrain.gui.tray.controller import TrayController
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
def app(tray: list[bool], open_window: Callable[[], AppWindow]) -> AppWindow:
    return open_window()


@pytest.fixture
def staying(app: AppWindow) -> TrayController:
    return app.tray


@pytest.fixture
def icon(staying: TrayController, qtbot: QtBot) -> TrayIcon:
    qtbot.waitUntil(lambda: staying.icon is not None)
    assert staying.icon is not None
    return staying.icon


def keep_running(app: AppWindow) -> None:
    app.settings.put(KEEP_RUNNING, True)


@pytest.fixture
def ended(app: AppWindow) -> list[bool]:
    ends: list[bool] = []
    app.window.closed.connect(lambda: ends.append(True))
    return ends


def test_closing_ends_the_program_unless_the_user_chose_otherwise(
    app: AppWindow, ended: list[bool]
) -> None:
    app.window.close()

    assert ended


def test_a_window_that_is_closed_waits_in_the_tray_and_comes_back_as_it_was(
    app: AppWindow, icon: TrayIcon, ended: list[bool]
) -> None:
    keep_running(app)

    app.window.close()
    assert not app.window.isVisible()
    icon.clicked.emit()

    assert app.window.isVisible()
    assert not ended


def test_what_was_typed_is_kept_before_the_window_goes_out_of_sight(
    tray: list[bool], open_window: Callable[[], AppWindow], take: Take, qtbot: QtBot
) -> None:
    take("thought")
    app = open_window()
    keep_running(app)
    qtbot.keyClicks(app.editor.view, "Half a ")

    app.window.close()

    def titles() -> list[str]:
        return [row.title for row in app.services.library.list(ListFilter())]

    qtbot.waitUntil(lambda: titles() == ["Half a thought"])


def test_that_it_stays_is_said_once(
    app: AppWindow, staying: TrayController, icon: TrayIcon
) -> None:
    keep_running(app)

    app.window.close()
    assert staying.notice is not None
    assert "tray" in staying.notice.accessibleName()
    assert "Ctrl+Q" in staying.notice.accessibleName()
    staying.notice.close()
    staying.notice = None
    app.window.raise_window()
    app.window.close()

    assert staying.notice is None
    assert app.settings.get(KEEP_NOTICED)


@pytest.mark.parametrize("away", [False, True])
def test_quit_ends_the_program_wherever_the_window_is(
    app: AppWindow, icon: TrayIcon, ended: list[bool], away: bool
) -> None:
    keep_running(app)
    if away:
        app.window.close()

    (icon.quit if away else app.actions[CommandId.QUIT]).trigger()

    assert ended


def test_a_note_that_could_not_be_saved_brings_the_window_back_with_the_question(
    app: AppWindow,
    icon: TrayIcon,
    ended: list[bool],
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    asked: list[str] = []

    async def refuse(*_given: object, text: str, **_more: object) -> bool:
        asked.append(text)
        return False

    monkeypatch.setattr("notebrain.gui.app.close_guard.dialogs.confirm", refuse)
    monkeypatch.setattr("notebrain.gui.app.close_guard._WAIT_S", 0.0)
    keep_running(app)
    app.window.close()
    monkeypatch.setattr(app.editor, "unsaved", lambda: ["a note"])

    icon.quit.trigger()
    qtbot.waitUntil(lambda: bool(asked))
    qtbot.waitUntil(app.window.isVisible)
    assert not ended
    app.window.close()

    assert not app.window.isVisible()  # the user stays, and so does the choice
    assert not ended


def test_without_a_tray_the_window_is_never_hidden(
    tray: list[bool], app: AppWindow, ended: list[bool]
) -> None:
    keep_running(app)
    tray[0] = False

    app.window.close()

    assert ended


def test_a_tray_that_comes_later_is_stood_in(
    tray: list[bool], open_window: Callable[[], AppWindow], qtbot: QtBot
) -> None:
    tray[0] = False
    app = open_window()
    staying = app.tray
    staying.begin()
    assert staying.icon is None

    tray[0] = True
    staying._host.appeared.emit()

    assert staying.icon is not None


def test_a_window_comes_back_when_its_tray_goes(
    tray: list[bool], app: AppWindow, staying: TrayController, icon: TrayIcon, ended: list[bool]
) -> None:
    keep_running(app)
    app.window.close()

    tray[0] = False
    staying._host.disappeared.emit()

    assert app.window.isVisible()
    assert app.window.isMinimized()
    assert not ended


def test_a_click_puts_away_the_window_at_hand(app: AppWindow, icon: TrayIcon) -> None:
    icon.clicked.emit()
    assert not app.window.isVisible()

    icon.clicked.emit()
    assert app.window.isVisible()


def test_the_menu_leads_where_it_says(app: AppWindow, icon: TrayIcon, qtbot: QtBot) -> None:
    keep_running(app)
    app.window.close()

    icon.capture.trigger()
    assert app.quick_capture.window.isVisible()
    assert not app.window.isVisible()
    icon.search.trigger()
    assert app.window.isVisible()
    assert app.pages.current == "search"
    icon.review.trigger()
    assert app.pages.current == "review"
    app.window.close()
    icon.open.trigger()
    assert app.window.isVisible()


def test_the_menu_says_how_many_cards_wait(icon: TrayIcon) -> None:
    icon.show_review_count(3)
    assert icon.review.text() == "Review (3)"

    icon.show_review_count(0)
    assert icon.review.text() == "Review"


def test_syncing_is_paused_from_the_menu_only_with_an_account(
    app: AppWindow, icon: TrayIcon, qtbot: QtBot
) -> None:
    assert not icon.pause.isVisible()
    asked: list[bool] = []
    icon.pause_requested.connect(asked.append)

    for state in (SyncState.IDLE, SyncState.PAUSED):
        app.events.deliver(SyncProgress(state))
        assert icon.pause.isVisible()
        icon.pause.trigger()
    app.events.deliver(SyncProgress(SyncState.OFF))

    assert asked == [True, False]
    assert not icon.pause.isVisible()


def test_started_minimized_the_window_waits_in_the_tray(
    tray: list[bool], open_window: Callable[[], AppWindow]
) -> None:
    app = open_window()
    app.window.hide()

    app.tray.begin_away()

    assert not app.window.isVisible()
    assert app.tray.waits


def test_started_minimized_without_a_tray_it_stands_in_the_task_bar(
    tray: list[bool], open_window: Callable[[], AppWindow]
) -> None:
    tray[0] = False
    app = open_window()
    app.window.hide()

    app.tray.begin_away()

    assert app.window.isVisible()
    assert app.window.isMinimized()


def test_the_icon_has_the_color_of_the_theme_in_every_size(qapp: QGuiApplication) -> None:
    icon = tray_picture("#123456")

    for size in icon.availableSizes():
        picture = icon.pixmap(size).toImage()
        corner = picture.pixelColor(picture.width() // 2, 1)
        assert corner.name() == "#123456"
