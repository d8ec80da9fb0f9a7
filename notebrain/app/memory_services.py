"""The parts of an open vault that remember: what the user said about themselves, and their conversations.

Apart because `services`, where the other parts are put together, is full.
"""

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from concurrent.futures import Future

    from notebrain.app.account.conversation_reader import ConversationReader
    from notebrain.app.cloud_services import CloudServices
    from notebrain.app.settings.setting import Settings
    from notebrain.ask.conversations import Conversations
    from notebrain.ask.lessons import Lessons
    from notebrain.context.service import ContextService, Search
    from notebrain.domain.conversations.learned import Candidate, Learns
    from notebrain.domain.ports import Clock, Embedder, Ids
    from notebrain.domain.search.dates.queries import DatedQuery
    from notebrain.domain.search.types import SearchRequest, SearchResult
    from notebrain.notes.clips import ClipService
    from notebrain.notes.procedures import ProcedureService
    from notebrain.notes.profile import ProfileService
    from notebrain.notes.program_tokens import ProgramTokens
    from notebrain.notes.programs import ProgramWrites
    from notebrain.review.learned import Keeper
    from notebrain.storage.connection import Connection
    from notebrain.storage.store import Store


class MemoryServices:
    """What one vault remembers beside its notes; each part is loaded on first use.

    Args:
        search: Answers a search.
        model: Returns what makes vectors on this computer.
        cloud: Returns what concerns the account.
    """

    def __init__(
        self,
        store: "Store",
        settings: "Settings",
        clock: "Clock",
        ids: "Ids",
        search: "Search",
        model: "Callable[[], Embedder]",
        cloud: "Callable[[], CloudServices]",
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._ids = ids
        self._search = search
        self._model = model
        self._cloud = cloud
        self._looking_after = Lock()

    @cached_property
    def profile(self) -> "ProfileService":
        """The blocks: short texts about the user."""
        from notebrain.notes.profile import ProfileService

        return ProfileService(self._store, self._clock)

    @cached_property
    def conversations(self) -> "Conversations":
        """The conversations with the notes."""
        from notebrain.ask.conversations import Conversations

        return Conversations(self._store, self._clock, self._ids, self._model)

    def find_conversations(self, request: "SearchRequest", dated: "DatedQuery") -> "SearchResult":
        """Return the conversations that a search finds."""
        return self.conversations.search(request, dated)

    @cached_property
    def reader(self) -> "ConversationReader":
        """Sums conversations up and learns from them, with a model where there is one that may."""
        from notebrain.app.account.conversation_reader import ConversationReader

        cloud = self._cloud()
        return ConversationReader(
            self.conversations,
            self._lessons,
            cloud.answers,
            self._settings,
            cloud.submit,
            blocks=self._learned_blocks,
        )

    def look_after_conversations(self) -> "list[Future[None]]":
        """Sum up the conversations that ended, and make them findable by their meaning; may take seconds.

        Returns:
            What is done once a model has improved what it may.

        Raises:
            NoteBrainError: The vault cannot be read or written.
        """
        with (
            self._looking_after
        ):  # the window and the background would both ask a model for the same one
            ended = self.conversations.ended()
            improving = [self.reader.sum_up(one) for one in ended]
            self.conversations.tidy()
        return [one for one in improving if one is not None]

    @cached_property
    def keepers(self) -> "Mapping[Learns, Keeper]":
        """What keeps the things learned that do not become notes."""
        from notebrain.review.keepers import keepers

        return keepers(self._ids)

    @cached_property
    def _lessons(self) -> "Lessons":
        from notebrain.ask.lessons import Lessons
        from notebrain.domain.conversations.learned import Learns

        def can_keep(db: "Connection", candidate: "Candidate") -> bool:
            return self.keepers[candidate.what].can_keep(db, candidate)

        kinds = (Learns.MEMORY, *self.keepers)
        return Lessons(self._store, self._clock, self._search, kinds, can_keep)

    def _learned_blocks(self) -> "tuple[Sequence[str], str]":
        """Return the blocks a model may propose lines for, and what they say: none that stays on this computer."""
        from notebrain.domain.profile.blocks import Learned

        open_ = [
            block
            for block in self.profile.blocks()
            if block.rule.learned is not Learned.NEVER and not (block.is_off or block.local_only)
        ]
        said = [f"{block.key}: {block.used_text}" for block in open_ if block.used_text]
        return [block.key for block in open_], "\n".join(said)

    @cached_property
    def procedures(self) -> "ProcedureService":
        """What the user does in which situation."""
        from notebrain.notes.procedures import ProcedureService

        return ProcedureService(self._store, self._clock, self._ids)

    @cached_property
    def programs(self) -> "ProgramWrites":
        """What other programs write, and what is taken back of it."""
        from notebrain.notes.programs import ProgramWrites

        return ProgramWrites(self._store, self._clock, self._ids)

    @cached_property
    def clips(self) -> "ClipService":
        """Saves web pages."""
        from notebrain.notes.clips import ClipService

        return ClipService(self._store, self._clock, self._ids)

    @cached_property
    def tokens(self) -> "ProgramTokens":
        """The tokens of programs that ask over HTTP."""
        from notebrain.notes.program_tokens import ProgramTokens

        return ProgramTokens(self._store, self._clock)

    @cached_property
    def context(self) -> "ContextService":
        """Makes what a model is told of the user and their notes."""
        from notebrain.context.service import ContextService
        from notebrain.search.membership import found_among

        def finds(db: "Connection", query: str, keys: "Sequence[int]") -> "Collection[int]":
            return found_among(db, query, keys, now=self._clock.now())

        return ContextService(self._store, self._search, finds)
