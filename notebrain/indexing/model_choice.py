"""Choose the model that embeds a vault's notes by the languages they are written in.

The English model is the better one for English notes, and finds hardly anything in others. So the one that knows many
languages takes over as soon as a tenth of the notes are in another language, and stays: going back would mean to embed
every note again. While it reads the notes, the vectors of the former model go on serving.
"""

import logging
from collections.abc import Sequence
from typing import Final

from notebrain.domain.ports import Embedders, Space
from notebrain.domain.text.languages import ENGLISH, language_of
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, vectors
from notebrain.storage.notes import notes
from notebrain.storage.store import Store

LANGUAGES: Final = "index.languages"
"""The setting: one of the three below."""
DETECT, ONLY_ENGLISH, OTHERS = "detect", "english", "others"

_SEEN: Final = "index.languages_seen_at"
"""The newest note when the languages were looked at last."""
_LEAST_SHARE: Final = 0.10
_SAMPLE: Final = 300
_BEGINNING: Final = 400
_GROWN: Final = 1.2

log = logging.getLogger("notebrain.sync")


class ModelChoice:
    """Chooses for one vault; the choice is kept in it and stays on this computer."""

    def __init__(self, store: Store, models: Embedders) -> None:
        self._store = store
        self._models = models
        self.renewing = False
        """Whether the chosen model is still reading all notes, while another one's vectors serve."""

    def renew(self) -> bool:
        """Choose anew if the setting changed or the vault has grown; return whether another model takes over.

        This reads some hundred beginnings of notes when the vault has grown by a fifth, otherwise a few settings.

        Raises:
            VaultError: The choice cannot be stored.
        """
        spaces = self._models.spaces
        if len(spaces) < len((DETECT, OTHERS)):
            return False
        with self._store.read() as db:
            before = vectors.chosen(db, spaces)
            newest = notes.newest_key(db)
            wanted, has_looked = _wanted(db, before, spaces, newest)
            self.renewing = vectors.serving(db, spaces, before) != before
        self._choose(before)
        if has_looked or wanted != before:
            self._store.write(lambda db: _put(db, before, wanted, newest)).result()
        if wanted == before:
            return False
        log.info("the model %s takes over from %s", wanted.model, before.model)
        self._choose(wanted)
        with self._store.read() as db:
            self.renewing = vectors.serving(db, spaces, wanted) != wanted
        return True

    def settle(self) -> None:
        """Let the chosen model's vectors serve once they find as many notes as the former one's.

        Not only once all notes are read: one note that cannot be would keep the newest from being found by meaning.

        Raises:
            VaultError: This cannot be stored.
        """
        chosen = self._models.space
        with self._store.read() as db:
            former = vectors.serving(db, self._models.spaces, chosen)
            self.renewing = former != chosen
            if not self.renewing:
                return
            (done, _total), (before, _total) = (
                chunks.coverage(db, space) for space in (chosen, former)
            )
        if done >= before:
            self._store.write(lambda db: settings.put(db, vectors.SERVING, chosen.model)).result()
            self.renewing = False

    def _choose(self, space: Space) -> None:
        if space != self._models.space:
            self._models.choose(space)


def languages_known(texts: Sequence[str]) -> tuple[int, int]:
    """Return how many of the texts are in English and in another language; some do not tell."""
    found = [language for text in texts if (language := language_of(text)) is not None]
    english = sum(language == ENGLISH for language in found)
    return english, len(found) - english


def _wanted(
    db: Connection, before: Space, spaces: Sequence[Space], newest: int
) -> tuple[Space, bool]:
    """Return the model for the vault, and whether its notes were looked at for it."""
    english, all_languages = spaces[:2]
    setting = settings.get(db, LANGUAGES)
    if setting == ONLY_ENGLISH:
        return english, False
    if setting == OTHERS or before == all_languages:
        return all_languages, False
    seen = settings.get(db, _SEEN)
    if isinstance(seen, int) and newest < max(seen + 1, _GROWN * seen):
        return before, False
    in_english, in_others = languages_known(
        notes.beginnings(db, limit=_SAMPLE, characters=_BEGINNING)
    )
    is_other = in_others > 0 and in_others >= _LEAST_SHARE * (in_english + in_others)
    return (all_languages if is_other else english), True


def _put(db: Connection, former: Space, chosen: Space, newest: int) -> None:
    if former != chosen:
        if not vectors.last_made(db):
            settings.put(db, vectors.SERVING, chosen.model)
        elif settings.get(db, vectors.SERVING) is None:
            settings.put(db, vectors.SERVING, former.model)
        settings.put(db, vectors.CHOSEN, chosen.model)
    settings.put(db, _SEEN, newest)
