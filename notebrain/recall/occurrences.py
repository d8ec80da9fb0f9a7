"""Counts words in the text of a note, for the words that the index is not asked to rank by."""

from notebrain.domain.search.snippets import words_beginning
from notebrain.domain.text.stemming import stem
from notebrain.storage.search.fts import TITLE_WEIGHT


class Occurrences:
    """The texts of one note, ready for counting."""

    def __init__(self, title: str, body: str) -> None:
        self._title = title.lower()
        self._body = body.lower()

    def of(self, word: str, *, prefix: bool = False, substring: bool = False) -> float:
        """Return how often the note has a word, those in the title weighted.

        Args:
            word: In lower case.
            prefix: Any word that begins with it counts.
            substring: It counts wherever it stands.
        """
        if substring:
            return TITLE_WEIGHT * self._title.count(word) + self._body.count(word)
        return TITLE_WEIGHT * _words(self._title, word, prefix=prefix) + _words(
            self._body, word, prefix=prefix
        )

    def begin(self, letters: str) -> bool:
        """Tell whether any word begins with these letters, in lower case; it looks no further than the first."""
        return any(
            True for text in (self._title, self._body) for _ in words_beginning(text, letters)
        )


def _words(text: str, word: str, *, prefix: bool) -> int:
    """Count the words of a text that have the stem of `word`, or begin with it."""
    beginning = word if prefix else stem(word)
    found = words_beginning(text, beginning)
    return sum(1 for begin, end in found if prefix or stem(text[begin:end]) == beginning)
