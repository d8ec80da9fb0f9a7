"""Connects the page of files to the window, and carries out what the user does there."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, assert_never

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId
from notebrain.app.notes.files import Fault, FileRow, UsingNote
from notebrain.app.settings.table import FILE_DAYS
from notebrain.domain.errors import NoteBrainError, UserError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.attachments import Attachment, Sha
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE
from notebrain.gui.attachments.controller import AttachmentController
from notebrain.gui.attachments.file_adder import Offered
from notebrain.gui.attachments.page import FileAct, FilesPage
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.core.throttle import Throttle
from notebrain.gui.notes.actions import NoteActions
from notebrain.notes.files import Added, FileChange

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.domain.notes.changes import Changes

T = TypeVar("T")
PAGE = "files"
_MOST_LISTED = 20


class FilesController(QObject):
    """Adds the page of files to the window.

    Args:
        attachments: Opens and saves files.
        show_entry: Shows or hides the entry that leads to the page.
        acts: Carries out acts that can be undone.
        save: Saves what was typed so far.
    """

    def __init__(
        self,
        context: Context,
        attachments: AttachmentController,
        show_entry: Callable[[bool], None],
        acts: NoteActions,
        save: Callable[[], object],
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._attachments = attachments
        self._show_entry = show_entry
        self._acts = acts
        self._save_typed = save
        self._last = dialogs.LastFolder(context.services.settings)
        self._refresh = Throttle(self._read, self)
        attachments.states.settled.connect(self._refresh.ask)
        context.actions.bind(CommandId.FILES, self.open)
        context.pages.requested_before_loaded.connect(self._on_requested)
        context.pages.shown.connect(self._on_shown)
        events = context.events
        for news in (
            events.notes_changed,
            events.changed_elsewhere,
            events.settings_changed,
            events.file_read,
            context.window.activated,
        ):
            news.connect(self._refresh.ask)
        self._refresh.ask()

    @cached_property
    def page(self) -> FilesPage:
        """The page; created when it is first needed."""
        context = self._context
        page = FilesPage(context.theme, self._attachments.pictures, context.services.clock.now)
        page.requested.connect(self._on_act)
        page.left.connect(context.navigator.leave_page)
        page.files_offered.connect(self._on_files)
        page.message.connect(context.messages.show_warning)
        states = self._attachments.states
        states.changed.connect(lambda: page.list.show_moving(states.moving))
        context.pages.add(PAGE, page, lambda _typing: page.enter())
        return page

    def open(self) -> None:
        """Show the page."""
        self._context.pages.show(PAGE)

    def _on_requested(self, name: str) -> None:
        if name == PAGE:
            _ = self.page

    def _on_shown(self, name: str) -> None:
        if name == PAGE:
            self._read()

    def _read(self) -> None:
        """Read whether there are files, and the files themselves if they are shown."""
        files = self._context.services.files
        self._context.reader.read("any files", files.is_any, self._show_entry)
        if self._context.pages.current == PAGE:
            self._context.reader.read(PAGE, files.rows, self._on_rows)
            care = self._context.services.file_care
            self._context.events.when_done(
                self._context.reader.lane(Lane.LONG).submit(care.look_again),
                self._on_looked,
                failed=lambda _error: None,  # the next look may succeed
            )

    def _on_looked(self, is_any_back: bool) -> None:
        if is_any_back:
            self._attachments.pictures.look_again()
            self._refresh.ask()

    def _on_rows(self, rows: Sequence[FileRow]) -> None:
        first = not self.page.list.files.count
        self.page.show_rows(rows)
        if first and (self.page.hasFocus() or self.page.field.hasFocus()):
            self.page.enter()

    def _on_files(self, offered: Sequence[Offered]) -> None:
        """Put files that were dropped on the page in a new note: there they are found, and they stay."""
        self._attachments.adder.take_for_new(offered, self._put_in_note)

    def _put_in_note(self, added: Sequence[Added], warning: str) -> None:
        draft = Draft(
            "\n\n".join(one.markdown for one in added),
            workspace=self._context.navigator.workspace or DEFAULT_WORKSPACE,
        )

        def saved(changes: "Changes") -> None:
            self._refresh.ask()
            if warning:
                self._context.messages.show_warning(warning)
                return
            text = ngettext("{name} is in a new note", "{n} files are in a new note", len(added))
            text = text.format(name=added[0].attachment.name, n=date_format.number(len(added)))
            note = changes.note
            self._context.messages.show_offer(
                text, _("Open"), lambda: self._context.navigator.open_note(note)
            )

        self._write(self._context.services.notes.capture(draft), saved)

    def _on_act(self, act: FileAct, rows: Sequence[FileRow]) -> None:
        match act:
            case FileAct.OPEN:
                self._attachments.open(rows[0].sha)
            case FileAct.FETCH:
                absent = [row.sha for row in rows if row.fault and row.status.can_be_fetched]
                self._attachments.states.fetch(absent)
            case FileAct.COPY:
                self._attachments.copy(_here(rows))
            case FileAct.SAVE:
                self._save(rows)
            case FileAct.NOTES:
                self._show_notes(rows[0])
            case FileAct.RENAME:
                self._context.tasks.start(self._rename(rows[0]))
            case FileAct.REPLACE:
                self._context.tasks.start(self._replace(rows[0]))
            case FileAct.KEEP:
                self._keep(rows)
            case FileAct.REMOVE:
                self._remove(rows)
            case _:
                assert_never(act)

    def _save(self, rows: Sequence[FileRow]) -> None:
        known = _here(rows)
        if len(known) == 1:
            self._attachments.save(known[0])
        else:
            self._context.tasks.start(self._save_all([one.sha for one in known]))

    async def _save_all(self, shas: Sequence[Sha]) -> None:
        tasks, title = self._context.tasks, _("Save files in a folder")
        folder = await dialogs.choose_folder(
            tasks, self._context.window, title=title, last=self._last
        )
        if folder is None:
            return
        files = self._context.services.files

        def save() -> list[Path]:
            return [files.save(sha, folder) for sha in shas]

        try:
            saved = await tasks.result(self._context.reader.lane(Lane.LONG).submit(save))
        except NoteBrainError as error:
            self._context.on_error(error)
            return
        text = ngettext("Saved {n} file in {folder}", "Saved {n} files in {folder}", len(saved))
        n = date_format.number(len(saved))
        self._context.messages.show_info(text.format(n=n, folder=folder))

    def _show_notes(self, row: FileRow) -> None:
        """Go to the note that uses a file, or let the user choose one of several."""
        found = self._context.services.files.notes_with(row.sha)
        if not found:
            text = _("Only an earlier version of a note, a card or a draft uses {file}.")
            self._context.messages.show_warning(text.format(file=row.name))
        elif len(found) == 1:
            self._context.navigator.open_note(found[0].id)
        else:
            menu = self.menu_of(found)
            menu.aboutToHide.connect(menu.deleteLater)
            button = self.page.buttons[FileAct.NOTES]
            at = button.mapToGlobal(button.rect().topLeft())
            menu.popup(at if button.underMouse() or button.hasFocus() else QCursor.pos())

    def menu_of(self, found: Sequence[UsingNote]) -> QMenu:
        """Return a menu of notes that leads to each of them."""
        menu = QMenu(self.page)
        for note in found[:_MOST_LISTED]:
            title = (note.title or _("Untitled")).replace("&", "&&")
            text = _("{title} (in the trash)").format(title=title) if note.trashed else title
            act = menu.addAction(text)
            act.triggered.connect(
                lambda _on=False, one=note.id: self._context.navigator.open_note(one)
            )
        more = len(found) - _MOST_LISTED
        if more > 0:
            text = ngettext("and {n} more note", "and {n} more notes", more)
            menu.addAction(text.format(n=date_format.number(more))).setEnabled(False)
        return menu

    async def _rename(self, row: FileRow) -> None:
        name = await dialogs.ask_text(
            self._context.tasks,
            self._context.window,
            title=_("Rename the file"),
            label=_("New name, here and in all notes that use it:"),
            text=row.name,
        )
        if name is not None and name != row.name:
            acts, done = self._context.services.file_acts, FileChange()
            text = _("Renamed “{before}” to “{name}”").format(before=row.name, name=name)
            self._carry_out(text, lambda: acts.rename(row.sha, name, done), done)

    async def _replace(self, row: FileRow) -> None:
        path = await dialogs.choose_file(
            self._context.tasks,
            self._context.window,
            title=_("Replace “{name}” in all notes that use it").format(name=row.name),
            kinds=_("All files (*)"),
            last=self._last,
        )
        if path is None:
            return
        services, done = self._context.services, FileChange()
        try:
            new = await self._context.tasks.result(
                self._context.reader.lane(Lane.LONG).submit(services.file_acts.stage, path)
            )
        except NoteBrainError as error:
            self._context.on_error(error)
            return
        name = new.attachment.name
        text = _("Replaced “{before}” with “{name}”").format(name=name, before=row.name)
        self._carry_out(text, lambda: services.file_acts.replace(row.sha, new, done), done)
        if new.warning:
            self._context.messages.show_warning(new.warning)

    def _carry_out(self, text: str, act: "Callable[[], Future[Changes]]", done: FileChange) -> None:
        """Change a file in all notes as one act with a way back."""

        def watched(write: "Callable[[], Future[Changes]]") -> "Future[Changes]":
            future = write()
            self._context.events.when_done(
                future, lambda _changes: self._refresh.ask(), failed=lambda _error: None
            )
            return future

        self._save_typed()
        self._acts.carry_out(
            text,
            None,
            forth=lambda: watched(act),
            back=lambda: watched(lambda: self._context.services.file_acts.take_back(done)),
        )

    def _keep(self, rows: Sequence[FileRow]) -> None:
        unused = [row for row in rows if not row.used]
        shas = [row.sha for row in unused]

        def kept(_nothing: None) -> None:
            text = ngettext("“{name}” is kept", "{n} files are kept", len(unused)).format(
                name=unused[0].name, n=date_format.number(len(unused))
            )
            acts = self._context.services.file_acts
            self._context.messages.show_offer(
                text, _("Undo"), lambda: self._write(acts.remove(shas))
            )

        self._write(self._context.services.file_acts.keep(shas), kept)

    def _remove(self, rows: Sequence[FileRow]) -> None:
        """Let files go when their days are over; of those that are used, say where."""
        unused = [row for row in rows if not row.used] or list(rows)
        acts, shas = self._context.services.file_acts, [row.sha for row in unused]

        def removed(_nothing: None) -> None:
            self._context.messages.show_offer(
                self._removal_text(unused), _("Keep"), lambda: self._write(acts.keep(shas))
            )

        self._write(acts.remove(shas), removed)

    def _removal_text(self, rows: Sequence[FileRow]) -> str:
        days = self._context.services.settings.get(FILE_DAYS)
        if not days:
            return _("Unused files stay, as the settings say (Storage, “Keep unused files”)")
        if len(rows) == 1:
            left = days if rows[0].days_left is None else rows[0].days_left
            if not left:
                return _("“{name}” is deleted today").format(name=rows[0].name)
            text = ngettext(
                "“{name}” is deleted in {n} day", "“{name}” is deleted in {n} days", left
            )
            return text.format(name=rows[0].name, n=date_format.number(left))
        text = _("{n} files are deleted when their days are over")
        return text.format(n=date_format.number(len(rows)))

    def _write(self, future: "Future[T]", then: Callable[[T], object] | None = None) -> None:
        def done(result: T) -> None:
            if then is not None:
                then(result)
            self._refresh.ask()

        def failed(error: Exception) -> None:
            if isinstance(error, UserError):
                self._context.messages.show_warning(str(error))
            else:
                self._context.on_error(error)

        self._context.events.when_done(future, done, failed=failed)


def _here(rows: Sequence[FileRow]) -> list[Attachment]:
    """Return the files whose bytes are on this computer."""
    here = [row for row in rows if row.fault is not Fault.MISSING]
    return [row.attachment for row in here if row.attachment is not None]
