"""At most so many new cards come out per day, the surest first; the others come on the following days."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from notebrain.domain.review.candidates import held
from notebrain.domain.review.cards import HELD, Answer, Card, CardKind
from notebrain.review import daily_cards
from notebrain.storage.review import cards
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.reviewing import Desk

PER_DAY = 3


class Days(Desk):
    """A desk that is given so many cards per day."""

    def found(self, kind: CardKind, confidence: float, **changes: object) -> Card:
        """Let a card be found."""
        number = len(self.everything())
        older, newer = self.add(f"One {number}"), self.add(f"Other {number}")
        card = held(self.card(kind, older, newer, confidence=confidence, **changes))
        self.store.write(lambda db: cards.put(db, card)).result()
        return card

    def bring_out(self) -> list[Card]:
        """Do what the background does after it compared notes."""
        now = self.clock.now()
        return self.store.write(
            lambda db: daily_cards.bring_out(db, now=now, per_day=PER_DAY)
        ).result()

    def out(self) -> set[float]:
        """Return the confidences of the cards that the user sees; the same before and after it is stored."""
        shown = self._shown()
        self.bring_out()
        assert self._shown() == shown
        assert {card.confidence for card in self.waiting()} == shown
        return shown

    def _shown(self) -> set[float]:
        now = self.clock.now()
        with self.store.read() as db:
            waiting = daily_cards.waiting(db, now=now, per_day=PER_DAY, limit=500)
            assert daily_cards.count_waiting(db, now=now, per_day=PER_DAY) == len(waiting)
            left = daily_cards.count_held(db, now=now, per_day=PER_DAY)
            later = sum(card.answered_at is not None for card in self.everything())
            assert len(waiting) + left + later >= len(self.everything())
            return {card.confidence for card in waiting}

    def everything(self) -> list[Card]:
        """Return all cards that are not answered."""
        with self.store.read() as db:
            return cards.waiting(db, now=self.clock.now(), limit=500, with_held=True)


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    clock = FakeClock()
    store = Store.open(tmp_path, clock=clock)
    yield Days(store, clock)
    store.close()


def test_the_surest_of_all_come_out_and_the_others_on_the_following_days(days: Days) -> None:
    for percent in (55, 90, 60, 80, 70, 65, 75):
        days.found(CardKind.OVERLAP, percent / 100)

    assert days.out() == {0.9, 0.8, 0.75}
    days.clock.forward(days=1)
    assert days.out() == {0.9, 0.8, 0.75, 0.7, 0.65, 0.6}
    days.clock.forward(days=1)
    assert days.out() == {0.9, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55}


def test_an_answered_card_keeps_its_place_of_the_day(days: Days) -> None:
    for percent in (90, 80, 70, 60):
        days.found(CardKind.OVERLAP, percent / 100)
    days.bring_out()

    for card in days.waiting():
        days.answers.answer(card.id, Answer.KEEP_BOTH).result()

    assert days.out() == set()
    days.clock.forward(days=1)
    assert days.out() == {0.6}


def test_a_surer_card_found_the_same_day_takes_the_place_of_one_not_answered(days: Days) -> None:
    for percent in (60, 70, 80):
        days.found(CardKind.OVERLAP, percent / 100)
    days.bring_out()
    days.clock.forward(hours=1)

    days.found(CardKind.OVERLAP, 0.9)

    assert days.out() == {0.7, 0.8, 0.9}
    days.clock.forward(days=1)
    assert days.out() == {0.6, 0.7, 0.8, 0.9}


def test_what_came_out_on_an_earlier_day_never_goes_back(days: Days) -> None:
    days.found(CardKind.OVERLAP, 0.5)
    days.bring_out()
    days.clock.forward(days=1)

    for percent in (90, 80, 70):
        days.found(CardKind.OVERLAP, percent / 100)

    assert days.out() == {0.5, 0.9, 0.8, 0.7}


def test_a_card_put_away_until_tomorrow_keeps_its_place_and_comes_back_beside_the_new_ones(
    days: Days,
) -> None:
    for percent in (90, 80, 70, 60):
        days.found(CardKind.OVERLAP, percent / 100)
    days.bring_out()
    surest = days.waiting()[0]

    days.answers.answer(surest.id, Answer.LATER).result()

    assert days.out() == {0.8, 0.7}
    days.clock.forward(days=1, seconds=1)
    assert days.out() == {0.9, 0.8, 0.7, 0.6}


def test_exact_repeats_come_out_at_once(days: Days) -> None:
    for _number in range(5):
        days.found(CardKind.REPEAT, 1.0)
        days.found(CardKind.OVERLAP, 0.6)

    days.bring_out()

    kinds = [card.kind for card in days.waiting()]
    assert kinds.count(CardKind.REPEAT) == 5
    assert kinds.count(CardKind.OVERLAP) == PER_DAY


def test_a_card_of_notes_in_the_trash_takes_no_place(days: Days) -> None:
    gone = days.found(CardKind.OVERLAP, 0.9)
    for percent in (80, 70, 60):
        days.found(CardKind.OVERLAP, percent / 100)
    days.bring_out()

    days.capture.forget([gone.newer]).result()

    assert days.out() == {0.8, 0.7, 0.6}


def test_what_an_earlier_version_put_off_until_midnight_is_spread_as_well(days: Days) -> None:
    midnight = days.clock.now() + timedelta(hours=9)
    for percent in (90, 85, 80, 75, 70, 65):
        card = days.found(CardKind.OVERLAP, percent / 100)
        days.store.write(partial(cards.put, card=replace(card, later_until=midnight))).result()

    assert days.out() == {0.9, 0.85, 0.8}
    days.clock.forward(days=1)
    assert days.out() == {0.9, 0.85, 0.8, 0.75, 0.7, 0.65}


def test_a_held_card_can_be_answered_early_and_takes_a_place_of_the_day(days: Days) -> None:
    for percent in (90, 80, 70, 60, 50):
        days.found(CardKind.OVERLAP, percent / 100)
    days.bring_out()
    last = days.everything()[-1]
    assert last.later_until == HELD

    days.answers.answer(last.id, Answer.KEEP_BOTH).result()
    assert days.out() == {0.9, 0.8}

    days.answers.undo(last.id).result()
    assert days.out() == {0.9, 0.8, 0.7}
