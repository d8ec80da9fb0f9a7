"""Keeps near-identical hits from filling the page."""

from collections.abc import Collection, Mapping, Sequence

LAMBDA = 0.7


def mmr(
    scores: Sequence[float], twins: Mapping[int, Collection[int]], *, weight: float = LAMBDA
) -> list[int]:
    """Return the indices in order of maximal marginal relevance (Carbonell, Goldstein 1998).

    A hit counts `weight * score - (1 - weight) * score of its twin`, where only a near-identical hit placed before it
    is a twin: plain MMR over all hits costs nDCG. `scores` must fall; hits without a twin keep their order.
    """
    value: list[float] = []
    for index, score in enumerate(scores):
        has_twin = any(other < index for other in twins.get(index, ()))
        value.append(weight * score - (1.0 - weight) * score if has_twin else weight * score)
    return sorted(range(len(scores)), key=lambda index: (-value[index], index))
