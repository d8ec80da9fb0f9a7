"""Open notes with their undo history and saving, and the cache of the last ones."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.excerpt import is_whole
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.text.buffer import TextMap
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.editor.autosave import Autosave, Done
from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.live_view import TextMode
from notebrain.gui.theme.theme import Theme
from notebrain.notes.service import Edit


class Writer(Protocol):
    """Stores what the user types."""

    def edit(self, note_id: NoteId, edit: Edit) -> Future[Changes]:
        """Give a note a new body."""
        ...

    def file_typed(self, note_id: NoteId) -> Future[Changes]:
        """File a note under the tag that was still being typed when its text was saved."""
        ...


class OpenNote(QObject):
    """The text of one note with its undo history, its saving, and the user's position in it."""

    def __init__(
        self,
        note: Note,
        *,
        formats: SyntaxFormats,
        writer: Writer,
        bridge: EventBridge,
        on_state: Callable[["OpenNote"], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.note = note
        self.whole = is_whole(note)
        """Whether the full text is loaded; if not, none of it is ever stored."""
        self.session = ""
        self.editors = 0
        """The number of editors that show it."""
        self.caret: tuple[int, int] = (0, 0)
        self.scroll = 0
        self.notice = ""
        self.is_style_outdated = False
        self._writer = writer
        self._bridge = bridge
        self._base_version = note.version
        self._leaving = False
        self._written = ""
        self.carets: list[Callable[[], str]] = []
        """Each returns the tag in which the caret of an editor is, or nothing."""
        self.keepers: list[Callable[[], Callable[[], None]]] = []
        """Each notes the caret of an editor, and returns what puts it there again."""
        self._half_typed = note.half_typed if self.whole else ""
        """The tag that was being typed when the text was last saved; the note is not filed under it yet."""
        dressers: list[Highlighter] = []
        self.document = NoteDocument(
            note.body, prepare=lambda document: dressers.append(Highlighter(document, formats))
        )
        (self.highlighter,) = dressers
        self.highlighter.begin()
        self.timer = _OneShot(self)
        self.autosave = Autosave(
            self.document.text,
            current=self._to_save,
            write=self._write,
            timer=self.timer,
            on_state=lambda: on_state(self),
        )
        self.timer.fired = self.autosave.due
        if self.whole:
            self.document.edited.connect(self.autosave.edited)

    @property
    def size(self) -> int:
        """The amount of memory it uses, in characters."""
        return self.document.units

    @property
    def droppable(self) -> bool:
        """Whether no editor shows it, all is safe on disk, and the note is filed under every tag typed in it."""
        return not self.editors and not self.is_behind

    @property
    def is_behind(self) -> bool:
        """Whether something typed is not safe on disk, or the note not filed under a tag typed in it."""
        return self.autosave.unsaved or bool(self._half_typed)

    def outdated_by(self, note: Note) -> bool:
        """Return whether only a beginning is open, and this is the full text or a newer beginning."""
        return not self.whole and (is_whole(note) or note.version != self.note.version)

    def update_note(self, note: Note) -> bool:
        """Use the note as it is stored now; return True if its text was changed elsewhere in the meantime.

        Of a beginning, only the data besides the text is used.
        """
        self.note = note
        if not is_whole(note):
            return False
        saved = self.autosave.saved
        if note.version == self._base_version and not self.autosave.unsaved:
            return False
        if note.body == saved.stored or (self.autosave.writing and note.body == self._written):
            self._base_version = max(self._base_version, note.version)
            return False
        if self.autosave.unsaved:
            self.autosave.flush()  # the store keeps the other text in the history of the note
            return True
        self._base_version = note.version
        restore = [keep() for keep in self.keepers]
        self.document.apply_stored(note.body)
        for put_back in restore:
            put_back()
        self.autosave.accepted(self.document.text)
        return False

    def renew_style(self) -> None:
        """Restyle the text if the theme changed while the note was not shown."""
        if self.is_style_outdated:
            self.is_style_outdated = False
            self.highlighter.restyle()

    def begin_sitting(self, session: str) -> None:
        """Begin a new sitting, unless text from the last one is not written yet."""
        if not self.autosave.behind:
            self.session = session

    def take_position(self, other: "OpenNote") -> None:
        """Take over where the user is in another text of the same note."""
        end = self.document.units
        self.caret = min(other.caret[0], end), min(other.caret[1], end)
        self.scroll = other.scroll

    def leave(self) -> None:
        """Save unsaved text, because the user leaves the note."""
        self._leaving = True
        self.autosave.flush()
        self.file_typed()
        self._leaving = False

    def file_typed(self) -> None:
        """File the note under the tag that was being typed when it was saved, unless the caret is still in it.

        While text is unsaved or on its way, the next save does this.
        """
        if not self._half_typed or self.autosave.unsaved:
            return
        if self._leaving or self._open_tag() != self._half_typed:
            self._half_typed = ""
            self._bridge.when_done(self._writer.file_typed(self.note.id), failed=lambda _e: None)

    def _open_tag(self) -> str:
        return next((tag for caret in self.carets if (tag := caret())), "")

    def _to_save(self) -> TextMap:
        return self.document.text if self.whole else self.autosave.saved

    def _write(self, text: TextMap, done: Done) -> None:
        if not self.whole:
            raise AssertionError("the beginning of a note is not its text")
        self._written, base_version = text.stored, self._base_version
        self._half_typed = "" if self._leaving else self._open_tag()
        edit = Edit(
            self._written,
            session=self.session,
            base_version=base_version,
            resting=self._leaving,
            open_tag=self._half_typed,
        )
        try:
            future = self._writer.edit(self.note.id, edit)
        except NoteBrainError as error:
            refused: Future[Changes] = Future()
            refused.set_exception(error)
            future = refused
        self._bridge.when_done(
            future,
            lambda changes: self._answered(done, changes, None, base_version),
            failed=lambda error: self._answered(done, None, error, base_version),
        )

    def _answered(
        self, done: Done, changes: Changes | None, failure: Exception | None, base_version: int
    ) -> None:
        if not isValid(self):
            return  # the window was closed before the answer to its last save arrived
        if changes is not None and changes.text:
            # news of this very save may have come first
            self._base_version = max(self._base_version, base_version + 1)
        done(failure)
        self.file_typed()


class _OneShot(QTimer):
    """A timer that is not delayed by another start."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.fired: Callable[[], None] = lambda: None
        self.timeout.connect(self._fire)

    def start(self, delay_ms: int) -> None:  # type: ignore[override]
        """Call back after `delay_ms`, unless a call is already due sooner."""
        if not self.isActive() or self.remainingTime() > delay_ms:
            super().start(delay_ms)

    def _fire(self) -> None:
        self.fired()


MAX_NOTES = 30
MAX_CHARACTERS = 4_000_000


class CachedNote(Protocol):
    """An object on the shelf."""

    @property
    def size(self) -> int:
        """The amount of memory it uses, in characters."""
        ...

    @property
    def droppable(self) -> bool:
        """Whether it can be dropped without losing anything."""
        ...


T = TypeVar("T", bound=CachedNote)


class OpenNoteCache(Generic[T]):
    """Keeps the most recently used notes; never drops unsaved ones."""

    def __init__(self, *, notes: int = MAX_NOTES, characters: int = MAX_CHARACTERS) -> None:
        self._notes = notes
        self._characters = characters
        self._opened: dict[NoteId, T] = {}

    def __iter__(self) -> Iterator[T]:
        return iter(tuple(self._opened.values()))

    def get(self, note_id: NoteId) -> T | None:
        """Return the note and mark it as the most recently used."""
        opened = self._opened.pop(note_id, None)
        if opened is not None:
            self._opened[note_id] = opened
        return opened

    def put(self, note_id: NoteId, opened: T) -> list[T]:
        """Keep a note; return those that were dropped to make room."""
        self._opened.pop(note_id, None)
        self._opened[note_id] = opened
        return self._trim()

    def _trim(self) -> list[T]:
        gone: list[T] = []
        size = sum(opened.size for opened in self._opened.values())
        newest = next(reversed(self._opened))
        for note_id, opened in tuple(self._opened.items()):
            if len(self._opened) <= self._notes and size <= self._characters:
                break
            if note_id != newest and opened.droppable:
                gone.append(self._opened.pop(note_id))
                size -= opened.size
        return gone


class OpenNotes(QObject):
    """The notes that are open, whichever editors show them: each has one text, one undo history and one saving."""

    state_changed = Signal(object)
    """Saving this `OpenNote` started, succeeded or failed."""
    noticed = Signal(object)
    """What the user is told above the text of this `OpenNote` changed."""
    mode_changed = Signal()
    left = Signal(str)
    """No editor shows the note with this id any more; what was typed is being saved."""
    replaced = Signal(object, object)
    """The first `OpenNote`, a beginning, gave way to the second, which has more or newer text."""

    def __init__(
        self,
        theme: Theme,
        writer: Writer,
        bridge: EventBridge,
        *,
        new_session: Callable[[], str],
        on_key: Callable[[NoteId], object] = lambda _note: None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._writer = writer
        self._bridge = bridge
        self._new_session = new_session
        self._on_key = on_key
        self.formats = SyntaxFormats(theme)
        self.mode = TextMode.RAW
        self._shelf: OpenNoteCache[OpenNote] = OpenNoteCache()
        theme.changed.connect(self._on_theme)

    def __iter__(self) -> Iterator[OpenNote]:
        return iter(self._shelf)

    def get(self, note_id: NoteId) -> OpenNote | None:
        """Return the note if it is open."""
        return self._shelf.get(note_id)

    def open(self, note: Note) -> OpenNote:
        """Return the open note, up to date with what is stored."""
        opened = self._shelf.get(note.id)
        if opened is None:
            return self._open(note)
        if opened.outdated_by(note):
            newer = self._open(note)
            newer.take_position(opened)
            self.replaced.emit(opened, newer)
            opened.deleteLater()
            return newer
        if opened.update_note(note):
            opened.notice = _(
                "This note was also changed elsewhere. Your text stays here; the other one is in the note’s history."
            )
            self.noticed.emit(opened)
        return opened

    def begin(self, opened: OpenNote) -> None:
        """Note that one more editor shows this note."""
        if not opened.editors:
            opened.begin_sitting(self._new_session())
            opened.renew_style()
        opened.editors += 1

    def end(self, opened: OpenNote) -> None:
        """Note that an editor left this note, and save what was typed."""
        opened.editors -= 1
        opened.leave()
        if not opened.editors:
            self.left.emit(opened.note.id)

    def unsaved(self) -> list[Note]:
        """Return the notes with text that is not safe on disk."""
        return [opened.note for opened in self._shelf if opened.autosave.unsaved]

    def flush(self) -> None:
        """Save unsaved text, because the user goes elsewhere or closes the window."""
        for opened in self._shelf:
            if opened.is_behind:
                opened.leave()

    def save_now(self) -> None:
        """Save unsaved text without waiting for a pause; the user continues to write."""
        for opened in self._shelf:
            if opened.autosave.unsaved:
                opened.autosave.flush()

    def _open(self, note: Note) -> OpenNote:
        opened = OpenNote(
            note,
            formats=self.formats,
            writer=self._writer,
            bridge=self._bridge,
            on_state=self.state_changed.emit,
            parent=self,
        )
        if not note.is_intact:
            opened.notice = _(
                "This text was damaged on disk and is not what you wrote. Before you change it, run: notebrain "
                "doctor. It names the backup that has the intact text."
            )
        if opened.whole:
            opened.document.edited.connect(partial(self._on_key, note.id))
        for gone in self._shelf.put(note.id, opened):
            gone.deleteLater()
        return opened

    def set_mode(self, mode: TextMode) -> None:
        """Show all notes live, as they were written, or for reading."""
        self.mode = mode
        self.formats.live = mode is not TextMode.RAW
        self.restyle()
        self.mode_changed.emit()

    def _on_theme(self) -> None:
        self.formats.forget()
        self.restyle()

    def restyle(self) -> None:
        """Highlight all notes again, because their look changed."""
        for opened in self._shelf:
            opened.is_style_outdated = True
            if opened.editors:
                opened.renew_style()
