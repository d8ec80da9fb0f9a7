"""Where files are, said on their note and on the page of files; fetching those that are not here."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.services import Services
from notebrain.app.settings.table import FETCH_FILES
from notebrain.domain.notes.attachments import Sha, find_in
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.file_transfer import (
    FetchFiles,
    FilePlace,
    FileStanding,
    FileWait,
    MovingFile,
)
from notebrain.gui.attachments.controller import AttachmentController
from notebrain.gui.attachments.files_controller import FilesController
from notebrain.gui.attachments.model import Kind
from notebrain.gui.attachments.page import FileAct, FilesPage
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.output.shared_files import clipboard_data
from notebrain.storage.connection import Connection
from notebrain.storage.files.attachments import Fault, set_fault
from notebrain.storage.sync import account, file_transfers
from tests.fakes.context import FakeContext
from tests.gui.attachments.test_pictures import png

pytestmark = pytest.mark.gui

Take = Callable[..., NoteId]
GONE = Sha("d" * 64)
LINK = f"![](attachment:{GONE}/rose.png)"


@pytest.fixture
def connected(services: Services) -> None:
    """A vault that has an account, of which nobody asks anything."""
    services.store.write(
        lambda db: account.connect(db, vault="v", device="here", machine="here")
    ).result()


@pytest.fixture
def attachments(
    context: FakeContext, active: ActiveEditor, connected: None
) -> AttachmentController:
    return AttachmentController(
        context,
        active,
        active.main._notes,
        lambda save: save(context.services.folder),
        clipboard_data,
    )


def in_account(services: Services, size: int) -> None:
    services.store.write(lambda db: file_transfers.put_sizes(db, {GONE: size})).result()


def is_wanted(services: Services) -> bool:
    def read(db: Connection) -> bool:
        found = {one.sha: one.wanted for one in file_transfers.to_fetch(db, now=now)}
        return found[GONE]

    now = services.clock.now()
    with services.store.read() as db:
        return read(db)


def test_a_file_that_is_not_here_says_where_it_is(
    attachments: AttachmentController, context: FakeContext, services: Services, take: Take
) -> None:
    take(LINK)
    states = attachments.states
    assert states.text(GONE) == "Comes with the next sync"

    in_account(services, 30_000_000)
    context.events.changed_elsewhere.emit()

    assert states.text(GONE) == "In your account; larger than 20 MB"
    assert states.can_be_fetched(GONE)


def test_opening_a_file_that_is_not_here_fetches_it(
    attachments: AttachmentController,
    context: FakeContext,
    services: Services,
    take: Take,
    qtbot: QtBot,
) -> None:
    take(LINK)
    in_account(services, 30_000_000)

    attachments.open(GONE)

    assert context.messages.text == "Fetching rose.png…"
    qtbot.waitUntil(lambda: is_wanted(services))
    qtbot.waitUntil(lambda: attachments.states.status(GONE).place is FilePlace.TO_FETCH)


def test_opening_a_file_that_only_another_computer_has_says_so(
    attachments: AttachmentController, context: FakeContext, services: Services, take: Take
) -> None:
    take(LINK)
    now = services.clock.now()
    services.store.write(
        lambda db: file_transfers.put_off(db, GONE, FileWait.ELSEWHERE, "", until=now)
    ).result()

    attachments.open(GONE)

    assert context.messages.text == ("rose.png: On another computer until it syncs")
    assert not is_wanted(services)


@pytest.mark.parametrize("fetch", FetchFiles)
def test_a_note_that_is_opened_asks_for_its_files_only_if_they_come_when_shown(
    attachments: AttachmentController,
    context: FakeContext,
    services: Services,
    take: Take,
    qtbot: QtBot,
    fetch: FetchFiles,
) -> None:
    services.settings.put(FETCH_FILES, fetch.value).result()
    note = take(f"[a film](attachment:{GONE}/film.mp4)")  # no picture: it has no place in the text
    in_account(services, 30_000_000)
    read: list[object] = []
    attachments.states.changed.connect(lambda: read.append(None))

    context.navigator.open_note(note)

    if fetch is FetchFiles.SHOWN:
        qtbot.waitUntil(lambda: is_wanted(services))
    else:
        context.reader.read("done", lambda: None, read.append)
        qtbot.waitUntil(lambda: None in read)
        assert not is_wanted(services)


@pytest.mark.parametrize(("fetch", "comes"), [(FetchFiles.SHOWN, True), (FetchFiles.SMALL, False)])
def test_a_place_that_is_painted_asks_for_its_picture(
    attachments: AttachmentController,
    services: Services,
    take: Take,
    qtbot: QtBot,
    fetch: FetchFiles,
    comes: bool,
) -> None:
    services.settings.put(FETCH_FILES, fetch.value).result()
    take(LINK)
    in_account(services, 30_000_000)
    [link] = find_in(LINK)
    painter = attachments.painter
    image = QImage(painter.place(link, 600), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    brush = QPainter(image)

    painter.paint_place(brush, QRectF(image.rect()), link)
    brush.end()

    if comes:
        qtbot.waitUntil(lambda: is_wanted(services))
    assert is_wanted(services) is comes


def test_a_place_shows_how_far_its_picture_has_come(
    attachments: AttachmentController, context: FakeContext, take: Take
) -> None:
    take(LINK)
    [link] = find_in(LINK)
    painter, states = attachments.painter, attachments.states
    shown: list[QImage] = []

    def show(done: int) -> QImage:
        moving = MovingFile(GONE, "rose.png", False, done, 100)
        context.events.sync_progress.emit(SyncProgress(SyncState.WORKING, moving=moving))
        size = painter.place(link, 600)
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.white)
        brush = QPainter(image)
        painter.paint_place(brush, QRectF(image.rect()), link)
        brush.end()
        return image

    painter.places_changed.connect(lambda: shown.append(QImage()))
    accent = context.theme.tokens.color("accent").rgb()

    def filled(image: QImage) -> int:
        y = next(
            y for y in reversed(range(image.height())) if image.pixelColor(20, y).rgb() == accent
        )
        return sum(image.pixelColor(x, y).rgb() == accent for x in range(image.width()))

    quarter, half = filled(show(25)), filled(show(50))

    assert shown  # notes were asked to paint it anew
    assert states.text(GONE) == "Fetching: 50 B of 100 B"
    assert not states.can_be_fetched(GONE)
    assert abs(half - 2 * quarter) <= 2


def test_an_odd_name_and_no_room_are_painted(attachments: AttachmentController, take: Take) -> None:
    take(LINK)
    [link] = find_in(f"![{'שלום ' * 60}](attachment:{GONE})")
    image = QImage(QSize(3, 64), QImage.Format.Format_ARGB32_Premultiplied)
    brush = QPainter(image)

    attachments.painter.paint_place(brush, QRectF(image.rect()), link)

    assert brush.end()
    assert attachments.painter.place(link, 0).width() == 1


@pytest.fixture
def page(
    context: FakeContext,
    attachments: AttachmentController,
    acts: NoteActions,
    active: ActiveEditor,
    qtbot: QtBot,
    take: Take,
) -> FilesPage:
    take(LINK)
    here = context.services.file_acts.add_bytes(png(30, 20), "tap.png").markdown
    take(here)
    in_account(context.services, 30_000_000)
    controller = FilesController(context, attachments, lambda _shown: None, acts, active.main.flush)
    controller.open()
    qtbot.waitUntil(lambda: len(controller.page.list.files.rows) == 2)
    return controller.page


def sentences(page: FilesPage) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    files = page.list.files
    return [files.index(row).data(role) for row in range(files.rowCount())]


def test_the_page_says_where_each_file_is(page: FilesPage, context: FakeContext) -> None:
    tap, rose = sentences(page)
    assert tap.endswith("Goes with the next sync")
    assert "30 MB" in rose
    assert rose.endswith("In your account; larger than 20 MB")

    sha = page.list.files.rows[0].sha
    moving = MovingFile(sha, "tap.png", True, 40, 80)
    context.events.sync_progress.emit(SyncProgress(SyncState.WORKING, moving=moving))

    assert sentences(page)[0].endswith("Sending: 40 B of 80 B")
    page.list.viewport().grab()


def test_a_file_that_has_arrived_changes_its_row(
    page: FilesPage, context: FakeContext, qtbot: QtBot
) -> None:
    sha, now = page.list.files.rows[0].sha, context.services.clock.now()
    context.services.store.write(lambda db: file_transfers.put_sent(db, sha, at=now)).result()

    context.events.sync_progress.emit(SyncProgress(SyncState.IDLE, files=FileStanding(sent=1)))

    qtbot.waitUntil(lambda: sentences(page)[0].endswith("In your account, too"))


def test_the_page_filters_what_is_on_its_way_and_fetches(
    page: FilesPage, context: FakeContext, qtbot: QtBot
) -> None:
    names = [page.kind.itemData(row) for row in range(page.kind.count())]
    assert Kind.UNSENT in names
    page.kind.show_value(Kind.UNSENT)
    page.kind.chosen.emit(Kind.UNSENT)
    assert [row.name for row in page.list.files.rows] == ["tap.png"]

    page.kind.show_value(Kind.MISSING)
    page.kind.chosen.emit(Kind.MISSING)

    def is_offered() -> bool:
        page.list.setCurrentIndex(page.list.files.index(0))
        return not page.buttons[FileAct.FETCH].isHidden()

    qtbot.waitUntil(is_offered)
    page.buttons[FileAct.FETCH].click()

    qtbot.waitUntil(lambda: is_wanted(context.services))


def test_a_picture_whose_bytes_were_changed_says_so_in_its_place(
    context: FakeContext, active: ActiveEditor, services: Services, qtbot: QtBot
) -> None:
    def share(save: Callable[[Path], Path]) -> Path:
        return save(services.folder)

    attachments = AttachmentController(context, active, active.main._notes, share, clipboard_data)
    sha = services.file_acts.add_bytes(png(30, 20), "rose.png").attachment.sha
    painter, size = attachments.painter, QSize(30, 20)
    services.store.write(lambda db: set_fault(db, [(sha, Fault.CHANGED)])).result()

    with qtbot.waitSignal(painter.pictures.found):
        assert painter.pictures.image(sha, size) is None

    said = painter.reason(sha, attachments.states)
    assert said == "Changed on disk, no longer what was added"
    services.store.write(lambda db: set_fault(db, [(sha, Fault.NONE)])).result()
    painter.pictures.look_again()
    qtbot.waitUntil(lambda: painter.pictures.image(sha, size) is not None)


def test_any_other_file_whose_bytes_were_changed_says_so_in_its_note_and_when_it_is_opened(
    context: FakeContext,
    active: ActiveEditor,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attachments = AttachmentController(
        context, active, active.main._notes, lambda save: save(services.folder), clipboard_data
    )
    sha = services.file_acts.add_bytes(b"a bill", "bill.txt").attachment.sha
    monkeypatch.setattr(attachments, "open_elsewhere", lambda _file: None)
    assert attachments.painter.file_words(sha) == ("6 B", True)

    services.store.write(lambda db: set_fault(db, [(sha, Fault.CHANGED)])).result()
    context.events.changed_elsewhere.emit()

    said = "Changed on disk, no longer what was added"
    assert attachments.painter.file_words(sha) == (said, False)
    attachments.open(sha)
    assert context.messages.text == f"bill.txt: {said}"
