"""What the tests of the window share."""

import os

# before Qt is loaded; a run under a real display sets its own
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.jobs.background import make_worker
from notebrain.app.services import Services
from notebrain.app.settings.table import WINDOW
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.background_events import Background
from notebrain.gui.app.features import build_desk
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.core.event_bridge import EventBridge
from notebrain.gui.editor.spelling import checker
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.system.spelling import EnchantSpeller
from tests.fakes.clock import FakeClock

Take = Callable[..., NoteId]


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    return ["notebrain"]


@pytest.fixture(autouse=True)
def no_window_stays() -> Iterator[None]:
    """Take away the windows a test leaves: every later change of theme would dress them again, a second for each."""
    before = _windows()
    yield
    for window in _windows() - before:
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture(scope="session")
def dictionaries() -> EnchantSpeller:
    return EnchantSpeller()


@pytest.fixture(autouse=True)
def read_dictionaries_once(dictionaries: EnchantSpeller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all windows look words up in the same dictionaries: to read them takes a fifth of opening a window."""
    monkeypatch.setattr(checker, "_enchant", lambda: dictionaries)


def _windows() -> set[QWidget]:
    return set(QApplication.topLevelWidgets()) if QApplication.instance() else set()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp, ThemeMode.LIGHT)
    yield theme
    theme.deleteLater()


@pytest.fixture
def take(services: Services, clock: FakeClock) -> Take:
    """Take a note, a minute after the one before."""

    def take(body: str, **more: Any) -> NoteId:
        clock.forward(minutes=1)
        return services.capture.capture(Draft(body, **more)).result().note

    return take


@pytest.fixture
def open_desk(services: Services, theme: Theme, qtbot: QtBot) -> Iterator[Callable[[], Desk]]:
    """Open the window on the vault as it is now."""
    opened: list[tuple[Desk, Background]] = []

    def open_desk() -> Desk:
        bridge = EventBridge()
        desk = build_desk(services, theme, bridge)
        opened.append((desk, Background(desk, make_worker(services, bridge))))
        first = not services.settings.get(WINDOW)
        desk.start()
        if first:
            desk.window.resize(1280, 820)  # as drawn; the screen there is may be smaller
        desk.window.activateWindow()
        qtbot.waitUntil(desk.window.isActiveWindow)
        return desk

    yield open_desk
    for desk, background in opened:
        desk.window.hide()
        background.stop()
        desk.close()
        desk.window.deleteLater()
        desk.deleteLater()
    # now and here: left to the garbage collector, its timers would end on whichever thread that runs
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
