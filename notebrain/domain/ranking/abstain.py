"""When nothing found is good enough to show."""

import math
from collections.abc import Mapping, Sequence

NO_MEANING_COSINE = 0.35
"""Best cosine below which nothing was found by meaning, for all-MiniLM-L6-v2.

Nonsense and off-topic questions have .08 to .33; of 1,100 answerable ones 1 lies below with as little word cover.
"""
LEAST_COVER = 0.30
NOISE_COSINE = 0.20
"""A single note without a word of the query and below this cosine is noise."""


def cover(terms: Sequence[str], counts: Mapping[str, int], held: set[str], *, notes: int) -> float:
    """Return the share of the query's words that a note holds, each weighted by its rarity `ln((N + 1) / (n + .5))`.

    Words that no note has weigh most: a note that has only the common words of a question does not answer it.
    """
    weights = {
        term: math.log((notes + 1) / (min(counts.get(term, 0), notes) + 0.5)) for term in terms
    }
    total = sum(weights.values())
    return sum(weights[term] for term in held if term in weights) / total if total > 0 else 0.0


def nothing_good_enough(best_cosine: float | None, best_cover: float) -> bool:
    """Tell whether a search should say that it found nothing instead of listing noise.

    Args:
        best_cosine: The best cosine of any note, or None when only words were looked for: then any word is enough.
        best_cover: The best share of the query's words that one note holds.
    """
    return best_cosine is not None and best_cosine < NO_MEANING_COSINE and best_cover < LEAST_COVER
