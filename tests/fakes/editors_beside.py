"""Hands for a window with several editors: opens notes beside the main one or in windows, and types there."""

from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.beside.window import NoteWindow
from notebrain.gui.core.context import Elsewhere
from notebrain.gui.editor.panel import EditorPanel


def note_id(app: AppWindow, title: str) -> NoteId:
    """Return the note of the list with this title."""
    model = app.notes.model
    rows = (model.index(row) for row in range(model.rowCount()))
    found = next(model.id_at(index) for index in rows if index.data() == title)
    assert found is not None
    return found


def open_beside(app: AppWindow, title: str) -> EditorPanel:
    app.browser.elsewhere_requested.emit(Elsewhere(note_id(app, title)))
    assert app.beside.beside is not None
    return app.beside.beside.panel


def open_in_window(app: AppWindow, title: str) -> NoteWindow:
    app.browser.elsewhere_requested.emit(Elsewhere(note_id(app, title), window=True))
    return app.beside.windows[-1]


def type_at_end(panel: EditorPanel, text: str) -> None:
    panel.view.setFocus()
    panel.view.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(panel.view, text)


def stored(app: AppWindow, title: str) -> str:
    """Return the text of a note as the vault has it."""
    return app.services.library.note(note_id(app, title)).body
