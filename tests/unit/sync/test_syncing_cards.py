"""Review cards between two computers."""

from datetime import timedelta

import pytest

from notebrain.domain.judge.verdict import Evidence, Side, What
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import (
    Answer,
    Card,
    CardId,
    CardKind,
    CardState,
    conflict_id,
    pair_id,
)
from notebrain.domain.sync.remote import Kind
from notebrain.review.answers import AnswerService
from notebrain.storage.review import cards
from tests.fakes.computers import Computer, settle
from tests.fakes.remote import FakeAccount


def put(at: Computer, older: NoteId, newer: NoteId, **facts: object) -> CardId:
    facts.setdefault("confidence", 0.9)
    card = Card(
        id=pair_id(older, newer),
        kind=CardKind.DUPLICATE,
        older=older,
        newer=newer,
        older_hash=b"1",
        newer_hash=b"2",
        made_at=at.clock.now(),
        **facts,  # type: ignore[arg-type]  # a test's short cut
    )
    at.store.write(lambda db: cards.put(db, card)).result()
    return card.id


def card(at: Computer, card_id: CardId) -> Card | None:
    with at.store.read() as db:
        return cards.maybe(db, card_id)


def answered(answer: Answer, at: Computer) -> dict[str, object]:
    now = at.clock.now() + timedelta(0)
    return {"state": CardState.ANSWERED, "answer": answer, "answered_at": now}


def test_a_card_and_its_answer_travel(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    older, newer = one.take("lime"), one.take("lime again")
    made = put(one, older, newer)
    settle(one, two)
    assert card(two, made) == card(one, made) is not None

    put(two, older, newer, **answered(Answer.KEEP_BOTH, two))
    settle(one, two)

    found = card(one, made)
    assert found is not None
    assert found.answer is Answer.KEEP_BOTH


def test_an_answer_beats_a_card_that_both_made(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    older, newer = one.take("lime"), one.take("lime again")
    settle(one, two)
    made = put(one, older, newer)
    put(two, older, newer, **answered(Answer.DISMISS, two))

    settle(one, two)

    for computer in pair:
        found = card(computer, made)
        assert found is not None
        assert found.answer is Answer.DISMISS


def test_of_two_answers_the_first_in_the_account_stays(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    older, newer = one.take("lime"), one.take("lime again")
    made = put(one, older, newer)
    settle(one, two)
    put(one, older, newer, **answered(Answer.DISMISS, one))
    put(two, older, newer, **answered(Answer.KEEP_BOTH, two))

    settle(two, one)

    for computer in pair:
        found = card(computer, made)
        assert found is not None
        assert found.answer is Answer.KEEP_BOTH


def test_a_card_about_a_note_that_stays_here_never_leaves(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    open_note, secret = one.take("lime"), one.take("a secret", local_only=True)
    made = put(one, open_note, secret)
    settle(one, two)
    assert card(two, made) is None

    one.file(secret, local_only=False)
    settle(one, two)
    assert card(two, made) is not None

    one.file(secret, local_only=True)
    settle(one, two)
    assert card(two, made) is None
    assert card(one, made) is not None
    assert not any("secret" in (item.content or "") for item in shared.items.values())


@pytest.mark.parametrize("from_the_start", [True, False])
def test_the_evidence_of_a_card_stays_here_with_its_note(
    pair: tuple[Computer, Computer], shared: FakeAccount, from_the_start: bool
) -> None:
    one, two = pair
    other, private = one.take("lime"), one.take("sealed", local_only=from_the_start)
    quote = Evidence(Side.NEWER, 0, 6, "sealed", What.WORDS)
    made = put(one, other, private, evidence=(quote,))
    settle(one, two)
    assert (card(two, made) is None) is from_the_start

    one.file(private, local_only=True)
    settle(one, two)
    put(one, other, private, evidence=(quote,), confidence=0.5)
    settle(one, two)
    put(one, other, private, evidence=(quote,), **answered(Answer.OUTDATED, one))
    settle(one, two)

    assert card(two, made) is None
    assert not any("sealed" in (item.content or "") for item in shared.items.values())
    assert not any(item.content for name, item in shared.items.items() if name.kind is Kind.CARD)
    kept = card(one, made)
    assert kept is not None
    assert kept.evidence == (quote,)


def test_the_card_of_a_note_removed_for_good_leaves_the_account(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    older, newer = one.take("lime"), one.take("lime again")
    put(one, older, newer)
    settle(one, two)

    one.forget(newer)
    settle(one, two)
    one.purge(newer)
    settle(one, two)

    assert [item.name.id for item in shared.items.values() if not item.gone] == [older]


def test_a_conflict_is_a_card_on_both_computers(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("at eight")
    settle(one, two)
    one.edit(note, "at nine")
    two.edit(note, "at ten")

    settle(one, two)

    for computer in pair:
        found = card(computer, conflict_id(note))
        assert found is not None
        assert found.theirs is not None
        assert (found.theirs.body, found.theirs.base) == ("at nine", "at eight")
        assert found.theirs.title == "at nine"


@pytest.mark.parametrize("answerer", [0, 1])
@pytest.mark.parametrize(("first", "newer"), [(0, "by two"), (1, "by one")])
def test_who_takes_the_newer_text_of_a_conflict_has_it_on_both_computers(
    pair: tuple[Computer, Computer], first: int, newer: str, answerer: int
) -> None:
    names = ("by one", "by two")
    note = pair[0].take("at eight")
    settle(*pair)
    for place in (first, 1 - first):
        pair[place].edit(note, names[place])
    settle(*pair)

    computer = pair[answerer]
    answers = AnswerService(computer.store, computer.clock, computer.ids)
    answers.answer(conflict_id(note), Answer.REPLACE).result()
    settle(*pair)

    assert [one.texts() for one in pair] == [{note: newer}] * 2


def test_a_card_that_two_computers_withdraw_is_settled(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    older, newer = one.take("lime"), one.take("lime again")
    put(one, older, newer)
    settle(one, two)

    one.file(newer, local_only=True)
    two.file(newer, local_only=True)
    settle(one, two)
    shared.calls.clear()
    settle(one, two)

    assert set(shared.calls) == {"pull"}
