"""Answers to cards about what was learned from a conversation: kept as a note, a procedure or a line of a block."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final, Protocol

from notebrain.domain.conversations.learned import Candidate, Learned, Learns, card_of
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.ports import Ids
from notebrain.domain.review.answers import NoteState
from notebrain.domain.review.cards import LATER, Answer, CardKind, CardState
from notebrain.storage.connection import Connection
from notebrain.storage.conversations import learned
from notebrain.storage.embedding import queue
from notebrain.storage.notes import notes, text_tags
from notebrain.storage.review import answers
from notebrain.storage.review.answers import Answered, Touched

SOURCE: Final = "extracted"
"""Where notes come from that were learned from a conversation (`Note.source`)."""


class Keeper(Protocol):
    """Keeps one kind of what is learned, in the caller's transaction."""

    def can_keep(self, db: Connection, candidate: Candidate) -> bool:
        """Return whether it can be kept and is not known, so that the user is asked."""
        ...

    def keep(self, db: Connection, learned: Learned, *, at: datetime) -> str:
        """Keep it; return what `undo` needs.

        Raises:
            UserError: It cannot be kept, or no longer; the message says why.
        """
        ...

    def undo(self, db: Connection, undo: str, *, at: datetime) -> bool:
        """Take it back; return whether that was possible. If not, nothing changed."""
        ...


NO_KEEPERS: Final[Mapping[Learns, Keeper]] = {}


class LearnedAnswers:
    """Carries out answers in the caller's transaction.

    Args:
        keepers: Keep what does not become a note.
    """

    def __init__(self, ids: Ids, keepers: Mapping[Learns, Keeper]) -> None:
        self._ids = ids
        self._keepers = keepers

    def answer_in(
        self, db: Connection, one: Learned, answer: Answer, now: datetime
    ) -> tuple[int, Changes]:
        """Answer a card; return the number of the answer and what it changed.

        Raises:
            UserError: The card does not allow this answer or is already answered, or nothing can be kept.
        """
        card = card_of(one)
        if one.state is not CardState.OPEN:
            raise UserError(_("This card is no longer open."))
        if answer not in card.offer:
            text = _("This card cannot be answered with {answer}; it accepts {answers}.")
            raise UserError(text.format(answer=answer, answers=", ".join(card.offer.answers)))
        done: list[Touched] = []
        undo = ""
        if answer is Answer.REMEMBER:
            keeper = self._keepers.get(one.candidate.what)
            if one.candidate.what is Learns.MEMORY:
                done.append(self._remember(db, one, now))
            elif keeper is None:
                raise UserError(_("This kind cannot be kept here."))
            else:
                undo = keeper.keep(db, one, at=now)
        later = answer is Answer.LATER
        after = replace(
            one,
            state=CardState.OPEN if later else CardState.ANSWERED,
            answer=None if later else answer,
            answered_at=now,
            later_until=now + LATER if later else None,
            undo=undo,
        )
        learned.put(db, after)
        number = answers.save(db, card, answer, done, at=now)
        ids = [touched_.note for touched_ in done]
        changes = touched(Act.REVIEW, ids, text=bool(ids))
        return number, replace(changes, profile=bool(undo) and _is_of_block(one))

    def changes_profile(self, db: Connection, given: Answered) -> bool:
        """Return whether taking an answer back changes a block."""
        present = learned.maybe(db, given.card_id)
        return present is not None and bool(present.undo) and _is_of_block(present)

    def undo_in(self, db: Connection, given: Answered, now: datetime) -> None:
        """Reopen the card of an answer, and take back what did not become a note.

        Raises:
            UserError: What was kept was changed since.
        """
        if given.card is None or given.card.kind is not CardKind.LEARNED:
            return
        present = learned.maybe(db, given.card_id)
        if present is None or present.answered_at != given.at:
            return
        keeper = self._keepers.get(present.candidate.what)
        if present.undo and (keeper is None or not keeper.undo(db, present.undo, at=now)):
            raise UserError(
                _("What was learned has been changed since, so this cannot be taken back.")
            )
        learned.put(
            db,
            replace(
                present,
                state=CardState.OPEN,
                answer=None,
                answered_at=None,
                later_until=None,
                undo="",
            ),
        )

    def _remember(self, db: Connection, learned: Learned, now: datetime) -> Touched:
        candidate = learned.candidate
        draft = Draft(
            body=candidate.text,
            category=candidate.category,
            importance=candidate.importance,
            source=SOURCE,
        )
        made = text_tags.filed(db, new_note(draft, self._ids.new(now), now=now))
        notes.add(db, made, lane=queue.Lane.EDIT, now=now)
        return Touched(made.id, None, NoteState.of(notes.get(db, made.id)))


def _is_of_block(learned: Learned) -> bool:
    return learned.candidate.what is Learns.BLOCK
