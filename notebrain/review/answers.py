"""Answer cards and undo answers; each is one transaction that saves the exact text of every note."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime

from notebrain.domain.conversations.learned import Learns
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.draft import keepable
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.tags import Tagged
from notebrain.domain.ports import Clock, Ids
from notebrain.domain.review.answers import (
    NewNote,
    NoteChange,
    NoteState,
    Outcome,
    outcome_of,
    undo_answer,
)
from notebrain.domain.review.cards import LATER, Answer, Card, CardId, CardState
from notebrain.review.learned import NO_KEEPERS, Keeper, LearnedAnswers
from notebrain.storage.connection import Connection
from notebrain.storage.conversations import learned
from notebrain.storage.embedding import queue as embedding_queue
from notebrain.storage.notes import notes, text_tags
from notebrain.storage.review import answers, cards, queue as review_queue
from notebrain.storage.review.answers import Answered, Touched
from notebrain.storage.store import Store


class AnswerService:
    """Carries out answers; nothing here waits for anything but the writer."""

    def __init__(
        self, store: Store, clock: Clock, ids: Ids, keepers: Mapping[Learns, Keeper] = NO_KEEPERS
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._learned = LearnedAnswers(ids, keepers)

    def answer(
        self, card_id: CardId, answer: Answer, *, merged: str | None = None
    ) -> Future[Changes]:
        """Answer a card; what it changes can be undone with `undo`.

        Args:
            merged: The user's text for a merge; None uses the proposed one.

        Raises:
            UserError: (through the future) The card does not allow this answer or is already answered.
        """
        return self.batch((card_id,), answer, merged=merged).do()

    def batch(
        self, card_ids: Sequence[CardId], answer: Answer, *, merged: str | None = None
    ) -> "Batch":
        """Return the act of giving several cards the same answer, which can be undone as one; see `answer`."""
        if merged is not None:
            keepable(merged)
        return Batch(self, self._store, tuple(card_ids), answer, merged)

    def undo(self, card_id: CardId) -> Future[Changes]:
        """Undo the last answer to a card: its notes are exactly as before, and the card is waiting again.

        Later edits elsewhere in the text are kept.

        Raises:
            UserError: (through the future) There is no answer to undo, or the notes were since changed in the same
                place.
        """
        return self._store.write(lambda db: self._undo(db, answers.newest(db, card_id)))

    def answer_in(
        self, db: Connection, card_id: CardId, answer: Answer, merged: str | None
    ) -> tuple[int, Changes]:
        """Answer a card in the caller's transaction; return the number of the answer and what it changed."""
        now = self._clock.now()
        if (found := learned.maybe(db, card_id)) is not None:
            return self._learned.answer_in(db, found, answer, now)
        card = cards.get(db, card_id)
        if card.state is not CardState.OPEN:
            raise UserError(_("This card is no longer open."))
        older, newer = notes.get(db, card.older), notes.get(db, card.newer)
        if older.deleted_at is not None or newer.deleted_at is not None:
            raise UserError(_("One of the notes is in the trash."))
        outcome = outcome_of(card, answer, older, newer, merged=merged)
        done = self._carry_out(db, outcome, now)
        cards.put(db, _answered(card, answer, now))
        number = answers.save(db, card, answer, done, at=now)
        for note_id in card.notes:  # cards it hid may be shown now: there is one card per cluster
            review_queue.queue(
                db, notes.key_of(db, note_id), lane=embedding_queue.Lane.EDIT, at=now
            )
        return number, _changes(card, done)

    def undo_in(self, db: Connection, number: int) -> Changes:
        """Undo the answer with this number in the caller's transaction."""
        return self._undo(db, answers.numbered(db, number))

    def _carry_out(self, db: Connection, outcome: Outcome, now: datetime) -> Sequence[Touched]:
        done = [self._change(db, change, now) for change in outcome.changes]
        if outcome.new is not None:
            done.append(self._make(db, outcome.new, now))
        return done

    def _change(self, db: Connection, change: NoteChange, now: datetime) -> Touched:
        before = NoteState.of(notes.get(db, change.note))
        wanted = before
        if change.body is not None:
            wanted = replace(
                wanted,
                body=change.body,
                title=change.title if change.title is not None else title_of(change.body),
                title_is_set=change.title_is_set,
            )
        tagged = change.tags or Tagged(wanted.tags, wanted.text_tags)
        if change.body is not None:
            tagged = text_tags.followed(db, tagged, before.body, change.body)
        wanted = replace(
            wanted,
            tags=tagged.tags,
            text_tags=tagged.text_tags,
            deleted_at=now if change.trash else wanted.deleted_at,
            reinforcement_count=wanted.reinforcement_count + change.reinforce,
        )
        answers.put_state(db, change.note, wanted, at=now, reason="answer")
        return Touched(change.note, before, NoteState.of(notes.get(db, change.note)))

    def _make(self, db: Connection, new: NewNote, now: datetime) -> Touched:
        made = replace(
            new.like,
            id=self._ids.new(now),
            body=new.body,
            title=title_of(new.body) if new.title is None else new.title,
            title_is_set=new.title is not None,
            front_matter="",
            source="review",
            created_at=now,
            updated_at=now,
            access_count=0,
            reinforcement_count=0,
            version=1,
        )
        notes.add(db, text_tags.filed(db, made), lane=embedding_queue.Lane.EDIT, now=now)
        return Touched(made.id, None, NoteState.of(notes.get(db, made.id)))

    def _undo(self, db: Connection, given: Answered | None) -> Changes:
        if given is None:
            raise UserError(_("There is no answer to take back."))
        if given.card is None:
            raise UserError(_("One of the notes was deleted for good; this cannot be undone."))
        now = self._clock.now()
        profile = self._learned.changes_profile(db, given)
        self._learned.undo_in(db, given, now)
        for note in reversed(given.notes):
            self._restore(db, note, now)
        present = cards.maybe(db, given.card_id)
        if present is not None and present.answered_at == given.at:
            cards.put(db, given.card)
        answers.undone(db, given.id, at=now)
        return replace(_changes(given.card, given.notes), profile=profile)

    def _restore(self, db: Connection, touched: Touched, now: datetime) -> None:
        present = notes.get(db, touched.note)
        state = NoteState.of(present)
        if touched.before is None:
            if state.text == touched.after.text:
                notes.trash(db, touched.note, at=now)
            return
        wanted = undo_answer(touched.before, touched.after, state)
        if wanted is None:
            raise UserError(_refusal(present))
        answers.put_state(db, touched.note, wanted, at=now, reason="undo")
        if wanted.text == touched.before.text:
            answers.date_back(db, touched.note, wanted.updated_at)


