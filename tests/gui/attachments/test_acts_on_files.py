"""What can be done on the page of files: open, keep, rename, replace, save, copy, drop."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
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

from notebrain.app.services import Services
from notebrain.app.settings.table import FILE_DAYS
from notebrain.domain.notes.attachments import Sha, find_in
from notebrain.domain.notes.note import NoteId
from notebrain.gui.attachments.file_adder import MANY
from notebrain.gui.attachments.page import FileAct, FilesPage
from notebrain.gui.core import dialogs
from tests.fakes.context import FakeContext
from tests.fakes.files_page import Files, spoken
from tests.gui.attachments.test_file_adder import of_files, of_image, picture
from tests.gui.attachments.test_pictures import png

pytestmark = pytest.mark.gui
Take = Callable[..., NoteId]


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
