"""Conversations with the notes: kept as they go, found again, renamed, deleted, and summed up when they end."""

from array import array
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from notebrain.ask.model_answer import Freshness, freshness
from notebrain.ask.written_answer import passages_shown
from notebrain.domain.conversations.conversation import (
    Conversation,
    ConversationId,
    Episode,
    Turn,
    clean_title,
)
from notebrain.domain.conversations.episodes import extracted
from notebrain.domain.errors import NoEmbedder, UserError
from notebrain.domain.grounding.answers import Answer
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock, Embedder, Ids
from notebrain.domain.search.dates.queries import DatedQuery
from notebrain.domain.search.query import FilterKind, Query, words_of
from notebrain.domain.search.query_parts import misread, no_conversation_has
from notebrain.domain.search.types import FoundConversation, Mode, SearchRequest, SearchResult
from notebrain.storage.connection import Connection
from notebrain.storage.conversations import conversations, episodes
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from collections.abc import Callable

_LEAST_ASKED: Final = 4
"""A shorter text is searched for by its letters only."""
_NEAR: Final = 0.40
"""From this cosine on, two texts have to do with each other; the same as `Bands.related`."""
_NEAR_THE_BEST: Final = 0.8
_MOST_NEAR: Final = 5


@dataclass(frozen=True, slots=True)
class OpenConversation:
    """A conversation with its turns, to go on with.

    Attributes:
        freshness: For each turn, what became of the notes of its sources since, by the sources' numbers.
    """

    conversation: Conversation
    turns: Sequence[Turn]
    episode: Episode | None
    freshness: Sequence[Mapping[int, Freshness]] = ()


