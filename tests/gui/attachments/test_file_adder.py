"""Files that are pasted or dropped in a note: into the vault, and their links where the caret was."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.domain.notes.attachments import find_in
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.attachments.file_adder import LARGE, MANY
from notebrain.gui.core import dialogs
from notebrain.storage.file_lock import Lease
from notebrain.storage.files.blobs import Blobs, Staged
from tests.fakes.capturing import ask, kept, press, write
from tests.gui.widgets.test_hidden_addresses import seen

pytestmark = pytest.mark.gui

Take = Callable[..., NoteId]
NONE = Qt.KeyboardModifier.NoModifier


def picture(width: int = 60, height: int = 40) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    return image


def of_image(image: QImage) -> QMimeData:
    data = QMimeData()
    data.setImageData(image)
    return data


def of_files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


@pytest.fixture
def app(open_window: Callable[[], AppWindow], take: Take, qtbot: QtBot) -> AppWindow:
    note = take("# Tap\n\nLeaks.")
    app = open_window()
    app.browser.write_in(note)
    qtbot.waitUntil(lambda: text_of(app) == "# Tap\n\nLeaks.")
    end = app.editor.view.textCursor()
    end.movePosition(end.MoveOperation.End)
    app.editor.view.setTextCursor(end)
    return app


def text_of(app: AppWindow) -> str:
    document = app.editor.view.note
    return document.stored if document is not None else ""


def paste(app: AppWindow, data: QMimeData) -> None:
    app.editor.view.insertFromMimeData(data)


def links(app: AppWindow) -> list[str]:
    return [link.name for link in find_in(text_of(app))]


def test_a_pasted_picture_is_kept_and_stands_on_a_line_of_its_own(
    app: AppWindow, services: Services, qtbot: QtBot
) -> None:
    paste(app, of_image(picture()))
    qtbot.waitUntil(lambda: len(links(app)) == 1)

    [link] = find_in(text_of(app))
    assert link.is_picture
    assert text_of(app)[: link.start] == "# Tap\n\nLeaks.\n\n"
    known = services.files.get(link.sha)
    assert known is not None
    assert (known.width, known.height) == (60, 40)
    assert QImage.fromData(services.files.read(link.sha)).pixelColor(5, 5) == QColor("teal")


def test_other_files_are_linked_in_the_line(
    app: AppWindow, services: Services, qtbot: QtBot, tmp_path: Path
) -> None:
    one, other = tmp_path / "bill.pdf", tmp_path / "plan [1].txt"
    one.write_bytes(b"%PDF-1.7 bill")
    other.write_text("a plan", encoding="utf-8")

    paste(app, of_files(one, other))
    qtbot.waitUntil(lambda: len(links(app)) == 2)

    assert links(app) == ["bill.pdf", "plan [1].txt"]
    assert text_of(app).startswith("# Tap\n\nLeaks. [bill.pdf](")
    assert "\n" not in text_of(app).removeprefix("# Tap\n\n")
    first = next(find_in(text_of(app)))
    assert services.files.read(first.sha) == b"%PDF-1.7 bill"


def test_several_files_come_in_one_act_that_ends_when_their_links_are_saved(
    app: AppWindow,
    services: Services,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    together: list[int] = []
    announce = Blobs.announce

    def watched(blobs: Blobs, staged: Sequence[Staged]) -> Lease:
        together.append(len(staged))
        return announce(blobs, staged)

    monkeypatch.setattr(Blobs, "announce", watched)
    paths = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt")]
    for path in paths:
        path.write_text(path.name, encoding="utf-8")
    note = app.context.navigator.note
    assert note is not None
    folder = services.store.path.parent / "files"

    paste(app, of_files(*paths))
    qtbot.waitUntil(lambda: services.library.note(note.id).body.count("attachment:") == 3)

    assert together == [3]
    qtbot.waitUntil(lambda: not list(folder.glob("*.adding")))
    services.file_care.tidy()
    assert all(row.used for row in services.files.rows())


def test_undo_takes_the_link_away_and_redo_brings_it_back(app: AppWindow, qtbot: QtBot) -> None:
    paste(app, of_image(picture()))
    qtbot.waitUntil(lambda: len(links(app)) == 1)
    with_link = text_of(app)

    app.editor.view.undo()
    assert text_of(app) == "# Tap\n\nLeaks."
    app.editor.view.redo()

    assert text_of(app) == with_link


def test_what_is_typed_meanwhile_stays_and_the_link_goes_where_it_was_pasted(
    app: AppWindow, qtbot: QtBot
) -> None:
    paste(app, of_image(picture()))
    start = app.editor.view.textCursor()
    start.setPosition(0)
    start.insertText("Now: ")
    qtbot.waitUntil(lambda: len(links(app)) == 1)

    assert text_of(app).startswith("Now: # Tap\n\nLeaks.\n\n![")


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_added(
    app: AppWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "there.txt").write_text("here", encoding="utf-8")

    paste(app, of_files(tmp_path / "gone.txt", tmp_path / "there.txt"))
    qtbot.waitUntil(lambda: links(app) == ["there.txt"])

    assert "gone.txt" in app.status.saved.text()


def test_a_folder_is_refused_in_words(app: AppWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()

    paste(app, of_files(tmp_path / "pictures"))
    qtbot.waitUntil(lambda: "pictures" in app.status.saved.text())

    assert text_of(app) == "# Tap\n\nLeaks."


@pytest.mark.parametrize("answer", ["Add", None])
def test_many_files_are_asked_about_once(
    app: AppWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str | None,
) -> None:
    asked: list[str] = []

    async def choose(*_args: object, text: str, **_more: object) -> str | None:
        asked.append(text)
        return answer

    monkeypatch.setattr(dialogs, "choose_answer", choose)
    paths = [tmp_path / f"{n:02}.txt" for n in range(MANY + 1)]
    for path in paths:
        path.write_text(path.name, encoding="utf-8")

    paste(app, of_files(*paths))
    qtbot.waitUntil(lambda: bool(asked))
    qtbot.waitUntil(lambda: not app.attachments.adder.is_busy)

    assert asked == [f"Add {MANY + 1} files of 66 B to this note?"]
    assert len(links(app)) == (MANY + 1 if answer else 0), app.status.saved.text()


def test_a_large_file_is_asked_about(
    app: AppWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def choose(*_args: object, text: str, **_more: object) -> None:
        asked.append(text)

    monkeypatch.setattr(dialogs, "choose_answer", choose)
    with (tmp_path / "film.bin").open("wb") as film:
        film.truncate(LARGE + 1)

    paste(app, of_files(tmp_path / "film.bin"))
    qtbot.waitUntil(lambda: not app.attachments.adder.is_busy)

    assert asked == ["Add a file of 20 MB to this note?"]
    assert not links(app)


def test_a_picture_pasted_into_a_note_that_was_left_still_gets_there(
    app: AppWindow, services: Services, qtbot: QtBot, take: Take
) -> None:
    other = take("Another note")
    note = app.context.navigator.note
    assert note is not None

    paste(app, of_image(picture(900, 900)))
    app.browser.write_in(other)

    qtbot.waitUntil(lambda: "attachment:" in services.library.note(note.id).body)
    assert services.library.note(other).body == "Another note"


def test_a_picture_on_a_web_page_is_not_downloaded(app: AppWindow) -> None:
    data = QMimeData()
    data.setHtml('<img src="https://example.org/a.png">')
    data.setUrls([QUrl("https://example.org/a.png")])

    paste(app, data)

    assert "address of this picture" in app.status.saved.text()
    assert text_of(app) == "# Tap\n\nLeaks."


def dropped_from_a_browser(image: QImage | None, html: str) -> QMimeData:
    data = QMimeData()
    data.setHtml(html)
    data.setUrls([QUrl("https://example.org/a.png")])
    if image is not None:
        data.setImageData(image)
    return data


def drop(app: AppWindow, data: QMimeData) -> None:
    """Drop something at the end of the text."""
    target = app.editor.view.viewport()
    at = QPointF(app.editor.view.cursorRect().center())
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE)
    QApplication.sendEvent(target, QDragEnterEvent(at.toPoint(), *rest))
    QApplication.sendEvent(target, QDragMoveEvent(at.toPoint(), *rest))
    QApplication.sendEvent(target, QDropEvent(at, *rest))


@pytest.mark.parametrize(
    "html",
    [
        '<meta charset="utf-8"><img src="https://example.org/a.png" alt="A tap">',
        '<html><body><!--StartFragment--><a href="x"><img src="a.png"/></a><!--EndFragment--></body>',
    ],
)
def test_a_picture_dragged_from_a_browser_is_kept_as_it_came(
    app: AppWindow, services: Services, qtbot: QtBot, html: str
) -> None:
    drop(app, dropped_from_a_browser(picture(), html))
    qtbot.waitUntil(lambda: len(links(app)) == 1)

    [link] = find_in(text_of(app))
    assert QImage.fromData(services.files.read(link.sha)).size().toTuple() == (60, 40)
    assert "example.org" not in text_of(app)


@pytest.mark.qt_log_ignore("Unsupported marker", extend=True)  # when it is shown
@pytest.mark.parametrize(("kind", "ending"), [("png", ".png"), ("jpeg", ".jpg"), ("gif", ".gif")])
def test_the_bytes_of_a_picture_are_kept_where_the_other_program_has_them(
    app: AppWindow, services: Services, qtbot: QtBot, kind: str, ending: str
) -> None:
    heads = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff", "gif": b"GIF89a"}
    data = QMimeData()
    data.setData(f"image/{kind}", heads[kind] + b"as it was")

    paste(app, data)
    qtbot.waitUntil(lambda: len(links(app)) == 1)

    [link] = find_in(text_of(app))
    assert services.files.read(link.sha) == heads[kind] + b"as it was"
    assert link.name.endswith(ending)


def test_bytes_that_are_no_picture_are_not_taken_for_one(app: AppWindow, qtbot: QtBot) -> None:
    data = of_image(picture())
    data.setData("image/png", b"nothing")

    paste(app, data)
    qtbot.waitUntil(lambda: len(links(app)) == 1)

    assert links(app)[0].endswith(".png")


def test_the_address_of_a_picture_alone_is_text(app: AppWindow) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a.png")])

    drop(app, data)

    assert text_of(app).endswith("Leaks.https://example.org/a.png")


def test_a_picture_with_an_empty_text_beside_it_is_a_picture(app: AppWindow, qtbot: QtBot) -> None:
    data = of_image(picture())
    data.setText(" \n")

    paste(app, data)

    qtbot.waitUntil(lambda: len(links(app)) == 1)


def test_table_cells_that_come_with_a_picture_of_them_are_pasted_as_text(app: AppWindow) -> None:
    data = of_image(picture())
    data.setText("Pea\tApril")

    paste(app, data)

    assert text_of(app).endswith("Leaks.Pea\tApril")


def test_a_note_captured_at_once_waits_for_its_picture(
    app: AppWindow, services: Services, qtbot: QtBot
) -> None:
    controller = app.quick_capture
    ask(controller, qtbot)
    write(controller, "The meter")
    controller.window.text.insertFromMimeData(of_image(picture(900, 900)))

    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not controller.window.isVisible())

    body = kept(services)[0].body
    assert app.status.saved.text() != "x"
    assert body.startswith("The meter\n\n![](attachment:")


def test_the_small_window_shows_the_name_of_a_picture_and_no_hash(
    app: AppWindow, qtbot: QtBot
) -> None:
    controller = app.quick_capture
    ask(controller, qtbot)
    text = controller.window.text
    text.insertFromMimeData(of_image(picture()))
    qtbot.waitUntil(lambda: "attachment:" in text.stored)

    line = seen(text.document().firstBlock())
    assert line.startswith("![](picture-")
    assert "attachment:" not in line

    before = text.stored
    cursor = text.textCursor()
    cursor.setPosition(before.index("picture-"))
    text.setTextCursor(cursor)
    QTest.keyClick(text, Qt.Key.Key_Backspace)
    assert text.stored == before
    QTest.keyClick(text, Qt.Key.Key_Backspace)
    assert not text.stored.strip()


def test_a_picture_alone_is_a_note(app: AppWindow, services: Services, qtbot: QtBot) -> None:
    controller = app.quick_capture
    ask(controller, qtbot)
    controller.window.text.insertFromMimeData(of_image(picture()))

    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not controller.window.isVisible())

    [link] = find_in(kept(services)[0].body)
    assert link.is_picture


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_blocks_nothing(app: AppWindow, qtbot: QtBot, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    paste(app, of_files(tmp_path / "pipe"))

    qtbot.waitUntil(lambda: "pipe" in app.status.saved.text())
