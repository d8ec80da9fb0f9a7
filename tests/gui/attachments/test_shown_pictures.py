"""Pictures in the text: painted in their place where marks are hidden, opened by a click."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.domain.notes.attachments import find_in
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.attachments.viewer import PictureWindow
from notebrain.gui.core import dialogs
from notebrain.gui.core.threads import Lane
from notebrain.gui.editor.clipboard import text_menu
from notebrain.gui.editor.live_view import TextMode
from tests.gui.attachments.test_pictures import png

pytestmark = pytest.mark.gui

Take = Callable[..., NoteId]
MISSING = "0" * 64


@pytest.fixture
def open_note(open_window: Callable[[], AppWindow], take: Take, qtbot: QtBot):
    def open_note(body: str) -> AppWindow:
        note = take(body)
        app = open_window()
        app.browser.write_in(note)
        qtbot.waitUntil(lambda: app.editor.view.toPlainText() == body)
        return app

    return open_note


@pytest.fixture
def link(services: Services) -> str:
    return services.file_acts.add_bytes(png(300, 200), "tap.png").markdown


def color_at(app: AppWindow, at: QPoint) -> QColor:
    return app.editor.view.viewport().grab().toImage().pixelColor(at)


def place_of(app: AppWindow, part: str) -> QPoint:
    """A point in the line with these words, a little right of and below its start."""
    view = app.editor.view
    cursor = view.textCursor()
    cursor.setPosition(view.toPlainText().index(part))
    return view.cursorRect(cursor).topLeft() + QPoint(30, 30)


def test_a_picture_takes_the_place_of_its_link(open_note, link: str, qtbot: QtBot) -> None:
    app = open_note(f"# Tap\n\n{link}\nBelow")
    at = place_of(app, "![")

    qtbot.waitUntil(lambda: color_at(app, at) == QColor("teal"))
    assert place_of(app, "Below").y() - at.y() >= 200


def test_a_picture_that_is_described_is_shown_too(open_note, link: str, qtbot: QtBot) -> None:
    app = open_note(f"# Tap\n\n{link.replace('[]', '[It drips]')}\nBelow")
    at = place_of(app, "![")

    qtbot.waitUntil(lambda: color_at(app, at) == QColor("teal"))


def test_the_caret_in_its_line_shows_the_link(open_note, link: str, qtbot: QtBot) -> None:
    app = open_note(f"# Tap\n\n{link}\nBelow")
    qtbot.waitUntil(lambda: color_at(app, place_of(app, "![")) == QColor("teal"))

    for _step in range(2):
        QTest.keyClick(app.editor.view, Qt.Key.Key_Down)
    app.editor.view.grab()

    assert place_of(app, "Below").y() - place_of(app, "![").y() < 120


def write_in_line(app: AppWindow, part: str, keys: str) -> QPoint:
    """Type where these words begin; return a point in the picture above the line."""
    view = app.editor.view
    cursor = view.textCursor()
    cursor.setPosition(view.toPlainText().index(part))
    view.setTextCursor(cursor)
    QTest.keyClicks(view, keys)
    return view.cursorRect(cursor).topLeft() + QPoint(30, -60)


@pytest.mark.parametrize("begin", ["", "- ", "> ", "See "])
def test_a_picture_stays_above_its_line_while_it_is_written_in(
    open_note, link: str, qtbot: QtBot, begin: str
) -> None:
    app = open_note(f"# Tap\n\n{begin}{link}\nBelow")
    view = app.editor.view

    above = write_in_line(app, "](", "It drips")

    qtbot.waitUntil(lambda: color_at(app, above) == QColor("teal"))
    assert view.toPlainText() == f"# Tap\n\n{begin}{link.replace('[]', '[It drips]')}\nBelow"
    found = view.live.picture_at(above)
    assert found is not None
    assert found.name == "tap.png"
    assert view.viewport().rect().contains(view.cursorRect())
    below = place_of(app, "Below").y()
    QTest.keyClick(view, Qt.Key.Key_Down)
    view.grab()
    assert 0 < below - place_of(app, "Below").y() < 60  # only the line of text has gone


def test_pictures_beside_each_other_stay_so_while_their_line_is_written_in(
    open_note, services: Services, qtbot: QtBot
) -> None:
    small = services.file_acts.add_bytes(png(90, 60), "tap.png").markdown
    app = open_note(f"# Tap\n\n{small} {small}\nBelow")

    at = write_in_line(app, "![", "")

    qtbot.waitUntil(lambda: color_at(app, at) == QColor("teal"))
    assert color_at(app, at + QPoint(90, 0)) == QColor("teal")
    assert place_of(app, "Below").y() < 320


def test_a_line_loses_the_room_for_its_picture_with_the_link(
    open_note, link: str, qtbot: QtBot
) -> None:
    app = open_note(f"# Tap\n\n{link}\nBelow")
    write_in_line(app, "![", "")
    before = place_of(app, "Below").y()

    QTest.keyClick(app.editor.view, Qt.Key.Key_Delete)
    app.editor.view.grab()

    assert before - place_of(app, "Below").y() >= 200
    app.editor.view.undo()
    app.editor.view.grab()
    assert place_of(app, "Below").y() == before


def test_a_click_shows_it_large_and_leaves_the_caret(open_note, link: str, qtbot: QtBot) -> None:
    app = open_note(f"# Tap\n\nOne\n\nTwo\n\n{link}\nBelow")
    view, at = app.editor.view, place_of(app, "![")
    qtbot.waitUntil(lambda: color_at(app, at) == QColor("teal"))

    view.viewport().repaint(QRect(0, 0, 9, 9))  # only this part, as when the caret blinks

    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

    [window] = [one for one in QApplication.topLevelWidgets() if isinstance(one, PictureWindow)]
    qtbot.waitUntil(lambda: not window.picture.pixmap().isNull())
    assert window.picture.pixmap().deviceIndependentSize().toSize().toTuple() == (300, 200)
    assert view.textCursor().position() == 0
    window.close()


def test_a_click_on_a_picture_as_wide_as_the_column_finds_it(
    open_note, services: Services, qtbot: QtBot
) -> None:
    link = services.file_acts.add_bytes(png(1280, 800), "wide.png").markdown
    app = open_note(f"# Tap\n\n{link}\nBelow")
    at = place_of(app, "![")
    qtbot.waitUntil(lambda: color_at(app, at) == QColor("teal"))

    found = app.editor.view.live.picture_at(at)

    assert found is not None
    assert found.name == "wide.png"


def test_a_picture_is_never_wider_than_a_column_that_became_narrow(
    open_note, services: Services, qtbot: QtBot
) -> None:
    link = services.file_acts.add_bytes(png(1280, 800), "wide.png").markdown
    app = open_note(f"# Tap\n\n{link}\nBelow")
    view = app.editor.view
    app.window.resize(900, 600)
    view.grab()
    QApplication.processEvents()
    margins = view.viewportMargins()

    view.resize(view.width() - 60, view.height())
    at = place_of(app, "![")
    qtbot.waitUntil(lambda: color_at(app, at) == QColor("teal"))

    assert view.viewportMargins() == margins
    assert color_at(app, QPoint(view.viewport().width() - 1, at.y())) != QColor("teal")


def test_a_picture_that_is_closed_while_it_is_read_is_forgotten(
    open_note, services: Services, link: str, qtbot: QtBot
) -> None:
    app = open_note("See")
    app.attachments.open(next(find_in(link)).sha)
    [window] = [one for one in QApplication.topLevelWidgets() if isinstance(one, PictureWindow)]
    window.close()
    QApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)
    assert not isValid(window)

    done: list[int] = []
    lane = app.context.reader.lane(Lane.PICTURES)
    for _thread in range(2):
        app.context.events.when_done(lane.submit(int), done.append)

    qtbot.waitUntil(lambda: len(done) == 2)  # an error in between would fail the test


def test_a_picture_that_is_not_here_says_so_in_its_place(open_note, qtbot: QtBot) -> None:
    app = open_note(f"# Tap\n\n![](attachment:{MISSING}/tap.png)\nBelow")
    app.editor.view.grab()

    room = place_of(app, "Below").y() - place_of(app, "![").y()
    assert 40 < room < 100


def test_the_markdown_mode_shows_links_as_they_are(open_note, link: str) -> None:
    app = open_note(f"# Tap\n\n{link}\nBelow")
    app.open_notes.set_mode(TextMode.RAW)
    app.editor.view.grab()

    assert place_of(app, "Below").y() - place_of(app, "![").y() < 120


def test_looking_changes_no_byte(open_note, link: str, services: Services, qtbot: QtBot) -> None:
    body = f"# Tap\n\n{link} and {link}\n`{link}`\n"
    app = open_note(body)
    qtbot.waitUntil(lambda: color_at(app, place_of(app, "![")) == QColor("teal"))
    app.context.side.toggle("preview")

    assert app.editor.view.note is not None
    assert app.editor.view.note.stored == body
    assert not app.editor.view.note.availableUndoSteps()


def test_the_preview_shows_the_picture(open_note, link: str, qtbot: QtBot) -> None:
    from notebrain.gui.preview.pane import Page

    app = open_note(f"{link}\n\n![](https://example.org/a.png)\n")
    app.context.side.toggle("preview")
    page = app.context.side.findChild(Page)
    assert page is not None

    def has_teal() -> bool:
        image = page.viewport().grab().toImage()
        return any(
            image.pixelColor(x, y) == QColor("teal")
            for x in range(0, image.width(), 10)
            for y in range(0, image.height(), 10)
        )

    qtbot.waitUntil(has_teal)
    assert "Picture: https://example.org/a.png" in page.toPlainText()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []

    def open_url(url: QUrl) -> bool:
        found.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return found


def test_a_file_is_opened_as_a_copy_with_its_name(
    open_note, services: Services, opened: list[str], qtbot: QtBot
) -> None:
    added = services.file_acts.add_bytes(b"%PDF-1.7 bill", "bill.pdf")
    app = open_note(f"See {added.markdown}")

    app.link_opener.open(f"attachment:{added.attachment.sha}/bill.pdf")
    qtbot.waitUntil(lambda: bool(opened))

    assert opened[0].endswith("/bill.pdf")
    assert Path(opened[0]).read_bytes() == b"%PDF-1.7 bill"
    assert services.files.path(added.attachment.sha) != Path(opened[0])


@pytest.mark.parametrize("name", ["run.sh", "run.exe", "run.desktop", "run.jar"])
def test_a_file_that_could_run_something_is_not_opened(
    open_note, services: Services, opened: list[str], name: str
) -> None:
    added = services.file_acts.add_bytes(b"PK\x03\x04 or anything", name)
    app = open_note("See")

    app.link_opener.open(f"attachment:{added.attachment.sha}/{name}")

    assert "could run a program" in app.status.saved.text()
    assert opened == []


def test_chosen_files_are_inserted(
    open_note, qtbot: QtBot, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bill.pdf"
    path.write_bytes(b"%PDF-1.7")

    async def choose(*_args: object, **_more: object):
        return [path]

    monkeypatch.setattr(dialogs, "choose_files", choose)
    app = open_note("See: ")
    app.editor.write_at_end()

    app.context.actions[CommandId.INSERT_FILE].trigger()

    qtbot.waitUntil(lambda: "[bill.pdf](attachment:" in app.editor.view.toPlainText())


def test_a_saved_copy_replaces_what_the_user_agreed_to_replace(
    open_note, services: Services, qtbot: QtBot, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "bill.pdf"
    target.write_bytes(b"old")
    added = services.file_acts.add_bytes(b"%PDF-1.7 new", "bill.pdf")

    async def choose(*_args: object, **_more: object):
        return target

    monkeypatch.setattr(dialogs, "choose_new_file", choose)
    app = open_note("See")

    app.attachments.save(added.attachment)

    qtbot.waitUntil(lambda: target.read_bytes() == b"%PDF-1.7 new")
    assert [one.name for one in tmp_path.iterdir() if one.suffix != ".db"].count("bill.pdf") == 1


def menu_at(app: AppWindow, part: str) -> QMenu:
    """Return the menu of the text where these words begin."""
    view = app.editor.view
    cursor = view.textCursor()
    cursor.setPosition(view.toPlainText().index(part))
    menu = text_menu(view)
    view.menu_opening.emit(menu, cursor)
    return menu


def test_a_picture_in_a_note_is_copied_as_a_picture_and_as_a_file(
    open_note, link: str, qtbot: QtBot
) -> None:
    app = open_note(f"# Tap\n\n{link}\nBelow")
    menu = menu_at(app, "![")
    named = {action.text(): action for action in menu.actions()}

    QGuiApplication.clipboard().setText("")
    named["Copy picture"].trigger()

    assert list(named)[:3] == ["Open", "Copy picture", "Save as…"]
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().mimeData().hasUrls())
    data = QGuiApplication.clipboard().mimeData()
    (url,) = data.urls()
    assert Path(url.toLocalFile()).name == "tap.png"
    assert QImage(data.imageData()).pixelColor(9, 9) == QColor("teal")


def test_a_file_in_a_note_offers_what_can_be_done_with_it(open_note, services: Services) -> None:
    bill = services.file_acts.add_bytes(b"%PDF-1.7 bill", "bill.pdf").markdown
    app = open_note(f"See {bill} and\n[gone](attachment:{MISSING}/gone.pdf)")

    here, gone, words = (menu_at(app, part) for part in ("bill.pdf](", "gone](", "See"))

    assert [one.text() for one in here.actions()][:3] == ["Open", "Copy file", "Save as…"]
    assert gone.actions()[0].text() == "Undo"
    assert words.actions()[0].text() == "Undo"
