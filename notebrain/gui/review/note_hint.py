"""The line below the text about cards and answers that concern this note."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from notebrain.app.events import ChangedElsewhere, NotesChanged
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import Answer, CardKind, CardState
from notebrain.gui.core import date_format
from notebrain.gui.review import texts

if TYPE_CHECKING:
    from notebrain.app.notes.card_views import OpenCard
    from notebrain.gui.app.window_builder import Desk

_HINT = "review.hint"
_ACTS = frozenset({Act.REVIEW, Act.FORGET, Act.RESTORE, Act.PURGE})


class ReviewHint(QObject):
    """Shows in one quiet line what the review knows about the current note.

    While the user types in the note, the line does not appear, change or disappear.
    """

    def __init__(self, desk: "Desk", show_card: Callable[[str], object]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._show_card = show_card
        self._told: NoteId | None = None
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(lambda: self._on_note(desk.editor.note))
        desk.browser.note_shown.connect(self._on_note)
        desk.bridge.happened.connect(self._on_event)
        self._on_note(desk.editor.note)

    def _on_note(self, note: Note | None) -> None:
        if note is None or note.deleted_at is not None:
            self._told = None
            self._desk.editor.hint.hide()
            return
        review, note_id = self._desk.services.review, note.id
        self._desk.reader.read(
            _HINT, lambda: (note_id, review.said_of(note_id)), lambda found: self._tell(*found)
        )

    def _on_event(self, event: object) -> None:
        seen = isinstance(event, NotesChanged) and event.changes.act in _ACTS
        if seen or isinstance(event, ChangedElsewhere):
            self._on_note(self._desk.editor.note)

    def _tell(self, note_id: NoteId, found: "Sequence[OpenCard]") -> None:
        hint, shown = self._desk.editor.hint, self._desk.editor.note
        if shown is None or shown.id != note_id:
            return
        rests_in_s = self._desk.services.typing.rests_in_s(note_id)
        if note_id == self._told and rests_in_s:
            self._rest.start(math.ceil(rests_in_s * 1000))  # then check again
            return
        self._told = note_id
        if not found:
            hint.hide()
            return
        asked = found[0]
        other = asked.newer if asked.older.id == note_id else asked.older
        if asked.card.state is CardState.OPEN:
            warns = asked.card.kind in (CardKind.CONTRADICTION, CardKind.REPLACED)
            icon = texts.ICONS[asked.card.kind][0]
            act = (_("Review"), lambda: self._show_card(asked.card.id))
            hint.tell("warning" if warns else "accent", icon, self._waiting(asked, other), act)
            return
        act = (_("Open"), lambda: self._desk.open_note(other.id))
        back = (_("Take back"), lambda: self._take_back(asked))
        outdated = asked.card.answer is Answer.OUTDATED and asked.older.id == note_id
        if outdated:
            hint.tell("warning", "history", self._outdated(asked), act, back)
        else:
            title = texts.title(other.title)
            text = _("Linked with “{title}”").format(title=title)
            hint.tell("accent", "link", text, act, back)

    def _take_back(self, asked: "OpenCard") -> None:
        desk = self._desk
        self._told = None  # show the result of the user's request at once
        desk.bridge.when_done(
            desk.services.review.undo(asked.card.id),
            lambda _changes: desk.acts.undone.emit(_("The answer was taken back")),
            failed=desk.on_failed,
        )

    def _waiting(self, asked: "OpenCard", other: Note) -> str:
        day = date_format.within(other.updated_at, self._desk.services.clock.now())
        text = {
            CardKind.REPEAT: _("Says exactly the same as a note of {day}"),
            CardKind.DUPLICATE: _("May say the same as a note of {day}"),
            CardKind.OVERLAP: _("Shares content with a note of {day}"),
            CardKind.REPLACED: _("May replace, or be replaced by, a note of {day}"),
            CardKind.CONTRADICTION: _("May contradict a note of {day}"),
            CardKind.FLAGGED: _("Is very similar to a note of {day}"),
            CardKind.CONFLICT: _("Was edited on another computer, too"),
        }[asked.card.kind]
        return text.format(day=day)

    def _outdated(self, asked: "OpenCard") -> str:
        at = asked.card.answered_at or asked.card.made_at
        day = date_format.within(at, self._desk.services.clock.now())
        title = texts.title(asked.newer.title)
        return _("Outdated since {day}: “{title}” is newer").format(day=day, title=title)
