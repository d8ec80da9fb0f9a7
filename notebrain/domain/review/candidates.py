"""Decides which notes are worth comparing and which findings become a card."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from notebrain.domain.judge.verdict import Evidence, Kind, Side, Verdict, What
from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import (
    HELD,
    Answer,
    Card,
    CardKind,
    CardState,
    is_protected,
    pair_id,
    proposal,
)
from notebrain.domain.review.daily_order import UNLIMITED
from notebrain.domain.search.ranking.features import Shape, overlap

LEAST_WORDS, LEAST_OVERLAP = 3, 0.6
"""The least common key words, and their least share of all (Jaccard), to compare two notes by words alone."""

_RANK = {
    kind: place
    for place, kind in enumerate(
        (Kind.REPEAT, Kind.CONTRADICTION, Kind.REPLACED, Kind.DUPLICATE, Kind.OVERLAP, Kind.FLAGGED)
    )
}
_SURE = 0.15
_LEAST_CHANGED, _CHANGED = 10, 0.3
"""How many words, and which part of all words of both texts, only one of two texts has if it was changed much."""
_ALIKE = frozenset({CardKind.REPEAT, CardKind.DUPLICATE, CardKind.OVERLAP, CardKind.FLAGGED})
"""For these kinds, one card per note is enough, since the answer may change what other cards would ask."""


@dataclass(frozen=True, slots=True)
class Found:
    """A judge's finding about the current note and another one.

    Attributes:
        older, newer: The two notes in order of date, as they were judged.
        meaning: The cosine of the two notes, or None.
        shared: How many key words they have in common.
    """

    older: Note
    newer: Note
    verdict: Verdict
    meaning: float | None
    shared: int

    @property
    def pair(self) -> frozenset[str]:
        """The two notes."""
        return frozenset((self.older.id, self.newer.id))


def share_words(one: Shape, other: Shape) -> bool:
    """Return whether two notes have enough key words in common to be compared."""
    return len(one.subject & other.subject) >= LEAST_WORDS and overlap(one, other) >= LEAST_OVERLAP


def best(found: Iterable[Found]) -> Found | None:
    """Return the finding that becomes a note's only card: the most certain, and of those the most serious one."""
    worth = [candidate for candidate in found if candidate.verdict.is_card]
    return min(
        worth,
        key=lambda candidate: (
            candidate.verdict.kind is not Kind.REPEAT,
            -round(candidate.verdict.confidence / _SURE),
            _RANK[candidate.verdict.kind],
            -(candidate.meaning or 0.0),
        ),
        default=None,
    )


def card_of(found: Found, *, at: datetime) -> Card:
    """Return the card about two notes; its older side is the earlier state of affairs, regardless of dates."""
    verdict, swapped = found.verdict, found.verdict.newer is Side.OLDER
    older, newer = (found.newer, found.older) if swapped else (found.older, found.newer)
    kind = CardKind(verdict.kind.value)
    protected = any(is_protected(note.importance, pinned=note.pinned) for note in (older, newer))
    return Card(
        id=pair_id(older.id, newer.id),
        kind=kind,
        older=older.id,
        newer=newer.id,
        older_hash=repeat_hash(older.body),
        newer_hash=repeat_hash(newer.body),
        confidence=verdict.confidence,
        made_at=at,
        evidence=_turned(verdict.evidence) if swapped else verdict.evidence,
        proposed=proposal(kind, protected=protected),
        meaning=found.meaning,
        shared=found.shared,
    )


def held(card: Card) -> Card:
    """Return a new card as it is stored: except for exact repeats, it waits for a place among the cards of a day."""
    return card if card.kind in UNLIMITED else replace(card, later_until=HELD)


