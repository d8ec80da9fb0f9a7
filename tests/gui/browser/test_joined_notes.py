"""A note that goes on under the id of another computer stays in the window, and takes what is typed."""

from PySide6.QtCore import Qt

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.sync import twins

CTRL = Qt.KeyboardModifier.ControlModifier


def test_what_is_typed_into_a_note_that_was_joined_meanwhile_is_saved(
    open_desk, take, services, qtbot, clock
) -> None:
    note = take("Lime")
    desk = open_desk()
    desk.editor.setFocus()
    under = NoteId("of-another-computer")

    def join(db: Connection) -> Changes:
        twins.adopt(db, note, under=under, at=clock.now())
        return touched(Act.SYNC, [note, under], text=True)

    services.store.write(join).result()
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(desk.editor.view, " trees")

    qtbot.waitUntil(lambda: services.library.note(under).body == "Lime trees")
    qtbot.waitUntil(lambda: desk.editor.note.id == under)
    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == "Lime trees")
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(desk.editor.view, "!")
    qtbot.waitUntil(lambda: services.library.note(under).body == "Lime trees!")
