"""The system's dictionaries, through enchant: hunspell's on Linux, the system's own on macOS."""

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from notebrain.domain.errors import NoSpeller
from notebrain.domain.i18n import _


class _Dictionary(Protocol):
    def check(self, word: str) -> bool: ...
    def suggest(self, word: str) -> list[str]: ...


class _Enchant(Protocol):
    """The part of the library that is used, which has no type annotations."""

    def list_languages(self) -> list[str]: ...
    def Dict(self, tag: str) -> _Dictionary: ...  # noqa: N802 - the library's name


class EnchantSpeller:
    """Looks up words. Not thread-safe, because the dictionaries are not."""

    def __init__(self) -> None:
        self._library: _Enchant | None = None
        self._open: dict[str, _Dictionary] = {}

    def languages(self) -> list[str]:
        """Return the languages that have a dictionary, such as `["de_DE", "en_GB"]`.

        Raises:
            NoSpeller: The library that reads dictionaries is not installed.
        """
        return sorted(self._loaded().list_languages())

    def knows(self, word: str, languages: Sequence[str]) -> bool:
        """Return whether a word is correct in any of these languages."""
        return any(self._dictionary(name).check(word) for name in languages)

    def suggest(self, word: str, languages: Sequence[str]) -> list[str]:
        """Return suggestions, the likeliest first, with the languages taking turns."""
        each = [self._dictionary(name).suggest(word) for name in languages]
        longest = max(map(len, each), default=0)
        turns = [found[place] for place in range(longest) for found in each if place < len(found)]
        return list(dict.fromkeys(turns))

    def _dictionary(self, language: str) -> _Dictionary:
        if language not in self._open:
            self._open[language] = self._loaded().Dict(language)
        return self._open[language]

    def _loaded(self) -> _Enchant:
        if self._library is None:
            try:
                self._library = cast("_Enchant", import_module("enchant"))
            except ImportError as error:
                raise NoSpeller(
                    _(
                        "Spelling is not checked: the library enchant is not on this computer. "
                        "On Debian and Ubuntu it is the package libenchant-2-2."
                    )
                ) from error
        return self._library
