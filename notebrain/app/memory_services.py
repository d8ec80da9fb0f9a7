"""The parts of an open vault that remember: what the user said about themselves, and their conversations.

Apart because `services`, where the other parts are put together, is full.
"""

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.app.account.conversation_reader import ConversationReader
    from notebrain.app.cloud_services import CloudServices
    from notebrain.ask.conversations import Conversations
    from notebrain.domain.ports import Clock, Embedder, Ids
    from notebrain.notes.profile import ProfileService
    from notebrain.storage.store import Store


class MemoryServices:
    """What one vault remembers beside its notes; each part is loaded on first use.

    Args:
        model: Returns what makes vectors on this computer.
        cloud: Returns what concerns the account.
    """

    def __init__(
        self,
        store: "Store",
        clock: "Clock",
        ids: "Ids",
        model: "Callable[[], Embedder]",
        cloud: "Callable[[], CloudServices]",
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._model = model
        self._cloud = cloud

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

    @cached_property
    def reader(self) -> "ConversationReader":
        """Sums conversations up, with a model where there is one that may."""
        from notebrain.app.account.conversation_reader import ConversationReader

        cloud = self._cloud()
        return ConversationReader(self.conversations, cloud.answers, cloud.submit)
