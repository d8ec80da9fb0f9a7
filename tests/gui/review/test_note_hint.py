"""The quiet line in a note about what waits in the review: it never disturbs who is writing."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from notebrain.app.core import typing_guard
from notebrain.app.services import Services
from notebrain.gui.app.features import AppWindow
from notebrain.gui.review.note_hint import ReviewHint
from notebrain.gui.window.pages import REVIEW
from tests.fakes.clock import FakeClock
from tests.fakes.review_page import compare_all
from tests.gui.conftest import Take

pytestmark = pytest.mark.gui

RENT, RAISED = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"
Open = Callable[[], AppWindow]


@pytest.fixture
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever pressed a key count as typing for the whole test."""
    monkeypatch.setattr(typing_guard, "RESTS_AFTER_S", 3600.0)


def let_rest(app: AppWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the last key be long ago."""
    monkeypatch.setattr(typing_guard, "RESTS_AFTER_S", 0.0)
    hint = app.window.findChild(ReviewHint)
    assert isinstance(hint, ReviewHint)
    waiting = next(one for one in hint.findChildren(QTimer) if one.isActive())
    waiting.setInterval(0)


def count(app: AppWindow) -> int | None:
    entries = app.sidebar.top.entries.entries()
    return next((one.count for one in entries if one.page == REVIEW), None)


def settled(app: AppWindow, qtbot: QtBot) -> None:
    """Wait until what was read for the hint has arrived: what is asked for later comes later."""
    arrived: list[None] = []
    app.reader.read("after the hint", lambda: None, arrived.append)
    qtbot.waitUntil(lambda: bool(arrived))


@pytest.mark.usefixtures("no_rest")
def test_the_line_comes_when_the_user_rests_and_never_while_he_types(
    open_window: Open,
    take: Take,
    services: Services,
    clock: FakeClock,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take(RENT)
    newer = take("The rent of the flat is 1150")
    app = open_window()
    app.browser.open_note(newer)
    app.editor.write_at_end()
    room = app.editor.view.geometry()
    qtbot.keyClicks(app.editor.view, " euros")
    app.editor.flush()
    qtbot.waitUntil(lambda: services.library.note(newer).body == RAISED)

    compare_all(services, clock)
    qtbot.waitUntil(lambda: count(app) == 1)
    settled(app, qtbot)
    qtbot.keyClicks(app.editor.view, ".")

    assert app.editor.hint.isHidden()
    assert app.editor.view.geometry() == room
    assert app.editor.view.textCursor().position() == len(RAISED) + 1

    let_rest(app, monkeypatch)

    qtbot.waitUntil(app.editor.hint.isVisible)
    assert app.editor.hint.text.text().startswith("May contradict a note from ")


@pytest.mark.styled
def test_the_line_does_not_cover_the_caret(
    open_window: Open, take: Take, services: Services, clock: FakeClock, qtbot: QtBot
) -> None:
    lines = "\n".join(f"Line {number} of the tenancy agreement" for number in range(60))
    take(f"{lines}\n{RENT}")
    newer = take(f"{lines}\n{RAISED}")
    app = open_window()
    app.browser.open_note(newer)
    qtbot.waitUntil(lambda: app.editor.note is not None and app.editor.note.id == newer)
    app.editor.write_at_end()
    view = app.editor.view
    assert view.cursorRect().bottom() > view.viewport().height() - 60

    compare_all(services, clock)
    qtbot.waitUntil(app.editor.hint.isVisible)

    qtbot.waitUntil(lambda: view.cursorRect().bottom() <= view.viewport().height())