def may_ask(before: Card | None, card: Card, older: str, newer: str) -> bool:
    """Return whether a card may come up, considering earlier answers about the same notes.

    After "the card is wrong", the user is never asked about these notes again; after "both are fine", a link or a mark
    as outdated, only if one of the notes has changed substantially. If both had the same text then, their texts of now
    tell that: a copy is made to be changed.

    Args:
        older, newer: The two texts.
    """
    if before is None or before.state is not CardState.ANSWERED:
        return True
    if before.answer is Answer.DISMISS:
        return False
    if is_accepted_copy(before):
        return differ_much(older, newer)
    if {before.older_hash, before.newer_hash} == {card.older_hash, card.newer_hash}:
        return False
    return (before.kind, _substance(before)) != (card.kind, _substance(card))


def differ_much(one: str, other: str) -> bool:
    """Return whether so many words are only in one of two texts that one is no longer a version of the other."""
    words = [Counter(text.casefold().split()) for text in (one, other)]
    only = (words[0] - words[1]).total() + (words[1] - words[0]).total()
    return only >= max(_LEAST_CHANGED, _CHANGED * sum(side.total() for side in words))


def is_accepted_copy(card: Card) -> bool:
    """Return whether the user is fine with two notes that had the same text."""
    same = card.older_hash == card.newer_hash
    return same and card.state is CardState.ANSWERED and card.answer is Answer.KEEP_BOTH


def accepted_copy(original: NoteId, copy: Note, *, at: datetime) -> Card:
    """Return the answered card about a note and the copy that the user made of it: both are fine."""
    text = repeat_hash(copy.body)
    return Card(
        id=pair_id(original, copy.id),
        kind=CardKind.REPEAT,
        older=original,
        newer=copy.id,
        older_hash=text,
        newer_hash=text,
        confidence=1.0,
        made_at=at,
        state=CardState.ANSWERED,
        answer=Answer.KEEP_BOTH,
        answered_at=at,
    )


def renewed(before: Card | None, card: Card) -> Card:
    """Return a card as the replacement of an open one about the same notes."""
    if before is None or before.state is not CardState.OPEN:
        return card
    comes_out = before.is_held and card.kind in UNLIMITED
    kept = replace(
        card,
        made_at=before.made_at,
        later_until=None if comes_out else before.later_until,
        answered_at=before.answered_at,  # identifies the "later" answer for undo
    )
    if not before.judged_by or (before.older_hash, before.newer_hash) != (
        card.older_hash,
        card.newer_hash,
    ):
        return kept
    # a model in the account was already asked about these exact texts: the local judge is as unsure as it was then
    return replace(
        kept,
        kind=before.kind,
        confidence=before.confidence,
        evidence=before.evidence,
        proposed=before.proposed,
        judged_by=before.judged_by,
        merge=before.merge,
    )


def in_cluster(card: Card, waiting: Iterable[Card], related: Collection[str]) -> list[Card]:
    """Return the waiting cards that already ask about these notes: there is one card per cluster.

    Args:
        related: The notes that the current note would share a card with.
    """
    known = {*related, *card.notes}
    return [
        other
        for other in waiting
        if other.id != card.id
        and other.kind is card.kind
        and (set(other.notes) <= known or (card.kind in _ALIKE and set(other.notes) & known))
    ]


def makes_way(waiting: Card, card: Card) -> bool:
    """Return whether a waiting card makes way for a surer one about the same cluster.

    It was found first, while the note that it belongs together with was still waiting to be indexed.
    """
    untouched = waiting.answered_at is None and not waiting.judged_by
    return untouched and waiting.confidence + _SURE <= card.confidence


def _substance(card: Card) -> frozenset[tuple[str, str]]:
    return frozenset(
        (evidence.what.value, evidence.text)
        for evidence in card.evidence
        if evidence.what is not What.WORDS
    )


def _turned(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    turned = [
        replace(part, side=Side.NEWER if part.side is Side.OLDER else Side.OLDER)
        for part in evidence
    ]
    return tuple(sorted(turned, key=lambda part: (part.side is Side.NEWER, part.start, part.end)))
