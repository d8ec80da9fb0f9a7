"""Where notes are not compared: frames, tags and folders that the user silenced, and the offer to silence one.

The places are in the settings, so that they are seen, and changed, there.
"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from notebrain.app.settings.review import (
    REVIEW_APPLIED,
    REVIEW_QUIET_FOLDERS,
    REVIEW_QUIET_FRAMES,
    REVIEW_QUIET_TAGS,
)
from notebrain.domain.notes.changes import Act, touched
from notebrain.domain.notes.tags import clean_tag, fold_tag
from notebrain.domain.review.cards import Card, CardId
from notebrain.domain.review.places import SEPARATOR, Place, PlaceKind, place_to_silence
from notebrain.storage import settings as table
from notebrain.storage.notes import notes
from notebrain.storage.review import cards

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from notebrain.app.settings.setting import Setting, Settings
    from notebrain.domain.notes.changes import Changes
    from notebrain.domain.notes.note import Note
    from notebrain.domain.ports import Clock
    from notebrain.review.rules import Rules
    from notebrain.storage.connection import Connection
    from notebrain.storage.store import Store

_SETTINGS: Mapping[PlaceKind, tuple["Setting[str]", str]] = {
    PlaceKind.FRAME: (REVIEW_QUIET_FRAMES, SEPARATOR),
    PlaceKind.TAG: (REVIEW_QUIET_TAGS, ","),
    PlaceKind.FOLDER: (REVIEW_QUIET_FOLDERS, SEPARATOR),
}


class QuietPlaces:
    """Reads and changes the places of one vault in which notes are not compared."""

    def __init__(self, store: "Store", settings: "Settings", clock: "Clock") -> None:
        self._store = store
        self._settings = settings
        self._clock = clock

    def keys(self, kind: PlaceKind) -> frozenset[str]:
        """Return the places of a kind, as they are compared."""
        names = self._names(kind)
        if kind is PlaceKind.TAG:
            return frozenset(fold_tag(clean_tag(name)) for name in names)
        return frozenset(Place(kind, name).key for name in names)

    def offer(self, answered: Sequence[CardId]) -> Place | None:
        """Return the place to silence after these cards were answered with "not the same", or None."""
        with self._store.read() as db:
            pairs = {card.id: _pair(db, card) for card in cards.dismissed(db)}
        last = [pairs[card_id] for card_id in answered if card_id in pairs]
        place = place_to_silence(last, pairs.values())
        return None if place is None or place.key in self.keys(place.kind) else place

    def silence(self, place: Place) -> "Future[Changes]":
        """Compare no longer in a place; its open cards go once the background has applied that."""
        return self._put(place.kind, [*self._names(place.kind), place.name])

    def compare_again(self, place: Place) -> "Future[Changes]":
        """Compare in a place again."""
        names = self._names(place.kind)
        kept = [name for name in names if Place(place.kind, name).key != place.key]
        return self._put(place.kind, kept)

    def apply(self, rules: "Callable[[str], Rules]") -> None:
        """Bring the cards in line with the places if these changed.

        Raises:
            VaultError: The vault cannot be written.
        """
        lists = [self._settings.get(setting) for setting, _separator in _SETTINGS.values()]
        wanted = json.dumps(lists) if any(lists) else ""
        if wanted == self._settings.get(REVIEW_APPLIED):
            return

        def act(db: "Connection") -> "Changes":
            from notebrain.review.quiet_cards import apply_rules

            table.put(db, REVIEW_APPLIED.name, wanted)
            changed = apply_rules(db, rules, now=self._clock.now())
            return touched(Act.REVIEW, dict.fromkeys(changed))

        self._store.write(act).result()

    def _names(self, kind: PlaceKind) -> list[str]:
        setting, separator = _SETTINGS[kind]
        names = (name.strip() for name in self._settings.get(setting).split(separator))
        return [name for name in names if name]

    def _put(self, kind: PlaceKind, names: Sequence[str]) -> "Future[Changes]":
        setting, separator = _SETTINGS[kind]
        return self._settings.put(setting, f"{separator} ".join(names) or None)


def _pair(db: "Connection", card: Card) -> tuple["Note", "Note"]:
    return notes.get(db, card.older), notes.get(db, card.newer)
