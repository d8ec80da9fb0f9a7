"""A second opinion comes on a card only while it is open and its notes as they were, and is never paid for twice."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from notebrain.domain.errors import (
    CloudAuth,
    CloudError,
    CloudLost,
    CloudQuota,
    CloudRefused,
    CloudTransient,
)
from notebrain.domain.judge.verdict import Evidence, Kind, Side, What
from notebrain.domain.review.answers import merge_texts_of
from notebrain.domain.review.candidates import renewed
from notebrain.domain.review.card_json import from_content, to_content
from notebrain.domain.review.cards import Answer, Card, CardKind
from notebrain.domain.review.second_opinion import Asks, CaseFile, Opinion, RecordedOpinion
from notebrain.indexing.rate_limits import Meter
from notebrain.indexing.second_opinions import LONGEST, Arbitration, Step
from notebrain.notes.service import Edit
from notebrain.storage.notes import notes
from notebrain.storage.review import cards, second_opinions
from notebrain.storage.store import Store
from notebrain.storage.sync import log
from tests.fakes.clock import FakeClock
from tests.fakes.reviewing import Desk

OLDER, NEWER = "The pump is serviced by Ann", "Nobody but Bob touches the pump"
QUOTES = (
    Evidence(Side.OLDER, 24, 27, "Ann", What.WORDS),
    Evidence(Side.NEWER, 0, 14, "Nobody but Bob", What.WORDS),
)
AGAINST = Opinion(Kind.CONTRADICTION, 0.8, QUOTES)


class Model:
    """An arbiter that answers as it is told."""

    name, model = "wise#1", "wise"

    def __init__(self) -> None:
        self.says: Opinion | CloudError | None = AGAINST
        self.read: list[tuple[CaseFile, CaseFile]] = []
        self.meanwhile: Callable[[], object] = lambda: None
        self.asked: Counter[str] = Counter()

    async def claim(self, question: str, *, most: int) -> bool:
        if self.asked[question] >= most:
            return False
        self.asked[question] += 1
        return True

    async def release(self, question: str) -> None:
        self.asked[question] -= 1

    def neurons(self, older: str, newer: str) -> float:
        return 50.0 + 0 * len(older + newer)

    async def rule(self, older: CaseFile, newer: CaseFile) -> RecordedOpinion:
        self.read.append((older, newer))
        self.meanwhile()
        if isinstance(self.says, CloudError):
            raise self.says
        return RecordedOpinion(self.says, 80.0)


class Court:
    """A vault with everything that asks for second opinions."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.store, self.clock = store, clock
        self.app, self.model, self.meter = Desk(store, clock), Model(), Meter()
        self.budget = 8_000
        self.start()

    def start(self) -> None:
        """Begin as a program does that starts, also after it was killed."""
        self.arbitration = Arbitration(self.store, self.clock, self.meter, lambda: self.budget)

    def flagged(
        self, older: str = OLDER, newer: str = NEWER, kind: CardKind = CardKind.FLAGGED
    ) -> Card:
        """Make a card that the local judge is unsure of."""
        card = replace(self.app.pair(kind, older, newer), confidence=0.5)
        self.store.write(lambda db: cards.put(db, card)).result()
        return card

    def step(self, asks: Asks = Asks.UNSURE) -> Step:
        """Do one step."""
        return asyncio.run(self.arbitration.step(self.model, asks))

    def card(self, card: Card) -> Card:
        """Return a card as it is now."""
        with self.store.read() as db:
            return cards.get(db, card.id)

    @property
    def spent(self) -> float:
        """What was spent today."""
        with self.store.read() as db:
            return self.meter.spent(db, self.clock.now())


@pytest.fixture
def court(tmp_path: Path) -> Iterator[Court]:
    clock = FakeClock()
    store = Store.open(tmp_path / "vault", clock=clock)
    yield Court(store, clock)
    store.close()


