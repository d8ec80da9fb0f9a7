"""The controller of the history: showing earlier texts of the shown note, and restoring them."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from notebrain.app.commands.command import CommandId
from notebrain.app.events import NotesChanged
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.history import State
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import CardId
from notebrain.domain.text.diff import compare
from notebrain.gui.core import date_format
from notebrain.gui.editor.header_button import add_note_button
from notebrain.gui.history.compare_view import CompareView, Parts, parts_of
from notebrain.gui.history.model import how, rows
from notebrain.gui.history.pane import NOW, HistoryPane

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


NAME = "history"


@dataclass(frozen=True, slots=True)
class _Text:
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class _Read:
    """A state with its text, and its differences from the other text."""

    note_id: NoteId
    state: State
    text: _Text
    parts: Parts


class History(QObject):
    """Connects the list of states, the comparison and the editor."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._against = NOW
        self._read: _Read | None = None
        self._note: Note | None = None
        self.pane = HistoryPane(desk.theme)
        Answered(desk, self.pane)
        desk.side.add(NAME, _("History"), self.pane, focus=self.pane.enter)
        desk.actions.bind(CommandId.HISTORY, self.toggle)
        add_note_button(desk, CommandId.HISTORY, "history", _("History"))
        desk.side.changed.connect(self._on_side)
        desk.side.left.connect(self.leave)
        desk.browser.note_shown.connect(self._on_note)
        desk.bridge.happened.connect(self._on_event)
        self.pane.chosen.connect(self._on_chosen)
        self.pane.compared.connect(self._on_compared)
        self.pane.entered.connect(self._on_entered)

    @cached_property
    def view(self) -> CompareView:
        """The view that replaces the editor, created on first use."""
        view = CompareView(self._desk.theme)
        view.back_requested.connect(self.leave)
        view.restore_requested.connect(self.restore)
        view.copy_requested.connect(self.copy_as_note)
        view.copy_text_requested.connect(self.copy_text)
        return view

    @property
    def shown(self) -> bool:
        """Whether the states of the note are listed."""
        return self._desk.side.current == NAME

    @property
    def read(self) -> State | None:
        """The state that is shown in place of the editor."""
        return self._read.state if self._read else None

    def toggle(self) -> None:
        """Show or close the history of the note."""
        if self._desk.window.shows_notes:
            self._desk.side.toggle(NAME)

    @Slot()
    def leave(self) -> None:
        """Return to the text of the note."""
        if not self._covers:
            return
        self._uncover()
        self.pane.show_rows(self.pane.model.rows, None)
        self._desk.editor.setFocus()

    def restore(self) -> None:
        """Restore the earlier text in this note."""
        note, state = self._note, self.pane.state
        if note is None or state is None or state.revision is None or note.deleted_at:
            return
        self._uncover()
        self._desk.acts.restore_text(note, state.revision)
        self._desk.editor.setFocus()

    def copy_as_note(self) -> None:
        """Create a note with the earlier text, filed like this one, and show it."""
        desk, note, read = self._desk, self._note, self._read
        if note is None or read is None:
            return
        draft = Draft(
            read.text.body,
            title=read.text.title if note.title_is_set else None,
            workspace=note.workspace,
            category=note.category,
            tags=note.tags,
            importance=note.importance,
            local_only=note.local_only,
        )

        def made(changes: Changes) -> None:
            desk.write_in(changes.note)
            desk.status.tell_plain(_("The earlier text is a new note now"))

        desk.bridge.when_done(desk.services.capture.capture(draft), made, failed=desk.on_failed)

    def copy_text(self) -> None:
        """Copy the earlier text to the clipboard."""
        if self._read is not None:
            QGuiApplication.clipboard().setText(self._read.text.body)
            self._desk.status.tell_plain(_("The earlier text was copied"))

    def _uncover(self) -> None:
        self._desk.reader.forget("comparison")
        self._read = None
        if self._covers:
            self._desk.centre.uncover()

    @property
    def _covers(self) -> bool:
        """Whether a comparison replaces the editor."""
        return "view" in self.__dict__ and self._desk.centre.covered is self.view

    @Slot(str)
    def _on_side(self, name: str) -> None:
        self._desk.actions[CommandId.HISTORY].setChecked(name == NAME)
        if name == NAME:
            self._desk.editor.flush()
            self._load()
        elif self._covers:
            self._uncover()

    @Slot(object)
    def _on_note(self, note: Note | None) -> None:
        before, self._note = self._note, note
        if (before and before.id) != (note and note.id):
            self._uncover()
            self.pane.show_rows((), None)
        self._load()

    def _on_event(self, event: object) -> None:
        """Update the list on edits; any other change shows the note again, see `_on_note`."""
        if isinstance(event, NotesChanged) and event.changes.act is Act.EDIT:
            note = self._desk.browser.note
            if note is not None and note.id in event.changes.notes:
                self._load()

    def _load(self) -> None:
        note, library = self._note, self._desk.services.library
        if note is None or not self.shown:
            return
        note_id = note.id

        def look() -> list[State] | None:
            try:
                return list(library.states(library.note(note_id)))
            except NotFound:
                return None

        def go(states: list[State] | None) -> None:
            if states is not None and self._note is not None and self._note.id == note_id:
                self._on_loaded(states)

        self._desk.reader.read("history", look, go)

    def _on_loaded(self, states: list[State]) -> None:
        chosen = self.pane.state
        self.pane.show_rows(
            rows(states, self._desk.services.clock.now()), chosen.revision if chosen else None
        )
        state = self.pane.state
        if state is not None and self._covers:
            self._show(state)

    @Slot(object)
    def _on_chosen(self, state: State) -> None:
        if state.revision is None and self._against == NOW:
            self._uncover()
        else:
            self._show(state)

    @Slot(str)
    def _on_compared(self, against: str) -> None:
        self._against = against
        self.pane.switch.show_chosen(against)
        state = self.pane.state
        if state is not None:
            self._on_chosen(state)

    @Slot()
    def _on_entered(self) -> None:
        self._desk.centre.enter()

    def _show(self, state: State) -> None:
        """Read the text of a state and of what it is compared with, and show both."""
        note, library, against = self._note, self._desk.services.library, self._against
        if note is None:
            return
        note_id = note.id

        def text_of(revision: int | None) -> _Text:
            if revision is None:
                present = library.note(note_id)
                return _Text(present.title, present.body)
            kept = library.revision(note_id, revision)
            return _Text(kept.title, kept.body)

        def look() -> _Read | None:
            try:
                text = text_of(state.revision)
                if against == NOW:
                    old, new = text, text_of(None)
                else:
                    old, new = text_of(state.before) if state.before else _Text("", ""), text
            except NotFound:
                return None
            other = new if against == NOW else old
            other_title = other.title if state.before or against == NOW else text.title
            return _Read(
                note_id,
                state,
                text,
                parts_of(
                    compare(old.body, new.body),
                    text.body,
                    other_title if other_title != text.title else "",
                ),
            )

        self._desk.reader.read("comparison", look, self._on_read)

    def _on_read(self, read: _Read | None) -> None:
        if read is None or self._note is None or read.note_id != self._note.id:
            return
        self._read = read
        state = read.state
        name = _("Now") if state.revision is None else how(state)
        when = date_format.short(state.at, self._desk.services.clock.now())
        time = date_format.clock_time(state.at)
        title = f"{name}, {when}" if when == time else f"{name}, {when} {time}"
        there = state.revision is not None and self._note.deleted_at is None
        self.view.tell(title, restorable=there)
        self.view.show_parts(read.parts)
        self._desk.centre.cover(self.view)


