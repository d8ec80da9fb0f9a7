"""Notes that are dragged to the sidebar, filed where they are let go."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint

from notebrain.domain.errors import NotFound
from notebrain.domain.notes.note import Counts, NoteId, NoteRow
from notebrain.gui.desk import Desk
from notebrain.gui.sidebar.drop_list import DropList
from notebrain.gui.sidebar.drops import filing_of, is_trash
from notebrain.gui.sidebar.entries import Entry


class Dropping(QObject):
    """Connects the sidebar of a desk, and the list of workspaces that opens below the switcher."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._workspaces: Sequence[tuple[str, int]] = ()
        self._list: DropList | None = None
        desk.sidebar.notes_dropped.connect(self._on_dropped)
        desk.sidebar.switcher.held_over.connect(self._on_held_over)
        desk.browser.counted.connect(self._on_counted)

    def _on_counted(self, counts: Counts) -> None:
        self._workspaces = counts.workspaces

    def _on_held_over(self, over: bool) -> None:
        desk = self._desk
        if self._list is None:
            self._list = DropList(desk.theme, desk.window)
            self._list.dropped.connect(self._on_dropped)
        if not over:
            self._list.leave()
            return
        switcher = desk.sidebar.switcher
        corner = switcher.mapTo(desk.window, QPoint(0, switcher.height()))
        self._list.open_at(corner, self._workspaces)

    def _on_dropped(self, entry: Entry, notes: Sequence[NoteId]) -> None:
        if self._list is not None:
            self._list.hide()
        library = self._desk.services.library

        def look() -> list[NoteRow]:
            keys: list[int] = []
            for note_id in notes:
                try:
                    keys.append(library.key_of(note_id))
                except NotFound:
                    continue
            return library.rows(keys)

        self._desk.reader.read("drop", look, lambda rows: self._file(entry, rows))

    def _file(self, entry: Entry, rows: Sequence[NoteRow]) -> None:
        live = [row for row in rows if row.deleted_at is None]
        filing = filing_of(entry)
        if is_trash(entry):
            self._desk.acts.forget(live)
        elif filing is not None:
            self._desk.acts.file(live, *filing)
