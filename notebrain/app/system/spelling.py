"""Spelling: the languages the user writes in, and the words he taught."""

from collections.abc import Iterable, Mapping, Sequence

from notebrain.app.settings.store import Settings
from notebrain.app.settings.table import SPELL_LANGUAGES, SPELL_WORDS
from notebrain.domain.ports import Speller
from notebrain.domain.text.spelling import chosen, plain

MOST_SUGGESTIONS = 6


class Spelling:
    """Tells right words from wrong ones; `check` and `suggest` are for one and the same thread.

    Args:
        preferred: The languages of the system, best first.
    """

    def __init__(self, settings: Settings, speller: Speller, preferred: Sequence[str]) -> None:
        self._settings = settings
        self._speller = speller
        self._preferred = preferred
        self._taught = set(str(settings.get(SPELL_WORDS)).split())

    def languages(self) -> list[str]:
        """Return the languages words are looked up in: the user's choice, else the system's; none if none is there.

        Raises:
            NoSpeller: There is nothing on this computer that could look words up.
        """
        wanted = str(self._settings.get(SPELL_LANGUAGES)).replace(",", " ").split()
        return chosen(wanted or self._preferred, self._speller.languages())

    def check(self, words: Iterable[str]) -> Mapping[str, bool]:
        """Return for each word whether it is right; without a dictionary all are.

        Raises:
            NoSpeller: There is nothing on this computer that could look words up.
        """
        languages = self.languages()
        return {
            word: not languages
            or self.is_taught(word)
            or self._speller.knows(plain(word), languages)
            for word in words
        }

    def suggest(self, word: str) -> list[str]:
        """Return what may have been meant, the likeliest first."""
        return self._speller.suggest(plain(word), self.languages())[:MOST_SUGGESTIONS]

    def teach(self, word: str) -> None:
        """Take a word as right from now on, in all notes."""
        self._taught.add(word)
        self._settings.put(SPELL_WORDS, " ".join(sorted(self._taught)))

    def is_taught(self, word: str) -> bool:
        """Tell whether the user taught this word; at the start of a sentence it may have a capital letter."""
        return word in self._taught or word[:1].lower() + word[1:] in self._taught
