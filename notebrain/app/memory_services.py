"""The parts of one open vault that concern what the program knows about the user.

Apart because `services`, where the other parts are made, is full.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.domain.ports import Clock
    from notebrain.notes.profile import ProfileService


class MemoryServices:
    """What the program knows about the user; each part is loaded on first use."""

    def __init__(self, store: Store, clock: "Clock") -> None:
        self._store = store
        self._clock = clock

    @cached_property
    def profile(self) -> "ProfileService":
        """The blocks: short texts about the user."""
        from notebrain.notes.profile import ProfileService

        return ProfileService(self._store, self._clock)
