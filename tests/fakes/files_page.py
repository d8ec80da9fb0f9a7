"""The page of files without the window it opens in."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.gui.attachments.controller import AttachmentController
from notebrain.gui.attachments.files_controller import FilesController
from notebrain.gui.attachments.page import FileAct, FilesPage
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.output.shared_files import clipboard_data
from tests.fakes.context import FakeContext


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


def spoken(page: FilesPage, row: int) -> str:
    return str(page.list.files.index(row).data(Qt.ItemDataRole.AccessibleTextRole))
