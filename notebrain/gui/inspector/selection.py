"""The notes that are selected in the list: one or several."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from notebrain.app.commands.command import CommandId, Menu
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.filing import SharedFiling, shared_filing
from notebrain.domain.notes.note import Counts, Note, NoteRow
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.inspector.bulk_panel import BatchPanel
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.notes.context_menu import NoteMenu, pin_name
from notebrain.gui.window.pages import EditorStack
from notebrain.notes.service import Filing

# the rows of one screen are read at once, more rows on the reading thread
_AT_ONCE = 200


class SelectionController(QObject):
    """Knows what several selected notes have in common, and applies actions to all of them."""

    changed = Signal(object)
    """What the selected notes have in common (a `SharedFiling`); None if fewer than two are selected."""

    def __init__(
        self,
        context: Context,
        note_list: NoteListPanel,
        active: ActiveEditor,
        editor_stack: EditorStack,
        acts: NoteActions,
        note_menu: NoteMenu,
    ) -> None:
        super().__init__(context.window)  # its timers end with the window, on the window's thread
        self._context = context
        self._note_list = note_list
        self._active = active
        self._editor_stack = editor_stack
        self._acts = acts
        self._note_menu = note_menu
        self.shared: SharedFiling | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh)
        note_list.selection_changed.connect(self._later.start)
        context.events.notes_changed.connect(self._on_changes)
        self._batch: BatchPanel | None = None
        context.side.changed.connect(self._arrange)
        active.note_shown.connect(self._name_pin)
        note_list.given_up.connect(self.give_up)
        for command, act in (
            (CommandId.PIN, acts.pin),
            (CommandId.TRASH, acts.forget),
            (CommandId.RESTORE, acts.restore),
        ):
            context.actions.bind(command, self._doer(act))

    @property
    def batch(self) -> BatchPanel:
        """The panel for several notes, created on first use."""
        if self._batch is None:
            self._batch = self._make()
        return self._batch

    def give_up(self) -> None:
        """Select only the note that is shown."""
        notes = self._note_list
        notes.choose_only_current()
        self._show_list()
        notes.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def file(self, filing: Filing, text: str) -> None:
        """Apply this filing to all selected notes."""
        self.read(lambda rows: self._acts.file(rows, filing, text))

    def read(self, act: Callable[[Sequence[NoteRow]], object]) -> None:
        """Call `act` with the notes that the user means, as they are now: the one beside, or the selected ones."""
        notes, library = self._note_list, self._context.services.library
        note = self._active.note
        if self._active.panel is not self._active.main and note is not None:
            act(library.rows([library.key_of(note.id)]))
            return
        keys = notes.selected_keys()
        if len(keys) <= _AT_ONCE:
            act(notes.selected())
        else:
            self._context.reader.read(
                "chosen for an act", lambda: library.rows(keys), lambda rows: _do(act, rows)
            )

    def _make(self) -> BatchPanel:
        batch = BatchPanel(self._context.theme)
        batch.covers_list = self._note_list.isHidden
        batch.back_requested.connect(self._show_list)
        batch.form.filing_requested.connect(self.file)
        batch.form.workspace_requested.connect(self._on_workspace_requested)
        batch.form.tag_shown.connect(self._on_tag)
        batch.trash_requested.connect(self._context.actions[CommandId.TRASH].trigger)
        batch.restore_requested.connect(self._context.actions[CommandId.RESTORE].trigger)
        batch.purge_requested.connect(self._on_purge)
        batch.export.setMenu(self._context.actions.menu(Menu.EXPORT, batch.export))
        batch.given_up.connect(self.give_up)
        self._context.navigator.counted.connect(self._on_counted)
        return batch

    def _arrange(self, *_news: object) -> None:
        """Show the actions for several notes in place of the editor while several are selected."""
        if self.shared is None:
            if self._batch is not None and self._editor_stack.covered is self._batch:
                self._editor_stack.uncover()
            return
        self._on_counted(self._context.navigator.counts)
        self.batch.show_several(self.shared, filing=self._context.side.current != "inspector")
        self._editor_stack.cover(self.batch)

    def _on_counted(self, counts: Counts) -> None:
        self.batch.form.know(counts.workspace_names, counts.tag_names)

    def _show_list(self) -> None:
        """Show the list again if the actions cover it."""
        if self._note_list.isHidden():
            self._context.actions[CommandId.SHOW_LIST].trigger()

    def _on_purge(self) -> None:
        self.read(self._note_menu.ask_purge)

    def _on_tag(self, tag: str) -> None:
        self._context.navigator.show_location(Location(LocationKind.TAG, tag=tag))

    def _on_workspace_requested(self) -> None:
        self._context.tasks.start(self._ask_workspace())

    async def _ask_workspace(self) -> None:
        name = await ask_workspace(self._context)
        if name:
            self.file(Filing(workspace=name), _("Moved “{title}”"))

    def _doer(self, act: Callable[[Sequence[NoteRow]], object]) -> Callable[[], None]:
        return lambda: self.read(act)

    def _on_changes(self, changes: Changes) -> None:
        if changes.filing:
            self._later.start()

    def _refresh(self) -> None:
        """Find out what the selected notes have in common."""
        notes, library = self._note_list, self._context.services.library
        if notes.selected_count() <= 1:
            self._show_shared(None)
            return
        if not notes.knows_selected:
            return  # the list reports the selection again once it does
        keys = notes.selected_keys()
        if len(keys) <= _AT_ONCE:
            self._show_shared(shared_filing(notes.selected()))
        else:
            self._context.reader.read(
                "chosen", lambda: shared_filing(library.rows(keys)), self._on_read
            )

    def _on_read(self, shared: SharedFiling) -> None:
        if self._note_list.selected_count() == shared.count:
            self._show_shared(shared)
        else:
            self._later.start()

    def _show_shared(self, shared: SharedFiling | None) -> None:
        if shared != self.shared:
            self.shared = shared
            self._arrange()
            self._name_pin(self._active.note)
            self.changed.emit(shared)

    def _name_pin(self, note: Note | None) -> None:
        """Name the command after what it would do with the selected notes."""
        pinned = self.shared.pinned is True if self.shared else note is not None and note.pinned
        self._context.actions.rename(CommandId.PIN, pin_name(pinned))


def _do(act: Callable[[Sequence[NoteRow]], object], rows: Sequence[NoteRow]) -> None:
    act(rows)


async def ask_workspace(context: Context) -> str | None:
    """Ask the user for the name of a new workspace and return it."""
    return await dialogs.ask_text(
        context.tasks, context.window, title=_("New workspace"), label=_("Name of the workspace")
    )