def test_a_flagged_card_gets_the_kind_and_the_quotes_of_the_model(court: Court) -> None:
    card = court.flagged()
    assert court.step().worked
    judged = court.card(card)
    assert (judged.kind, judged.confidence, judged.judged_by) == (
        CardKind.CONTRADICTION,
        0.8,
        "wise",
    )
    assert judged.evidence == QUOTES
    assert judged.proposed is Answer.OUTDATED
    assert [one.body for one in court.model.read[0]] == [OLDER, NEWER]
    assert court.spent == 80
    assert not court.step().worked
    assert len(court.model.read) == 1


def test_a_sure_card_is_asked_about_only_if_always(court: Court) -> None:
    court.app.pair(CardKind.CONTRADICTION, OLDER, NEWER)
    assert not court.step().worked
    assert not court.step(Asks.NEVER).worked
    assert court.model.read == []
    assert court.step(Asks.ALWAYS).worked
    assert len(court.model.read) == 1


@pytest.mark.parametrize(
    "says", [None, Opinion(Kind.DISTINCT, 0.9), Opinion(Kind.DUPLICATE, 0.3)], ids=str
)
def test_without_a_usable_ruling_the_card_stays_and_is_not_paid_for_again(
    court: Court, says: Opinion | None
) -> None:
    card = court.flagged()
    court.model.says = says
    assert court.step().worked
    assert court.card(card) == card
    assert not court.step().worked
    assert len(court.model.read) == 1


def test_a_contradiction_is_not_talked_into_a_duplicate(court: Court) -> None:
    card = court.flagged(kind=CardKind.CONTRADICTION)
    court.model.says = Opinion(Kind.DUPLICATE, 0.9)
    court.step()
    assert court.card(card) == card


def test_notes_that_stay_here_or_are_very_long_are_never_sent(court: Court) -> None:
    older = court.app.add(OLDER, local_only=True)
    court.app.card(CardKind.FLAGGED, older, court.app.add(NEWER))
    court.flagged("one " * LONGEST, "two " * LONGEST)
    assert not court.step(Asks.ALWAYS).worked
    assert court.model.read == []


def test_a_card_that_was_answered_meanwhile_stays_as_it_was_answered(court: Court) -> None:
    card = court.flagged()
    court.model.meanwhile = lambda: court.app.answers.answer(card.id, Answer.LINK).result()
    court.step()
    assert court.card(card).kind is CardKind.FLAGGED
    assert court.card(card).answer is Answer.LINK


def test_a_ruling_about_a_text_that_changed_meanwhile_is_dropped(court: Court) -> None:
    card = court.flagged()
    edit = Edit("Bread wants a hot oven", session="s")
    court.model.meanwhile = lambda: court.app.capture.edit(card.newer, edit).result()
    court.step()
    assert court.card(card) == card
    with court.store.read() as db:
        assert notes.get(db, card.newer).body == "Bread wants a hot oven"


def test_a_protected_note_is_not_proposed_to_be_changed(court: Court) -> None:
    older = court.app.add(OLDER, pinned=True)
    card = court.app.card(CardKind.FLAGGED, older, court.app.add(NEWER), confidence=0.5)
    court.model.says = Opinion(Kind.DUPLICATE, 0.9)
    court.step()
    assert court.card(card).kind is CardKind.DUPLICATE
    assert court.card(card).proposed is None


def test_half_of_the_budget_is_left_for_new_notes(court: Court) -> None:
    court.budget = 90
    court.flagged()
    step = court.step()
    assert not step.worked
    assert step.until is not None
    assert step.until > court.clock.now()
    assert court.model.read == []


def test_a_spent_day_stops_the_questions_until_it_begins_anew(court: Court) -> None:
    card = court.flagged()
    court.model.says = CloudQuota("spent", retry_after_s=3600)
    assert court.step().until is not None
    court.model.says = AGAINST
    assert not court.step().worked
    assert len(court.model.read) == 1
    court.clock.forward(hours=2)
    assert court.step().worked
    assert court.card(card).judged_by


