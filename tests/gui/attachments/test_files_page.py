"""The page of files: what it lists, how it is filtered, and what is said of each file."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.attachments.model import FILE_ROLE, Kind, Order
from notebrain.gui.attachments.page import FileAct, FilesPage
from tests.fakes.files_page import Files, spoken
from tests.gui.attachments.test_pictures import png

pytestmark = pytest.mark.gui
Take = Callable[..., NoteId]


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
