"""Every answer keeps the exact text of both notes, and every answer can be taken back."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from notebrain.domain.errors import UserError
from notebrain.domain.notes.note import Note
from notebrain.domain.review.cards import OFFERS, Answer, Card, CardKind, CardState
from notebrain.notes.service import Edit, Filing
from notebrain.storage.notes import revisions
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.reviewing import Desk

OLDER, NEWER = "Rent is 900\r\n\r\n- [ ] pay #ff0000  ", "Rent is 1150 from May.\n"


@pytest.fixture
def app(store: Store, clock: FakeClock) -> Desk:
    return Desk(store, clock)


def as_was(note: Note) -> Note:
    """What an undo has to bring back: everything but how often and how far it got."""
    return replace(note, version=0, state=note.state)


def test_keep_one_of_two_repeats_keeps_the_older_counts_it_and_joins_the_tags(app: Desk) -> None:
    card = app.pair(CardKind.REPEAT, "The same", "The same", tags=("late",))

    app.answers.answer(card.id, Answer.KEEP_ONE).result()

    assert app.note(card.newer).deleted_at is not None
    kept = app.note(card.older)
    assert (kept.deleted_at, kept.reinforcement_count, kept.tags) == (None, 1, ("late",))
    assert app.waiting() == []


def test_keep_one_keeps_the_protected_note(app: Desk) -> None:
    card = app.pair(CardKind.REPEAT, "The same", "The same")
    app.capture.file([card.newer], Filing(pinned=True)).result()

    app.answers.answer(card.id, Answer.KEEP_ONE).result()

    assert app.note(card.newer).deleted_at is None
    assert app.note(card.older).deleted_at is not None


def test_repeats_that_are_none_any_more_are_both_kept(app: Desk) -> None:
    card = app.pair(CardKind.REPEAT, "The same", "The same")
    app.capture.edit(card.newer, Edit("Something else", session="s")).result()

    with pytest.raises(UserError, match="no longer say the same"):
        app.answers.answer(card.id, Answer.KEEP_ONE).result()

    assert app.note(card.newer).deleted_at is None
    assert [one.id for one in app.waiting()] == [card.id]


def test_replace_gives_the_older_note_the_newer_text_and_a_version(
    app: Desk,
) -> None:
    card = app.pair(CardKind.REPLACED, OLDER, NEWER)

    app.answers.answer(card.id, Answer.REPLACE).result()

    assert app.note(card.older).body == NEWER
    assert app.note(card.newer).deleted_at is not None
    with app.store.read() as db:
        assert revisions.history(db, card.older)[0].body == OLDER


def test_append_dates_the_newer_text_by_the_newer_note(app: Desk) -> None:
    card = app.pair(CardKind.OVERLAP, "Rent is 900", "Rent is 1150")

    app.answers.answer(card.id, Answer.APPEND).result()

    assert app.note(card.older).body == (
        "Rent is 900\n\n**Update 2026-11-20 14:05 UTC:**\nRent is 1150"
    )
    assert app.note(card.newer).deleted_at is not None


def test_merge_takes_the_text_the_user_saw(app: Desk) -> None:
    card = app.pair(CardKind.OVERLAP, OLDER, NEWER)

    app.answers.answer(card.id, Answer.MERGE, merged="Both, in my words").result()

    assert app.note(card.newer).body == "Both, in my words"
    assert app.note(card.older).deleted_at is not None


def test_a_merge_onto_a_long_note_is_undone_byte_for_byte(app: Desk) -> None:
    long = "# Plan\r\n\r\n" + "\u00a0line with #ff0000 and \u2028 in it\r\n" * 100
    card = app.pair(CardKind.OVERLAP, long, "thirteen char")
    before = [as_was(app.note(one)) for one in card.notes]
    app.answers.answer(card.id, Answer.MERGE, merged="thirteen char").result()

    app.answers.undo(card.id).result()

    assert [as_was(app.note(one)) for one in card.notes] == before
    assert app.waiting() == [card]


@pytest.mark.parametrize("answer", [Answer.OUTDATED, Answer.LINK, Answer.DISMISS])
def test_what_only_says_something_about_the_notes_touches_neither(
    app: Desk, answer: Answer
) -> None:
    card = app.pair(CardKind.CONTRADICTION, OLDER, NEWER)
    before = [app.note(one) for one in card.notes]

    app.answers.answer(card.id, answer).result()

    assert [app.note(one) for one in card.notes] == before
    assert app.waiting() == []


def test_later_brings_the_card_back_tomorrow(app: Desk) -> None:
    card = app.pair(CardKind.CONTRADICTION, OLDER, NEWER)

    app.answers.answer(card.id, Answer.LATER).result()

    assert app.waiting() == []
    app.clock.forward(days=1)
    assert [one.id for one in app.waiting()] == [card.id]


def test_a_card_is_answered_once(app: Desk) -> None:
    card = app.pair(CardKind.CONTRADICTION, OLDER, NEWER)
    app.answers.answer(card.id, Answer.LINK).result()

    with pytest.raises(UserError, match="no longer open"):
        app.answers.answer(card.id, Answer.DISMISS).result()


def test_a_card_takes_only_its_own_answers(app: Desk) -> None:
    card = app.pair(CardKind.OVERLAP, OLDER, NEWER)

    with pytest.raises(UserError, match="cannot be answered with keep_one"):
        app.answers.answer(card.id, Answer.KEEP_ONE).result()


def test_both_texts_of_a_conflict_become_two_notes_and_one_again(app: Desk) -> None:
    card = app.conflict("mine", "theirs")
    made = app.answers.answer(card.id, Answer.KEEP_BOTH).result().notes[-1]
    assert (app.note(card.older).body, app.note(made).body) == ("mine", "theirs")

    app.answers.undo(card.id).result()

    assert app.note(made).deleted_at is not None
    assert app.waiting() == [card]


def test_a_conflict_is_merged_from_what_both_had_seen(app: Desk) -> None:
    card = app.conflict("milk\neggs, 6\n", "milk, oat\neggs\n", base="milk\neggs\n")

    app.answers.answer(card.id, Answer.MERGE).result()

    assert app.note(card.older).body == "milk, oat\neggs, 6\n"


def test_an_undo_keeps_what_was_written_since_elsewhere(app: Desk) -> None:
    card = app.pair(CardKind.REPLACED, "one\ntwo\nthree\nfour\n", "one\n2\nthree\nfour\n")
    app.answers.answer(card.id, Answer.REPLACE).result()
    app.capture.edit(card.older, Edit("one\n2\nthree\nfour\nfive\n", session="s")).result()

    app.answers.undo(card.id).result()

    assert app.note(card.older).body == "one\ntwo\nthree\nfour\nfive\n"
    assert app.note(card.newer).deleted_at is None


def test_an_undo_that_would_touch_later_words_is_refused_whole(app: Desk) -> None:
    card = app.pair(CardKind.REPLACED, "Rent is 900", "Rent is 1150")
    app.answers.answer(card.id, Answer.REPLACE).result()
    app.capture.edit(card.older, Edit("Rent is 1300", session="s")).result()

    with pytest.raises(UserError, match="since been changed in the same place"):
        app.answers.undo(card.id).result()

    assert app.note(card.older).body == "Rent is 1300"
    assert app.note(card.newer).deleted_at is not None


def test_an_answer_is_undone_after_a_restart(tmp_path: Path, clock: FakeClock) -> None:
    first = Store.open(tmp_path / "again", clock=clock)
    app = Desk(first, clock)
    card = app.pair(CardKind.REPLACED, OLDER, NEWER)
    app.answers.answer(card.id, Answer.REPLACE).result()
    first.close()
    second = Store.open(tmp_path / "again", clock=clock)
    app = Desk(second, clock)

    app.answers.undo(card.id).result()

    assert [app.note(one).body for one in card.notes] == [OLDER, NEWER]
    second.close()


def test_there_is_nothing_to_undo_twice(app: Desk) -> None:
    card = app.pair(CardKind.CONTRADICTION, OLDER, NEWER)
    app.answers.answer(card.id, Answer.LINK).result()
    app.answers.undo(card.id).result()

    with pytest.raises(UserError, match="no answer to take back"):
        app.answers.undo(card.id).result()


def test_several_cards_are_answered_and_taken_back_as_one(app: Desk) -> None:
    first = app.pair(CardKind.CONTRADICTION, OLDER, NEWER)
    second = app.pair(CardKind.CONTRADICTION, "Boiler 2 bar", "Boiler 3 bar")
    batch = app.answers.batch([first.id, second.id], Answer.REPLACE)

    batch.do().result()
    assert app.waiting() == []
    batch.undo().result()

    assert {card.id for card in app.waiting()} == {first.id, second.id}
    assert [app.note(one).body for one in first.notes] == [OLDER, NEWER]
    assert [app.note(one).body for one in second.notes] == ["Boiler 2 bar", "Boiler 3 bar"]


def test_a_card_that_the_one_before_it_settled_is_left_out_of_several(app: Desk) -> None:
    one, two, three = (app.add("The same") for _ in range(3))
    first = app.card(CardKind.REPEAT, one, two)
    second = app.card(CardKind.REPEAT, two, three)
    batch = app.answers.batch([first.id, second.id], Answer.KEEP_ONE)

    batch.do().result()
    assert [app.note(note).deleted_at is None for note in (one, two, three)] == [True, False, True]
    batch.undo().result()

    assert [app.note(note).deleted_at for note in (one, two, three)] == [None, None, None]


def test_several_answers_are_taken_back_together_or_not_at_all(app: Desk) -> None:
    first = app.pair(CardKind.CONTRADICTION, OLDER, NEWER)
    second = app.pair(CardKind.CONTRADICTION, "Boiler 2 bar", "Boiler 3 bar")
    batch = app.answers.batch([first.id, second.id], Answer.REPLACE)
    batch.do().result()
    app.capture.edit(first.older, Edit("Rent is 2000 from May.\n", session="s")).result()

    with pytest.raises(UserError, match="since been changed in the same place"):
        batch.undo().result()

    assert app.note(second.older).body == "Boiler 3 bar"
    assert app.waiting() == []


def test_cards_that_none_can_be_answered_so_say_why(app: Desk) -> None:
    card = app.pair(CardKind.REPEAT, "The same", "The same")

    with pytest.raises(UserError, match="it accepts"):
        app.answers.batch([card.id], Answer.OUTDATED).do().result()


BODIES = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("\r\n\u2028\u00a0 .[]#"), max_size=40
)


@pytest.mark.slow
@settings(max_examples=30)
@given(data=st.data())
def test_any_sequence_of_answers_and_undos_returns_both_notes_byte_for_byte(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    clock = FakeClock()
    with closing(Store.open(tmp_path_factory.mktemp("vault"), clock=clock)) as store:
        app = Desk(store, clock)
        kind = data.draw(
            st.sampled_from([kind for kind in CardKind if kind is not CardKind.CONFLICT])
        )
        older = data.draw(BODIES.filter(str.strip))
        newer = older if kind is CardKind.REPEAT else data.draw(BODIES.filter(str.strip))
        card = app.pair(kind, older, newer, tags=data.draw(st.sampled_from([(), ("b", "a")])))
        third = app.card(kind, card.newer, app.add(newer))
        before = [as_was(app.note(one)) for one in card.notes]
        given_to: list[Card] = []

        for _step in range(data.draw(st.integers(1, 5))):
            clock.forward(minutes=1)
            undoes: bool = data.draw(st.booleans())
            if given_to and undoes:
                app.answers.undo(given_to.pop().id).result()
                continue
            one = data.draw(st.sampled_from([card, third]))
            answer = data.draw(st.sampled_from([*OFFERS[kind].answers, *OFFERS[kind].more]))
            try:
                app.answers.answer(one.id, answer).result()
            except UserError:
                continue  # it is answered, or a note of it is in the trash
            given_to.append(one)
        while given_to:
            app.answers.undo(given_to.pop().id).result()

        assert [as_was(app.note(one)) for one in card.notes] == before
        assert {one.state for one in app.waiting()} == {CardState.OPEN}
        store.close()
