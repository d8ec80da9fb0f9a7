"""A small window that was started alone."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.core.instance import Message, MessageKind
from notebrain.gui.app.features import AppWindow
from notebrain.gui.app.standalone_window import StandaloneSession
from tests.fakes.capturing import put_out_of_sight

pytestmark = pytest.mark.gui


def test_the_program_goes_on_while_the_other_small_window_is_in_use(
    open_window: Callable[[], AppWindow], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    app = open_window()
    put_out_of_sight(app, qtbot)
    ended: list[bool] = []
    monkeypatch.setattr(app.window, "end", lambda: ended.append(True))
    StandaloneSession(app).ask(Message(MessageKind.QUICK_SEARCH))
    capture = app.quick_capture
    capture.ask("Still writing")

    app.quick_search.leave()
    assert not ended
    assert capture.window.isVisible()

    capture.leave()
    qtbot.waitUntil(lambda: bool(ended))