def test_an_answer_that_is_late_twice_is_not_waited_for_again_and_counts_as_paid(
    court: Court,
) -> None:
    card = court.flagged()
    court.model.says = CloudLost("slow")
    for _ in range(4):
        court.step()
        court.clock.forward(hours=1)
        court.start()
    assert len(court.model.read) == 2
    assert court.card(card) == card
    assert court.spent == 100


def test_what_other_computers_asked_counts_and_what_was_not_answered_is_given_back(
    court: Court,
) -> None:
    card = court.flagged()
    question = second_opinions.question(card, court.model.name)
    court.model.says = CloudTransient("busy")
    court.step()
    assert court.model.asked[question] == 0

    court.model.says = AGAINST
    court.model.asked[question] = 2
    court.start()

    assert court.step().worked
    assert not court.step().worked
    assert len(court.model.read) == 1
    assert court.card(card) == card


def test_a_question_that_a_kill_ended_counts(court: Court) -> None:
    class Killed(BaseException): ...

    def kill() -> None:
        raise Killed

    court.flagged()
    court.model.meanwhile = kill
    for _ in range(2):
        with pytest.raises(Killed):
            court.step()
        court.start()

    assert not court.step().worked
    assert len(court.model.read) == 2


def test_a_passing_fault_of_the_model_does_not_count(court: Court) -> None:
    card = court.flagged()
    court.model.says = CloudTransient("busy")
    for _ in range(5):
        court.step()
        court.clock.forward(hours=1)
    court.model.says = AGAINST

    assert court.step().worked

    assert court.card(card).judged_by == "wise"
    assert court.spent == 80


def test_texts_that_do_not_get_through_are_set_aside_for_a_day(
    court: Court,
) -> None:
    other = court.flagged("The rent is due on Monday", "Nobody pays the rent on Monday")
    card = court.flagged()
    court.model.says = CloudRefused("a firewall")
    assert court.step().worked
    with court.store.read() as db:
        (failure,) = log.all_of(db)
    assert (failure.id, failure.what, failure.reason) == (card.newer, "opinion", "a firewall")

    court.start()
    court.model.says = None
    assert court.step().worked
    assert court.model.read[-1][0].body == court.app.note(other.older).body
    court.model.says = AGAINST
    assert not court.step().worked
    assert court.step().until == court.clock.now() + timedelta(days=1)

    court.clock.forward(hours=25)
    assert court.step().worked
    assert court.card(card).judged_by == "wise"
    with court.store.read() as db:
        assert log.all_of(db) == []


def test_texts_at_which_the_model_fails_are_asked_about_twice_and_never_again(court: Court) -> None:
    court.flagged()
    court.model.says = CloudRefused("500", passing=True)
    for _ in range(6):
        court.step()
        court.clock.forward(days=2)
        court.start()

    assert len(court.model.read) == 2


def test_a_refusal_is_no_reason_to_ask_again_at_once(court: Court) -> None:
    court.flagged()
    court.model.says = CloudAuth("no")
    assert court.step().until is not None
    assert not court.step().worked
    assert len(court.model.read) == 1


def test_what_was_said_holds_when_the_notes_are_compared_again(court: Court) -> None:
    card = court.flagged()
    court.step()
    judged = court.card(card)
    assert renewed(judged, card) == judged
    changed = replace(card, newer_hash=b"another")
    assert renewed(judged, changed) == changed

    court.store.write(lambda db: cards.put(db, card)).result()  # as a check without it would
    assert court.step().worked
    assert court.card(card) == judged
    assert len(court.model.read) == 1


def test_who_judged_is_told_to_other_computers(court: Court) -> None:
    card = court.flagged()
    court.step()
    judged = court.card(card)
    assert from_content(to_content(judged)).judged_by == "wise"
    assert "judged_by" not in to_content(card)


SERVICED, PRICED = "The pump is serviced by Ann on 3 March", "The pump is serviced, it costs €40"
BOTH = "The pump is serviced by Ann on 3 March, it costs €40"


def merging(merge: str, kind: Kind = Kind.OVERLAP) -> Opinion:
    """Return a ruling with a merged text."""
    return Opinion(kind, 0.8, (), merge)


