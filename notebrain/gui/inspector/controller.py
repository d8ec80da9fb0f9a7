"""The controller of the inspector, which follows the shown note and the selected notes."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import FILE_TYPED_TAGS
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.markdown.statistics import Statistics, statistics
from notebrain.domain.notes.filing import SharedFiling
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.tags import tags_to_file
from notebrain.domain.sync.reports import Shared
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.inspector.panel import InspectorPanel
from notebrain.gui.inspector.selection import SelectionController, ask_workspace
from notebrain.gui.notes.actions import NoteActions
from notebrain.notes.service import Filing

NAME = "inspector"
_LONGEST_COUNTED = 200_000


@dataclass(frozen=True, slots=True)
class _Inspected:
    """What is known about a note; `tags` are written in its text and could be added to it.

    Attributes:
        sums: What its text amounts to; None for one so long that counting would delay other reads.
    """

    note: Note
    tags: Sequence[str]
    shared: Shared
    sums: Statistics | None


class InspectorController(QObject):
    """Fills the inspector while it is visible, and carries out the user's changes."""

    def __init__(
        self,
        context: Context,
        active: ActiveEditor,
        acts: NoteActions,
        choosing: SelectionController,
    ) -> None:
        super().__init__(context.window)  # its timers end with the window, on the window's thread
        self._context = context
        self._active = active
        self._acts = acts
        self._choosing = choosing
        self._characters = 0
        self._panel: InspectorPanel | None = None
        self._holder = QWidget()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._show)
        context.side.add(NAME, _("About this note"), self._holder, focus=self._enter)
        context.actions.bind(CommandId.INSPECTOR, lambda: context.side.toggle(NAME))
        context.actions.bind(CommandId.TAG, self._begin_tag)
        context.side.changed.connect(self._on_side)
        news = (
            active.note_shown,
            context.navigator.counted,
            active.saved,
            choosing.changed,
            # the status of the note may have changed
            context.events.index_progress,
            context.events.sync_progress,
        )
        context.side.connect_while_shown(
            NAME,
            dict.fromkeys(news, self._refresh_later)
            | {
                active.titled: self._on_titled,
                active.words_counted: self._show_length,
            },
        )

    @property
    def panel(self) -> InspectorPanel:
        """The panel, created on first use."""
        if self._panel is None:
            self._panel = self._make()
        return self._panel

    def _make(self) -> InspectorPanel:
        panel = InspectorPanel(self._context.theme)
        layout = QVBoxLayout(self._holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(panel)
        panel.form.filing_requested.connect(self._on_filing)
        panel.form.workspace_requested.connect(self._on_workspace_requested)
        panel.form.tag_shown.connect(self._on_tag)
        panel.renamed.connect(self._on_renamed)
        panel.id_copied.connect(self._on_copied)
        panel.standing.retry_requested.connect(self._on_retry)
        return panel

    @property
    def _shared(self) -> SharedFiling | None:
        """What the selected notes have in common, unless one note is meant."""
        is_main = self._active.panel is self._active.main
        return self._choosing.shared if is_main else None

    def _enter(self) -> None:
        self._show()
        self.panel.form.enter()

    def _begin_tag(self) -> None:
        """Let the user type a tag, in the panel for several notes if it is shown, otherwise here."""
        if self._shared is None or self._context.side.current == NAME:
            self._context.side.open(NAME)
        else:
            self._context.navigator.reading_requested.emit()
            self._choosing.batch.enter()

    def _on_side(self, name: str) -> None:
        if name == NAME:
            self._show()

    def _refresh_later(self, *_news: object) -> None:
        """Refresh once after any number of change signals."""
        self._later.start()

    def _show(self) -> None:
        shared, note = self._shared, self._active.note
        counts = self._context.navigator.counts
        self.panel.form.know(counts.workspace_names, counts.tag_names)
        if shared is not None:
            self.panel.show_several(shared)
        elif note is not None:
            self.panel.show_note(note)
            self._inspect(note.id)
        else:
            self.panel.show_nothing()

    def _inspect(self, note_id: NoteId) -> None:
        """Read what the text of the note contains, and its current status."""
        library, sharing = self._context.services.library, self._context.services.cloud.overviews
        settings = self._context.services.settings

        def load() -> _Inspected | None:
            try:
                note = library.note(note_id)
            except NotFound:
                return None
            worn = (*note.tags, note.half_typed) if settings.get(FILE_TYPED_TAGS) else note.tags
            written = tags_to_file(note.body, worn)
            sums = statistics(note.body) if len(note.body) <= _LONGEST_COUNTED else None
            return _Inspected(note, written, sharing.of_note(note_id), sums)

        self._context.reader.read("inspector", load, self._on_inspected)

    def _on_inspected(self, found: "_Inspected | None") -> None:
        shown = self._active.note
        if found is None or shown is None or found.note.id != shown.id or self._shared:
            return
        self.panel.show_note(found.note)
        self.panel.standing.show_note(found.note.state, found.shared)
        self.panel.form.typed.show_tags(found.tags)
        self._characters = found.sums.characters if found.sums else len(found.note.body)
        self.panel.facts.show_reading_time(found.sums.minutes if found.sums else None)
        self._show_length()

    def _on_retry(self) -> None:
        self._context.services.cloud.retry()

    def _show_length(self, _words: int | None = None) -> None:
        self.panel.facts.show_length(self._active.panel.word_count, self._characters)

    def _on_titled(self, title: str) -> None:
        self.panel.title.show_title(title)

    def _on_filing(self, filing: Filing, text: str) -> None:
        if self._shared is not None:
            self._choosing.file(filing, text)
        elif self._active.note is not None:
            self._acts.file([self._active.note], filing, text)

    def _on_renamed(self, title: str) -> None:
        if self._active.note is not None:
            self._active.panel.flush()  # the title follows the first line as it is now
            self._acts.rename(self._active.note, title or None)

    def _on_workspace_requested(self) -> None:
        self._context.tasks.start(self._ask_workspace())

    async def _ask_workspace(self) -> None:
        name = await ask_workspace(self._context)
        if name:
            self._on_filing(Filing(workspace=name), _("Moved “{title}”"))

    def _on_tag(self, tag: str) -> None:
        self._context.navigator.show_location(Location(LocationKind.TAG, tag=tag))

    def _on_copied(self, note_id: str) -> None:
        QGuiApplication.clipboard().setText(note_id)
        self._context.window.show_done(_("The id was copied"), undoable=False)
