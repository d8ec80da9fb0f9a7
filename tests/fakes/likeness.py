"""A likeness of words from a function of two of them."""

from collections.abc import Callable

from notebrain.domain.judge.matching import Likeness


def by_pair(like: Callable[[str, str], float]) -> Likeness:
    """Return what asks the function about each pair."""
    return lambda ones, others: [[like(one, other) for other in others] for one in ones]
