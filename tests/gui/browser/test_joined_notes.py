"""A note that goes on under the id of another computer stays in the window, and takes what is typed."""

from PySide6.QtCore import Qt

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.sync import twins

CTRL = Qt.KeyboardModifier.ControlModifier


def test_what_is_typed_into_a_note_that_was_joined_meanwhile_is_saved(
    open_window, take, services, qtbot, clock
) -> None:
    note = take("Lime")
    app = open_window()
    app.editor.setFocus()
    under = NoteId("of-another-computer")

    def join(db: Connection) -> Changes:
        twins.adopt(db, note, under=under, at=clock.now())
        return touched(Act.SYNC, [note, under], text=True)

    services.store.write(join).result()
    qtbot.keyClick(app.editor.view, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(app.editor.view, " trees")

    qtbot.waitUntil(lambda: services.library.note(under).body == "Lime trees")
    qtbot.waitUntil(lambda: app.editor.note.id == under)
    qtbot.waitUntil(lambda: app.editor.view.toPlainText() == "Lime trees")
    qtbot.keyClick(app.editor.view, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(app.editor.view, "!")
    qtbot.waitUntil(lambda: services.library.note(under).body == "Lime trees!")
