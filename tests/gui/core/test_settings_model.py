"""The settings of the window follow what others change, and leave alone what the user is changing."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import SignalInstance
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.app.settings.programs import PROGRAMS_HTTP, PROGRAMS_MCP, PROGRAMS_PORT
from notebrain.app.settings.setting import Setting, Value
from notebrain.gui.core.settings_model import SettingsModel
from notebrain.gui.core.threads import EventBridge

pytestmark = pytest.mark.gui


class Watched:
    """A model, and the names of the settings that it said were changed."""

    def __init__(self, services: Services) -> None:
        self.bridge = EventBridge()
        self.model = SettingsModel(services.settings, self.bridge)
        self.told: list[str] = []
        self.model.changed.connect(self._on_changed)

    def _on_changed(self, setting: Setting[Value]) -> None:
        self.told.append(setting.name)


@pytest.fixture
def watched(services: Services) -> Watched:
    return Watched(services)


@pytest.mark.parametrize(
    "news", [lambda bridge: bridge.changed_elsewhere, lambda bridge: bridge.settings_changed]
)
def test_what_another_program_changed_is_told(
    watched: Watched, services: Services, news: Callable[[EventBridge], SignalInstance]
) -> None:
    assert not watched.model.get(PROGRAMS_MCP)
    services.settings.put(PROGRAMS_MCP, True).result()
    services.settings.put(PROGRAMS_PORT, 4321).result()  # nobody in the window asked for it

    news(watched.bridge).emit()
    news(watched.bridge).emit()

    assert watched.told == [PROGRAMS_MCP.name]
    assert watched.model.get(PROGRAMS_MCP)


def test_what_was_set_here_is_told_once(watched: Watched, qtbot: QtBot) -> None:
    watched.model.get(PROGRAMS_HTTP)
    watched.model.put(PROGRAMS_HTTP, True)
    watched.bridge.settings_changed.emit()  # before it is saved
    qtbot.waitUntil(lambda: not watched.model._coming)

    watched.bridge.settings_changed.emit()

    assert watched.told == [PROGRAMS_HTTP.name]


def test_what_could_not_be_saved_is_told_with_its_real_value(
    watched: Watched, services: Services, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[object] = []
    watched.bridge.failed.connect(failed.append)
    write = services.store.write

    def fail(_act: object) -> object:
        def full(_db: object) -> None:
            raise OSError("disk full")

        return write(full)

    monkeypatch.setattr(services.store, "write", fail)
    watched.model.put(PROGRAMS_HTTP, True)
    assert watched.model.get(PROGRAMS_HTTP)

    qtbot.waitUntil(lambda: len(failed) == 1)

    assert watched.told == [PROGRAMS_HTTP.name] * 2
    assert not watched.model.get(PROGRAMS_HTTP)
