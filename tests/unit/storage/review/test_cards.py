"""Cards in the vault: what is put in comes out, and only what can be answered waits."""

from dataclasses import replace
from datetime import timedelta

import pytest

from notebrain.domain.errors import NotFound
from notebrain.domain.judge.verdict import Evidence, Side, What
from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.card_json import from_content, to_content
from notebrain.domain.review.cards import (
    Answer,
    Card,
    CardId,
    CardKind,
    CardState,
    Theirs,
    conflict_id,
    pair_id,
)
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.review import cards, second_opinions
from notebrain.storage.store import Store
from tests.fakes.vaulting import NOW, add


def card_of(db: Connection, **changes: object) -> Card:
    (_key, older), (_other, newer) = add(db, "Rent is 900"), add(db, "Rent is 1150")
    card = Card(
        pair_id(older, newer),
        CardKind.CONTRADICTION,
        older,
        newer,
        repeat_hash("Rent is 900"),
        repeat_hash("Rent is 1150"),
        0.9,
        NOW,
        (Evidence(Side.OLDER, 8, 11, "900", What.NUMBER),),
        Answer.OUTDATED,
        0.97,
        3,
    )
    return replace(card, **changes)  # type: ignore[arg-type]  # a test's short cut


def test_a_card_comes_out_as_it_was_put_in(store: Store) -> None:
    def act(db: Connection) -> Card:
        card = card_of(
            db,
            answer=Answer.LINK,
            answered_at=NOW + timedelta(days=1),
            later_until=NOW - timedelta(days=2),
            theirs=Theirs("körper", "titel", "basis", "laptop", NOW + timedelta(hours=1)),
            judged_by="wise",
            merge="both",
        )
        cards.put(db, card)
        return card

    card = store.write(act).result()

    with store.read() as db:
        assert cards.get(db, card.id) == card
        assert cards.maybe(db, card.id) == card
        assert cards.waiting(db, now=NOW) == [card]
        assert cards.about(db, card.newer) == cards.about(db, card.older) == [card]


def test_the_surest_cards_come_first_and_of_those_the_newest(store: Store) -> None:
    def act(db: Connection) -> list[Card]:
        made = [
            card_of(db, confidence=confidence, made_at=NOW - timedelta(days=days))
            for confidence, days in ((0.7, 0), (0.9, 2), (0.9, 1))
        ]
        for card in made:
            cards.put(db, card)
        return made

    unsure, older, newer = store.write(act).result()

    with store.read() as db:
        assert cards.waiting(db, now=NOW) == [newer, older, unsure]


def test_cards_that_are_equally_sure_keep_their_order_when_one_comes_back(store: Store) -> None:
    def act(db: Connection) -> tuple[list[Card], list[Card]]:
        for _number in range(3):
            cards.put(db, card_of(db))
        before = cards.waiting(db, now=NOW)
        for card in before[:2]:
            cards.put(db, replace(card, state=CardState.ANSWERED, answer=Answer.LINK))
            cards.put(db, card)
        return before, cards.waiting(db, now=NOW)

    before, after = store.write(act).result()

    assert len(before) == 3
    assert after == before


def test_a_card_as_text_is_the_same_card(store: Store) -> None:
    def act(db: Connection) -> tuple[Card, Card]:
        cards.put_conflict(
            db, note_id=add(db, "mine")[1], theirs="theirs\x00\u2028", theirs_title="t",
            base=None, at=NOW, device="laptop",
        )  # fmt: skip
        conflict = cards.waiting(db, now=NOW)[0]
        return conflict, card_of(db, answer=Answer.LINK, answered_at=NOW, state=CardState.ANSWERED)

    for card in store.write(act).result():
        assert from_content(to_content(card)) == card


def test_what_was_put_away_waits_again_when_its_time_has_come(store: Store) -> None:
    store.write(lambda db: cards.put(db, card_of(db, later_until=NOW + timedelta(days=1)))).result()

    with store.read() as db:
        assert cards.count_waiting(db, now=NOW) == 0
        assert cards.count_waiting(db, now=NOW + timedelta(days=1)) == 1


