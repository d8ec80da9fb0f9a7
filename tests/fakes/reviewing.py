"""Short words for filling a vault with notes and cards about them."""

from dataclasses import replace

from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import Card, CardKind, pair_id, proposal
from notebrain.notes.service import CaptureService, Filing
from notebrain.review.answers import AnswerService
from notebrain.storage.notes import notes
from notebrain.storage.review import cards
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds


class Desk:
    """A vault with everything that answers cards."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.store, self.clock = store, clock
        ids = FakeIds()
        self.capture = CaptureService(store, clock, ids)
        self.answers = AnswerService(store, clock, ids)

    def add(self, body: str, filing: Filing | None = None, **draft: object) -> NoteId:
        """Take a note."""
        taken = self.capture.capture(Draft(body, **draft))  # type: ignore[arg-type]  # a test's short cut
        if filing is not None:
            self.capture.file([taken.result().note], filing).result()
        return taken.result().note

    def pair(self, kind: CardKind, older: str, newer: str, *, tags: tuple[str, ...] = ()) -> Card:
        """Take two notes, a day apart, and make a card about them."""
        first = self.add(older)
        self.clock.forward(days=1)
        return self.card(kind, first, self.add(newer, tags=tags))

    def card(self, kind: CardKind, older: NoteId, newer: NoteId, **changes: object) -> Card:
        """Make a card about two notes."""
        hashes = [repeat_hash(self.note(one).body) for one in (older, newer)]
        card = Card(
            pair_id(older, newer),
            kind,
            older,
            newer,
            hashes[0],
            hashes[1],
            0.9,
            self.clock.now(),
            proposed=proposal(kind, protected=False),
        )
        card = replace(card, **changes)  # type: ignore[arg-type]  # a test's short cut
        self.store.write(lambda db: cards.put(db, card)).result()
        return card

    def conflict(self, mine: str, theirs: str, *, base: str | None = None) -> Card:
        """Take a note that another computer changed a day later."""
        note_id = self.add(mine)
        self.clock.forward(days=1)
        at = self.clock.now()
        card_id = self.store.write(
            lambda db: cards.put_conflict(
                db,
                note_id=note_id,
                theirs=theirs,
                theirs_title="",
                base=base,
                at=at,
                device="laptop",
            )
        ).result()
        with self.store.read() as db:
            return cards.get(db, card_id)

    def note(self, note_id: NoteId) -> Note:
        """Return a note as it is now."""
        with self.store.read() as db:
            return notes.get(db, note_id)

    def waiting(self) -> list[Card]:
        """Return the cards that wait now."""
        with self.store.read() as db:
            return cards.waiting(db, now=self.clock.now())
