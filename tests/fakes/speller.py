"""A speller that knows the words it is given."""

from collections.abc import Mapping, Sequence

from notebrain.domain.errors import NoSpeller


class FakeSpeller:
    """Knows words by language; suggests every word that begins with the same letter."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = {language: known.split() for language, known in words.items()}
        self.asked: list[str] = []

    def languages(self) -> list[str]:
        return sorted(self._words)

    def knows(self, word: str, languages: Sequence[str]) -> bool:
        self.asked.append(word)
        return any(
            word in self._words[language] or word.lower() in self._words[language]
            for language in languages
        )

    def suggest(self, word: str, languages: Sequence[str]) -> list[str]:
        return [
            known
            for language in languages
            for known in self._words[language]
            if known[0] == word[0]
        ]


class NoSpellerHere(FakeSpeller):
    """Stands for a computer without the library."""

    def __init__(self) -> None:
        super().__init__({})

    def languages(self) -> list[str]:
        raise NoSpeller("Spelling is not checked: there is no library.")