def texts(court: Court, card: Card) -> list[tuple[str, str]]:
    """Return the merges that a card offers now, and who wrote them."""
    now, older, newer = court.card(card), court.app.note(card.older), court.app.note(card.newer)
    return [(one.text, one.by) for one in merge_texts_of(now, older, newer)]


def test_a_merged_text_of_the_model_comes_first_and_that_of_this_program_stays(
    court: Court,
) -> None:
    card = court.flagged(SERVICED, PRICED)
    (own,) = texts(court, card)
    court.model.says = merging(BOTH)
    court.step()
    assert texts(court, card) == [(BOTH, "wise"), own]
    assert own[1] == ""
    assert court.card(card).proposed is Answer.MERGE


@pytest.mark.parametrize("merge", ["The pump costs €40", "The pump is serviced by Ann"])
def test_a_merged_text_in_which_something_is_lost_never_comes_first(
    court: Court, merge: str
) -> None:
    card = court.flagged(SERVICED, PRICED)
    (own,) = texts(court, card)
    court.model.says = merging(merge)
    court.step()
    assert texts(court, card) == [own, (merge, "wise")]


@pytest.mark.parametrize("merge", ["", f"{BOTH} and €50", "The pump is serviced by Carol"])
def test_without_a_merged_text_that_is_true_this_program_proposes_its_own(
    court: Court, merge: str
) -> None:
    card = court.flagged(SERVICED, PRICED)
    before = texts(court, card)
    court.model.says = merging(merge)  # as another version of the program may have kept it
    court.step()
    assert court.card(card).kind is CardKind.OVERLAP
    assert court.card(card).merge == ""
    assert texts(court, card) == before


def test_a_merged_text_is_gone_when_a_note_changes(court: Court) -> None:
    card = court.flagged(SERVICED, PRICED)
    court.model.says = merging(BOTH)
    court.step()
    court.app.capture.edit(card.newer, Edit(f"{PRICED} now", session="s")).result()
    assert [by for _text, by in texts(court, card)] == [""]
    changed = replace(card, newer_hash=b"another")
    assert renewed(court.card(card), changed).merge == ""


def test_what_another_computer_wrote_as_a_merge_is_checked_before_it_is_shown(
    court: Court,
) -> None:
    card = court.flagged(SERVICED, PRICED, CardKind.OVERLAP)
    shared = replace(card, judged_by="other", merge="Pay Carol €9000")
    court.store.write(lambda db: cards.put(db, shared)).result()
    assert court.card(card).merge == "Pay Carol €9000"
    assert [by for _text, by in texts(court, card)] == [""]


def test_only_a_merge_that_was_shown_is_carried_out(court: Court) -> None:
    card = court.flagged(SERVICED, PRICED)
    ((own, _by),) = texts(court, card)
    court.model.says = merging(BOTH)
    court.step()
    court.app.answers.answer(card.id, Answer.MERGE).result()
    assert court.app.note(card.newer).body == own
    court.app.answers.undo(card.id).result()
    assert texts(court, card)[0] == (BOTH, "wise")
    court.app.answers.answer(card.id, Answer.MERGE, merged=BOTH).result()
    assert court.app.note(card.newer).body == BOTH


def test_a_merged_text_is_kept_by_the_texts_and_told_to_other_computers(court: Court) -> None:
    card = court.flagged(SERVICED, PRICED)
    court.model.says = merging(BOTH)
    court.step()
    judged = court.card(card)
    content = to_content(judged)
    assert from_content(content) == judged
    assert "merge" not in json.loads(to_content(card))
    older = {name: value for name, value in json.loads(content).items() if name != "merge"}
    assert from_content(json.dumps(older)) == replace(judged, merge="")
    assert from_content(json.dumps(json.loads(content) | {"unknown": 1})) == judged

    court.store.write(lambda db: cards.put(db, card)).result()  # as a check without it would
    assert court.step().worked
    assert court.card(card) == judged
    assert len(court.model.read) == 1
    assert renewed(judged, card) == judged