class Batch:
    """One answer to one or more cards in one transaction; `undo` reverts exactly what `do` did."""

    def __init__(
        self,
        service: AnswerService,
        store: Store,
        card_ids: tuple[CardId, ...],
        answer: Answer,
        merged: str | None,
    ) -> None:
        self._service = service
        self._store = store
        self._cards = card_ids
        self._answer = answer
        self._merged = merged
        self._numbers: list[int] = []

    def do(self) -> Future[Changes]:
        """Answer the cards; those settled by an earlier answer in the batch stay as they are.

        Raises:
            UserError: (through the future) None of the cards allows this answer.
        """

        def act(db: Connection) -> Changes:
            done: list[tuple[int, Changes]] = []
            refused: UserError | None = None
            for card_id in self._cards:
                try:
                    done.append(self._service.answer_in(db, card_id, self._answer, self._merged))
                except UserError as error:  # raised before anything of this card is written
                    refused = refused or error
            if refused is not None and not done:
                raise refused
            self._numbers = [number for number, _changes in done]
            return _together([changes for _number, changes in done])

        return self._store.write(act)

    def undo(self) -> Future[Changes]:
        """Undo all of the answers, or none.

        Raises:
            UserError: (through the future) One of the notes was since changed in the same place.
        """

        def act(db: Connection) -> Changes:
            return _together(
                [self._service.undo_in(db, number) for number in reversed(self._numbers)]
            )

        return self._store.write(act)


def _together(all_: Sequence[Changes]) -> Changes:
    ids = dict.fromkeys(note_id for changes in all_ for note_id in changes.notes)
    return touched(Act.REVIEW, ids, text=any(changes.text for changes in all_))


def _answered(card: Card, answer: Answer, now: datetime) -> Card:
    if (
        card.is_held
    ):  # it came out a moment ago, or was answered early: it takes a place of this day
        card = replace(card, made_at=now)
    if answer is Answer.LATER:
        return replace(card, later_until=now + LATER, answered_at=now)
    return replace(card, state=CardState.ANSWERED, answer=answer, answered_at=now, later_until=None)


def _changes(card: Card, done: Sequence[Touched]) -> Changes:
    ids: tuple[NoteId, ...] = (*card.notes, *(one.note for one in done))
    text = any(one.before is None or one.before.text != one.after.text for one in done)
    return touched(Act.REVIEW, dict.fromkeys(ids), text=text)


def _refusal(note: Note) -> str:
    return _(
        "“{title}” has since been changed in the same place, so the answer cannot be taken back automatically. The "
        "earlier version is in its history."
    ).format(title=note.title or _("Untitled"))
