"""A small window that was started alone."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.core.instance import Message, MessageKind
from notebrain.gui.app.standalone_window import StandaloneSession
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture.controller import flow_of as capture_of
from notebrain.gui.quick_search.controller import flow_of as quick_search_of
from tests.fakes.capturing import put_out_of_sight

pytestmark = pytest.mark.gui


def test_the_program_goes_on_while_the_other_small_window_is_in_use(
    open_desk: Callable[[], Desk], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    desk = open_desk()
    put_out_of_sight(desk, qtbot)
    ended: list[bool] = []
    monkeypatch.setattr(desk.window, "end", lambda: ended.append(True))
    StandaloneSession(desk).ask(Message(MessageKind.QUICK_SEARCH))
    capture = capture_of(desk)
    capture.ask("Still writing")

    quick_search_of(desk).leave()
    assert not ended
    assert capture.window.isVisible()

    capture.leave()
    qtbot.waitUntil(lambda: bool(ended))
