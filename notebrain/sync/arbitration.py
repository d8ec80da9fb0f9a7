"""Asking the model in the account about cards that the local judge was unsure of, one at a time.

What it says is kept by the two texts, and put on the card only while the card is open and its notes are as they were
read. Nothing waits for it.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from notebrain.domain.arbitration import Arbiter, Asks, Paper, Ruled, Ruling, is_unsure, ruled
from notebrain.domain.cards import Card, CardId, is_protected
from notebrain.domain.changes import Act, Changes, touched
from notebrain.domain.errors import CloudError, CloudLost, CloudQuota
from notebrain.domain.judging.verdict import Side
from notebrain.domain.merge_checks import stands
from notebrain.domain.neurons import day_of, next_reset
from notebrain.domain.note import Note
from notebrain.domain.ports import Clock
from notebrain.domain.text import repeat_hash
from notebrain.storage import cards, neurons, notes, rulings
from notebrain.storage.database import Connection
from notebrain.storage.store import Store
from notebrain.sync.lanes import Lane
from notebrain.sync.meter import Meter
from notebrain.sync.writing import written

LONGEST = 6_000
"""Characters of both notes together; longer ones are left to the local judge."""
_SHARE = 0.5
"""The other half of a day's budget is for the meanings of new notes."""
_LOOKED_AT = 50
_TRIES = 2


@dataclass(frozen=True, slots=True)
class Step:
    """What a step came to.

    Attributes:
        worked: Whether something was asked or written; then there may be more.
        until: When it can go on; None: as soon as there is something new.
    """

    worked: bool
    until: datetime | None = None


class Arbitration:
    """Gets second opinions, within half of the day's budget."""

    def __init__(self, store: Store, clock: Clock, meter: Meter, budget: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._meter = meter
        self._budget = budget
        self._lost: Counter[CardId] = Counter()
        self.lane = Lane(clock)

    async def step(self, arbiter: Arbiter, asks: Asks) -> Step:
        """Use what was said before, or ask about one card.

        Raises:
            VaultError: The vault cannot be written.
        """
        if asks is Asks.NEVER:
            return Step(worked=False)
        if await self._use_kept(arbiter, asks):
            return Step(worked=True)
        with self._store.read() as db:
            card, pair = self._next(db, arbiter, asks)
        if card is None or pair is None:
            return Step(worked=False)
        until = self._held(arbiter, pair)
        if until is not None:
            return Step(worked=False, until=until)
        older, newer = pair
        try:
            answer = await arbiter.rule(_paper(older), _paper(newer))
        except CloudError as error:
            await self._refused(card, arbiter.neurons(older.body, newer.body), error)
            return Step(worked=False, until=self.lane.until)
        self.lane.passed()
        await written(self._store, lambda db: self._settle(db, arbiter, card, answer))
        return Step(worked=True)

    async def _use_kept(self, arbiter: Arbiter, asks: Asks) -> bool:
        with self._store.read() as db:
            kept = [
                (card, ruling)
                for card, ruling in rulings.unused(db, arbiter.name, limit=_LOOKED_AT)
                if is_unsure(card, asks) and _put(db, arbiter, card, ruling, dry=True)
            ]
        for card, ruling in kept:
            await written(self._store, partial(_use, arbiter=arbiter, card=card, ruling=ruling))
        return bool(kept)

    def _next(
        self, db: Connection, arbiter: Arbiter, asks: Asks
    ) -> tuple[Card | None, tuple[Note, Note] | None]:
        for card in rulings.unasked(db, arbiter.name, limit=_LOOKED_AT):
            if not is_unsure(card, asks) or self._lost[card.id] >= _TRIES:
                continue
            pair = _as_judged(db, card)
            if pair is not None and sum(len(one.body) for one in pair) <= LONGEST:
                return card, pair
        return None, None

    def _held(self, arbiter: Arbiter, pair: tuple[Note, Note]) -> datetime | None:
        """Return until when nothing is asked, None where it may be."""
        now = self._clock.now()
        if not self.lane.open:
            return self.lane.until
        with self._store.read() as db:
            until = neurons.used_up_until(db, now=now)
            spent = self._meter.spent(db, now)
        if until is not None:
            return until
        cost = arbiter.neurons(pair[0].body, pair[1].body)
        return next_reset(now) if spent + cost > self._budget() * _SHARE else None

    async def _refused(self, card: Card, cost: float, error: CloudError) -> None:
        self.lane.hit(error)
        now, until = self._clock.now(), self.lane.until
        if isinstance(error, CloudLost):  # it may have been carried out, and then it was paid for
            self._lost[card.id] += 1
            await written(self._store, lambda db: self._meter.book(db, cost, now))
        if isinstance(error, CloudQuota) and until is not None:
            await written(
                self._store, lambda db: neurons.mark_used_up(db, day_of(now), until=until)
            )

    def _settle(
        self,
        db: Connection,
        arbiter: Arbiter,
        card: Card,
        answer: Ruled,
    ) -> Changes | None:
        self._meter.book(db, answer.neurons, self._clock.now())
        rulings.keep(db, card, arbiter.name, answer.ruling)
        if answer.ruling is None:
            return None
        return _changes(_put(db, arbiter, card, answer.ruling))


def _put(
    db: Connection, arbiter: Arbiter, card: Card, ruling: Ruling, *, dry: bool = False
) -> Card | None:
    """Put a ruling on a card if the card is still the same; return the card as it is then, None for nothing."""
    pair = _as_judged(db, card)
    if pair is None or cards.maybe(db, card.id) != card:
        return None
    bodies = pair[0].body, pair[1].body
    quotes = tuple(
        one
        for one in ruling.quotes
        if bodies[one.side is Side.NEWER][one.start : one.end] == one.text
    )
    protected = any(is_protected(one.importance, pinned=one.pinned) for one in pair)
    merge = (
        ruling.merge if stands(ruling.merge, *bodies) else ""
    )  # kept by hash: letters may differ
    said = replace(ruling, quotes=quotes, merge=merge)
    wanted = ruled(card, said, by=arbiter.model, protected=protected)
    if wanted is not None and not dry:
        cards.put(db, wanted)
    return wanted


def _use(db: Connection, *, arbiter: Arbiter, card: Card, ruling: Ruling) -> Changes | None:
    return _changes(_put(db, arbiter, card, ruling))


def _as_judged(db: Connection, card: Card) -> tuple[Note, Note] | None:
    """Return the notes of a card if they may be sent and read as they did when the card was made."""
    if not notes.is_live(db, card.older) or not notes.is_live(db, card.newer):
        return None
    older, newer = notes.get(db, card.older), notes.get(db, card.newer)
    for note, its_hash in ((older, card.older_hash), (newer, card.newer_hash)):
        if note.local_only or repeat_hash(note.body) != its_hash:
            return None
    return older, newer


def _changes(card: Card | None) -> Changes | None:
    return None if card is None else touched(Act.REVIEW, card.notes)


def _paper(note: Note) -> Paper:
    return Paper(note.body, note.updated_at)
