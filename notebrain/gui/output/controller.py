"""The commands that copy, export, print, count and find the selected notes, or the one that is shown."""

from collections.abc import Callable, Coroutine, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from notebrain.app.commands.command import CommandId
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import readable
from notebrain.domain.notes.copies import address_of, markdown_of
from notebrain.domain.notes.note import Note
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import LocationKind
from notebrain.gui.core.threads import Lane
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.import_export.controller import ImportExportController
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.notes.actions import NoteActions, about
from notebrain.gui.output.outputs import Outputs
from notebrain.gui.output.shared_files import (
    MOST_DRAGGED,
    DraggedFiles,
    SharedFiles,
    clipboard_data,
)
from notebrain.gui.output.statistics_dialog import StatisticsDialog, counted
from notebrain.gui.output.web_page import fragment
from notebrain.import_export.folder import reason

if TYPE_CHECKING:
    from notebrain.gui.output.print_preview import Printout

_COMMANDS = (
    CommandId.DUPLICATE,
    CommandId.COPY_MARKDOWN,
    CommandId.COPY_RICH,
    CommandId.COPY_LINK,
    CommandId.COPY_FILE,
    CommandId.EXPORT_MARKDOWN,
    CommandId.EXPORT_HTML,
    CommandId.EXPORT_PDF,
    CommandId.PRINT,
    CommandId.STATISTICS,
)


