"""Spell checking: the languages the user writes in, and the words they added."""

from collections.abc import Iterable, Mapping, Sequence

from notebrain.app.settings.remembered import SPELL_WORDS
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import SPELL_LANGUAGES
from notebrain.domain.ports import Speller
from notebrain.domain.text.spelling import can_be_checked, chosen, plain

MOST_SUGGESTIONS = 6


def system_speller() -> Speller:
    """Return the spell checker of this computer, which is loaded on first use."""
    from notebrain.system.spelling import EnchantSpeller

    return EnchantSpeller()


class Spelling:
    """Tells correct words from misspelled ones; `check` and `suggest` must be called on the same thread.

    Args:
        preferred: The system's languages, best first.
    """

    def __init__(self, settings: Settings, speller: Speller, preferred: Sequence[str]) -> None:
        self._settings = settings
        self._speller = speller
        self._preferred = preferred
        self._taught = set(settings.get(SPELL_WORDS).split())

    def languages(self) -> list[str]:
        """Return the languages used: the user's choice, else the system's; empty if none has a dictionary.

        Raises:
            NoSpeller: This computer has no spell checker.
        """
        wanted = self._settings.get(SPELL_LANGUAGES).replace(",", " ").split()
        return chosen(wanted or self._preferred, self._speller.languages())

    def check(self, words: Iterable[str]) -> Mapping[str, bool]:
        """Return for each word whether it is correct; without a dictionary for its letters it is.

        Raises:
            NoSpeller: This computer has no spell checker.
        """
        languages = self.languages()
        return {
            word: not can_be_checked(word, languages)
            or self.is_taught(word)
            or self._speller.knows(plain(word), languages)
            for word in words
        }

    def suggest(self, word: str) -> list[str]:
        """Return suggestions, the likeliest first."""
        return self._speller.suggest(plain(word), self.languages())[:MOST_SUGGESTIONS]

    def teach(self, word: str) -> None:
        """Accept a word as correct from now on, in all notes."""
        self._taught.add(word)
        self._settings.put(SPELL_WORDS, " ".join(sorted(self._taught)))

    def is_taught(self, word: str) -> bool:
        """Return whether the user added this word; at the start of a sentence it may be capitalized."""
        return word in self._taught or word[:1].lower() + word[1:] in self._taught
