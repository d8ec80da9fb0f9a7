"""The background begins after the window is painted, and does not hold it up."""

import importlib
import threading
from collections.abc import Iterator
from types import ModuleType

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.background.worker import Worker
from notebrain.app.services import Services
from notebrain.gui.app import background_events
from notebrain.gui.app.background_events import BackgroundStarter
from notebrain.gui.app.features import AppWindow, build_window
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.theme.theme import Theme

pytestmark = pytest.mark.gui


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Worker]:
    """The workers that were started; they do nothing."""
    workers: list[Worker] = []

    def start(worker: Worker) -> None:
        workers.append(worker)

    def stop(_worker: Worker) -> None:
        pass

    monkeypatch.setattr(Worker, "start", start)
    monkeypatch.setattr(Worker, "stop", stop)
    return workers


@pytest.fixture
def loaded_on(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads on which the code of the background was loaded."""
    threads: list[int] = []

    def import_module(name: str) -> ModuleType:
        module = importlib.import_module(name)
        threads.append(threading.get_ident())
        return module

    monkeypatch.setattr(background_events, "import_module", import_module)
    return threads


@pytest.fixture
def window(services: Services, theme: Theme) -> Iterator[AppWindow]:
    window = build_window(services, theme, EventBridge())
    yield window
    window.window.hide()
    window.close()


def test_its_code_is_loaded_on_another_thread(
    window: AppWindow, started: list[Worker], loaded_on: list[int], qtbot: QtBot
) -> None:
    starter = BackgroundStarter(window)

    window.start()

    qtbot.waitUntil(lambda: bool(started))
    starter.stop()
    assert len(loaded_on) == 1
    assert loaded_on[0] != threading.get_ident()


def test_it_starts_once_however_often_it_is_asked_to(
    window: AppWindow, started: list[Worker], qtbot: QtBot
) -> None:
    starter = BackgroundStarter(window)

    starter.start()
    starter.start()
    qtbot.waitUntil(lambda: bool(started))
    starter.start()
    qtbot.wait(0)

    starter.stop()
    assert len(started) == 1


def test_a_window_closed_before_its_code_is_there_starts_none(
    window: AppWindow, started: list[Worker], loaded_on: list[int], qtbot: QtBot
) -> None:
    starter = BackgroundStarter(window)
    starter.start()

    starter.stop()

    qtbot.waitUntil(lambda: bool(loaded_on))
    qtbot.wait(0)
    assert not started
