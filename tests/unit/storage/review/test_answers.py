"""Answers to cards: kept with all they changed, told in order, and put back exactly."""

from dataclasses import replace
from datetime import datetime, timedelta

from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.answers import NoteState
from notebrain.domain.review.cards import Answer, Card, CardKind, pair_id
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions
from notebrain.storage.review import answers
from notebrain.storage.review.answers import Answered, Given, Tally, Touched
from notebrain.storage.store import Store
from tests.fakes.vaulting import NOW, add

BEFORE = NoteState("Käse", True, "# Käse\n\nbody", ("essen", "küche"), NOW, NOW, 3)
AFTER = replace(BEFORE, title="Brot", title_is_set=False, tags=(), deleted_at=None)


def card_of(db: Connection, text: str = "Rent", **changes: object) -> Card:
    (_key, older), (_other, newer) = add(db, text), add(db, f"{text} again")
    card = Card(
        pair_id(older, newer),
        CardKind.CONTRADICTION,
        older,
        newer,
        repeat_hash(text),
        repeat_hash(f"{text} again"),
        0.9,
        NOW,
        (),
        Answer.OUTDATED,
    )
    return replace(card, **changes)  # type: ignore[arg-type]  # a test's short cut


def at(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


def test_an_answer_comes_out_with_everything_it_changed_in_its_order(store: Store) -> None:
    def act(db: Connection) -> tuple[Card, tuple[Touched, ...], int]:
        card = card_of(db)
        touched = (
            Touched(card.newer, BEFORE, AFTER),
            Touched(card.older, AFTER, BEFORE),
            Touched(NoteId("made"), None, AFTER),
        )
        return card, touched, answers.save(db, card, Answer.KEEP_BOTH, touched, at=at(1))

    card, touched, number = store.write(act).result()

    with store.read() as db:
        wanted = Answered(number, card.id, card, Answer.KEEP_BOTH, at(1), touched)
        assert answers.numbered(db, number) == answers.newest(db, card.id) == wanted
        assert answers.behind(db, card.older, at(1)) == card.id
        assert answers.behind(db, card.older, at(2)) is None
        assert answers.given(db, limit=9) == [Given(card, Answer.KEEP_BOTH, at(1))]


def test_an_answer_that_was_undone_is_none_and_the_one_before_it_counts_again(
    store: Store,
) -> None:
    def act(db: Connection) -> tuple[Card, int, int]:
        card = card_of(db)
        touched = [Touched(card.older, BEFORE, AFTER)]
        first = answers.save(db, card, Answer.DISMISS, touched, at=at(1))
        second = answers.save(db, card, Answer.OUTDATED, touched, at=at(2))
        assert [one.answer for one in answers.given(db, limit=9)] == [Answer.OUTDATED]
        answers.undone(db, second, at=at(3))
        return card, first, second

    card, first, second = store.write(act).result()

    with store.read() as db:
        newest = answers.newest(db, card.id)
        assert newest is not None
        assert newest.id == first
        assert answers.numbered(db, second) is None
        assert answers.behind(db, card.older, at(2)) is None
        assert [one.answer for one in answers.given(db, limit=9)] == [Answer.DISMISS]
        assert answers.newest(db, pair_id(card.newer, card.newer)) is None


def test_later_and_what_was_undone_are_not_counted_as_answers(store: Store) -> None:
    def act(db: Connection) -> None:
        for minute, answer in enumerate((Answer.OUTDATED, Answer.DISMISS, Answer.LATER)):
            answers.save(db, card_of(db, f"note {minute}"), answer, [], at=at(minute))
        undone = answers.save(db, card_of(db, "undone"), Answer.OUTDATED, [], at=at(9))
        answers.undone(db, undone, at=at(10))
        free = card_of(db, "free", proposed=None, confidence=0.3, kind=CardKind.FLAGGED)
        answers.save(db, free, Answer.LINK, [], at=at(11))

    store.write(act).result()

    with store.read() as db:
        assert [answers.given_since(db, at(minute)) for minute in (0, 1, 2, 12)] == [3, 2, 1, 0]
        assert answers.tallies(db) == [
            Tally(CardKind.CONTRADICTION, 9, answered=2, agreed=1),
            Tally(CardKind.FLAGGED, 3, answered=1, agreed=1),
        ]


def test_a_note_becomes_all_that_a_state_says_and_keeps_the_text_it_had(store: Store) -> None:
    def act(db: Connection) -> NoteId:
        _key, note_id = add(db, "mine", tags=("old",))
        assert answers.put_state(db, note_id, BEFORE, at=at(5), reason="answer")
        answers.date_back(db, note_id, NOW)
        return note_id

    note_id = store.write(act).result()

    with store.read() as db:
        note = notes.get(db, note_id)
        (kept,) = revisions.history(db, note_id)
        count = db.execute("select reinforcement_count from note").fetchone()[0]
    assert (note.title, note.title_is_set, note.body) == ("Käse", True, "# Käse\n\nbody")
    assert (note.tags, note.updated_at, note.deleted_at) == (("essen", "küche"), NOW, NOW)
    assert count == 3
    assert (kept.body, kept.note_id, kept.reason) == ("mine", note_id, "answer")
    assert kept.made_at == at(5)


def test_a_state_that_takes_a_note_out_of_the_trash_does_not_change_its_text(store: Store) -> None:
    def act(db: Connection) -> tuple[NoteId, bool]:
        _key, note_id = add(db, BEFORE.body)
        answers.put_state(db, note_id, BEFORE, at=at(1), reason="answer")
        live = replace(BEFORE, deleted_at=None, reinforcement_count=0)
        return note_id, answers.put_state(db, note_id, live, at=at(2), reason="undo")

    note_id, changed = store.write(act).result()

    with store.read() as db:
        assert not changed
        assert notes.get(db, note_id).deleted_at is None
