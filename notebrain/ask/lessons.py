"""Turns what a model proposes to learn into cards: nothing known, nothing without a quote, never many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from notebrain.ask.candidates import Search
from notebrain.domain.conversations.conversation import ConversationId, Turn
from notebrain.domain.conversations.learned import (
    MOST_CARDS,
    Candidate,
    Learned,
    Learns,
    id_of,
)
from notebrain.domain.conversations.proposals import Relation, candidates_of, relation
from notebrain.domain.grounding.questions import telling_words
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock
from notebrain.domain.search.types import Mode, SearchRequest
from notebrain.storage.connection import Connection
from notebrain.storage.conversations import conversations, learned
from notebrain.storage.notes import notes
from notebrain.storage.store import Store

_COMPARED: Final = 12
"""With how many notes a candidate is compared."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of one reading of a conversation.

    Attributes:
        cards: The new cards, most important first.
        reinforced: The notes that the user said again.
        known: How many candidates say only what is known.
        dropped: How many have no quote, say more than the conversation, or are too many.
    """

    cards: tuple[Learned, ...] = ()
    reinforced: tuple[NoteId, ...] = ()
    known: int = 0
    dropped: int = 0


class Lessons:
    """Compares candidates with what is known, and stores the rest as cards; belongs to no thread.

    Args:
        search: Finds the notes to compare with.
        kinds: What can be learned.
        can_keep: Returns whether something that does not become a note can be kept and is not known.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        search: Search,
        kinds: Sequence[Learns],
        can_keep: Callable[[Connection, Candidate], bool] = lambda _db, _candidate: True,
    ) -> None:
        self._store = store
        self._clock = clock
        self._search = search
        self.kinds = kinds
        self._can_keep = can_keep

    def due(self, conversation: ConversationId, *, every: int) -> bool:
        """Return whether so many messages came since a conversation was read last; never if `every` is 0."""
        if every <= 0:
            return False
        with self._store.read() as db:
            turns = conversations.get(db, conversation).turns
            room = learned.count_of(db, conversation) < MOST_CARDS
            return room and 2 * (turns - conversations.read_turns(db, conversation)) >= every

    async def begin(self, conversation: ConversationId) -> Sequence[Turn]:
        """Return the turns that were not read yet and may leave this computer; they count as read from now on.

        Raises:
            VaultError: The vault cannot be written.
        """
        from asyncio import wrap_future

        def act(db: Connection) -> Sequence[Turn]:
            before = conversations.read_turns(db, conversation)
            turns = conversations.turns(db, conversation)
            conversations.set_read_turns(db, conversation, len(turns))
            return [turn for turn in turns[before:] if not turn.stays]

        return await wrap_future(self._store.write(act))

    async def take(
        self, conversation: ConversationId, text: str, turns: Sequence[Turn], *, by: str
    ) -> Batch:
        """Store the cards that a model's answer brings, in one transaction.

        Args:
            turns: The turns that the model was given.
            by: The model.

        Raises:
            VaultError: The vault cannot be written.
        """
        from asyncio import to_thread, wrap_future

        found, dropped = candidates_of(text, turns, kinds=self.kinds)
        compared = await to_thread(lambda: [(one, self._compared(one)) for one in found])
        batches: list[Batch] = []

        def act(db: Connection) -> Changes:
            batch = self._put(db, conversation, compared, by)
            batches.append(replace(batch, dropped=batch.dropped + dropped))
            return touched(Act.REVIEW, batch.reinforced, filing=False)

        await wrap_future(self._store.write(act))
        return batches[-1]

    def _compared(self, candidate: Candidate) -> tuple[Relation, NoteId | None]:
        """Return how a candidate relates to the notes, and the note that tells it."""
        if candidate.what is not Learns.MEMORY:
            return Relation.NEW, None
        words = " ".join(telling_words(candidate.text))
        request = SearchRequest(words, limit=_COMPARED, mode=Mode.KEYWORD, read_dates=False)
        same: NoteId | None = None
        for hit in self._search(request).shown:
            with self._store.read() as db:
                if not notes.is_live(db, hit.note_id):
                    continue
                body = notes.get(db, hit.note_id).body
            how, _sentence = relation(candidate.text, body)
            if how is Relation.DIFFERS:
                return how, hit.note_id
            if how is Relation.SAME and same is None:
                same = hit.note_id
        return (Relation.NEW, None) if same is None else (Relation.SAME, same)

    def _put(
        self,
        db: Connection,
        conversation: ConversationId,
        compared: Sequence[tuple[Candidate, tuple[Relation, NoteId | None]]],
        by: str,
    ) -> Batch:
        now = self._clock.now()
        room = MOST_CARDS - learned.count_of(db, conversation)
        before = list(learned.texts(db))
        cards: list[Learned] = []
        reinforced: list[NoteId] = []
        known = dropped = 0
        for candidate, (how, note) in sorted(compared, key=lambda one: -one[0].importance):
            if how is Relation.SAME and note is not None:
                known += 1
                # what a note said in an answer was not said again by the user
                if candidate.own and note not in reinforced and notes.is_live(db, note):
                    notes.reinforce(db, note)
                    reinforced.append(note)
            elif any(_is_same(candidate, what, text) for what, text in before):
                known += 1
            elif len(cards) >= room or not (
                candidate.what is Learns.MEMORY or self._can_keep(db, candidate)
            ):
                dropped += 1
            else:
                card = Learned(
                    id_of(conversation, candidate), conversation, candidate, by, now, note=note
                )
                learned.put(db, card)
                cards.append(card)
                before.append((candidate.what, candidate.text))
        return Batch(tuple(cards), tuple(reinforced), known, dropped)


def _is_same(candidate: Candidate, what: Learns, text: str) -> bool:
    return what is candidate.what and relation(candidate.text, text)[0] is Relation.SAME
