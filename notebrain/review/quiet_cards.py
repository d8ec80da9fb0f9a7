"""Bring the cards in line with where the user wants no comparing.

Apart because it is done once for each change of the rules, not for each note.
"""

from collections.abc import Callable
from datetime import datetime

from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Card, CardState
from notebrain.review.rules import Rules, let_compare
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import notes
from notebrain.storage.review import cards, queue


def apply_rules(db: Connection, rules: Callable[[str], Rules], *, now: datetime) -> list[NoteId]:
    """Withdraw the open cards that the rules no longer allow, and compare the notes of those allowed again.

    A card that an edit settled is not found again; one that the rules had withdrawn may be.

    Returns:
        The notes of the withdrawn cards.
    """
    changed: list[NoteId] = []
    for card in cards.pairs(db, CardState.OPEN):
        if not _is_let(db, card, rules):
            cards.withdraw(db, card)
            changed += card.notes
    for card in cards.pairs(db, CardState.WITHDRAWN):
        if card.newer not in changed and _is_let(db, card, rules):
            queue.queue(db, notes.key_of(db, card.newer), lane=Lane.BACKFILL, at=now)
    return changed


def _is_let(db: Connection, card: Card, rules: Callable[[str], Rules]) -> bool:
    return let_compare(rules, notes.get(db, card.older), notes.get(db, card.newer))
