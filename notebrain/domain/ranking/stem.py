"""A light stemmer for comparing words of two texts; the word index has its own (Porter)."""

from functools import lru_cache

_LONG = 4


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a lower-case word without the endings of plural and tense, and without a final e.

    Example:
        >>> stem("prices") == stem("price") == stem("priced")
        True
    """
    word = word.removesuffix("'s").removesuffix("’s")
    if len(word) < _LONG or not word.isalpha():
        return word
    for endings in (("es", "s"), ("ing", "ed")):
        word = _without_one(word, endings)
    return word.removesuffix("e") if len(word) >= _LONG else word


def _without_one(word: str, endings: tuple[str, ...]) -> str:
    for ending in endings:
        rest = len(word) - len(ending)
        if word.endswith(ending) and rest >= _LONG - 1 and not word.endswith("ss"):
            return word[:rest]
    return word
