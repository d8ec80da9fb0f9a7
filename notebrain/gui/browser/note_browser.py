"""The workspace, location and note that are shown, and the code that keeps the panels in step with them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from notebrain.app.core.paths import window_title
from notebrain.app.services import Services
from notebrain.app.settings.remembered import GROUPED, OLDEST_FIRST, SORT, WORKSPACE
from notebrain.app.settings.table import COUNT_OPENS
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import STREAMS, Act, Changes
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, Counts, Note, NoteId, SortKey
from notebrain.gui.core.context import Navigator
from notebrain.gui.core.locations import ALL_NOTES, TRASH, Location, LocationKind, Place
from notebrain.gui.core.threads import BackgroundReader, EventBridge
from notebrain.gui.core.throttle import Throttle
from notebrain.gui.editor.new_note import NewNoteDraft
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.note_list.loader import ListLoader
from notebrain.gui.note_list.model import ListSource
from notebrain.gui.note_list.order import ListOrder
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.notes.navigation import OPENED_AFTER_MS
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.window.main_window import MainWindow
from notebrain.gui.window.pages import HOME, EditorStack, Pages
from notebrain.gui.window.welcome_page import Welcome

# Acts that do not change the numbers in the sidebar.
_UNCOUNTED = (
    Act.EDIT,
    Act.APPEND,
    Act.TICK,
    Act.RENAME,
    Act.LINK,
    Act.OPEN,
    Act.INDEX,
    Act.SETTINGS,
)


@dataclass(frozen=True, slots=True)
class Panels:
    """The parts of the window that are kept in step."""

    window: MainWindow
    pages: Pages
    sidebar: Sidebar
    notes: NoteListPanel
    editor: EditorPanel
    stack: EditorStack
    welcome: Welcome


class NoteBrowser(Navigator):
    """Connects the sidebar, the list and the editor, and shows the welcome page while there is no note."""

    def __init__(
        self, services: Services, panels: Panels, reader: BackgroundReader, bridge: EventBridge
    ) -> None:
        super().__init__(panels.notes)
        self._services = services
        self._panels = panels
        self._reader = reader
        self._empty = False
        self._former: NoteId | None = None
        self._order = ListOrder()
        self._title = ""
        self._wanted: NoteId | None = None
        self._resting: frozenset[NoteId] = frozenset()
        self._fresh = NewNoteDraft(services, bridge, self)
        self._fresh.failed.connect(self.failed)
        self._loader = ListLoader(
            ListSource(services.library), panels.notes.model, reader, self, now=services.clock.now
        )
        self._counting = Throttle(self.count, self)
        self._opened = QTimer(self, singleShot=True, interval=OPENED_AFTER_MS)
        self._opened.timeout.connect(self._on_opened)
        self._loader.loaded.connect(self._on_loaded)
        panels.sidebar.location_chosen.connect(self.show_location)
        panels.notes.chosen.connect(self._on_chosen)
        panels.notes.order_chosen.connect(self.set_order)
        panels.notes.all_requested.connect(self.show_all)
        panels.notes.entered.connect(self._on_writing)
        panels.notes.elsewhere_requested.connect(self.elsewhere_requested)
        panels.notes.back.requested.connect(panels.pages.show)
        for part in (panels.notes, panels.sidebar, panels.welcome):
            part.new_note_requested.connect(self.new_note)
        panels.pages.leaving_notes.connect(self.leave)
        panels.window.page_changed.connect(self._show_title)
        self.location_shown.connect(self._show_notes)
        self.note_shown.connect(self._on_note)
        self.titled.connect(self._on_titled)
        self.writing_requested.connect(self._on_writing)

    def start(self, last: str = "") -> None:
        """Restore the list of the last session and the note that was shown last."""
        settings = self._services.settings
        self._order = ListOrder(
            SortKey(settings.get(SORT)), settings.get(OLDEST_FIRST), settings.get(GROUPED)
        )
        self.workspace = settings.get(WORKSPACE) or None
        self._panels.sidebar.show_workspace(self.workspace or DEFAULT_WORKSPACE)
        self._show_location(ALL_NOTES, NoteId(last) if last else None)
        self.count()

    def show_location(self, location: Location, note: NoteId | None = None) -> None:
        """Show the notes of a location and this one of them; None keeps the open note if it is among them."""
        self._show_location(location, note or (self.note.id if self.note else None))

    def _show_location(self, location: Location, before: NoteId | None) -> None:
        self.location = location
        self._panels.sidebar.select(location)
        notes = self._panels.notes
        order = self._order
        notes.show_location(location, order)
        notes.show_count(None)
        wanted = location.filter(self.workspace, order.sort, oldest_first=order.oldest_first)
        self._loader.show(wanted, grouped=order.grouped)
        if before is None or not notes.select(before):
            if not notes.model.rowCount():
                self._wanted = before  # a long list sorted by title arrives a moment later
            notes.select_first()
        self.location_shown.emit(location)

    def show_all(self) -> None:
        """Show all notes of the workspace."""
        self.show_location(ALL_NOTES)

    def show_workspace(self, name: str) -> None:
        """Show the notes of a workspace; an empty name shows the notes of all workspaces."""
        self._services.settings.put(WORKSPACE, name)
        self._show_place(Place(name or None, ALL_NOTES), self.note.id if self.note else None)

    def _show_place(self, place: Place, note: NoteId | None) -> None:
        if place.workspace != self.workspace:
            self.workspace = place.workspace
            self._panels.sidebar.show_workspace(self.workspace)
            self._reader.forget("counts")
            self.count()
        self._show_location(place.location, note)

    def set_order(self, order: ListOrder) -> None:
        """Change the order of the list from now on."""
        before, self._order = self._order, order
        settings = self._services.settings
        if order.sort is not before.sort:
            settings.put(SORT, order.sort.value)
        if order.oldest_first != before.oldest_first:
            settings.put(OLDEST_FIRST, order.oldest_first)
        if order.grouped != before.grouped:
            settings.put(GROUPED, order.grouped)
        self.show_location(self.location)

    def open_note(self, note_id: NoteId, place: Place | None = None) -> bool:
        """Show this note, in the shown list or in `place` if it is listed there; return whether it exists."""
        if place is not None and place != self.place:
            self._show_place(place, note_id)
        return self._open(note_id)

    def _open(self, note_id: NoteId, *, elsewhere: bool = False) -> bool:
        """Show this note, in another list if `elsewhere` or if it is not in this one."""
        found = self._list(note_id, elsewhere=elsewhere)
        if found:
            self._panels.sidebar.select(self.location)
            self._panels.window.show_notes()
            self.reading_requested.emit()
        return found

    def write_in(self, note_id: NoteId) -> None:
        """Show this note and put the cursor in its text; notes that a page chose are left for another note."""
        shown = self.note is not None and self.note.id == note_id
        if self._open(note_id, elsewhere=self.location.kind is LocationKind.CHOSEN and not shown):
            self._panels.editor.setFocus()

    def open_passage(self, note_id: NoteId, start: int, end: int) -> None:
        """Show a note at a passage, given in code points."""
        if self.open_note(note_id):
            self._panels.editor.show_passage(start, end)

    def leave_page(self) -> None:
        """Go back from a page to the notes, or to Home if the user came from there."""
        pages = self._panels.pages
        if pages.before == HOME and pages.current != HOME:
            pages.show(HOME)
            return
        self._panels.sidebar.select(self.location)
        self._show_notes()
        self._panels.notes.view.setFocus()

    def _list(self, note_id: NoteId, *, elsewhere: bool) -> bool:
        note = self._read(note_id)
        if note is None:
            return False
        self._wanted = None  # a new note that is not listed yet gives way
        if elsewhere or not self._panels.notes.select(note_id):
            workspace = None if self.workspace is None else note.workspace
            self._show_place(Place(workspace, TRASH if note.deleted_at else ALL_NOTES), note_id)
            self._show(note)
            self._select_when_loaded(note_id)
        return True

    def show_whole(self, note: Note) -> None:
        """Show the full text of a note of which only the beginning is shown."""
        self.note = note
        self.show_again()

    def show_again(self) -> None:
        """Show the note again as it was last read."""
        if self.note is not None:
            self._panels.editor.show_note(self.note)
            self.note_shown.emit(self.note)

    def choose_again(self, notes: Sequence[NoteId]) -> None:
        """Select the first of these notes, which returned to the list, unless the trash is shown."""
        if notes and self.location.kind is not LocationKind.TRASH:
            self._wanted = notes[0]
            self._loader.refresh(self._wanted)

    def new_note(self) -> None:
        """Create an empty note in the current location and let the user write."""
        if self.location.kind in (LocationKind.TRASH, LocationKind.CHOSEN):
            self.show_all()
        self._panels.editor.flush()
        self.writing_awaited.emit()
        self._fresh.make(self.location, self.workspace, self._on_made)

    def repeat_news(self) -> None:
        """Notify features that loaded late of what is shown; the others receive the same signals again."""
        if self.counts != Counts():
            self.counted.emit(self.counts)
        if self.note is not None:
            self.note_shown.emit(self.note)

    def on_changes(self, changes: Changes) -> None:
        """Show changes written by this process."""
        self._loader.apply(changes)
        if changes.act in STREAMS:
            self._counting.ask()
        elif changes.tags or changes.act not in _UNCOUNTED:
            self.count()
        if self._former in changes.notes:
            self._reload()  # keys typed before the note was shown under its new ID
        if self.note is None or self.note.id not in changes.notes:
            return
        if changes.act is Act.EDIT and not changes.tags:
            self._retitle()  # the editor wrote it and has the text
        elif changes.act not in (Act.OPEN, Act.INDEX, Act.FORGET, Act.PURGE, Act.SETTINGS):
            self._reload()

    def on_changed_elsewhere(self) -> None:
        """Show changes written by another process."""
        self._panels.notes.model.refresh_all()
        self._loader.refresh()
        self.count()
        if self.note is not None:
            self._reload()

    def count(self) -> None:
        """Update the counts in the sidebar."""
        library, workspace = self._services.library, self.workspace
        self._reader.read("counts", lambda: library.counts(workspace), self._on_counts)

    def rest_at(self, notes: Iterable[NoteId]) -> None:
        """Show no note while one of these is first in the list, until the user goes to the list."""
        self._resting = frozenset(notes)
        self._panels.notes.deselect()
        self._show(None)

    def wake(self) -> None:
        """Allow a note to be shown again."""
        self._resting = frozenset()
        if self.note is None and self._panels.notes.current() is None:
            self._panels.notes.select_first()

    def leave(self) -> None:
        """Save unsaved text and leave the shown note."""
        self._opened.stop()
        self._panels.editor.flush()
        if self.note is not None and not self._panels.editor.is_shown_elsewhere(self.note.id):
            self._fresh.left(self.note.id)

    def on_left(self, note_id: str) -> None:
        """Handle that no editor shows this note any more."""
        self._fresh.left(NoteId(note_id))

    def finish(self) -> None:
        """Clean up what the user left behind before the window closes."""
        self._opened.stop()  # a note that is no longer shown must not count as opened
        self._fresh.finish()

    def _on_counts(self, counts: Counts) -> None:
        self.counts = counts
        self._panels.sidebar.show_counts(counts)
        if self.workspace is None:
            several = len(counts.workspaces) > 1
            only = counts.workspaces[0][0] if counts.workspaces else DEFAULT_WORKSPACE
            self._panels.sidebar.show_workspace(None if several else only)
        self._empty = counts.notes == counts.trashed == 0 and self.workspace is None
        if not self._panels.pages.current:
            self._show_notes()
        self.counted.emit(counts)

    def _show_notes(self, *_location: object) -> None:
        if self._empty:
            self._panels.window.show_welcome()
            self._panels.welcome.new_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._panels.window.show_notes()

    def _on_note(self, note: Note | None) -> None:
        if note is not None:
            self._on_titled(note.title)
            return
        self._show_title()
        if not _is_held_by_something(self._panels.window):
            self._panels.notes.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_titled(self, title: str) -> None:
        self._title = title
        self._show_title()

    def _show_title(self) -> None:
        """Name the window after the page, or after the note while no page is shown."""
        title = self._panels.pages.title
        if not title and self.note is not None:
            title = self._title or _("Untitled")
        self._panels.window.setWindowTitle(window_title(title, self._services.folder))

    def _on_writing(self) -> None:
        self._empty = False
        self._panels.window.show_notes()
        self._panels.sidebar.select(self.location)
        self.reading_requested.emit()
        self._panels.stack.enter()

    def _on_loaded(self) -> None:
        notes = self._panels.notes
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            notes.select(wanted)
        notes.show_count(notes.model.rowCount())
        if notes.current() is None and self._fresh.note_id is None and not self._rests():
            notes.select_first()

    def _rests(self) -> bool:
        """Return whether one of the notes that must not be shown yet is still first in the list."""
        model = self._panels.notes.model
        return bool(self._resting) and model.id_at(model.index(0)) in self._resting

    def _on_chosen(self, note_id: str) -> None:
        if self.note is not None and self.note.id == note_id:
            return
        if self.note is not None and self.note.id == self._wanted:
            # a list that gets the focus selects its first note by itself, before it contains the new one
            return
        note = self._read(NoteId(note_id)) if note_id else None
        self._show(note)

    def _show(self, note: Note | None) -> None:
        if self.note is not None and (note is None or note.id != self.note.id):
            self.leave()
        self.note = note
        if note is None:
            self._panels.editor.clear()
        else:
            self._panels.editor.show_note(note)
            self._opened.start()
        self.note_shown.emit(note)

    def _on_made(self, note_id: NoteId) -> None:
        self._show(self._read(note_id))
        self._select_when_loaded(note_id)
        self.writing_requested.emit()

    def _select_when_loaded(self, note_id: NoteId) -> None:
        if self._panels.notes.select(note_id):
            return
        self._panels.notes.deselect()
        self._wanted = note_id
        self._loader.refresh(note_id)

    def _reload(self) -> None:
        note = self._read(self.note.id) if self.note else None
        if note is not None:
            if self.note is not None and self.note.id != note.id:
                self._former = self.note.id
                self._panels.editor.flush()
            self.note = note
            self.show_again()

    def _retitle(self) -> None:
        row = self._panels.notes.current_row()
        if row is not None and self.note is not None and row.id == self.note.id:
            self.titled.emit(row.title)

    def _read(self, note_id: NoteId) -> Note | None:
        library = self._services.library
        read = library.note if self._panels.editor.holds_whole(note_id) else library.opening
        try:
            return read(note_id)
        except NotFound:
            return None

    def _on_opened(self) -> None:
        if not self._services.settings.get(COUNT_OPENS):
            return
        if self.note is not None and self.note.deleted_at is None:
            self._services.notes.opened(self.note.id)


def _is_held_by_something(window: QWidget) -> bool:
    """Return whether a widget of the window has the keyboard focus."""
    # Qt's type hints omit that there may be no such widget
    return isinstance(cast("object", window.focusWidget()), QWidget)