class Conversations:
    """Keeps the conversations of one vault, on any thread; each write is one transaction.

    Args:
        model: Returns what makes vectors; called only where something is found or made findable by its meaning.
    """

    def __init__(
        self, store: Store, clock: Clock, ids: Ids, model: "Callable[[], Embedder]"
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._model = model

    def begin(self) -> ConversationId:
        """Return the id of a new conversation; it is stored with its first answer."""
        return ConversationId(self._ids.new(self._clock.now()))

    def keep(
        self, conversation: ConversationId, position: int, answer: Answer, *, at: datetime
    ) -> Future[None]:
        """Store a question with its answer; a second answer to the same question replaces the first.

        Args:
            position: The place of the question in the conversation, from 0.
            at: When it was asked.
        """
        return self._store.write(
            lambda db: conversations.put_turn(db, conversation, position, answer, at=at)
        )

    def listed(self, query: str = "", *, by_meaning: bool = True) -> list[Conversation]:
        """Return the conversations, the last one first, or those that a query finds: by words, then by meaning."""
        found, near = self._both([query], query if by_meaning else "")
        return found + near

    def search(self, request: SearchRequest, dated: DatedQuery) -> SearchResult:
        """Return the conversations that a search finds: by all of its words, the last one first, then by meaning.

        Filters, phrases and excluded words are conditions. Conversations of a time that the query names come first.
        None belongs to a workspace, so that of the request does not count.
        """
        query = dated.query
        by_words = request.mode is Mode.KEYWORD
        found, near = self._both(query.terms, "" if by_words else query.text)
        with self._store.read() as db:
            passing = [one for one in (*found, *near) if _passes(db, one, query)]
        if (dates := dated.dates) is not None:
            passing.sort(key=lambda one: not dates.start <= one.updated_at < dates.end)
        shown = [
            FoundConversation(
                one.id, one.title, one.outcome, one.turns, one.updated_at, by_meaning=one in near
            )
            for one in passing[: request.limit]
        ]
        hints = [hint for one in query.filters if (hint := no_conversation_has(one))]
        hints += misread(request.query, typing=request.typing)
        return SearchResult(
            request.query, (), 0, 0, hints=(*hints,), dates=dated.dates, conversations=shown
        )

    def _both(
        self, words: Sequence[str], meaning: str
    ) -> tuple[list[Conversation], list[Conversation]]:
        """Return the conversations with all of some words, and others near to a meaning, if that is asked for."""
        forms = list(conversations.forms(words))
        with self._store.read() as db:
            found = conversations.listed(db, words=forms)
        if not forms or len(meaning.strip()) < _LEAST_ASKED:
            return found, []
        there = {one.id for one in found}
        return found, [one for one in self._near(meaning) if one.id not in there]

    def open(self, conversation: ConversationId) -> OpenConversation:
        """Return a conversation with its questions and answers.

        Raises:
            NotFound: There is no such conversation.
        """
        with self._store.read() as db:
            found = conversations.get(db, conversation)
            turns = conversations.turns(db, conversation)
            episode = episodes.of(db, conversation)
        fresh = [freshness(self._store, passages_shown(turn.answer)) for turn in turns]
        return OpenConversation(found, turns, episode, fresh)

    def find(self, typed: str, *, deleted: bool = False) -> ConversationId:
        """Return the one conversation, or deleted one, whose id begins or ends with what the user typed.

        Raises:
            NotFound: None does, or several do.
        """
        with self._store.read() as db:
            return conversations.find(db, typed, deleted=deleted)

    def rename(self, conversation: ConversationId, title: str) -> Future[str]:
        """Give a conversation a title, or its first question again if that is empty; the future has the one before."""
        clean = clean_title(title)
        return self._store.write(lambda db: conversations.rename(db, conversation, clean))

    def delete(self, conversation: ConversationId) -> Future[None]:
        """Delete a conversation; `restore` brings it back within 30 days."""
        now = self._clock.now()
        return self._store.write(lambda db: conversations.set_deleted(db, conversation, now))

    def restore(self, conversation: ConversationId) -> Future[None]:
        """Bring a deleted conversation back."""
        return self._store.write(lambda db: conversations.set_deleted(db, conversation, None))

    def finish(self, conversation: ConversationId) -> Future[None]:
        """Record that a conversation is over; asking on opens it again."""
        now = self._clock.now()
        return self._store.write(lambda db: conversations.finish(db, conversation, at=now))

    def ended(self) -> list[ConversationId]:
        """Return the conversations that have ended and have no episode yet, or one of only a part of them."""
        with self._store.read() as db:
            return conversations.ended(db, now=self._clock.now())

    def sum_up(self, conversation: ConversationId) -> Episode:
        """Make the episode of a conversation from its own sentences, and store it.

        Raises:
            UserError: It has no answers yet.
            NotFound: There is no such conversation.
        """
        now = self._clock.now()
        opened = self.open(conversation)
        if not opened.turns:
            raise UserError(_("Nothing was asked in this conversation yet."))
        episode = extracted(opened.conversation, opened.turns, at=now)
        outcome(self._store.write(partial(episodes.put, episode=episode)))
        return episode

    async def improve(self, episode: Episode) -> None:
        """Put an episode that a model wrote in the place of the plain one, unless the conversation went on.

        Raises:
            VaultError: The vault cannot be written.
        """
        from asyncio import wrap_future

        def put(db: Connection) -> None:
            present = episodes.of(db, episode.id)
            if present is not None and present.messages == episode.messages:
                episodes.put(db, episode)

        await wrap_future(self._store.write(put))

    def recent(self, *, limit: int = episodes.RECENT) -> list[Episode]:
        """Return the episodes of the conversations that ended last."""
        with self._store.read() as db:
            return episodes.recent(db, limit=limit)

    def tidy(self) -> None:
        """Make what ended findable by its meaning, and remove for good what was deleted long ago; may take seconds."""
        now = self._clock.now()
        outcome(self._store.write(partial(conversations.purge, now=now)))
        model = self._model()
        with self._store.read() as db:
            waiting = episodes.without_vector(db, model.space)
        if not waiting:
            return
        try:
            made = model.embed([_meaning(one) for one in waiting])
        except NoEmbedder:  # they are found by their words
            return

        def put(db: Connection) -> None:
            for episode, vector in zip(waiting, made, strict=True):
                episodes.put_vector(db, episode, model.space, vector)

        outcome(self._store.write(put))

    def _near(self, query: str) -> list[Conversation]:
        model = self._model()
        with self._store.read() as db:
            stored = episodes.vectors(db, model.space)
        if not stored:
            return []
        try:
            asked = array("f", model.embed_question(query))
        except NoEmbedder:
            return []
        scores = {one.id: _cosine(asked, array("f", one.data)) for one in stored}
        least = max(_NEAR, _NEAR_THE_BEST * max(scores.values()))
        best = sorted((one for one in scores if scores[one] >= least), key=lambda one: -scores[one])
        with self._store.read() as db:
            return episodes.listed(db, best[:_MOST_NEAR])


def _passes(db: Connection, one: Conversation, query: Query) -> bool:
    """Return whether a conversation meets the conditions of a query."""
    at = one.updated_at
    for condition in query.filters:
        if condition.moment is not None:
            is_before = (at < condition.moment) == (condition.kind is FilterKind.BEFORE)
            if is_before == condition.negated:
                return False
        elif no_conversation_has(condition):
            return False
    if not (query.phrases or query.excluded):
        return True
    texts = [f" {' '.join(words_of(text))} " for text in conversations.said(db, one.id)]

    def has(words: Sequence[str]) -> bool:
        return any(f" {' '.join(words)} " in text for text in texts)

    return all(map(has, query.phrases)) and not any(map(has, query.excluded))


def _meaning(episode: Episode) -> str:
    """Return the text whose meaning an episode is found by."""
    return "\n".join((episode.title, " ".join(episode.topics), episode.summary, episode.outcome))


def _cosine(one: "array[float]", other: "array[float]") -> float:
    """Return the cosine of two vectors of unit length; -1 if they do not go together."""
    if len(one) != len(other):
        return -1.0
    return sum(a * b for a, b in zip(one, other, strict=True))
