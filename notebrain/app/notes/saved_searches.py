"""The saved and recent searches of a vault: read once, written on every change."""

from dataclasses import replace
from functools import cached_property

from notebrain.app.settings.remembered import RECENT_SEARCHES, SAVED_SEARCHES
from notebrain.app.settings.search import KEEP_RECENT
from notebrain.app.settings.setting import Settings
from notebrain.domain.search.saved_searches import (
    StoredSearches,
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
    def kept(self) -> StoredSearches:
        """Everything that is saved."""
        return StoredSearches(
            recent_from_text(self._settings.get(RECENT_SEARCHES)),
            saved_from_text(self._settings.get(SAVED_SEARCHES)),
        )

    @property
    def shown(self) -> StoredSearches:
        """What to offer: no recent searches if the user does not want them saved."""
        return self.kept if self._settings.get(KEEP_RECENT) else replace(self.kept, recent=())

    def save(self, searches: StoredSearches) -> None:
        """Save this from now on; recent searches only if the user wants them saved."""
        before, self.kept = self.kept, searches
        if searches.recent != before.recent:
            self._settings.put(RECENT_SEARCHES, recent_to_text(searches.recent) or None)
        if searches.saved != before.saved:
            self._settings.put(SAVED_SEARCHES, saved_to_text(searches.saved) or None)

    def save_shown(self, searches: StoredSearches) -> None:
        """Save what was shown, as the user changed it; what was not shown stays unchanged."""
        offered = self._settings.get(KEEP_RECENT)
        self.save(searches if offered else replace(searches, recent=self.kept.recent))

    def ask(self, query: str) -> None:
        """Record that this search was made."""
        if self._settings.get(KEEP_RECENT):
            self.save(self.kept.asked(query))
