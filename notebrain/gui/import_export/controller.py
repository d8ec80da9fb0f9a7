"""The steps of an import and an export, from the menu to the report."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import TagsFrom
from notebrain.domain.text.file_names import safe_name
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.import_export.progress_strip import ProgressStrip
from notebrain.gui.notes.actions import NoteActions

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.import_export.exporter import FileFormat
    from notebrain.import_export.reports import ExportReport, ImportReport, Progress

Outcome = TypeVar("Outcome", "ImportReport", "ExportReport")


@dataclass(frozen=True, slots=True)
class Output:
    """A kind of file that notes can become.

    Attributes:
        name: What the user calls it.
        kinds: The filter of a file dialog.
        join: Returns several notes as one file; None if every note is a file of its own.
    """

    name: str
    kinds: str
    form: "FileFormat"
    join: Callable[[Iterator[Note]], bytes] | None = None


class ImportExportController(QObject):
    """Runs one import or export at a time, off the window's thread; what that needs is loaded when it begins."""

    finished = Signal()
    _progress = Signal(object)

    def __init__(self, context: Context, strip: ProgressStrip, acts: NoteActions) -> None:
        super().__init__(context.window)
        self._acts = acts
        self._services = context.services
        self._theme = context.theme
        self._strip = strip
        self._tasks = context.tasks
        self._window = context.window
        self._messages = context.messages
        self._reader = context.reader
        self._last = dialogs.LastFolder(context.services.settings)
        self._canceled = False
        self._lines: list[str] = []
        self._busy = False
        strip.cancel_requested.connect(self._cancel)
        strip.details_requested.connect(self._show_details)
        self._progress.connect(self._on_progress, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether an import or export is running."""
        return self._busy

    def ask_import(self) -> None:
        """Let the user choose a folder and import it."""
        title = _("Import a folder of Markdown files")
        choice = dialogs.choose_folder(self._tasks, self._window, title=title, last=self._last)
        self._tasks.start(self._import(choice, ask=True))

    def ask_import_file(self) -> None:
        """Let the user choose a file and import it."""
        title, kinds = (
            _("Import a Markdown file"),
            _("Markdown files (*.md *.markdown *.mdown *.mkd *.mkdn)"),
        )
        choice = dialogs.choose_file(
            self._tasks, self._window, title=title, kinds=kinds, last=self._last
        )
        self._tasks.start(self._import(choice, ask=False))

    def ask_export(self, keys: Sequence[int] | None = None) -> None:
        """Let the user choose a folder, and export all notes into it, or only those with these keys."""
        self._tasks.start(self._export(keys))

    def ask_export_as(self, output: Output, keys: Sequence[int], title: str) -> None:
        """Let the user choose a file for these notes, or a folder, and write them as this kind of file.

        Args:
            title: The title of the first note, after which the file is named.
        """
        if self._busy:
            self._messages.show_problem(_("Wait until the import or export below is done."))
            return
        self._tasks.start(self._export_as(output, keys, title))

    def close(self) -> None:
        """Stop what runs; work that is already done is kept."""
        self._cancel()

    def _cancel(self) -> None:
        self._canceled = True

    async def _import(self, choice: Awaitable[Path | None], *, ask: bool) -> None:
        from notebrain.gui.import_export.dialogs import import_line

        path = await choice
        if path is None or self._busy:
            return
        tags_from = await self._ask_tags(path) if ask else TagsFrom.NOTHING
        if tags_from is None or self._busy:
            return
        run = self._services.importer.run
        report = await self._carry_out(
            _("Importing from {folder}").format(folder=path.name),
            lambda: run(
                path,
                tags_from=tags_from,
                progress=self._progress.emit,
                canceled=lambda: self._canceled,
            ),
            import_line,
        )
        if report is not None and (
            report.new or report.former or report.blocks or report.procedures
        ):
            came = self._services.notes.imported(
                report.new, report.former, report.blocks, report.procedures
            )
            text = _("Imported “{folder}”").format(folder=path.name)
            self._acts.remember(text, forth=came.redo, back=came.undo)

    async def _ask_tags(self, path: Path) -> TagsFrom | None:
        """Ask where the notes of a folder get their tags from; return None if the user cancels."""
        from notebrain.gui.import_export.dialogs import ImportOptions
        from notebrain.import_export.importer import preview

        try:
            prospect = await self._tasks.result(self._reader.lane(Lane.LONG).submit(preview, path))
        except NoteBrainError:
            return TagsFrom.NOTHING  # the import itself reports the error
        if not prospect.files:
            return TagsFrom.NOTHING
        options = ImportOptions(self._theme, prospect, self._window)
        return options.tags_from if await dialogs.accepted(self._tasks, options) else None

    async def _export(self, keys: Sequence[int] | None, form: "FileFormat | None" = None) -> None:
        """Export notes into a folder, as Markdown or in another form."""
        from notebrain.gui.import_export.dialogs import export_line
        from notebrain.import_export.exporter import MARKDOWN

        every, some = _("Export all notes to a folder"), _("Export the selected notes")
        title = every if keys is None else some
        folder = await dialogs.choose_folder(
            self._tasks, self._window, title=title, last=self._last
        )
        if folder is None or self._busy:
            return
        run = self._services.exporter.run
        await self._carry_out(
            _("Exporting to {folder}").format(folder=folder.name),
            lambda: run(
                folder,
                keys=keys,
                form=form or MARKDOWN,
                progress=self._progress.emit,
                canceled=lambda: self._canceled,
            ),
            export_line,
        )

    async def _export_as(self, output: Output, keys: Sequence[int], title: str) -> None:
        if len(keys) > 1:
            one, each = _("One file with all notes"), _("One file for each note")
            how: str | None = each
            if output.join is not None:
                how = await dialogs.ask_choice(
                    self._tasks,
                    self._window,
                    title=ngettext("Export {n} note", "Export {n} notes", len(keys)).format(
                        n=date_format.number(len(keys))
                    ),
                    label=output.name,
                    choices=[one, each],
                )
            if how is None:
                return
            if how == each:
                await self._export(keys, output.form)
                return
        await self._export_file(output, keys, title)

    async def _export_file(self, output: Output, keys: Sequence[int], title: str) -> None:
        from notebrain.gui.import_export.dialogs import export_line

        path = await dialogs.choose_new_file(
            self._tasks,
            self._window,
            title=_("Export as {kind}").format(kind=output.name),
            kinds=output.kinds,
            name=safe_name(title) + output.form.ending,
            last=self._last,
        )
        if path is None or self._busy:
            return

        def make(notes: Iterator[Note]) -> bytes:
            if output.join is not None:
                return output.join(notes)
            return b"".join(output.form.make(note, path.stem) for note in notes)

        run = self._services.exporter.write_file
        await self._carry_out(
            _("Exporting to {folder}").format(folder=path.name),
            lambda: run(
                path,
                keys=keys,
                make=make,
                has_files_beside=output.form.has_files_beside,
                progress=self._progress.emit,
                canceled=lambda: self._canceled,
            ),
            export_line,
        )

    async def _carry_out(
        self, text: str, act: Callable[[], Outcome], line: Callable[[Outcome], str]
    ) -> Outcome | None:
        """Carry out an import or an export and return its report; None if it failed."""
        from notebrain.gui.import_export.dialogs import details

        self._busy = True
        self._canceled = False
        self._strip.begin(text)
        future: Future[Outcome] = self._reader.lane(Lane.LONG).submit(act)
        try:
            report = await self._tasks.result(future)
        except NoteBrainError as error:
            self._strip.end(str(error), details=False, failed=True)
            return None
        else:
            self._lines = list(details(report))
            failed = bool(report.failed or report.problems)
            self._strip.end(line(report), details=bool(self._lines), failed=failed)
            return report
        finally:
            self._busy = False
            self.finished.emit()

    def _on_progress(self, progress: "Progress") -> None:
        if self._busy:
            self._strip.show_progress(progress.done, progress.total, progress.path)

    def _show_details(self) -> None:
        from notebrain.gui.import_export.dialogs import Report

        report = Report(self._theme, self._strip.text.text(), self._lines, self._window)
        report.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        report.open()
