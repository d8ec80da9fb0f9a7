"""The notes that are selected in the list: one or several."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from notebrain.app.commands.command import CommandId
from notebrain.app.events import NotesChanged
from notebrain.domain.i18n import _
from notebrain.domain.notes.filing import SharedFiling, shared_filing
from notebrain.domain.notes.note import Counts, NoteRow
from notebrain.gui.core import dialogs
from notebrain.gui.inspector.bulk_panel import BatchPanel
from notebrain.gui.notes.locations import Location, LocationKind
from notebrain.notes.service import Filing

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


# the rows of one screen are read at once, more rows on the reading thread
_AT_ONCE = 200


class SelectionController(QObject):
    """Knows what several selected notes have in common, and applies actions to all of them."""

    changed = Signal(object)
    """What the selected notes have in common (a `SharedFiling`); None if fewer than two are selected."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk.window)  # its timers end with the window, on the window's thread
        self._desk = desk
        self.shared: SharedFiling | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._look)
        desk.notes.selection_changed.connect(self._later.start)
        desk.bridge.happened.connect(self._on_happened)
        self._batch: BatchPanel | None = None
        self._counts: Counts | None = None
        desk.browser.counted.connect(self._on_counted)
        desk.side.changed.connect(self._arrange)
        desk.notes.given_up.connect(self.give_up)
        acts = desk.acts
        for command, act in (
            (CommandId.PIN, acts.pin),
            (CommandId.TRASH, acts.forget),
            (CommandId.RESTORE, acts.restore),
        ):
            desk.actions.bind(command, self._doer(act))

    @property
    def batch(self) -> BatchPanel:
        """The panel for several notes, created on first use."""
        if self._batch is None:
            self._batch = self._make()
        return self._batch

    def give_up(self) -> None:
        """Select only the note that is shown."""
        notes = self._desk.notes
        notes.choose_only_current()
        self._show_list()
        notes.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def file(self, filing: Filing, text: str) -> None:
        """Apply this filing to all selected notes."""
        self.read(lambda rows: self._desk.acts.file(rows, filing, text))

    def read(self, act: Callable[[Sequence[NoteRow]], object]) -> None:
        """Call `act` with the selected notes as they are now."""
        notes, library = self._desk.notes, self._desk.services.library
        keys = notes.selected_keys()
        if len(keys) <= _AT_ONCE:
            act(notes.selected())
        else:
            self._desk.reader.read(
                "chosen for an act", lambda: library.rows(keys), lambda rows: _do(act, rows)
            )

    def _make(self) -> BatchPanel:
        desk, batch = self._desk, BatchPanel(self._desk.theme)
        batch.covers_list = desk.notes.isHidden
        batch.back_requested.connect(self._show_list)
        batch.form.filing_requested.connect(self.file)
        batch.form.workspace_requested.connect(self._on_workspace_requested)
        batch.form.tag_shown.connect(self._on_tag)
        batch.trash_requested.connect(desk.actions[CommandId.TRASH].trigger)
        batch.restore_requested.connect(desk.actions[CommandId.RESTORE].trigger)
        batch.purge_requested.connect(self._on_purge)
        batch.export_requested.connect(self._on_export)
        batch.given_up.connect(self.give_up)
        if self._counts is not None:
            _know(batch, self._counts)
        return batch

    def _arrange(self, *_news: object) -> None:
        """Show the actions for several notes in place of the editor while several are selected."""
        desk = self._desk
        if self.shared is None:
            if self._batch is not None and desk.centre.covered is self._batch:
                desk.centre.uncover()
            return
        self.batch.show_several(self.shared, filing=desk.side.current != "inspector")
        desk.centre.cover(self.batch)

    def _on_counted(self, counts: Counts) -> None:
        self._counts = counts
        if self._batch is not None:
            _know(self._batch, counts)

    def _show_list(self) -> None:
        """Show the list again if the actions cover it."""
        if self._desk.notes.isHidden():
            self._desk.actions[CommandId.SHOW_LIST].trigger()

    def _on_purge(self) -> None:
        self.read(self._desk.note_menu.ask_purge)

    def _on_export(self) -> None:
        self._desk.exchange.ask_export(self._desk.notes.selected_keys())

    def _on_tag(self, tag: str) -> None:
        self._desk.browser.show_place(Location(LocationKind.TAG, tag=tag))

    def _on_workspace_requested(self) -> None:
        self._desk.tasks.start(self._ask_workspace())

    async def _ask_workspace(self) -> None:
        name = await ask_workspace(self._desk)
        if name:
            self.file(Filing(workspace=name), _("Moved “{title}”"))

    def _doer(self, act: Callable[[Sequence[NoteRow]], object]) -> Callable[[], None]:
        return lambda: self.read(act)

    def _on_happened(self, event: object) -> None:
        if isinstance(event, NotesChanged) and event.changes.filing:
            self._later.start()

    def _look(self) -> None:
        """Find out what the selected notes have in common."""
        notes, library = self._desk.notes, self._desk.services.library
        keys = notes.selected_keys()
        if len(keys) <= 1:
            self._tell(None)
        elif len(keys) <= _AT_ONCE:
            self._tell(shared_filing(notes.selected()))
        else:
            self._desk.reader.read(
                "chosen", lambda: shared_filing(library.rows(keys)), self._on_read
            )

    def _on_read(self, shared: SharedFiling) -> None:
        if self._desk.notes.selected_count() == shared.count:
            self._tell(shared)
        else:
            self._later.start()

    def _tell(self, shared: SharedFiling | None) -> None:
        if shared != self.shared:
            self.shared = shared
            self._arrange()
            self.changed.emit(shared)


def _do(act: Callable[[Sequence[NoteRow]], object], rows: Sequence[NoteRow]) -> None:
    act(rows)


def _know(batch: BatchPanel, counts: Counts) -> None:
    batch.know([name for name, _count in counts.workspaces], [tag for tag, _count in counts.tags])


async def ask_workspace(desk: "Desk") -> str | None:
    """Ask the user for the name of a new workspace and return it."""
    return await dialogs.ask_text(
        desk.tasks, desk.window, title=_("New workspace"), label=_("Name of the workspace")
    )
