"""Emptying the trash."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import TRASH_DAYS
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.note import Counts, ListFilter, NoteId
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.notes.locations import LocationKind

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class Trash(QObject):
    """Offers to empty the trash where its notes are shown."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._trashed = 0
        self._action = desk.actions[CommandId.EMPTY_TRASH]
        desk.actions.bind(CommandId.EMPTY_TRASH, self._look)
        desk.notes.empty_trash.clicked.connect(self._action.trigger)
        desk.browser.counted.connect(self._on_counted)
        desk.browser.place_shown.connect(self._offer)
        desk.window.page_changed.connect(self._offer)
        self._offer()

    def _on_counted(self, counts: Counts) -> None:
        self._trashed = counts.trashed
        self._offer()

    def _offer(self) -> None:
        if self._desk.browser.place.kind is LocationKind.TRASH:
            self._desk.notes.tell_trash_days(int(self._desk.services.settings.get(TRASH_DAYS)))
        shown = self._desk.browser.place.kind is LocationKind.TRASH and self._trashed > 0
        self._desk.notes.empty_trash.setVisible(shown)
        self._action.setEnabled(shown and self._desk.window.shows_notes)

    def _look(self) -> None:
        """Find out which notes are in the trash before asking the user about them."""
        library, workspace = self._desk.services.library, self._desk.browser.workspace

        def look() -> list[NoteId]:
            wanted = ListFilter(workspace=workspace, trashed=True)
            return [row.id for row in library.list(wanted)]

        self._desk.reader.read("trash", look, self._on_looked)

    def _on_looked(self, notes: Sequence[NoteId]) -> None:
        if notes:
            self._desk.tasks.start(self._ask(notes, self._desk.browser.workspace))

    async def _ask(self, notes: Sequence[NoteId], workspace: str | None) -> None:
        desk = self._desk
        text = ngettext(
            "Delete the {n} note in the trash for good? It cannot be brought back.",
            "Delete all {n} notes in the trash for good? They cannot be brought back.",
            len(notes),
        ).format(n=date_format.number(len(notes)))
        if workspace is not None:
            only = _("Only notes of the workspace “{name}” are deleted.").format(name=workspace)
            text = f"{text} {only}"
        title = yes = _("Empty trash")
        if await dialogs.confirm(desk.tasks, desk.window, title=title, text=text, yes=yes):
            done = desk.services.shredder.remove(notes)
            desk.bridge.when_done(done, self._on_emptied, failed=desk.on_failed)

    def _on_emptied(self, _changes: Changes) -> None:
        self._desk.status.tell_plain(_("The trash is empty now"))
