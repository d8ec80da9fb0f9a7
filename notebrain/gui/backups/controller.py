"""The controller of the backups page, which carries out the user's actions."""

from concurrent.futures import Future, ThreadPoolExecutor
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

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


PAGE = "backups"


class BackupsDesk(QObject):
    """Adds the backups page to a desk."""

    _progress = Signal(float)

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._closing = False
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="backup")
        desk.closing.connect(self.close)
        desk.actions.bind(CommandId.BACKUPS, self.open)
        self._progress.connect(self._on_progress, Qt.ConnectionType.QueuedConnection)

    @cached_property
    def panel(self) -> BackupsPanel:
        """The page, created on first use."""
        panel = BackupsPanel(self._desk.theme)
        panel.make_requested.connect(self.make)
        panel.folder_requested.connect(self._on_folder)
        panel.restore_requested.connect(self._on_restore)
        panel.looked_into.connect(self._on_looked_into)
        panel.note_requested.connect(self._on_note)
        panel.left.connect(self._desk.leave_page)
        self._desk.pages.add(PAGE, panel, lambda _typing: panel.enter())
        return panel

    def open(self) -> None:
        """Show the backups page."""
        panel = self.panel
        self.refresh()
        self._desk.pages.show(PAGE)
        panel.enter()

    def refresh(self) -> None:
        """Read which backups exist."""
        backups = self._desk.services.backups

        def go(found: tuple[list[BackupRow], Path]) -> None:
            rows, folder = found
            had = self.panel.list.hasFocus() or self.panel.make.hasFocus()
            self.panel.show_rows(rows, shown_folder(folder))
            if had:
                self.panel.enter()

        self._desk.reader.read("backups", lambda: (list(backups.rows()), backups.folder), go)

    def make(self) -> None:
        """Make a backup now."""
        self.panel.tell_progress(0.0)
        backups, emit = self._desk.services.backups, self._progress.emit
        future: Future[Path] = self._pool.submit(
            lambda: backups.make("by-hand", progress=emit, keep_going=lambda: not self._closing)
        )
        self._desk.bridge.when_done(future, self._on_made, failed=self._on_failed)

    def close(self) -> None:
        """Stop what runs."""
        self._closing = True
        self._pool.shutdown(wait=True)

    def _on_progress(self, done: float) -> None:
        if not self.panel.make.isEnabled():
            self.panel.tell_progress(done)

    def _on_made(self, path: Path) -> None:
        self.panel.tell_progress(None)
        self._desk.status.tell_plain(_("Backed up: {file}").format(file=path.name))
        self.refresh()

    def _on_failed(self, error: Exception) -> None:
        self.panel.tell_progress(None)
        if isinstance(error, NoteBrainError):
            self._desk.status.tell_problem(str(error), _("Try again"), self.make)
        else:
            self._desk.on_failed(error)

    def _on_folder(self) -> None:
        backups = self._desk.services.backups

        def go(folder: Path) -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

        self._desk.reader.read("backup folder", lambda: backups.folder, go)

    def _on_looked_into(self, row: BackupRow, words: str) -> None:
        backups = self._desk.services.backups

        def look() -> list[BackupNote]:
            return [] if row.notes is None else list(backups.find(row.path, words))

        def go(notes: list[BackupNote]) -> None:
            if self.panel.row == row:
                self.panel.show_notes(notes)

        self._desk.reader.read("notes of a backup", look, go)

    def _on_note(self, row: BackupRow, note_id: str) -> None:
        desk = self._desk

        def go(draft: Draft) -> None:
            desk.bridge.when_done(
                desk.services.capture.capture(draft), self._on_copied, failed=desk.on_failed
            )

        desk.reader.read(
            "note of a backup", lambda: desk.services.backups.draft(row.path, note_id), go
        )

    def _on_copied(self, changes: Changes) -> None:
        note_id = changes.note
        self._desk.status.tell_offer(
            _("The note is back, as a new one"), _("Open it"), lambda: self._desk.open_note(note_id)
        )

    def _on_restore(self, row: BackupRow) -> None:
        self._desk.tasks.start(self._ask(row))

    async def _ask(self, row: BackupRow) -> None:
        desk, when = self._desk, date_format.full(row.made_at)
        text = _(
            "Go back to all notes as they were on {when}? "
            "Your notes as they are now are backed up first, so you can come back."
        ).format(when=when)
        if await dialogs.confirm(
            desk.tasks, desk.window, title=_("Restore a backup"), text=text, yes=_("Restore all")
        ):
            desk.leave_for(row.path)
