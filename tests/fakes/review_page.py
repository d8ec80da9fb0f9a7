"""The review, in a window or alone, for tests: notes compared, the page open."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.gui.app.features import AppWindow
from notebrain.gui.review.page import ReviewPage
from notebrain.gui.window.pages import REVIEW
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext


def compare_all(services: Services, clock: FakeClock) -> None:
    """Index and compare all notes, as it happens a few seconds after they were taken."""
    clock.forward(seconds=3)
    while services.indexer.step() or services.check(lambda: True):
        pass


def open_review(app: AppWindow | FakeContext) -> ReviewPage:
    """Show the review."""
    app.pages.show(REVIEW)
    page = app.window.findChild(ReviewPage)
    assert isinstance(page, ReviewPage)
    return page


def review_of(app: AppWindow | FakeContext, qtbot: QtBot) -> ReviewPage:
    """Show the review, and wait for its cards."""
    page = open_review(app)
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() > 0)
    return page


def press(page: ReviewPage, qtbot: QtBot, key: Qt.Key) -> None:
    """Press a key at the cards."""
    qtbot.keyClick(page.inbox.list, key)


def press_undo(page: ReviewPage, qtbot: QtBot) -> None:
    """Press Ctrl+Z at the cards."""
    qtbot.keyClick(page.inbox.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