def test_a_card_of_a_note_in_the_trash_does_not_wait_and_goes_with_it(store: Store) -> None:
    def act(db: Connection) -> Card:
        card = card_of(db)
        cards.put(db, card)
        notes.trash(db, card.older, at=NOW)
        return card

    card = store.write(act).result()

    with store.read() as db:
        assert cards.count_waiting(db, now=NOW) == 0
        assert cards.maybe(db, card.id) == card
    store.write(lambda db: notes.remove(db, [card.older])).result()
    with store.read() as db:
        assert cards.maybe(db, card.id) is None


def test_a_card_without_another_text_keeps_nothing_in_its_place(store: Store) -> None:
    store.write(lambda db: cards.put(db, card_of(db))).result()

    with store.read() as db:
        assert db.execute("select theirs from card").fetchall() == [(None,)]


def test_a_newer_conflict_takes_the_place_of_the_open_one(store: Store) -> None:
    def act(db: Connection) -> NoteId:
        _key, note_id = add(db, "mine")
        for theirs in ("one", "two"):
            cards.put_conflict(
                db,
                note_id=note_id,
                theirs=theirs,
                theirs_title="title",
                base="",
                at=NOW,
                device="pc",
            )
        return note_id

    note_id = store.write(act).result()

    with store.read() as db:
        (card,) = cards.waiting(db, now=NOW)
    assert card == Card(
        conflict_id(note_id),
        CardKind.CONFLICT,
        note_id,
        note_id,
        repeat_hash("mine"),
        repeat_hash("two"),
        1.0,
        NOW,
        proposed=Answer.MERGE,
        theirs=Theirs("two", "title", "", "pc", NOW),
    )


def test_texts_that_the_user_settled_are_known_whichever_came_first(store: Store) -> None:
    settled = {"state": CardState.ANSWERED, "answer": Answer.DISMISS, "answered_at": NOW}
    store.write(lambda db: cards.put(db, card_of(db, **settled))).result()

    with store.read() as db:
        older, newer = repeat_hash("Rent is 900"), repeat_hash("Rent is 1150")
        assert cards.settled_texts(db, newer, older) is not None
        assert cards.settled_texts(db, newer, newer) is None


def test_a_card_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    def act(db: Connection) -> None:
        card = card_of(db)
        for id_ in ("abc1", "abc2", "b"):
            cards.put(db, replace(card, id=CardId(id_)))

    store.write(act).result()

    with store.read() as db:
        assert [cards.find(db, id_) for id_ in ("abc1", "b")] == ["abc1", "b"]
        with pytest.raises(NotFound, match="Several cards match abc; give more of the id"):
            cards.find(db, "abc")
        for look in (cards.find, cards.get):
            with pytest.raises(NotFound, match="There is no card xyz here"):
                look(db, CardId("xyz"))


def test_what_was_answered_is_listed_and_what_was_put_away_comes_back(store: Store) -> None:
    def act(db: Connection) -> None:
        card = card_of(db)
        for id_, state, hours in (
            ("open", CardState.OPEN, None),
            ("past", CardState.OPEN, -1),
            ("soon", CardState.OPEN, 2),
            ("late", CardState.OPEN, 5),
            ("gone", CardState.ANSWERED, 1),
            ("first", CardState.ANSWERED, None),
        ):
            until = None if hours is None else NOW + timedelta(hours=hours)
            at = NOW if id_ == "gone" else NOW - timedelta(days=1)
            answered_at = at if state is CardState.ANSWERED else None
            one = replace(card, id=CardId(id_), state=state, later_until=until)
            cards.put(db, replace(one, answered_at=answered_at))

    store.write(act).result()

    with store.read() as db:
        assert [one.id for one in cards.answered(db)] == ["gone", "first"]
        assert [one.id for one in cards.answered(db, limit=1)] == ["gone"]


def test_a_question_has_the_same_name_on_every_computer_whichever_note_is_older(
    store: Store,
) -> None:
    def act(db: Connection) -> list[str]:
        card = replace(card_of(db), older_hash=b"one", newer_hash=b"two")
        turned = replace(card, older_hash=b"two", newer_hash=b"one")
        return [second_opinions.question(*one) for one in ((card, "a"), (turned, "a"), (card, "b"))]

    first, turned, other = store.write(act).result()

    assert first == turned == "3cea90655046939577b3a1be1369770c"
    assert other != first
