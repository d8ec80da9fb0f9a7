"""A document dropped on a note is read beside the window, and its words lead back to the note."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.domain.notes.file_texts import ReadState
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.attachments.model import FILE_ROLE
from notebrain.gui.attachments.page import FilesPage
from notebrain.gui.quick_search.model import FoundRow, hit_rows as small_rows
from notebrain.gui.search.model import ROW_ROLE
from notebrain.gui.window.pages import SEARCH
from tests.fakes.documents import locked_pdf, pdf

pytestmark = [pytest.mark.gui, pytest.mark.slow]
LONG_MS = 60_000


def drop(app: AppWindow, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    app.editor.view.insertFromMimeData(data)


def test_a_word_of_a_dropped_pdf_finds_the_note_with_page_and_quote(
    open_window: Callable[[], AppWindow],
    take: Callable[..., NoteId],
    services: Services,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    (tmp_path / "Mietvertrag.pdf").write_bytes(
        pdf(["Erste Seite", "Die Kaution ist im Mai fällig."])
    )
    (tmp_path / "secret.pdf").write_bytes(locked_pdf())
    note = take("Flat")
    app = open_window()
    app.browser.open_note(note)
    qtbot.waitUntil(lambda: app.editor.view.isEnabled() and app.notes.current() == note)

    drop(app, tmp_path / "Mietvertrag.pdf", tmp_path / "secret.pdf")

    qtbot.waitUntil(services.files.is_any, timeout=LONG_MS)
    app.actions[CommandId.FILES].trigger()
    page = app.window.findChild(FilesPage)
    assert page is not None

    def readings() -> dict[str, str]:
        rows = [
            page.list.files.index(at).data(FILE_ROLE) for at in range(len(page.list.files.rows))
        ]
        return {row.name: row.reading.state for row in rows}

    states = {"Mietvertrag.pdf": ReadState.READ, "secret.pdf": ReadState.LOCKED}
    qtbot.waitUntil(lambda: readings() == states, timeout=LONG_MS)
    spoken = [page.list.files.index(at).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(2)]
    assert any("2 pages" in text for text in spoken)
    assert any("protected by a password" in text for text in spoken)

    app.pages.show(SEARCH)
    app.search.panel.search("Kaution ")
    model = app.search.panel.results.model
    qtbot.waitUntil(lambda: len(app.search.panel.results.hits) == 1, timeout=LONG_MS)
    row = model.index(0, 0).data(ROW_ROLE)
    assert (row.note_id, row.hit.file.name, row.hit.file.page) == (note, "Mietvertrag.pdf", 2)
    assert "Die Kaution ist im Mai fällig." in row.quote
    assert "Mietvertrag.pdf, page 2" in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    (small,) = small_rows([row.hit], joined=())
    assert isinstance(small, FoundRow)
    assert small.quote == "Mietvertrag.pdf, page 2: Die Kaution ist im Mai fällig."
    assert [small.quote[start:end] for start, end in small.marks] == ["Kaution"]
