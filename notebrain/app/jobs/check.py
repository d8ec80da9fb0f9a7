"""Comparing one note at once, for those who want to know what it repeats or contradicts."""

import time
from dataclasses import dataclass

from notebrain.app.jobs.index import run_index
from notebrain.app.services import Services
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import CardId, CardKind, CardState
from notebrain.storage.review import queue


@dataclass(frozen=True, slots=True)
class NearNote:
    """A note that a card compares with the one that was checked.

    Attributes:
        score: How sure the kind is, 0 to 1.
    """

    card_id: CardId
    kind: CardKind
    score: float
    note_id: NoteId
    title: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What is known about a note.

    Attributes:
        checked: Whether the note has been compared; otherwise it will be in the background.
        near: The notes that it has cards with, the surest first.
    """

    checked: bool
    near: tuple[NearNote, ...] = ()


def check_note(services: Services, note_id: NoteId, *, wait_s: float) -> CheckReport:
    """Index and compare a note now, in at most about `wait_s`; if another process is indexing, wait for that."""
    end = time.monotonic() + wait_s

    def waits() -> bool:
        with services.store.read() as db:
            return queue.holds(db, note_id)

    services.finish(services.notes.left(note_id))
    if waits():
        run_index(services, lambda _progress: None, lambda: time.monotonic() < end and waits())
    if waits():
        return CheckReport(checked=False)
    near: list[NearNote] = []
    for asked in services.review.cards_about(note_id):
        card = asked.card
        other = asked.newer if card.older == note_id else asked.older
        if card.state is CardState.OPEN:
            near.append(NearNote(card.id, card.kind, card.confidence, other.id, other.title))
    return CheckReport(checked=True, near=tuple(sorted(near, key=lambda one: -one.score)))
