"""Another program holds the notes: the window says who after a moment, and saves when that lets go."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.gui.app.features import AppWindow
from notebrain.storage import connection
from notebrain.storage.store import FILE_NAME
from tests.gui.conftest import Take


def test_the_window_names_who_holds_the_lock_and_goes_on_when_it_is_let_go(
    open_window: Callable[[], AppWindow],
    services: Services,
    take: Take,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "_LOG_AFTER_S", 0.05)
    note_id = take("Bread")
    app = open_window()
    app.browser.write_in(note_id)
    app.editor.view.moveCursor(QTextCursor.MoveOperation.End)
    told = app.status.saved
    with closing(sqlite3.connect(services.folder / FILE_NAME, isolation_level=None)) as other:
        other.execute("begin immediate")

        qtbot.keyClicks(app.editor.view, "!")
        qtbot.waitUntil(lambda: told.text().startswith("Waiting to save: "))
        said = told.text()
        other.execute("rollback")

    qtbot.waitUntil(lambda: services.library.note(note_id).body == "Bread!")
    qtbot.waitUntil(lambda: not told.text().startswith("Waiting"))
    assert str(services.folder) in said
