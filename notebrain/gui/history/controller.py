"""The controller of the history: showing earlier texts of the shown note, and restoring them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from notebrain.app.commands.command import CommandId
from notebrain.app.notes.versions import (
    ChangeAmounts,
    ComparedVersions,
    VersionPair,
    VersionText,
    pair_of,
    read_versions,
    state_before,
)
from notebrain.app.settings.remembered import HISTORY_SIDES
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.history import State
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import CardId
from notebrain.domain.text.diff import Amount
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.history.compare_view import CHANGES, SIDES, CompareView, Parts, parts_of
from notebrain.gui.history.model import rows
from notebrain.gui.history.pane import BEFORE, MARKED, NOW, HistoryPane
from notebrain.gui.history.texts import named, named_pair
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.window.pages import EditorStack

NAME = "history"


@dataclass(frozen=True, slots=True)
class _Read:
    """A state and what it was compared with."""

    note_id: NoteId
    state: State
    versions: ComparedVersions
    parts: Parts

    @property
    def text(self) -> VersionText:
        """The text of the state."""
        pair = self.versions.pair
        return self.versions.newer if self.state == pair.newer else self.versions.older


@dataclass(frozen=True, slots=True)
class _Loaded:
    """The states of a note, and how much each changed as far as that is known."""

    states: Sequence[State]
    amounts: Mapping[State, Amount]
    is_more: bool


class HistoryController(QObject):
    """Connects the list of states, the comparison and the editor."""

    def __init__(
        self, context: Context, active: ActiveEditor, editor_stack: EditorStack, acts: NoteActions
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._editor_stack = editor_stack
        self._acts = acts
        self._against = NOW
        self._read: _Read | None = None
        self._note: Note | None = None
        self._amounts: ChangeAmounts | None = None
        self.pane = HistoryPane(context.theme)
        Answered(context, active, acts, self.pane)
        context.side.add(NAME, _("History"), self.pane, focus=self.pane.enter)
        context.actions.bind(CommandId.HISTORY, self.toggle)
        context.side.changed.connect(self._on_side)
        context.side.left.connect(self.leave)
        context.side.connect_while_shown(
            NAME,
            {
                active.note_shown: self._on_note,
                context.events.notes_changed: self._on_changes,
            },
        )
        self.pane.chosen.connect(self._on_chosen)
        self.pane.compared.connect(self._on_compared)
        self.pane.entered.connect(self._on_entered)

    @cached_property
    def view(self) -> CompareView:
        """The view that replaces the editor, created on first use."""
        view = CompareView(self._context.theme)
        view.show_mode(SIDES if self._context.services.settings.get(HISTORY_SIDES) else CHANGES)
        view.mode_chosen.connect(self._on_mode)
        view.back_requested.connect(self.leave)
        view.restore_requested.connect(self.restore)
        view.passage_requested.connect(self.restore_passage)
        view.copy_requested.connect(self.copy_as_note)
        view.copy_text_requested.connect(self.copy_text)
        return view

    @property
    def shown(self) -> bool:
        """Whether the states of the note are listed."""
        return self._context.side.current == NAME

    @property
    def read(self) -> State | None:
        """The state that is shown in place of the editor."""
        return self._read.state if self._read else None

    def toggle(self) -> None:
        """Show or close the history of the note."""
        if self._context.window.shows_notes:
            self._context.side.toggle(NAME)

    @Slot()
    def leave(self) -> None:
        """Return to the text of the note."""
        if not self._covers:
            return
        self._uncover()
        self.pane.show_rows(self.pane.model.rows, None)
        self._active.enter()

    def restore(self) -> None:
        """Restore the earlier text in this note."""
        note, state = self._note, self.pane.state
        if note is None or state is None or state.revision is None or note.deleted_at:
            return
        self._uncover()
        self._acts.restore_text(note, state.revision)
        self._active.enter()

    def restore_passage(self, number: int) -> None:
        """Take back one of the changes since the earlier text; the comparison goes on with the rest."""
        note, read = self._note, self._read
        if note is None or read is None or not self._has_passages(read.versions.pair):
            return
        versions = read.versions
        older = versions.pair.older
        if older is not None and older.revision is not None:
            self._acts.restore_passage(
                note,
                older.revision,
                seen=versions.newer.body,
                body=versions.comparison.reverted(number),
            )

    def _has_passages(self, pair: VersionPair) -> bool:
        """Whether changes of the comparison can be taken back in the note as it is now."""
        in_use = self._note is not None and self._note.deleted_at is None
        return in_use and pair.ends_now and pair.older is not None and pair.older != pair.newer

    def copy_as_note(self) -> None:
        """Create a note with the earlier text, filed like this one, and show it."""
        note, read = self._note, self._read
        if note is None or read is None:
            return
        draft = Draft(
            read.text.body,
            title=read.text.title if note.title_is_set else None,
            workspace=note.workspace,
            category=note.category,
            tags=note.tags,
            text_tags=note.text_tags,
            importance=note.importance,
            local_only=note.local_only,
        )

        def made(changes: Changes) -> None:
            self._context.navigator.write_in(changes.note)
            self._context.messages.show_info(_("The earlier version is now a new note"))

        self._context.events.when_done(
            self._context.services.notes.capture(draft), made, failed=self._context.on_error
        )

    def copy_text(self) -> None:
        """Copy the earlier text to the clipboard."""
        if self._read is not None:
            QGuiApplication.clipboard().setText(self._read.text.body)
            self._context.messages.show_info(_("The earlier version was copied"))

    def _uncover(self) -> None:
        self._context.reader.forget("comparison")
        self._read = None
        if self._covers:
            self._editor_stack.uncover()

    @property
    def _covers(self) -> bool:
        """Whether a comparison replaces the editor."""
        return "view" in self.__dict__ and self._editor_stack.covered is self.view

    @Slot(str)
    def _on_side(self, name: str) -> None:
        self._context.actions[CommandId.HISTORY].setChecked(name == NAME)
        if name == NAME:
            self._active.panel.flush()
            self._on_note(self._active.note)
        else:
            self._uncover()

    @Slot(object)
    def _on_note(self, note: Note | None) -> None:
        before, self._note = self._note, note
        if (before and before.id) != (note and note.id):
            self._uncover()
            self.pane.clear_mark()
            self._leave_mark()
            self.pane.show_rows((), None)
        self._load()

    def _on_changes(self, changes: Changes) -> None:
        """Update the list on edits; any other change shows the note again, see `_on_note`."""
        if changes.act is Act.EDIT:
            note = self._active.note
            if note is not None and note.id in changes.notes:
                self._load()

    def _load(self) -> None:
        note, library = self._note, self._context.services.library
        if note is None or not self.shown:
            return
        note_id = note.id
        if self._amounts is None or self._amounts.note_id != note_id:
            self._amounts = ChangeAmounts(library, note_id)
        amounts = self._amounts

        def load() -> _Loaded | None:
            try:
                states = library.states(library.note(note_id))
            except NotFound:
                return None
            is_more = amounts.read_more(states)
            return _Loaded(states, amounts.known(states), is_more)

        def go(loaded: _Loaded | None) -> None:
            if loaded is not None and self._note is not None and self._note.id == note_id:
                self._on_loaded(loaded)

        self._context.reader.read("history", load, go)

    def _on_loaded(self, loaded: _Loaded) -> None:
        chosen, now = self.pane.state, self._context.services.clock.now()
        before = [row.state for row in self.pane.model.rows if row.state is not None]
        self.pane.show_rows(
            rows(loaded.states, now, loaded.amounts), chosen.revision if chosen else None
        )
        self._leave_mark()
        if loaded.is_more:
            self._load()
        if before == list(loaded.states):
            return  # only amounts were added
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
        self._compare_with(against)
        state = self.pane.state
        if state is not None:
            self._on_chosen(state)

    def _leave_mark(self) -> None:
        """Compare with the current version again if no version is marked anymore."""
        if self._against == MARKED and self.pane.model.marked is None:
            self._compare_with(NOW)

    def _on_mode(self, mode: str) -> None:
        """Remember whether the user wants to see changes side by side."""
        if mode in (CHANGES, SIDES):
            self._context.services.settings.put(HISTORY_SIDES, mode == SIDES)

    def _compare_with(self, against: str) -> None:
        self._against = against
        self.pane.switch.show_chosen(against)

    @Slot()
    def _on_entered(self) -> None:
        self._editor_stack.enter()

    def _show(self, state: State) -> None:
        """Read the text of a state and of what it is compared with, and show both."""
        note, library = self._note, self._context.services.library
        if note is None:
            return
        note_id, pair = note.id, self._pair(state)

        def load() -> _Read | None:
            versions = read_versions(library, note_id, pair)
            if versions is None:
                return None
            is_newer = state == pair.newer
            text, other = versions.newer, versions.older
            if not is_newer:
                text, other = other, text
            renamed = other.title if other.title != text.title else ""
            return _Read(
                note_id, state, versions, parts_of(versions.comparison, text.body, renamed)
            )

        self._context.reader.read("comparison", load, self._on_read)

    def _pair(self, state: State) -> VersionPair:
        """Return a state and what the user compares it with."""
        states, marked = self.pane.model.states, self.pane.model.marked
        if self._against == BEFORE:
            return pair_of(states, state, state_before(states, state))
        if self._against == MARKED and marked is not None:
            return pair_of(states, state, marked)
        return pair_of(states, state, states[0])

    def _on_read(self, read: _Read | None) -> None:
        if read is None or not self.shown or self._note is None or read.note_id != self._note.id:
            return
        self._read = read
        state = read.state
        pair, now = read.versions.pair, self._context.services.clock.now()
        is_chosen_pair = self._against == MARKED and pair.older != pair.newer
        there = state.revision is not None and self._note.deleted_at is None
        self.view.show_title(
            named_pair(pair, now) if is_chosen_pair else named(state, now),
            named(state, now),
            restorable=there,
            has_passages=self._has_passages(pair),
        )
        self.view.show_names(named(pair.older, now), named(pair.newer, now))
        self.view.show_parts(read.parts)
        self._editor_stack.cover(self.view)


_READ = "history.answer"
_BY_ANSWER = "answer"


class Answered(QObject):
    """Offers to undo a review answer, below the states, while a state that the answer created is selected."""

    def __init__(
        self, context: Context, active: ActiveEditor, acts: NoteActions, pane: HistoryPane
    ) -> None:
        super().__init__(pane)
        self._context = context
        self._active = active
        self._acts = acts
        self._pane = pane
        self._card: CardId | None = None
        pane.settled.connect(self._check)
        pane.take_back.clicked.connect(self._undo_answer)

    def _check(self) -> None:
        """Check whether the selected state comes from an answer that can be undone."""
        note, state = self._active.note, self._pane.state
        if note is None or state is None or state.how != _BY_ANSWER:
            self._context.reader.forget(_READ)
            self._offer(None)
            return
        review, note_id = self._context.services.review, note.id
        self._context.reader.read(
            _READ,
            lambda: review.behind(note_id, state.begun_at),
            lambda card: self._show_answer(note_id, state, card),
        )

    def _show_answer(self, note_id: NoteId, state: State, card: CardId | None) -> None:
        note = self._active.note
        if note is not None and note.id == note_id and self._pane.state == state:
            self._offer(card)

    def _offer(self, card: CardId | None) -> None:
        self._card = card
        self._pane.take_back.setVisible(card is not None)

    def _undo_answer(self) -> None:
        card = self._card
        if card is None:
            return
        self._pane.enter()  # the button disappears with the answer
        self._context.events.when_done(
            self._context.services.review.undo(card),
            lambda _changes: self._acts.undone.emit(_("The answer was taken back")),
            failed=self._context.on_error,
        )