_READ = "history.answer"
_BY_ANSWER = "answer"


class Answered(QObject):
    """Offers to undo a review answer, below the states, while a state that the answer created is selected."""

    def __init__(self, desk: "Desk", pane: HistoryPane) -> None:
        super().__init__(pane)
        self._desk = desk
        self._pane = pane
        self._card: CardId | None = None
        pane.settled.connect(self._look)
        pane.take_back.clicked.connect(self._take_back)

    def _look(self) -> None:
        """Check whether the selected state comes from an answer that can be undone."""
        note, state = self._desk.browser.note, self._pane.state
        if note is None or state is None or state.how != _BY_ANSWER:
            self._desk.reader.forget(_READ)
            self._offer(None)
            return
        review, note_id = self._desk.services.review, note.id
        self._desk.reader.read(
            _READ,
            lambda: review.behind(note_id, state.begun_at),
            lambda card: self._tell(note_id, state, card),
        )

    def _tell(self, note_id: NoteId, state: State, card: CardId | None) -> None:
        note = self._desk.browser.note
        if note is not None and note.id == note_id and self._pane.state == state:
            self._offer(card)

    def _offer(self, card: CardId | None) -> None:
        self._card = card
        self._pane.take_back.setVisible(card is not None)

    def _take_back(self) -> None:
        desk, card = self._desk, self._card
        if card is None:
            return
        self._pane.enter()  # the button disappears with the answer
        desk.bridge.when_done(
            desk.services.review.undo(card),
            lambda _changes: desk.acts.undone.emit(_("The answer was taken back")),
            failed=desk.on_failed,
        )
