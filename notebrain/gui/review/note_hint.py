"""The line below the text about cards and answers that concern this note."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import Answer, CardKind, CardState
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.review import texts

if TYPE_CHECKING:
    from notebrain.app.notes.card_views import OpenCard

_HINT = "review.hint"


class ReviewHint(QObject):
    """Shows in one quiet line what the review knows about the current note.

    While the user types in the note, the line does not appear, change or disappear.
    """

    def __init__(
        self,
        context: Context,
        editor: EditorPanel,
        acts: NoteActions,
        show_card: Callable[[str], object],
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._acts = acts
        self._show_card = show_card
        self._shown: NoteId | None = None
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(lambda: self._on_note(editor.note))
        context.navigator.note_shown.connect(self._on_note)
        context.events.cards_changed.connect(self._refresh)
        context.events.changed_elsewhere.connect(self._refresh)
        self._on_note(editor.note)

    def _on_note(self, note: Note | None) -> None:
        if note is None or note.deleted_at is not None:
            self._shown = None
            self._editor.hint.hide()
            return
        review, note_id = self._context.services.review, note.id
        self._context.reader.read(
            _HINT,
            lambda: (note_id, review.cards_about(note_id)),
            lambda found: self._show_hint(*found),
        )

    def _refresh(self) -> None:
        self._on_note(self._editor.note)

    def _show_hint(self, note_id: NoteId, found: "Sequence[OpenCard]") -> None:
        hint, shown = self._editor.hint, self._editor.note
        if shown is None or shown.id != note_id:
            return
        rests_in_s = self._context.services.typing.rests_in_s(note_id)
        if note_id == self._shown and rests_in_s:
            self._rest.start(math.ceil(rests_in_s * 1000))  # then check again
            return
        self._shown = note_id
        if not found:
            hint.hide()
            return
        asked = found[0]
        other = asked.newer if asked.older.id == note_id else asked.older
        if asked.card.state is CardState.OPEN:
            warns = asked.card.kind in (CardKind.CONTRADICTION, CardKind.REPLACED)
            icon = texts.ICONS[asked.card.kind][0]
            act = (_("Review"), lambda: self._show_card(asked.card.id))
            hint.show_notice(
                "warning" if warns else "accent", icon, self._waiting(asked, other), act
            )
            return
        act = (_("Open"), lambda: self._context.navigator.open_note(other.id))
        back = (_("Take back"), lambda: self._undo_answer(asked))
        outdated = asked.card.answer is Answer.OUTDATED and asked.older.id == note_id
        if outdated:
            hint.show_notice("warning", "history", self._outdated(asked), act, back)
        else:
            title = texts.title(other.title)
            text = _("Linked to “{title}”").format(title=title)
            hint.show_notice("accent", "link", text, act, back)

    def _undo_answer(self, asked: "OpenCard") -> None:
        self._shown = None  # show the result of the user's request at once
        self._context.events.when_done(
            self._context.services.review.undo(asked.card.id),
            lambda _changes: self._acts.undone.emit(_("The answer was taken back")),
            failed=self._context.on_error,
        )

    def _waiting(self, asked: "OpenCard", other: Note) -> str:
        day = date_format.within(other.updated_at, self._context.services.clock.now())
        text = {
            CardKind.REPEAT: _("Says exactly the same as a note from {day}"),
            CardKind.DUPLICATE: _("May say the same as a note from {day}"),
            CardKind.OVERLAP: _("Shares content with a note from {day}"),
            CardKind.REPLACED: _("May replace, or be replaced by, a note from {day}"),
            CardKind.CONTRADICTION: _("May contradict a note from {day}"),
            CardKind.FLAGGED: _("Is very similar to a note from {day}"),
            CardKind.CONFLICT: _("Was also edited on another computer"),
            CardKind.LEARNED: "",
        }[asked.card.kind]
        return text.format(day=day)

    def _outdated(self, asked: "OpenCard") -> str:
        at = asked.card.answered_at or asked.card.made_at
        day = date_format.within(at, self._context.services.clock.now())
        title = texts.title(asked.newer.title)
        return _("Outdated since {day}: “{title}” is newer").format(day=day, title=title)
