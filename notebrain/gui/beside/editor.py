"""An editor for one note besides the main one, in the same window or in one of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from notebrain.app.commands.command import Scope
from notebrain.app.core.paths import window_title
from notebrain.app.settings.table import AUTO_PAIRS
from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.attachments.controller import AttachmentController
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.completion import LinkCompletion, TagCompletion
from notebrain.gui.editor.header_buttons import add_note_buttons
from notebrain.gui.editor.open_notes import OpenNotes
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.editor.spell_checker import SpellChecker
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.notes.context_menu import NoteMenu
from notebrain.gui.notes.undo_order import UndoOrder
from notebrain.notes.service import Filing


@dataclass(frozen=True, slots=True)
class EditorTools:
    """What every editor needs besides the context.

    Attributes:
        export: Asks where to export the notes with these keys.
    """

    active: ActiveEditor
    notes: OpenNotes
    acts: NoteActions
    menu: NoteMenu
    opener: LinkOpener
    spelling: SpellChecker
    files: AttachmentController
    export: Callable[[Sequence[int]], object]


class SecondEditor(QObject):
    """Keeps the note of one more editor up to date, and carries out what the user does there."""

    gone = Signal()
    """The note does not exist any more."""
    menu_requested = Signal(QPoint)

    def __init__(self, context: Context, tools: EditorTools, parent: QWidget | None = None) -> None:
        self.panel = EditorPanel(
            context.theme, tools.notes, now=context.services.clock.now, mirrors=True, parent=parent
        )
        super().__init__(self.panel)
        self._context = context
        self._tools = tools
        self._former: NoteId | None = None
        self._connect()
        context.actions.work_in(Scope.TEXT, self.panel.view)
        UndoOrder(self.panel.view, tools.acts)
        LinkCompletion(context, self.panel)
        TagCompletion(context, self.panel)
        tools.spelling.add(self.panel)
        tools.opener.listen(self.panel)
        tools.files.listen(self.panel)
        add_note_buttons(context, tools.active, self.panel)
        self._apply_settings()

    @property
    def note(self) -> Note | None:
        """The note that is shown."""
        return self.panel.note

    def show(self, note_id: NoteId, span: tuple[int, int] | None = None) -> bool:
        """Show a note, at a passage in code points if there is one; return whether the note exists."""
        note = self._read(note_id)
        if note is None:
            return False
        self.panel.show_note(note)
        if span is not None:
            self.panel.show_passage(*span)
        self.panel.titled.emit(note.title)
        return True

    def close(self) -> None:
        """Show no note; what was typed is saved."""
        self.panel.clear()

    def _connect(self) -> None:
        panel, context = self.panel, self._context
        panel.filing_requested.connect(self._on_filing)
        panel.tag_shown.connect(self._on_tag)
        panel.trash_requested.connect(lambda: self._tools.acts.forget(self._shown()))
        panel.restore_requested.connect(lambda: self._tools.acts.restore(self._shown()))
        panel.purge_requested.connect(lambda: self._tools.menu.ask_purge(self._shown()))
        panel.whole_requested.connect(self._on_whole)
        panel.export_requested.connect(self._on_export)
        panel.menu_requested.connect(self.menu_requested)
        panel.view.message.connect(context.messages.show_warning)
        panel.header.known_tags = lambda: context.navigator.counts.tag_names
        context.events.notes_changed.connect(self._on_changes)
        context.events.changed_elsewhere.connect(self._reload)
        context.events.settings_changed.connect(self._apply_settings)

    def _shown(self) -> Sequence[Note]:
        note = self.panel.titled_note
        return [] if note is None else [note]

    def _apply_settings(self) -> None:
        self.panel.view.set_pairs(self._context.services.settings.get(AUTO_PAIRS))

    def _on_filing(self, filing: Filing, text: str) -> None:
        self._tools.acts.file(self._shown(), filing, text)

    def _on_tag(self, tag: str) -> None:
        self._context.navigator.show_location(Location(LocationKind.TAG, tag=tag))
        self._context.window.raise_window()

    def _on_whole(self) -> None:
        shown, library = self.note, self._context.services.library
        if shown is None:
            return

        def load() -> Note | NoteBrainError:
            try:
                return library.note(shown.id)
            except NoteBrainError as error:
                return error

        # each request has its own name so that none replaces that of another editor
        self._context.reader.read(f"whole note {shown.id} {id(self)}", load, self._on_read)

    def _on_read(self, read: Note | NoteBrainError) -> None:
        if isinstance(read, NoteBrainError):
            self._context.on_error(read)
        elif self.note is not None and self.note.id == read.id:
            self.panel.show_note(read)

    def _on_export(self) -> None:
        if self.note is not None:
            try:
                self._tools.export([self._context.services.library.key_of(self.note.id)])
            except NotFound:
                self.gone.emit()

    def _on_changes(self, changes: Changes) -> None:
        note = self.note
        if note is None:
            return
        if changes.act is Act.EDIT and not changes.tags and note.id in changes.notes:
            self._retitle(note.id)  # an editor wrote it and has the text
        elif note.id in changes.notes or self._former in changes.notes:
            self._reload()

    def _retitle(self, note_id: NoteId) -> None:
        try:
            self.panel.titled.emit(self._context.services.library.opening(note_id).title)
        except NotFound:
            self.gone.emit()

    def _reload(self) -> None:
        shown = self.note
        if shown is None:
            return
        note = self._read(shown.id)
        if note is None:
            self.gone.emit()
            return
        if note.id != shown.id:
            self._former = shown.id
            self._tools.notes.flush()
        self.panel.show_note(note)
        self.panel.titled.emit(note.title)

    def window_title(self, title: str) -> str:
        """Return the title of a window that shows a note with this title."""
        return window_title(title or _("Untitled"), self._context.services.folder)

    def _read(self, note_id: NoteId) -> Note | None:
        library = self._context.services.library
        read = library.note if self.panel.holds_whole(note_id) else library.opening
        try:
            return read(note_id)
        except NotFound:
            return None
