"""Files on the page of syncing: what is on its way, what waits and why, and what sending takes."""

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from notebrain.app.account.texts import R2_PAGE, TOKENS_PAGE
from notebrain.app.events import SyncProgress, SyncState
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.sync.file_estimate import estimate
from notebrain.domain.sync.file_transfer import FileStanding, FileWait, MovingFile
from notebrain.gui.sync.metered import MeteredWatch
from notebrain.gui.sync.page import SyncPage
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui


def show(page: SyncPage, moving: MovingFile | None = None, **files: object) -> None:
    standing = FileStanding(**files)  # type: ignore[arg-type]  # a test's short cut
    page.show_status(SyncProgress(SyncState.IDLE, files=standing, moving=moving))


def test_without_files_nothing_is_said_of_them(page: SyncPage) -> None:
    show(page, sent=3)

    assert page.files.isVisible() is False


def test_files_on_their_way_can_be_paused(page: SyncPage, qtbot: QtBot) -> None:
    moving = MovingFile(Sha("a" * 64), "tap.png", True, 40, 80)
    show(page, moving, sent=3, waiting=2, waiting_bytes=100)
    assert page.files.text.text().splitlines()[0] == "Sending tap.png: 40 B of 80 B"
    assert not page.files.now.isVisible()

    with qtbot.waitSignal(page.files.pause_requested) as asked:
        page.files.pause.click()

    assert asked.args == [True]


@pytest.mark.parametrize(
    ("why", "act"),
    [(FileWait.PAUSED, "Resume files"), (FileWait.METERED, "Send now")],
)
def test_files_that_the_user_let_wait_can_go_on(
    page: SyncPage, qtbot: QtBot, why: FileWait, act: str
) -> None:
    show(page, waiting=2, why=why, reason="They wait.")
    assert page.files.now.text() == act
    assert not page.files.pause.isVisible()
    assert "They wait." in page.files.text.text()

    with qtbot.waitSignal(page.files.pause_requested) as asked:
        page.files.now.click()

    assert asked.args == [False]


def test_files_that_only_have_to_come_are_fetched_on_a_metered_connection(page: SyncPage) -> None:
    show(page, missing=1, why=FileWait.METERED, reason="They wait.")

    assert page.files.now.text() == "Fetch now"


@pytest.mark.parametrize(
    ("why", "address"), [(FileWait.OFF, R2_PAGE), (FileWait.PERMISSION, TOKENS_PAGE)]
)
def test_what_the_account_lacks_leads_to_the_page_that_helps(
    page: SyncPage, qtbot: QtBot, why: FileWait, address: str
) -> None:
    show(page, waiting=2, why=why, reason="They wait.")

    with qtbot.waitSignal(page.files.link_requested) as asked:
        page.files.link.click()

    assert asked.args == [address]


def test_what_sending_takes_is_said_before_the_first_file_and_while_it_takes_long(
    page: SyncPage,
) -> None:
    show(page, waiting=1)
    page.files.show_estimate(estimate([100]))
    assert "less than a minute" in page.files.estimate.text()

    show(page, sent=5, waiting=1)
    page.files.show_estimate(estimate([100]))
    assert not page.files.estimate.isVisible()

    page.files.show_estimate(estimate([1_000_000_000]))
    assert "about 13 minutes" in page.files.estimate.text()


class _Information(QObject):
    isMeteredChanged = Signal(bool)  # noqa: N815 - Qt's name

    def isMetered(self) -> bool:  # noqa: N802 - Qt's name
        return True


@pytest.mark.parametrize("can_tell", [True, False])
def test_a_metered_connection_is_reported_and_so_is_the_next_one(
    context: FakeContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, can_tell: bool
) -> None:
    information = _Information()

    class Named:
        class Feature:
            Metered = 1

        @staticmethod
        def loadBackendByFeatures(_features: int) -> bool:  # noqa: N802 - Qt's name
            return can_tell

        @staticmethod
        def instance() -> _Information:
            return information

    monkeypatch.setattr("PySide6.QtNetwork.QNetworkInformation", Named)
    said: list[bool] = []
    watch = MeteredWatch(context, said.append, context.window)
    done: list[object] = []
    context.reader.read("after", lambda: None, done.append)
    qtbot.waitUntil(lambda: bool(said) if can_tell else bool(done))

    information.isMeteredChanged.emit(False)

    assert said == ([True, False] if can_tell else [])
    assert watch.parent() is context.window
