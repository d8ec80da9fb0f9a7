"""The review in a window, for tests: notes compared, the page open."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.review.controller import REVIEW
from notebrain.gui.review.page import ReviewPage
from tests.fakes.clock import FakeClock


def compare_all(services: Services, clock: FakeClock) -> None:
    """Index and compare all notes, as it happens a few seconds after they were taken."""
    clock.forward(seconds=3)
    while services.indexer.step() or services.check(lambda: True):
        pass


def open_review(desk: Desk) -> ReviewPage:
    """Show the review."""
    desk.pages.show(REVIEW)
    page = desk.window.findChild(ReviewPage)
    assert isinstance(page, ReviewPage)
    return page


def review_of(desk: Desk, qtbot: QtBot) -> ReviewPage:
    """Show the review, and wait for its cards."""
    page = open_review(desk)
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() > 0)
    return page


def press(page: ReviewPage, qtbot: QtBot, key: Qt.Key) -> None:
    """Press a key at the cards."""
    qtbot.keyClick(page.inbox.list, key)


def press_undo(page: ReviewPage, qtbot: QtBot) -> None:
    """Press Ctrl+Z at the cards."""
    qtbot.keyClick(page.inbox.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
