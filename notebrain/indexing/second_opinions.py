"""Ask the model in the account about cards that the local judge was unsure of, one at a time.

Its ruling is stored under the two texts and applied to the card only while the card is open and its notes are
unchanged. Nothing waits for it.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from notebrain.domain.backoff import set_aside_for
from notebrain.domain.embedding.usage import day_of, next_reset
from notebrain.domain.errors import CloudError, CloudLost, CloudQuota, CloudRefused
from notebrain.domain.judge.verdict import Side
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.note import Note
from notebrain.domain.ports import Clock
from notebrain.domain.review.cards import Card, is_protected
from notebrain.domain.review.merge import stands
from notebrain.domain.review.second_opinion import (
    Asks,
    CaseFile,
    Opinion,
    RecordedOpinion,
    SecondOpinionModel,
    is_unsure,
    ruled,
)
from notebrain.indexing.batches import written
from notebrain.indexing.rate_limits import Meter, RequestGate
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import usage
from notebrain.storage.notes import notes
from notebrain.storage.review import cards, second_opinions
from notebrain.storage.store import Store

log = logging.getLogger("notebrain.sync")

LONGEST = 6_000
"""Maximum number of characters of both notes together; longer ones are left to the local judge."""
_SHARE = 0.5
"""The other half of a day's budget is for the vectors of new notes."""
_CHECKED_CARDS = 50
# a question costs as much as many texts, so the second retry after a temporary error waits for an hour
_PASSING_TRIES = 7


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a step.

    Attributes:
        worked: Whether something was asked or written, so that there may be more.
        until: When to continue; None to wait for something new.
    """

    worked: bool
    until: datetime | None = None


class Arbitration:
    """Gets second opinions, using at most half of the day's budget."""

    def __init__(self, store: Store, clock: Clock, meter: Meter, budget: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._meter = meter
        self._budget = budget
        self.lane = RequestGate(clock)

    async def step(self, arbiter: SecondOpinionModel, asks: Asks) -> Step:
        """Apply a stored ruling or ask about one card.

        Raises:
            VaultError: The vault cannot be written.
        """
        if asks is Asks.NEVER:
            return Step(worked=False)
        if await self._use_stored(arbiter, asks):
            return Step(worked=True)
        with self._store.read() as db:
            card, pair = self._next(db, arbiter, asks)
            later = second_opinions.next_due(db, arbiter.name, now=self._clock.now())
        if card is None or pair is None:
            return Step(worked=False, until=later)
        until = self._held(arbiter, pair)
        if until is not None:
            return Step(worked=False, until=until)
        return await self._ask(arbiter, card, pair)

    async def _ask(self, arbiter: SecondOpinionModel, card: Card, pair: tuple[Note, Note]) -> Step:
        question = second_opinions.question(card, arbiter.name)
        try:
            free = await arbiter.claim(question, most=second_opinions.MOST_ASKS)
        except CloudError as unreached:
            return await self._stopped(unreached)
        if not free:
            await written(
                self._store, lambda db: second_opinions.asked_elsewhere(db, card, arbiter.name)
            )
            return Step(worked=True)
        older, newer = pair
        await written(self._store, lambda db: second_opinions.begin(db, card, arbiter.name))
        try:
            answer = await arbiter.rule(_paper(older), _paper(newer))
        except CloudError as met:
            error, cost = met, arbiter.neurons(older.body, newer.body)
        else:
            self.lane.passed()
            await written(self._store, lambda db: self._settle(db, arbiter, card, answer))
            return Step(worked=True)
        counts = await written(
            self._store, lambda db: self._unanswered(db, arbiter.name, card, cost, error)
        )
        if not counts:
            with suppress(CloudError):  # then it counts: better one question too few than too many
                await arbiter.release(question)
        if isinstance(error, CloudRefused):  # the next one may be accepted
            return Step(worked=True)
        return await self._stopped(error)

    async def _stopped(self, error: CloudError) -> Step:
        self.lane.hit(error)
        await self._mark_used_up(error)
        return Step(worked=False, until=self.lane.until)

    async def _use_stored(self, arbiter: SecondOpinionModel, asks: Asks) -> bool:
        with self._store.read() as db:
            stored = [
                (card, ruling)
                for card, ruling in second_opinions.unused(db, arbiter.name, limit=_CHECKED_CARDS)
                if is_unsure(card, asks) and _put(db, arbiter, card, ruling, dry=True)
            ]
        for card, ruling in stored:
            await written(self._store, partial(_use, arbiter=arbiter, card=card, ruling=ruling))
        return bool(stored)

    def _next(
        self, db: Connection, arbiter: SecondOpinionModel, asks: Asks
    ) -> tuple[Card | None, tuple[Note, Note] | None]:
        now = self._clock.now()
        for card in second_opinions.unasked(db, arbiter.name, now=now, limit=_CHECKED_CARDS):
            if not is_unsure(card, asks):
                continue
            pair = _as_judged(db, card)
            if pair is not None and sum(len(note.body) for note in pair) <= LONGEST:
                return card, pair
        return None, None

    def _held(self, arbiter: SecondOpinionModel, pair: tuple[Note, Note]) -> datetime | None:
        """Return until when to ask nothing, or None if asking is allowed."""
        now = self._clock.now()
        if not self.lane.open:
            return self.lane.until
        with self._store.read() as db:
            until = usage.used_up_until(db, now=now)
            spent = self._meter.spent(db, now)
        if until is not None:
            return until
        cost = arbiter.neurons(pair[0].body, pair[1].body)
        return next_reset(now) if spent + cost > self._budget() * _SHARE else None

    def _unanswered(
        self, db: Connection, judge: str, card: Card, cost: float, error: CloudError
    ) -> bool:
        """Record a question without an answer, with its cost and when to retry; return whether it counts."""
        now = self._clock.now()
        refused = error if isinstance(error, CloudRefused) else None
        lost = isinstance(error, CloudLost) or (refused is not None and refused.maybe_done)
        counts = lost or (refused is not None and refused.passing)
        if lost:  # it may have been processed and therefore charged
            self._meter.book(db, cost, now)
        if not counts:
            second_opinions.uncount(db, card, judge)
        if refused is not None:
            log.warning("two notes do not get through to the model: %.1000s", refused.detail)
            until = now + set_aside_for(refused, _PASSING_TRIES)
            second_opinions.set_aside(db, card, judge, reason=str(refused), until=until)
        return counts

    async def _mark_used_up(self, error: CloudError) -> None:
        now, until = self._clock.now(), self.lane.until
        if isinstance(error, CloudQuota) and until is not None:
            await written(self._store, lambda db: usage.mark_used_up(db, day_of(now), until=until))

    def _settle(
        self,
        db: Connection,
        arbiter: SecondOpinionModel,
        card: Card,
        answer: RecordedOpinion,
    ) -> Changes | None:
        self._meter.book(db, answer.neurons, self._clock.now())
        second_opinions.save(db, card, arbiter.name, answer.ruling)
        if answer.ruling is None:
            return None
        return _changes(_put(db, arbiter, card, answer.ruling))


def _put(
    db: Connection, arbiter: SecondOpinionModel, card: Card, ruling: Opinion, *, dry: bool = False
) -> Card | None:
    """Put a ruling on a card if the card has not changed; return the updated card, or None."""
    pair = _as_judged(db, card)
    if pair is None or cards.maybe(db, card.id) != card:
        return None
    bodies = pair[0].body, pair[1].body
    quotes = tuple(
        quote
        for quote in ruling.quotes
        if bodies[quote.side is Side.NEWER][quote.start : quote.end] == quote.text
    )
    protected = any(is_protected(note.importance, pinned=note.pinned) for note in pair)
    merge = (
        ruling.merge if stands(ruling.merge, *bodies) else ""
    )  # stored by hash, so the letters may differ
    checked = replace(ruling, quotes=quotes, merge=merge)
    wanted = ruled(card, checked, by=arbiter.model, protected=protected)
    if wanted is not None and not dry:
        cards.put(db, wanted)
    return wanted


def _use(
    db: Connection, *, arbiter: SecondOpinionModel, card: Card, ruling: Opinion
) -> Changes | None:
    return _changes(_put(db, arbiter, card, ruling))


def _as_judged(db: Connection, card: Card) -> tuple[Note, Note] | None:
    """Return the notes of a card if they may be sent and are unchanged since the card was made."""
    if not notes.is_live(db, card.older) or not notes.is_live(db, card.newer):
        return None
    older, newer = notes.get(db, card.older), notes.get(db, card.newer)
    for note, its_hash in ((older, card.older_hash), (newer, card.newer_hash)):
        if note.local_only or repeat_hash(note.body) != its_hash:
            return None
    return older, newer


def _changes(card: Card | None) -> Changes | None:
    return None if card is None else touched(Act.REVIEW, card.notes)


def _paper(note: Note) -> CaseFile:
    return CaseFile(note.body, note.updated_at)