class OutputController(QObject):
    """Carries out these commands once what the user typed is on disk, with all reading off the window's thread."""

    _settled = Signal()
    """Saving the shown note succeeded or failed."""

    def __init__(
        self,
        context: Context,
        active: ActiveEditor,
        note_list: NoteListPanel,
        acts: NoteActions,
        exchange: ImportExportController,
        files: SharedFiles,
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._note_list = note_list
        self._acts = acts
        self._exchange = exchange
        self._outputs = Outputs(context)
        self._files = files
        note_list.files_of = self._dragged
        context.window.closing.connect(self._files.remove)
        active.main.saved.connect(self._settled)
        active.main.save_failed.connect(self._settled)
        self._bind()
        for news in (
            context.window.page_changed,
            active.note_shown,
            context.navigator.location_shown,
            note_list.selection_changed,
        ):
            news.connect(self._offer)
        self._offer()

    def _bind(self) -> None:
        bind, c = self._context.actions.bind, CommandId
        bind(c.DUPLICATE, lambda: self._start(self._duplicate))
        bind(c.COPY_MARKDOWN, lambda: self._start(self._copy_markdown))
        bind(c.COPY_RICH, lambda: self._start(self._copy_rich))
        bind(c.COPY_LINK, lambda: self._start(self._copy_link))
        bind(c.COPY_FILE, lambda: self._start(self._copy_file))
        bind(c.EXPORT_MARKDOWN, lambda: self._export("markdown"))
        bind(c.EXPORT_HTML, lambda: self._export("html"))
        bind(c.EXPORT_PDF, lambda: self._export("pdf"))
        bind(c.PRINT, lambda: self._start(self._print))
        bind(c.STATISTICS, lambda: self._start(self._count))
        bind(c.REVEAL, self._reveal)

    def _offer(self, *_news: object) -> None:
        """Enable the commands while there are notes for them; a copy of a note in the trash would be lost in it."""
        shown, note = self._active.is_in_sight, self._active.note
        there = shown and (note is not None or self._note_list.selected_count() > 0)
        for command in _COMMANDS:
            self._context.actions.offer(command, there)
        in_trash = note is not None and note.deleted_at is not None
        if self._active.panel is self._active.main:
            in_trash = self._context.navigator.location.kind is LocationKind.TRASH
        if in_trash:
            self._context.actions.offer(CommandId.DUPLICATE, False, _("Not for notes in the trash"))
        self._context.actions.offer(CommandId.REVEAL, shown and note is not None)

    def _keys(self) -> Sequence[int]:
        """Return the notes that the user means: the one beside, the selected ones, or the one that is shown."""
        note = self._active.note
        if self._active.panel is self._active.main and self._note_list.selected_count() > 1:
            return self._note_list.selected_keys()
        if note is None:
            return self._note_list.selected_keys()
        try:
            return [self._context.services.library.key_of(note.id)]
        except NotFound:
            return []

    def _start(self, act: Callable[[Sequence[Note]], Coroutine[Any, Any, None]]) -> None:
        """Read the notes that the user means, as they are now, and start an act with them."""
        self._context.tasks.start(self._read(self._keys(), act))

    async def _read(
        self,
        keys: Sequence[int],
        act: Callable[[Sequence[Note]], Coroutine[Any, Any, None]],
    ) -> None:
        if not await self._is_saved():
            return
        library = self._context.services.library
        notes = await self._off_thread(lambda: library.whole_notes(keys))
        if notes:
            await act(notes)

    async def _is_saved(self) -> bool:
        """Wait until what the user typed is on disk; if it cannot be saved, the editor says so."""
        self._active.main.save_now()
        if self._active.main.unsaved():
            await self._context.tasks.emitted(self._settled)
        return not self._active.main.unsaved()

    async def _off_thread(self, act: Callable[[], Any]) -> Any:  # noqa: ANN401 - what the act returns
        lane = self._context.reader.lane(Lane.LONG)
        return await self._context.tasks.result(lane.submit(act))

    async def _duplicate(self, notes: Sequence[Note]) -> None:
        self._acts.duplicate(notes)

    async def _copy_markdown(self, notes: Sequence[Note]) -> None:
        text = markdown_of(notes)
        data = QMimeData()
        data.setText(text)
        data.setData("text/markdown", text.encode())
        self._put_on_clipboard(data, notes, _("Copied “{title}” as Markdown"))

    async def _copy_rich(self, notes: Sequence[Note]) -> None:
        find, files = self._outputs.address_of, self._outputs.files
        html = await self._off_thread(
            lambda: "\n".join(fragment(note, find, files) for note in notes)
        )
        data = QMimeData()
        data.setHtml(html)
        data.setText(readable(markdown_of(notes)))
        self._put_on_clipboard(data, notes, _("Copied “{title}” as rich text"))

    async def _copy_link(self, notes: Sequence[Note]) -> None:
        addresses = [address_of(note.id) for note in notes]
        links = (
            f'<a href="{address}">{escape(note.title or _("Untitled"))}</a>'
            for address, note in zip(addresses, notes, strict=True)
        )
        data = QMimeData()
        data.setHtml("<br>".join(links))
        data.setText("\n".join(addresses))
        self._put_on_clipboard(data, notes, _("Copied the link to “{title}”"))

    async def _copy_file(self, notes: Sequence[Note]) -> None:
        try:
            files = await self._off_thread(lambda: self._files.write(notes))
        except OSError as error:
            self._context.messages.show_problem(_not_written(error))
            return
        self._put_on_clipboard(clipboard_data(files), notes, _("Copied “{title}” as a file"))

    def _dragged(self, keys: Sequence[int]) -> QMimeData | None:
        """Return notes that are dragged out of the list as files; what was typed is on disk by the drop."""
        if len(keys) > MOST_DRAGGED:
            return None
        self._active.main.save_now()
        library = self._context.services.library

        def files() -> Sequence[Path]:
            try:
                return self._files.write(library.whole_notes(keys))
            except OSError as error:
                self._context.messages.show_problem(_not_written(error))
                return ()

        return DraggedFiles(files)

    def _put_on_clipboard(self, data: QMimeData, notes: Sequence[Note], text: str) -> None:
        QGuiApplication.clipboard().setMimeData(data)
        done = about(text, notes)
        self._context.window.show_done(done, undoable=False)
        self._context.messages.show_info(done)

    def _export(self, kind: str) -> None:
        self._context.tasks.start(self._export_saved(kind, self._keys()))

    async def _export_saved(self, kind: str, keys: Sequence[int]) -> None:
        if not keys or not await self._is_saved():
            return
        first = self._context.services.library.rows(keys[:1])
        if first:
            title = first[0].title or _("Untitled")
            self._exchange.ask_export_as(self._outputs.output(kind), keys, title)

    async def _print(self, notes: Sequence[Note]) -> None:
        from notebrain.gui.output.print_preview import MOST_PAGES, PrintPreview

        printout: Printout = await self._off_thread(self._outputs.printout(notes))
        if printout.cut:
            self._context.messages.show_problem(
                _(
                    "These notes fill more than {n} pages. Export them as a PDF, and print that."
                ).format(n=date_format.number(MOST_PAGES)),
                _("Export as PDF"),
                lambda: self._export("pdf"),
            )
            return
        PrintPreview(self._context.theme, printout, self._context.window).open()

    async def _count(self, notes: Sequence[Note]) -> None:
        found = await self._off_thread(lambda: counted(notes))
        StatisticsDialog(self._context.theme, found, self._context.window).open()

    def _reveal(self) -> None:
        """Select the shown note in the list and scroll to it; show all notes if it is not in the list."""
        note = self._active.note
        if note is None or not self._context.navigator.open_note(note.id):
            return
        if self._note_list.isHidden():
            self._context.actions[CommandId.SHOW_LIST].trigger()
        self._note_list.view.setFocus(Qt.FocusReason.OtherFocusReason)


def _not_written(error: OSError) -> str:
    return _("No file could be made: {reason}.").format(reason=reason(error))
