"""Emptying the trash."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import TRASH_DAYS
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.note import Counts, ListFilter, NoteId
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import LocationKind
from notebrain.gui.note_list.panel import NoteListPanel


class Trash(QObject):
    """Offers to empty the trash where its notes are shown."""

    def __init__(self, context: Context, note_list: NoteListPanel) -> None:
        super().__init__(context.window)
        self._context = context
        self._note_list = note_list
        self._trashed = 0
        self._action = context.actions[CommandId.EMPTY_TRASH]
        context.actions.bind(CommandId.EMPTY_TRASH, self._check)
        note_list.empty_trash.clicked.connect(self._action.trigger)
        context.navigator.counted.connect(self._on_counted)
        context.navigator.location_shown.connect(self._offer)
        context.window.page_changed.connect(self._offer)
        self._offer()

    def _on_counted(self, counts: Counts) -> None:
        self._trashed = counts.trashed
        self._offer()

    def _offer(self) -> None:
        if self._context.navigator.location.kind is LocationKind.TRASH:
            self._note_list.set_trash_days(self._context.services.settings.get(TRASH_DAYS))
        shown = self._context.navigator.location.kind is LocationKind.TRASH and self._trashed > 0
        self._note_list.empty_trash.setVisible(shown)
        self._action.setEnabled(shown and self._context.window.shows_notes)

    def _check(self) -> None:
        """Find out which notes are in the trash before asking the user about them."""
        services, workspace = self._context.services, self._context.navigator.workspace

        def load() -> tuple[list[NoteId], str]:
            wanted = ListFilter(workspace=workspace, trashed=True)
            notes = [row.id for row in services.library.list(wanted)]
            return notes, services.files.going_text(notes)

        self._context.reader.read("trash", load, self._on_checked)

    def _on_checked(self, found: tuple[Sequence[NoteId], str]) -> None:
        notes, files = found
        if notes:
            self._context.tasks.start(self._ask(notes, files, self._context.navigator.workspace))

    async def _ask(self, notes: Sequence[NoteId], files: str, workspace: str | None) -> None:
        text = ngettext(
            "Delete the {n} note in the trash for good? It cannot be brought back.",
            "Delete all {n} notes in the trash for good? They cannot be brought back.",
            len(notes),
        ).format(n=date_format.number(len(notes)))
        if workspace is not None:
            only = _("Only notes in the workspace “{name}” are deleted.").format(name=workspace)
            text = f"{text} {only}"
        text = f"{text} {files}".rstrip()
        title = yes = _("Empty trash")
        if await dialogs.confirm(
            self._context.tasks, self._context.window, title=title, text=text, yes=yes
        ):
            done = self._context.services.shredder.remove(notes)
            self._context.events.when_done(done, self._on_emptied, failed=self._context.on_error)

    def _on_emptied(self, _changes: Changes) -> None:
        self._context.messages.show_info(_("The trash is empty now"))
