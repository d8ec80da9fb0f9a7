"""Making a note of a title the user typed somewhere."""

from PySide6.QtGui import QTextCursor

from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE
from notebrain.gui.desk import Desk


def create_note(desk: Desk, title: str) -> None:
    """Make a note that begins with this title, and let the user write on below it."""
    draft = Draft(f"{title}\n\n", workspace=desk.browser.workspace or DEFAULT_WORKSPACE)

    def made(changes: Changes) -> None:
        desk.write_in(changes.note)
        desk.editor.view.moveCursor(QTextCursor.MoveOperation.End)
        desk.browser.writing_asked.emit()

    def failed(error: Exception) -> None:
        desk.browser.failed.emit(error)

    desk.browser.writing_awaited.emit()
    desk.bridge.when_done(desk.services.capture.capture(draft), made, failed=failed)
