"""The page of files: what it lists, how it is filtered, and what can be done there."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import (
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeySequence,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.app.settings.table import FILE_DAYS
from notebrain.domain.notes.attachments import Sha, find_in
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.attachments.controller import AttachmentController
from notebrain.gui.attachments.file_adder import MANY
from notebrain.gui.attachments.files_controller import FilesController
from notebrain.gui.attachments.model import FILE_ROLE, Kind, Order
from notebrain.gui.attachments.page import FileAct, FilesPage
from notebrain.gui.core import dialogs
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.output.shared_files import clipboard_data
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext
from tests.gui.attachments.test_file_adder import of_files, of_image, picture
from tests.gui.attachments.test_pictures import png

pytestmark = pytest.mark.gui

Take = Callable[..., NoteId]


class Files:
    """The page on its own, and what its controller tells the sidebar."""

    def __init__(
        self, context: FakeContext, active: ActiveEditor, acts: NoteActions, qtbot: QtBot
    ) -> None:
        self.context = context
        self.entry: list[bool] = []
        self._qtbot = qtbot
        attachments = AttachmentController(
            context,
            active,
            active.main._notes,
            lambda save: save(context.services.folder),
            clipboard_data,
        )
        save = active.main.flush
        self.controller = FilesController(context, attachments, self.entry.append, acts, save)

    @property
    def page(self) -> FilesPage:
        return self.controller.page

    def open(self, count: int) -> FilesPage:
        """Show the page, and wait until it lists so many files."""
        self.context.actions[CommandId.FILES].trigger()
        self.wait(lambda: len(self.names()) == count)
        return self.page

    def wait(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition)

    def names(self) -> list[str]:
        return [row.name for row in self.page.list.files.rows]

    def choose(self, *names: str) -> None:
        files = self.page.list
        files.clearSelection()
        for name in names:
            index = files.files.index(self.names().index(name))
            files.selectionModel().setCurrentIndex(
                index, files.selectionModel().SelectionFlag.Select
            )

    def press(self, act: FileAct) -> None:
        self.page.buttons[act].click()

    def undo(self) -> None:
        """Undo the last act, once the window has heard of it."""
        self.wait(lambda: self.controller._acts.can_undo)
        self.context.actions[CommandId.UNDO_FILING].trigger()

    def answered(self, text: str) -> None:
        """Wait for a message that begins like this."""
        self.wait(lambda: self.context.messages.text.startswith(text))


@pytest.fixture
def files(context: FakeContext, active: ActiveEditor, acts: NoteActions, qtbot: QtBot) -> Files:
    return Files(context, active, acts, qtbot)


@pytest.fixture
def add(services: Services, clock: FakeClock) -> Callable[..., Sha]:
    """Add a file, a minute after the one before; the note that uses it is made if it has a title."""

    def add(name: str, data: bytes = b"text", *notes: str) -> Sha:
        clock.forward(minutes=1)
        added = services.file_acts.add_bytes(data, name)
        for title in notes:
            body = f"# {title}\n\n{added.markdown}"
            services.notes.capture(Draft(body)).result()
        return added.attachment.sha

    return add


def spoken(page: FilesPage, row: int) -> str:
    return str(page.list.files.index(row).data(Qt.ItemDataRole.AccessibleTextRole))


def test_without_files_the_page_says_how_to_add_some(files: Files) -> None:
    files.context.actions[CommandId.FILES].trigger()
    files.wait(lambda: files.page.empty.title.text() == "No files yet")
    files.wait(lambda: bool(files.entry))

    assert (
        files.page.empty.hint.text() == "Paste a picture into a note, or drop a file there or here."
    )
    assert not files.page.field.isVisible()
    assert files.entry[-1] is False


def test_the_entry_in_the_sidebar_comes_with_the_first_file(
    files: Files, add: Callable[..., Sha]
) -> None:
    files.wait(lambda: files.entry == [False])

    add("a.txt", b"a", "Tap")

    files.wait(lambda: files.entry[-1] is True)


def test_files_are_listed_with_their_sum_and_read_aloud_whole(
    files: Files, add: Callable[..., Sha]
) -> None:
    add("plan.txt", b"x" * 2_000, "Garden", "Tap")
    add("tap.png", png(300, 200), "Tap")

    page = files.open(2)

    assert files.names() == ["tap.png", "plan.txt"]
    assert page.sum.text().startswith("2 files, ")
    assert spoken(page, 0).startswith("tap.png, PNG picture, 300 × 200, ")
    assert spoken(page, 1) == "plan.txt, Text, text not read yet, 2.0 kB, 2 notes, added today"


def test_words_and_a_kind_filter_the_list(files: Files, add: Callable[..., Sha]) -> None:
    add("garden.png", png(30, 20), "Garden")
    add("garden.pdf", b"%PDF-1.4", "Garden")
    add("tap.png", png(40, 20))
    page = files.open(3)

    page.field.setText("GARDEN pic")
    assert files.names() == ["garden.png"]
    assert page.sum.text().startswith("1 of 3 files, ")

    page.field.clear()
    found = {}
    for kind in (Kind.PICTURES, Kind.DOCUMENTS, Kind.MEDIA, Kind.UNUSED):
        page.kind.show_value(kind)
        page.kind.chosen.emit(kind)
        found[kind] = files.names()
    assert found == {
        Kind.PICTURES: ["tap.png", "garden.png"],
        Kind.DOCUMENTS: ["garden.pdf"],
        Kind.MEDIA: [],
        Kind.UNUSED: ["tap.png"],
    }


def test_where_nothing_matches_one_button_shows_all_again(
    files: Files, add: Callable[..., Sha]
) -> None:
    add("tap.png", png(40, 20))
    page = files.open(1)
    page.field.setText("nowhere")
    assert page.empty.title.text() == "No file matches"

    page.empty.act.click()

    assert files.names() == ["tap.png"]
    assert not page.field.text()


def test_the_order_is_by_name_size_notes_or_type(files: Files, add: Callable[..., Sha]) -> None:
    add("b.txt", b"x" * 10, "One", "Two")
    add("A.txt", b"x" * 30)
    add("c.txt", b"x" * 20, "Three")
    add("d.pdf", b"%PDF-1.7 " + b"x" * 6, "Four")
    page = files.open(4)

    orders = {}
    for order in Order:
        page.order.show_value(order)
        page.order.chosen.emit(order)
        orders[order] = "".join(name[0] for name in files.names())

    assert orders == {
        Order.ADDED: "dcAb",
        Order.NAME: "Abcd",
        Order.SIZE: "Acdb",
        Order.NOTES: "bdcA",
        Order.KIND: "dAbc",
    }


def test_a_new_file_comes_without_moving_what_is_seen_or_chosen(
    files: Files, add: Callable[..., Sha]
) -> None:
    for number in range(40):
        add(f"{number}.txt", f"{number}".encode())
    page = files.open(40)
    files.choose("20.txt", "21.txt")
    page.list.verticalScrollBar().setValue(300)
    top = page.list.indexAt(QPoint(0, 0)).data(FILE_ROLE).name
    offset = page.list.visualRect(page.list.indexAt(QPoint(0, 0))).top()

    add("new.txt", b"new", "Tap")
    files.wait(lambda: len(files.names()) == 41)

    assert page.list.indexAt(QPoint(0, 0)).data(FILE_ROLE).name == top
    assert page.list.visualRect(page.list.indexAt(QPoint(0, 0))).top() == offset
    assert [row.name for row in page.list.chosen()] == ["21.txt", "20.txt"]


def test_enter_shows_a_picture_large(files: Files, add: Callable[..., Sha]) -> None:
    add("tap.png", png(300, 200))
    page = files.open(1)

    QTest.keyClick(page.list, Qt.Key.Key_Return)

    files.wait(
        lambda: any(
            w.windowTitle() == "tap.png - NoteBrain" for w in QApplication.topLevelWidgets()
        )
    )


def test_enter_opens_a_document_with_the_program_of_the_system(
    files: Files, add: Callable[..., Sha], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.fileName()))
    add("plan.pdf", b"%PDF-1.4")
    page = files.open(1)

    QTest.keyClick(page.list, Qt.Key.Key_Return)

    files.wait(lambda: opened == ["plan.pdf"])


def test_the_keys_reach_the_filter_the_list_and_the_way_back(
    open_window: Callable[[], AppWindow], add: Callable[..., Sha], qtbot: QtBot
) -> None:
    add("tap.png", png(30, 20), "Kitchen")
    app = open_window()
    qtbot.waitUntil(lambda: app.sidebar.foot.entries.find("files").isValid())
    app.actions[CommandId.FILES].trigger()
    page = app.window.findChild(FilesPage)
    assert isinstance(page, FilesPage)
    qtbot.waitUntil(page.list.hasFocus)

    QTest.keyClick(page.list, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.field.hasFocus()
    QTest.keyClicks(page.field, "tap")
    QTest.keyClick(page.field, Qt.Key.Key_Down)
    assert page.list.hasFocus()
    QTest.keyClick(page.list, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.field, Qt.Key.Key_Escape)
    assert not page.field.text()
    assert app.window.windowTitle().startswith("Files")
    QTest.keyClick(page.field, Qt.Key.Key_Escape)
    assert app.window.shows_notes


def test_del_in_the_list_of_files_moves_no_note_to_the_trash(
    open_window: Callable[[], AppWindow],
    add: Callable[..., Sha],
    qtbot: QtBot,
    services: Services,
) -> None:
    add("tap.png", png(30, 20), "Kitchen")
    app = open_window()
    app.actions[CommandId.FILES].trigger()
    page = app.window.findChild(FilesPage)
    assert isinstance(page, FilesPage)
    qtbot.waitUntil(page.list.hasFocus)

    QTest.keyClick(page.list, Qt.Key.Key_Delete)

    qtbot.waitUntil(lambda: "Kitchen" in app.status.saved.text())
    assert services.library.counts().trashed == 0


def test_an_unused_file_is_kept_and_let_go_again(
    files: Files, add: Callable[..., Sha], services: Services
) -> None:
    sha = add("tap.png", png(30, 20))
    page = files.open(1)
    assert "Unused, deleted in 30 days" in spoken(page, 0)
    files.choose("tap.png")

    files.press(FileAct.KEEP)
    files.answered("“tap.png” is kept")
    files.wait(lambda: "Unused, kept" in spoken(page, 0))
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    files.answered("“tap.png” is deleted in 30 days")
    files.wait(lambda: "Unused, deleted in 30 days" in spoken(page, 0))
    files.context.messages.press()
    files.wait(lambda: "Unused, kept" in spoken(page, 0))

    assert services.files.read(sha) == png(30, 20)


def test_a_used_file_is_not_removed_and_the_note_is_named(
    files: Files, add: Callable[..., Sha]
) -> None:
    add("tap.png", png(30, 20), "Kitchen")
    page = files.open(1)
    files.choose("tap.png")
    assert not page.buttons[FileAct.REMOVE].isEnabled()

    QTest.keyClick(page.list, Qt.Key.Key_Delete)

    files.answered("tap.png cannot be removed: the note “Kitchen” uses it.")


def test_where_unused_files_stay_for_ever_the_page_says_so(
    files: Files, add: Callable[..., Sha], services: Services
) -> None:
    services.settings.put(FILE_DAYS, 0).result()
    add("tap.png", png(30, 20))
    page = files.open(1)
    files.choose("tap.png")
    assert "Unused, kept" in spoken(page, 0)

    QTest.keyClick(page.list, Qt.Key.Key_Delete)

    files.answered("Unused files stay")


def test_the_note_that_uses_a_file_is_shown(files: Files, add: Callable[..., Sha]) -> None:
    add("tap.png", png(30, 20), "Kitchen")
    files.open(1)
    files.choose("tap.png")

    files.press(FileAct.NOTES)

    note = files.context.navigator.note
    assert note is not None
    assert note.title == "Kitchen"


def test_of_several_notes_one_is_chosen(
    files: Files, add: Callable[..., Sha], services: Services
) -> None:
    sha = add("tap.png", png(30, 20), "R&D", "Bath", "Cellar")
    files.open(1)
    found = services.files.notes_with(sha)
    services.notes.forget([next(note.id for note in found if note.title == "Bath")]).result()

    menu = files.controller.menu_of(services.files.notes_with(sha))
    names = {act.text(): act for act in menu.actions()}
    assert set(names) == {"R&&D", "Bath (in the trash)", "Cellar"}
    names["R&&D"].trigger()

    note = files.context.navigator.note
    assert note is not None
    assert note.title == "R&D"


def test_a_file_gets_another_name_in_all_notes_and_the_old_one_back(
    files: Files, add: Callable[..., Sha], services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = add("tap.png", png(30, 20), "Kitchen", "Costs")
    bodies = bodies_with(services, sha)
    files.open(1)
    files.choose("tap.png")

    async def ask(*_parts: object, **_more: object) -> str:
        return "The old/tap"

    monkeypatch.setattr(dialogs, "ask_text", ask)
    files.press(FileAct.RENAME)
    files.wait(lambda: files.names() == ["The old-tap.png"])
    assert bodies_with(services, sha) == [
        body.replace("tap.png", "The%20old-tap.png") for body in bodies
    ]

    files.undo()

    files.wait(lambda: files.names() == ["tap.png"])
    assert bodies_with(services, sha) == bodies


def test_another_file_takes_its_place_in_all_notes_and_gives_it_back(
    files: Files,
    add: Callable[..., Sha],
    services: Services,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = add("tap.png", png(30, 20), "Kitchen", "Costs")
    bodies = bodies_with(services, old)
    (tmp_path / "sink.png").write_bytes(png(60, 40))
    files.open(1)
    files.choose("tap.png")

    async def choose(*_parts: object, **_more: object) -> Path:
        return tmp_path / "sink.png"

    monkeypatch.setattr(dialogs, "choose_file", choose)
    files.press(FileAct.REPLACE)
    files.wait(lambda: len(files.names()) == 2)
    files.wait(lambda: not bodies_with(services, old))
    new = services.files.find("sink.png").sha
    assert len(bodies_with(services, new)) == 2

    files.undo()

    files.wait(lambda: bodies_with(services, old) == bodies)
    assert not bodies_with(services, new)


def bodies_with(services: Services, sha: Sha) -> list[str]:
    using = sorted(one.id for one in services.files.notes_with(sha))
    return [services.library.note(NoteId(str(note))).body for note in using]


def test_several_files_are_saved_in_a_folder(
    files: Files,
    add: Callable[..., Sha],
    take: Take,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for data in (b"one", b"two"):
        add("list.txt", data)
    take(f"[gone.txt](attachment:{'0' * 64}/gone.txt)")
    page = files.open(3)
    page.list.selectAll()
    assert page.sum.text() == "3 files, 6 B · 3 chosen, 6 B"
    assert not page.buttons[FileAct.OPEN].isEnabled()

    async def choose(*_parts: object, **_more: object) -> Path:
        return tmp_path

    monkeypatch.setattr(dialogs, "choose_folder", choose)
    files.press(FileAct.SAVE)

    files.answered("Saved 2 files in ")
    assert {path.name for path in tmp_path.glob("*.txt")} == {"list.txt", "list 2.txt"}


def test_a_lost_file_and_one_that_never_came_say_so(
    files: Files, add: Callable[..., Sha], take: Take, services: Services
) -> None:
    sha = add("lost.png", png(30, 20), "Kitchen")
    path = services.files.path(sha)
    assert path is not None
    path.unlink()
    services.file_care.check(hashes=False)
    take(f"![](attachment:{'0' * 64}/far%E2%80%AEgnp.png)")

    page = files.open(2)

    assert all("Not on this computer" in spoken(page, row) for row in range(2))
    assert not any("\u202e" in name for name in files.names())
    files.choose("lost.png")
    assert not page.buttons[FileAct.OPEN].isEnabled()
    assert not page.buttons[FileAct.SAVE].isEnabled()
    page.kind.show_value(Kind.MISSING)
    page.kind.chosen.emit(Kind.MISSING)
    assert len(files.names()) == 2


def test_files_on_a_disk_that_was_away_are_there_when_the_page_is_opened_or_refreshed(
    files: Files, add: Callable[..., Sha], services: Services
) -> None:
    add("tap.png", png(30, 20), "Kitchen")
    folder = services.store.path.parent / "files"
    away = folder.with_name("away")

    def check_without_the_disk() -> None:
        folder.rename(away)
        services.file_care.check(hashes=False)
        away.rename(folder)

    def is_here() -> bool:
        return "Not on this computer" not in spoken(files.page, 0)

    check_without_the_disk()
    files.open(1)
    files.wait(is_here)
    files.wait(lambda: not services.files.rows()[0].fault)
    check_without_the_disk()
    assert services.files.rows()[0].fault
    files.context.window.activated.emit()  # the user returns

    files.wait(lambda: not services.files.rows()[0].fault)
    files.wait(is_here)


def test_the_menu_offers_only_what_is_possible(files: Files, add: Callable[..., Sha]) -> None:
    add("used.txt", b"used", "Kitchen")
    add("unused.txt", b"unused")
    page = files.open(2)

    files.choose("used.txt")
    used = [act.text() for act in page.menu().actions()]
    files.choose("unused.txt")
    unused = [act.text() for act in page.menu().actions()]

    assert used == ["Open", "Copy", "Save as…", "Show note", "Rename…", "Replace…"]
    assert unused == ["Open", "Copy", "Save as…", "Rename…", "Keep"]


def test_pictures_are_not_read_while_the_list_is_scrolled(
    files: Files, add: Callable[..., Sha]
) -> None:
    for number in range(60):
        add(f"{number}.png", png(30 + number, 20))
    page = files.open(60)
    pictures = page.list._delegate._pictures
    asked: list[bool] = []
    image = pictures.image

    def watched(sha: Sha, size: QSize, ratio: float = 1.0, *, read: bool = True) -> object:
        asked.append(read)
        return image(sha, size, ratio, read=read)

    pictures.image = watched  # type: ignore[method-assign, assignment]
    page.list.verticalScrollBar().setValue(1_500)
    page.list.viewport().repaint()
    assert asked
    assert not any(asked)

    files.wait(lambda: any(asked))


def test_ten_thousand_files_are_filtered_and_painted_a_page_at_a_time(
    files: Files, add: Callable[..., Sha], services: Services
) -> None:
    add("tap.png", png(30, 20))
    page = files.open(1)
    [row] = services.files.rows()
    many = [
        replace(row, sha=Sha(f"{number:064x}"), name=f"{number}.png") for number in range(10_000)
    ]
    painted: list[int] = []
    paint = page.list._delegate._paint_row

    def watched(painter, option, index) -> None:
        painted.append(index.row())
        paint(painter, option, index)

    page.list._delegate._paint_row = watched  # type: ignore[method-assign]
    page.show_rows(many)
    page.list.viewport().repaint()

    assert 0 < len(set(painted)) < 40
    page.field.setText("9999")
    assert files.names() == ["9999.png"]


def test_files_are_copied_with_their_names_and_a_picture_as_one(
    files: Files, context: FakeContext, qtbot: QtBot
) -> None:
    acts = context.services.file_acts
    acts.add_bytes(png(60, 40), "tap.png")
    acts.add_bytes(b"%PDF-1.7 bill", "bill.pdf")
    page = files.open(2)
    page.list.setFocus()
    page.list.clearSelection()
    page.list.setCurrentIndex(page.list.files.index(files.names().index("tap.png")))

    qtbot.keyClick(page.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    qtbot.waitUntil(lambda: context.messages.text == "Copied tap.png")
    data = QGuiApplication.clipboard().mimeData()
    (url,) = data.urls()
    assert Path(url.toLocalFile()).name == "tap.png"
    assert Path(url.toLocalFile()).read_bytes() == png(60, 40)
    assert QImage(data.imageData()).size().toTuple() == (60, 40)

    page.list.selectAll()
    page.list.copy_requested.emit()

    qtbot.waitUntil(lambda: context.messages.text == "Copied 2 files")
    data = QGuiApplication.clipboard().mimeData()
    assert sorted(Path(url.toLocalFile()).suffix for url in data.urls()) == [".pdf", ".png"]
    assert not data.hasImage()


def dropped(page: FilesPage, *paths: Path) -> bool:
    """Drop files on the page as a file manager does; return whether it takes them."""
    data = of_files(*paths)
    at, buttons, keys = QPoint(40, 40), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(at, Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(page, entered)
    if entered.isAccepted():
        QApplication.sendEvent(
            page, QDropEvent(QPointF(at), Qt.DropAction.CopyAction, data, buttons, keys)
        )
    return entered.isAccepted()


def test_files_dropped_on_the_page_are_in_a_new_note(
    files: Files, services: Services, tmp_path: Path
) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name)
    page = files.open(0)

    assert dropped(page, tmp_path / "a.txt", tmp_path / "b.txt")

    files.answered("2 files are in a new note")
    files.wait(lambda: sorted(files.names()) == ["a.txt", "b.txt"])
    assert [row.notes for row in page.list.files.rows] == [1, 1]
    files.context.messages.press()
    note = files.context.navigator.went[-1]
    assert {one.name for one in find_in(services.library.note(NoteId(str(note))).body)} == {
        "a.txt",
        "b.txt",
    }


def test_of_several_dropped_files_those_that_can_be_read_are_added_and_the_rest_is_named(
    files: Files, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    page = files.open(0)

    assert dropped(page, tmp_path, tmp_path / "a.txt")

    files.answered(f"{tmp_path} is a folder.")
    files.wait(lambda: files.names() == ["a.txt"])


def test_a_dropped_folder_makes_no_note(files: Files, services: Services, tmp_path: Path) -> None:
    page = files.open(0)

    assert dropped(page, tmp_path)

    files.answered(f"{tmp_path} is a folder.")
    assert services.library.counts().notes == 0


def test_a_picture_pasted_on_the_page_is_in_a_new_note(files: Files) -> None:
    page = files.open(0)
    QGuiApplication.clipboard().setMimeData(of_image(picture()))

    QTest.keySequence(page, QKeySequence(QKeySequence.StandardKey.Paste))

    files.wait(lambda: files.context.messages.text.endswith(".png is in a new note"))


def test_words_dropped_on_the_page_are_left_where_they_are(files: Files) -> None:
    page, data = files.open(0), QMimeData()
    data.setText("words")
    entered = QDragEnterEvent(
        QPoint(40, 40),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )

    QApplication.sendEvent(page, entered)

    assert not entered.isAccepted()


@pytest.mark.parametrize("answer", ["Add", None])
def test_many_dropped_files_are_asked_about_once(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str | None
) -> None:
    asked: list[str] = []

    async def choose(*_args: object, text: str, **_more: object) -> str | None:
        asked.append(text)
        return answer

    monkeypatch.setattr(dialogs, "choose_answer", choose)
    paths = [tmp_path / f"{n:02}.txt" for n in range(MANY + 1)]
    for path in paths:
        path.write_text(path.name, encoding="utf-8")
    page = files.open(0)

    dropped(page, *paths)
    files.wait(lambda: bool(asked) and not files.controller._attachments.adder.is_busy)

    assert asked == [f"Add {MANY + 1} files of 66 B to a new note?"]
    if answer:
        files.answered(f"{MANY + 1} files are in a new note")
    else:
        assert files.names() == []
