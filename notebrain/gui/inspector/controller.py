"""The controller of the inspector, which follows the shown note and the selected notes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.app.events import IndexProgress, SyncProgress
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Counts, Note, NoteId
from notebrain.domain.notes.tags import tags_to_file
from notebrain.gui.editor.header_button import add_note_button
from notebrain.gui.inspector.panel import InspectorPanel
from notebrain.gui.inspector.selection import SelectionController, ask_workspace
from notebrain.gui.notes.locations import Location, LocationKind
from notebrain.notes.service import Filing
from notebrain.storage.sync.sharing import Shared

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


NAME = "inspector"


@dataclass(frozen=True, slots=True)
class _Looked:
    """What is known about a note; `tags` are written in its text and could be added to it."""

    note: Note
    tags: Sequence[str]
    shared: Shared


class InspectorController(QObject):
    """Fills the inspector while it is visible, and carries out the user's changes."""

    def __init__(self, desk: "Desk", choosing: SelectionController) -> None:
        super().__init__(desk.window)  # its timers end with the window, on the window's thread
        self._desk = desk
        self._choosing = choosing
        self._counts: Counts | None = None
        self._words = desk.editor.word_count
        self._characters = 0
        self._panel: InspectorPanel | None = None
        self._holder = QWidget()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._show)
        desk.side.add(NAME, _("About this note"), self._holder, focus=self._enter)
        desk.actions.bind(CommandId.INSPECTOR, lambda: desk.side.toggle(NAME))
        desk.actions.bind(CommandId.TAG, self._begin_tag)
        add_note_button(desk, CommandId.INSPECTOR, "info", _("About this note"))
        desk.side.changed.connect(self._on_side)
        desk.browser.note_shown.connect(self._look_later)
        desk.browser.titled.connect(self._on_titled)
        desk.browser.counted.connect(self._on_counted)
        desk.editor.saved.connect(self._look_later)
        desk.editor.words_counted.connect(self._on_words)
        choosing.changed.connect(self._look_later)
        desk.bridge.happened.connect(self._on_event)

    @property
    def panel(self) -> InspectorPanel:
        """The panel, created on first use."""
        if self._panel is None:
            self._panel = self._make()
        return self._panel

    def _make(self) -> InspectorPanel:
        panel = InspectorPanel(self._desk.theme)
        layout = QVBoxLayout(self._holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(panel)
        panel.form.filing_requested.connect(self._on_filing)
        panel.form.workspace_requested.connect(self._on_workspace_requested)
        panel.form.tag_shown.connect(self._on_tag)
        panel.renamed.connect(self._on_renamed)
        panel.id_copied.connect(self._on_copied)
        panel.standing.retry_requested.connect(self._on_retry)
        if self._counts is not None:
            self._know(panel, self._counts)
        return panel

    def _enter(self) -> None:
        self._show()
        self.panel.form.enter()

    def _begin_tag(self) -> None:
        """Let the user type a tag, in the panel for several notes if it is shown, otherwise here."""
        if self._choosing.shared is None or self._desk.side.current == NAME:
            self._desk.side.open(NAME)
        else:
            self._desk.reading_requested.emit()
            self._choosing.batch.enter()

    def _on_side(self, name: str) -> None:
        if name == NAME:
            self._show()

    def _look_later(self, *_news: object) -> None:
        """Refresh once after any number of change signals."""
        if self._desk.side.current == NAME:
            self._later.start()

    def _show(self) -> None:
        shared, note = self._choosing.shared, self._desk.browser.note
        if shared is not None:
            self.panel.show_several(shared)
        elif note is not None:
            self.panel.show_note(note)
            self._look_into(note.id)
        else:
            self.panel.show_nothing()

    def _look_into(self, note_id: NoteId) -> None:
        """Read what the text of the note contains, and its current status."""
        library, sharing = self._desk.services.library, self._desk.services.cloud.overviews

        def look() -> _Looked | None:
            try:
                note = library.note(note_id)
            except NotFound:
                return None
            written = tags_to_file(note.body, note.tags)
            return _Looked(note, written, sharing.of_note(note_id))

        self._desk.reader.read("inspector", look, self._on_looked)

    def _on_looked(self, found: "_Looked | None") -> None:
        shown = self._desk.browser.note
        if found is None or shown is None or found.note.id != shown.id or self._choosing.shared:
            return
        self.panel.show_note(found.note)
        self.panel.standing.show_note(found.note.state, found.shared)
        self.panel.form.typed.show_tags(found.tags)
        self._characters = len(found.note.body)
        self._tell_length()

    def _on_event(self, event: object) -> None:
        """Refresh if the status of the note changed."""
        if isinstance(event, IndexProgress | SyncProgress):
            self._look_later()

    def _on_retry(self) -> None:
        self._desk.services.cloud.retry()

    def _on_words(self, words: int | None) -> None:
        self._words = words
        self._tell_length()

    def _tell_length(self) -> None:
        if self._panel is not None:
            self._panel.facts.tell_length(self._words, self._characters)

    def _on_titled(self, title: str) -> None:
        if self._panel is not None:
            self._panel.title.tell_title(title)

    def _on_counted(self, counts: Counts) -> None:
        self._counts = counts
        if self._panel is not None:
            self._know(self._panel, counts)

    def _know(self, panel: InspectorPanel, counts: Counts) -> None:
        tags = [name for name, _count in counts.tags]
        panel.form.know([name for name, _count in counts.workspaces], tags)

    def _on_filing(self, filing: Filing, text: str) -> None:
        if self._choosing.shared is not None:
            self._choosing.file(filing, text)
        elif self._desk.browser.note is not None:
            self._desk.acts.file([self._desk.browser.note], filing, text)

    def _on_renamed(self, title: str) -> None:
        desk = self._desk
        if desk.browser.note is not None:
            desk.editor.flush()  # the title follows the first line as it is now
            desk.acts.rename(desk.browser.note, title or None)

    def _on_workspace_requested(self) -> None:
        self._desk.tasks.start(self._ask_workspace())

    async def _ask_workspace(self) -> None:
        name = await ask_workspace(self._desk)
        if name:
            self._on_filing(Filing(workspace=name), _("Moved “{title}”"))

    def _on_tag(self, tag: str) -> None:
        self._desk.browser.show_place(Location(LocationKind.TAG, tag=tag))

    def _on_copied(self, note_id: str) -> None:
        QGuiApplication.clipboard().setText(note_id)
        self._desk.window.tell(_("The id is in the clipboard"), undoable=False)
