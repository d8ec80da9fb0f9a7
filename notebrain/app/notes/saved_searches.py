"""The saved and recent searches of a vault: read once, written on every change."""

from dataclasses import replace
from functools import cached_property

from notebrain.app.settings.store import Settings
from notebrain.app.settings.table import KEEP_RECENT, RECENT_SEARCHES, SAVED_SEARCHES
from notebrain.domain.search.saved_searches import (
    KeptSearches,
    recent_from_text,
    recent_to_text,
    saved_from_text,
    saved_to_text,
)


class Searches:
    """Saves recent and named searches in the vault, on this computer only."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def kept(self) -> KeptSearches:
        """Everything that is saved."""
        return KeptSearches(
            recent_from_text(str(self._settings.get(RECENT_SEARCHES))),
            saved_from_text(str(self._settings.get(SAVED_SEARCHES))),
        )

    @property
    def shown(self) -> KeptSearches:
        """What to offer: no recent searches if the user does not want them saved."""
        return self.kept if self._settings.get(KEEP_RECENT) else replace(self.kept, recent=())

    def keep(self, kept: KeptSearches) -> None:
        """Save this from now on; recent searches only if the user wants them saved."""
        before, self.kept = self.kept, kept
        if kept.recent != before.recent:
            self._settings.put(RECENT_SEARCHES, recent_to_text(kept.recent) or None)
        if kept.saved != before.saved:
            self._settings.put(SAVED_SEARCHES, saved_to_text(kept.saved) or None)

    def keep_shown(self, kept: KeptSearches) -> None:
        """Save what was shown, as the user changed it; what was not shown stays unchanged."""
        offered = bool(self._settings.get(KEEP_RECENT))
        self.keep(kept if offered else replace(kept, recent=self.kept.recent))

    def ask(self, query: str) -> None:
        """Record that this search was made."""
        if self._settings.get(KEEP_RECENT):
            self.keep(self.kept.asked(query))
