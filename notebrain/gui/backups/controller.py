"""The controller of the backups page, which carries out the user's actions."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from notebrain.app.commands.command import CommandId
from notebrain.app.maintenance.backups import BackupNote, BackupRow
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.gui.backups.panel import BackupsPanel, shown_folder
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane

if TYPE_CHECKING:
    from concurrent.futures import Future

PAGE = "backups"


class BackupsController(QObject):
    """Adds the backups page to the window.

    Args:
        leave_for: Closes the window, and has the vault replaced with this backup.
    """

    _progress = Signal(float)

    def __init__(self, context: Context, leave_for: Callable[[Path], object]) -> None:
        super().__init__(context.window)
        self._context = context
        self._leave_for = leave_for
        self._closing = False
        context.window.closing.connect(self.close)
        context.actions.bind(CommandId.BACKUPS, self.open)
        self._progress.connect(self._on_progress, Qt.ConnectionType.QueuedConnection)

    @cached_property
    def panel(self) -> BackupsPanel:
        """The page, created on first use."""
        panel = BackupsPanel(self._context.theme)
        panel.make_requested.connect(self.make)
        panel.folder_requested.connect(self._on_folder)
        panel.restore_requested.connect(self._on_restore)
        panel.content_requested.connect(self._on_content_requested)
        panel.note_requested.connect(self._on_note)
        panel.left.connect(self._context.navigator.leave_page)
        self._context.pages.add(PAGE, panel, lambda _typing: panel.enter())
        return panel

    def open(self) -> None:
        """Show the backups page."""
        panel = self.panel
        self.refresh()
        self._context.pages.show(PAGE)
        panel.enter()

    def refresh(self) -> None:
        """Read which backups exist."""
        backups = self._context.services.backups

        def go(found: tuple[list[BackupRow], Path]) -> None:
            rows, folder = found
            had = self.panel.list.hasFocus() or self.panel.make.hasFocus()
            self.panel.show_rows(rows, shown_folder(folder))
            if had:
                self.panel.enter()

        self._context.reader.read("backups", lambda: (list(backups.rows()), backups.folder), go)

    def make(self) -> None:
        """Make a backup now."""
        self.panel.show_progress(0.0)
        backups, emit = self._context.services.backups, self._progress.emit
        future: Future[Path] = self._context.reader.lane(Lane.LONG).submit(
            lambda: backups.make("by-hand", progress=emit, keep_going=lambda: not self._closing)
        )
        self._context.events.when_done(future, self._on_made, failed=self._on_failed)

    def close(self) -> None:
        """Stop what runs."""
        self._closing = True

    def _on_progress(self, done: float) -> None:
        if not self.panel.make.isEnabled():
            self.panel.show_progress(done)

    def _on_made(self, path: Path) -> None:
        self.panel.show_progress(None)
        self._context.messages.show_info(_("Backed up: {file}").format(file=path.name))
        self.refresh()

    def _on_failed(self, error: Exception) -> None:
        self.panel.show_progress(None)
        if isinstance(error, NoteBrainError):
            self._context.messages.show_problem(str(error), _("Try again"), self.make)
        else:
            self._context.on_error(error)

    def _on_folder(self) -> None:
        backups = self._context.services.backups

        def go(folder: Path) -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

        self._context.reader.read("backup folder", lambda: backups.folder, go)

    def _on_content_requested(self, row: BackupRow, words: str) -> None:
        backups = self._context.services.backups

        def load() -> list[BackupNote]:
            return [] if row.notes is None else list(backups.find(row.path, words))

        def go(notes: list[BackupNote]) -> None:
            if self.panel.row == row:
                self.panel.show_notes(notes)

        self._context.reader.read("notes of a backup", load, go)

    def _on_note(self, row: BackupRow, note_id: str) -> None:

        def go(draft: Draft) -> None:
            self._context.events.when_done(
                self._context.services.notes.capture(draft),
                self._on_copied,
                failed=self._context.on_error,
            )

        self._context.reader.read(
            "note of a backup", lambda: self._context.services.backups.draft(row.path, note_id), go
        )

    def _on_copied(self, changes: Changes) -> None:
        note_id = changes.note
        self._context.messages.show_offer(
            _("The note is back as a new note"),
            _("Open it"),
            lambda: self._context.navigator.open_note(note_id),
        )

    def _on_restore(self, row: BackupRow) -> None:
        self._context.tasks.start(self._ask(row))

    async def _ask(self, row: BackupRow) -> None:
        when = date_format.full(row.made_at)
        lacking = self._context.services.backups.lacking_text
        try:
            files = await self._context.tasks.result(
                self._context.reader.lane(Lane.LONG).submit(lacking, row.path)
            )
        except NoteBrainError as error:
            self._context.on_error(error)
            return
        text = _(
            "Go back to all notes as they were on {when}? Your current notes are backed up first, so you can come "
            "back."
        ).format(when=when)
        if await dialogs.confirm(
            self._context.tasks,
            self._context.window,
            title=_("Restore a backup"),
            text=f"{text} {files}".rstrip(),
            yes=_("Restore all"),
        ):
            self._leave_for(row.path)
