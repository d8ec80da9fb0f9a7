"""Keeps near-identical hits from filling the page."""

from collections.abc import Callable, Sequence

LAMBDA = 0.7


def mmr(
    scores: Sequence[float], identical: Callable[[int, int], bool], *, weight: float = LAMBDA
) -> list[int]:
    """Return the indices in order of maximal marginal relevance (Carbonell, Goldstein 1998).

    A hit counts `weight * score - (1 - weight) * score of its twin`, where only a near-identical hit placed before it
    is a twin: plain MMR over all hits costs nDCG. `scores` must fall; hits without a twin keep their order.
    """
    value: list[float] = []
    for index, score in enumerate(scores):
        has_twin = any(identical(index, other) for other in range(index))
        value.append(weight * score - (1.0 - weight) * score if has_twin else weight * score)
    return sorted(range(len(scores)), key=lambda index: (-value[index], index))
