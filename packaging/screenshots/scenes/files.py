"""Pictures and files in notes, and the page that lists them."""

from typing import TYPE_CHECKING

from notebrain.app.commands.command import CommandId
from notebrain.gui.attachments.page import FileAct, FilesPage
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


SHOTS = (
    Shot("files", _files, files=True),
    Shot("files-narrow", _files, files=True, size=(900, 600), large=False),
    Shot("files-found", _unused, files=True, large=False),
    Shot("files-empty", _files, empty_vault=True, large=False),
    Shot("note-pictures", _in_note, files=True),
)
