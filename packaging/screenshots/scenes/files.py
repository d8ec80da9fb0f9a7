"""Pictures and files in notes, and the page that lists them."""

from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QDialog

from notebrain.app.commands.command import CommandId
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.notes.files import Fault, FileRow
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import ListFilter
from notebrain.domain.sync.file_transfer import FilePlace, FileStatus, FileWait, MovingFile
from notebrain.gui.attachments.page import FileAct, FilesPage
from notebrain.gui.core.locations import TRASH
from notebrain.gui.editor.live_view import TextMode
from screenshots.shot import Shot, open_note, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


def _files(app: "AppWindow") -> None:
    app.actions[CommandId.FILES].trigger()
    page = app.window.findChild(FilesPage)
    if isinstance(page, FilesPage):
        wait(lambda: bool(page.list.files.count) or not app.services.files.is_any())
        page.enter()
    settle()


def _unused(app: "AppWindow") -> None:
    _files(app)
    page = app.window.findChild(FilesPage)
    if isinstance(page, FilesPage):
        page.field.setText("garden")
        page.list.setCurrentIndex(page.list.files.index(0))
        page.list.setFocus()
        wait(page.buttons[FileAct.OPEN].isEnabled)
    settle()


def _in_note(app: "AppWindow") -> None:
    open_note(app, "Three days on the ridge")
    settle()


def _in_account(app: "AppWindow") -> None:
    """Show files as they are while some are on their way; nothing is asked for it."""
    _files(app)
    page = app.window.findChild(FilesPage)
    if not isinstance(page, FilesPage):
        raise TypeError(page)
    rows = list(page.list.files.rows)
    places = [
        FileStatus(FilePlace.BOTH),
        FileStatus(FilePlace.HERE),
        FileStatus(FilePlace.TO_SEND, why=FileWait.METERED),
        FileStatus(FilePlace.BOTH),
        FileStatus(FilePlace.TO_SEND, why=FileWait.TOO_LARGE),
    ]
    shown = [replace(row, status=status) for row, status in zip(rows, cycle(places), strict=False)]
    for number, (name, status) in enumerate(_ELSEWHERE):
        sha = Sha(f"{number}" * 64)
        row = FileRow(sha, name, None, 1, used=True, fault=Fault.MISSING, status=status)
        shown.insert(3 + 2 * number, row)
    page.show_rows(shown)
    moving = MovingFile(shown[2].sha, shown[2].name, True, 1_900_000, 4_800_000)
    page.list.show_moving(moving)
    page.list.setCurrentIndex(page.list.files.index(3))
    page.list.setFocus()
    settle()


_ELSEWHERE = (
    ("ridge walk.mp4", FileStatus(FilePlace.LEFT_THERE, 310_000_000)),
    ("deed of the house.pdf", FileStatus(FilePlace.TO_FETCH, None, FileWait.ELSEWHERE, "", "Desk")),
)


def _coming(app: "AppWindow") -> None:
    """Show a note whose pictures are not here yet."""
    shas = [Sha(mark * 64) for mark in "abcd"]
    states = (
        FileStatus(FilePlace.TO_FETCH, 4_800_000),
        FileStatus(FilePlace.LEFT_THERE, 31_000_000),
        FileStatus(FilePlace.TO_FETCH, None, FileWait.ELSEWHERE, "", "Desk"),
        FileStatus(FilePlace.TO_FETCH, 900_000, FileWait.METERED),
    )
    known = dict(zip(shas, states, strict=True))
    files = app.services.files

    def status(sha: Sha) -> FileStatus:
        return known.get(sha, FileStatus(FilePlace.BOTH))

    setattr(files, "status", status)  # noqa: B010 - a method
    names = ("the cove at low tide.jpg", "panorama.png", "the boat.jpg", "map.png")
    pictures = [
        f"![](attachment:{sha}/{name.replace(' ', '%20')})"
        for sha, name in zip(shas, names, strict=True)
    ]
    body = "# Ferry to the island\n\nThe cove is best at low tide:\n\n" + "\n\n".join(
        [pictures[0], "From the hill, looking back:", *pictures[1:]]
    )
    note = app.services.notes.capture(Draft(body)).result().note
    settle()
    app.browser.write_in(note)
    settle()
    moving = MovingFile(shas[0], names[0], False, 1_900_000, 4_800_000)
    app.events.publish(SyncProgress(SyncState.WORKING, moving=moving))
    settle()


def _write_at(app: "AppWindow", part: str, mode: TextMode) -> None:
    """Put the caret in the line of a picture."""
    _in_note(app)
    app.open_notes.set_mode(mode)
    app.window.activateWindow()
    view = app.editor.view
    view.setFocus()
    cursor = view.textCursor()
    cursor.setPosition(view.toPlainText().index(part))
    view.setTextCursor(cursor)
    settle()


def _menu(app: "AppWindow") -> None:
    """Right-click the picture in the line of the caret."""
    _write_at(app, "sunrise", TextMode.LIVE)
    view = app.editor.view
    at = view.cursorRect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
    QCoreApplication.sendEvent(view.viewport(), event)
    settle()


def _delete(app: "AppWindow") -> None:
    """Ask whether to delete a note with pictures that no other note has."""
    library = app.services.library
    found = app.services.links.find("Garden plan")
    if found is not None:  # otherwise an earlier picture has moved it there
        app.services.notes.forget([found.note_id]).result()
    app.browser.show_location(TRASH)
    settle()
    gone = [library.note(row.id) for row in library.rows(library.keys(ListFilter(trashed=True)))]
    app.note_menu.ask_purge([note for note in gone if note.title == "Garden plan"])
    wait(lambda: any(dialog.isVisible() for dialog in app.window.findChildren(QDialog)))


SHOTS = (
    Shot("files", _files, files=True),
    Shot("files-narrow", _files, files=True, size=(900, 600), large=False),
    Shot("files-found", _unused, files=True, large=False),
    Shot("files-empty", _files, empty_vault=True, large=False),
    Shot("note-pictures", _in_note, files=True),
    Shot("files-account", _in_account, files=True),
    Shot("files-account-narrow", _in_account, files=True, size=(900, 640), large=False),
    Shot("note-coming", _coming, files=True),
    Shot("note-coming-narrow", _coming, files=True, size=(900, 640), large=False),
    Shot("note-pictures-narrow", _in_note, files=True, size=(900, 600), large=False),
    Shot("picture-menu", _menu, files=True, large=False),
    Shot("files-delete", _delete, files=True, large=False),
    Shot("files-delete-narrow", _delete, files=True, size=(900, 600), large=False),
    Shot("picture-line", lambda app: _write_at(app, "sunrise", TextMode.LIVE), files=True),
    Shot(
        "picture-line-markdown",
        lambda app: _write_at(app, "sunrise", TextMode.RAW),
        files=True,
        large=False,
    ),
)
