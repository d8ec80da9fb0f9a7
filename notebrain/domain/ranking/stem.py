"""A light stemmer for comparing words of two texts; the word index has its own (Porter)."""

_LONG = 4


def stem(word: str) -> str:
    """Return a lower-case word without the endings of plural and tense, and without a final e.

    Example:
        >>> stem("prices") == stem("price") == stem("priced")
        True
    """
    word = word.removesuffix("'s").removesuffix("’s")
    if len(word) < _LONG or not word.isalpha():
        return word
    for ending in ("ing", "ed", "es", "s"):
        if (
            word.endswith(ending)
            and len(word) - len(ending) >= _LONG - 1
            and not word.endswith("ss")
        ):
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e") if len(word) > _LONG - 1 else word
