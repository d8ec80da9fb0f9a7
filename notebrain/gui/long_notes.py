"""Very long notes: all of one is read when the user asks for it, and written to a file without being shown."""

from PySide6.QtCore import QObject

from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.notes.note import Note
from notebrain.gui.desk import Desk


class LongNotes(QObject):
    """Carries out what the bar above the beginning of a note offers."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        desk.editor.whole_asked.connect(self._read)
        desk.editor.export_asked.connect(self._export)

    def _read(self) -> None:
        shown, library = self._desk.browser.note, self._desk.services.library
        if shown is None:
            return

        def look() -> Note | NoteBrainError:
            try:
                return library.note(shown.id)
            except NoteBrainError as error:
                return error

        self._desk.reader.read("whole note", look, self._on_read)

    def _on_read(self, read: Note | NoteBrainError) -> None:
        browser = self._desk.browser
        if isinstance(read, NoteBrainError):
            self._desk.on_failed(read)
            browser.show_again()
        elif browser.note is not None and browser.note.id == read.id:
            if browser.note.version == read.version:
                browser.show_whole(read)
            else:
                self._read()  # it was written to meanwhile

    def _export(self) -> None:
        note = self._desk.browser.note
        if note is None:
            return
        try:
            key = self._desk.services.library.key_of(note.id)
        except NotFound:
            return
        self._desk.exchange.ask_export([key])
