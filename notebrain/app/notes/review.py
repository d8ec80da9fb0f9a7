"""The review for the front ends: the waiting cards, their content, and the answers so far.

The code that carries out answers is loaded on demand, because many callers only read the list.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, cached_property
from typing import TYPE_CHECKING

from notebrain.app.notes.card_views import (
    AnsweredCard,
    Comparing,
    InboxView,
    OpenCard,
    agreements,
    grouped,
    quieter,
)
from notebrain.app.notes.quiet_places import QuietPlaces
from notebrain.app.settings.review import (
    REVIEW_FLAGGED,
    REVIEW_ON,
    REVIEW_PER_DAY,
    REVIEW_QUIETER,
    REVIEW_SAME,
)
from notebrain.domain.conversations.learned import Learned, card_of
from notebrain.domain.judge.verdict import Bands
from notebrain.domain.notes.changes import Act, touched
from notebrain.domain.notes.note import ListFilter, NoteId
from notebrain.domain.review.cards import LINKING, Answer, Card, CardId, CardKind, CardState
from notebrain.domain.review.places import PlaceKind
from notebrain.domain.sync.vault_time import is_near
from notebrain.review import daily_cards
from notebrain.review.rules import Rules, let_compare, with_own
from notebrain.storage.conversations import learned
from notebrain.storage.notes import lists, notes
from notebrain.storage.review import cards, queue
from notebrain.storage.sync import computers

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from notebrain.app.settings.setting import Settings
    from notebrain.domain.conversations.learned import Learns
    from notebrain.domain.notes.changes import Changes
    from notebrain.domain.notes.note import Note
    from notebrain.domain.ports import Clock, Ids
    from notebrain.review.answers import AnswerService, Batch
    from notebrain.review.learned import Keeper
    from notebrain.storage.connection import Connection
    from notebrain.storage.store import Store

_GIVEN = 50
_ALL = 1_000_000
_WEIGHT: dict[Answer | None, int] = {Answer.OUTDATED: 1, Answer.LINK: 2}


class Review:
    """Reads cards and carries out answers; reads are short, but not for the window's thread."""

    def __init__(
        self,
        store: "Store",
        settings: "Settings",
        clock: "Clock",
        ids: "Ids",
        keepers: "Callable[[], Mapping[Learns, Keeper]]" = dict,
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._ids = ids
        self._keepers = keepers
        self.quiet = QuietPlaces(store, settings, clock)

    @cached_property
    def _answers(self) -> "AnswerService":
        from notebrain.review.answers import AnswerService

        return AnswerService(self._store, self._clock, self._ids, self._keepers())

    def checks_wait(self) -> bool:
        """Return whether a note is waiting to be compared with the others."""
        with self._store.read() as db:
            return bool(queue.due(db, now=self._clock.now(), limit=1))

    def rules(self, workspace: str) -> Rules:
        """Return the kinds of cards the user wants in a workspace."""
        return Rules(
            on=self._settings.get(REVIEW_ON, workspace=workspace),
            quiet_tags=self.quiet.keys(PlaceKind.TAG),
            quiet_frames=self.quiet.keys(PlaceKind.FRAME),
            quiet_folders=self.quiet.keys(PlaceKind.FOLDER),
            per_day=self._per_day,
            least=tuple(self._least().items()),
        )

    def lets_compare(self, older: "Note", newer: "Note") -> bool:
        """Return whether the user lets two notes be compared with each other."""
        return let_compare(cache(self.rules), older, newer)

    def bands(self, measured: Bands) -> Bands:
        """Return what similarities mean: as the user set them, else as measured in their notes."""
        same, flagged = (self._settings.get(row) for row in (REVIEW_SAME, REVIEW_FLAGGED))
        return with_own(
            measured,
            same=None if same == REVIEW_SAME.default else same,
            flagged=None if flagged == REVIEW_FLAGGED.default else flagged,
        )

    def apply_rules(self) -> None:
        """Bring the cards in line with the rules if these changed; see `QuietPlaces.apply`."""
        self.quiet.apply(cache(self.rules))

    def quieter(self, kind: CardKind) -> "Future[Changes]":
        """Show cards of this kind only if they are more certain than required so far."""
        least = self._least()
        least[kind] = quieter(least.get(kind, 0.0))
        return self._settings.put(REVIEW_QUIETER, json.dumps(least))

    def as_before(self, kind: CardKind) -> "Future[Changes]":
        """Show all cards of this kind again."""
        least = self._least()
        least.pop(kind, None)
        return self._settings.put(REVIEW_QUIETER, json.dumps(least))

    def count(self) -> int:
        """Return how many cards are waiting."""
        now = self._clock.now()
        with self._store.read() as db:
            found = daily_cards.count_waiting(db, now=now, per_day=self._per_day)
            return found + learned.count_waiting(db, now=now)

    def counts(self) -> Mapping[CardKind, int]:
        """Return how many cards of each kind are waiting."""
        with self._store.read() as db:
            now = self._clock.now()
            found = daily_cards.waiting(db, now=now, per_day=self._per_day, limit=_ALL)
            counts = Counter(card.kind for card in found)
            if more := learned.count_waiting(db, now=now):
                counts[CardKind.LEARNED] = more
        return counts

    def waiting(self, *, limit: int = 500) -> tuple[OpenCard, ...]:
        """Return the waiting cards with their notes."""
        with self._store.read() as db:
            return self._waiting(db, self._clock.now(), limit)

    def found(self) -> list[OpenCard]:
        """Return the waiting cards and those that come out on the following days, the most certain ones first."""
        with self._store.read() as db:
            now = self._clock.now()
            found = cards.waiting(db, now=now, limit=_ALL, with_held=True)
            more = (_learned(db, one) for one in learned.waiting(db, now=now))
            return [*(_asked(db, card) for card in found), *more]

    def bring_out(self) -> None:
        """Store which cards come out now; does nothing if that is as stored.

        Raises:
            VaultError: The vault cannot be written.
        """
        now, per_day = self._clock.now(), self._per_day
        with self._store.read() as db:
            if not daily_cards.turns(db, now=now, per_day=per_day).all:
                return

        def act(db: "Connection") -> "Changes":
            turned = daily_cards.bring_out(db, now=now, per_day=per_day)
            return touched(Act.REVIEW, dict.fromkeys(id_ for card in turned for id_ in card.notes))

        self._store.write(act).result()

    def inbox(self, *, limit: int = 500, also: CardId | None = None) -> InboxView:
        """Return the waiting cards with their notes, and the recent answers.

        Args:
            also: A card to include as long as it is open, because the user is writing its merge.
        """
        from notebrain.storage.review import answers

        now = self._clock.now()
        midnight = daily_cards.midnight_before(now)
        with self._store.read() as db:
            given = self._given(db, now)
            return InboxView(
                self._waiting(db, now, limit, also),
                answers.given_since(db, midnight),
                given[0].at if given else None,
                given,
                tuple(agreements(answers.tallies(db), self._least())),
                held=daily_cards.count_held(db, now=now, per_day=self._per_day),
                comparing=self._comparing(db),
            )

    def comparing(self) -> Comparing | None:
        """Return how far the comparing of notes is, or None if all are compared or none are to be."""
        with self._store.read() as db:
            return self._comparing(db)

    def asked(self, card_id: CardId) -> OpenCard:
        """Return a card with its notes.

        Raises:
            NotFound: There is no such card.
        """
        with self._store.read() as db:
            one = learned.maybe(db, card_id)
            return _asked(db, cards.get(db, card_id)) if one is None else _learned(db, one)

    def answered(self) -> list[OpenCard]:
        """Return the answered cards, most recent answer first."""
        with self._store.read() as db:
            found = [_asked(db, card) for card in cards.answered(db)]
            found += [_learned(db, one) for one in learned.answered(db)]
        return sorted(found, key=_answered_last)

    def find(self, typed: str) -> CardId:
        """Return the one card whose id begins or ends with what the user typed.

        Raises:
            NotFound: No card matches, or several do.
        """
        with self._store.read() as db:
            found = learned.matching(db, typed)
            return found[0] if len(found) == 1 else cards.find(db, typed)

    def short_ids(self, ids: Iterable[CardId]) -> Mapping[str, str]:
        """Return for each id a short end of it that no other card has."""
        from notebrain.storage.sql import short_ids

        with self._store.read() as db:
            return short_ids(db, "card", ids)

    def cards_about(self, note_id: NoteId) -> list[OpenCard]:
        """Return the cards about a note: first the waiting one, then marks and links."""
        now = self._clock.now()
        with self._store.read() as db:
            found = [
                _asked(db, card)
                for card in cards.about(db, note_id)
                if _says(card, now)
                and notes.is_live(db, card.older)
                and notes.is_live(db, card.newer)
            ]
        return sorted(found, key=lambda asked: _WEIGHT.get(asked.card.answer, 0))

    def waits_about(self, note_id: NoteId) -> CardId | None:
        """Return the waiting card about a note, if there is one."""
        waiting = (
            asked.card for asked in self.cards_about(note_id) if asked.card.state is CardState.OPEN
        )
        return next((card.id for card in waiting), None)

    def answer(
        self, card_id: CardId, answer: Answer, *, merged: str | None = None
    ) -> "Future[Changes]":
        """Answer a card; see `AnswerService.answer`."""
        return self._answers.answer(card_id, answer, merged=merged)

    def batch(
        self, card_ids: Sequence[CardId], answer: Answer, *, merged: str | None = None
    ) -> "Batch":
        """Return the act of giving several cards the same answer; see `AnswerService.batch`."""
        return self._answers.batch(card_ids, answer, merged=merged)

    def behind(self, note_id: NoteId, at: datetime) -> CardId | None:
        """Return the card whose answer gave a note its text at this moment, if it can be undone."""
        from notebrain.storage.review import answers

        with self._store.read() as db:
            return answers.behind(db, note_id, at)

    def undo(self, card_id: CardId) -> "Future[Changes]":
        """Undo the last answer to a card; see `AnswerService.undo`."""
        return self._answers.undo(card_id)

    def _waiting(
        self, db: "Connection", now: datetime, limit: int, also: CardId | None = None
    ) -> tuple[OpenCard, ...]:
        found = daily_cards.waiting(db, now=now, per_day=self._per_day, limit=limit)
        written = cards.maybe(db, also) if also else None
        if written is not None and written.is_held and also not in {card.id for card in found}:
            found.append(written)
        more = (_learned(db, one) for one in learned.waiting(db, now=now, limit=limit))
        return grouped([*(_asked(db, card) for card in found), *more])

    @property
    def _per_day(self) -> int:
        return self._settings.get(REVIEW_PER_DAY)

    def _comparing(self, db: "Connection") -> Comparing | None:
        left = queue.waiting(db) if self._settings.get(REVIEW_ON) else 0
        if not left:
            return None
        total = lists.count(db, ListFilter())
        return Comparing(total - left, total)

    def _given(self, db: "Connection", now: datetime) -> tuple[AnsweredCard, ...]:
        from notebrain.storage.review import answers

        found: list[AnsweredCard] = []
        for given in answers.given(db, limit=_GIVEN):
            if given.card.kind is CardKind.LEARNED:
                one = learned.maybe(db, given.card.id)
                if one is not None and one.answered_at is not None:
                    found.append(AnsweredCard(_learned(db, one), given.answer, given.at))
                continue
            card = cards.maybe(db, given.card.id)
            if card is None or (card.state is CardState.OPEN and not _is_away(card, now)):
                continue  # it is waiting again
            asked = _asked(db, card)
            found.append(AnsweredCard(asked, given.answer, given.at))
        return tuple(found)

    def _least(self) -> dict[CardKind, float]:
        written = self._settings.get(REVIEW_QUIETER)
        try:
            found: dict[str, float] = json.loads(written) if written else {}
            return {CardKind(kind): float(least) for kind, least in found.items()}
        except (ValueError, AttributeError, TypeError):
            return {}


def _asked(db: "Connection", card: Card) -> OpenCard:
    known: Mapping[str, str] = {} if card.theirs is None else computers.names(db)
    return OpenCard(card, notes.get(db, card.older), notes.get(db, card.newer), known)


def _learned(db: "Connection", learned: Learned) -> OpenCard:
    from notebrain.domain.notes.draft import Draft, new_note

    def as_note(note_id: NoteId, body: str, title: str | None = None) -> "Note":
        return new_note(Draft(body, title=title), note_id, now=learned.made_at)

    card = card_of(learned)
    there = learned.note is not None and notes.is_live(db, learned.note)
    if learned.note is None or not there:
        card = card_of(replace(learned, note=None))
        older = as_note(card.older, learned.candidate.context, learned.title)
    else:
        older = notes.get(db, learned.note)
    return OpenCard(card, older, as_note(card.newer, learned.candidate.text), learned=learned)


def _answered_last(asked: OpenCard) -> float:
    at = asked.card.answered_at
    return 0.0 if at is None else -at.timestamp()


def _is_away(card: Card, now: datetime) -> bool:
    return card.is_held or (card.later_until is not None and is_near(card.later_until, now=now))


def _says(card: Card, now: datetime) -> bool:
    if card.state is CardState.OPEN:
        return not _is_away(card, now)
    return card.state is CardState.ANSWERED and card.answer in LINKING
