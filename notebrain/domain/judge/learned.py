"""What was learned about pairs of notes: decision trees over their figures, and what their vectors say.

`packaging/train_judge.py` makes the weights from labeled pairs; they ship as `resources/judge/weights.json`.
"""

import json
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from math import exp, log, nan
from typing import Any, Union, cast

from notebrain.domain.judge.features import Features
from notebrain.domain.judge.verdict import Kind

Tree = Union[float, "tuple[int, float, bool, Tree, Tree]"]
"""A leaf's score, or: the place of a feature, the limit up to which it goes left, whether an unknown one does, and the
left and the right branch."""


@dataclass(frozen=True, slots=True)
class RelationWeights:
    """A linear model over two unit vectors `u` and `v` of one embedding model, a row for each kind.

    Attributes:
        rows: For each kind, 8-bit weights of `u`, `v`, `u * v` and `|u - v|`, one after the other.
        scales: What the weights of a row are multiplied with.
        biases: What is added to a row's sum.
    """

    rows: Sequence[bytes]
    scales: Sequence[float]
    biases: Sequence[float]


@dataclass(frozen=True)
class Weights:
    """The learned judge.

    Attributes:
        kinds: The kinds it tells apart.
        features: The names of the figures, in the order in which the trees count them.
        trees: For each kind, the trees whose scores are added up.
        relations: By the name of an embedding model.
    """

    kinds: Sequence[Kind]
    features: Sequence[str]
    trees: Sequence[Sequence[Tree]]
    relations: Mapping[str, RelationWeights]

    def probabilities(self, features: Features) -> Mapping[Kind, float]:
        """Return how likely each kind is; together 1. Figures that are missing count as unknown."""
        leaves = iter(self._forest.leaves([features.get(name, nan) for name in self.features]))
        shares = _shares([sum(islice(leaves, len(trees))) for trees in self.trees])
        return dict(zip(self.kinds, shares, strict=True))

    @cached_property
    def _forest(self) -> "_Forest":
        return _Forest(list(chain.from_iterable(self.trees)))

    def joined(self, likely: Mapping[Kind, float], read: Sequence[float]) -> Mapping[Kind, float]:
        """Return how likely each kind is, given that and the scores of the network that read both notes.

        Both opinions weigh the same (their geometric mean). A regression that weighed them, learned from persons whose
        notes the network had not read, was right about .875 and .885 of two sets of pairs, this about .90 and .877.
        """
        opinions = zip((likely[kind] for kind in self.kinds), _shares(read), strict=True)
        scores = [
            sum(log(max(share, _LEAST_SHARE)) for share in opinion) / 2 for opinion in opinions
        ]
        return dict(zip(self.kinds, _shares(scores), strict=True))


_LEAST_SHARE = 1e-4
"""A smaller probability counts as this one."""


def _shares(scores: Sequence[float]) -> list[float]:
    """Return the softmax."""
    highest = max(scores)
    powers = [exp(score - highest) for score in scores]
    whole = sum(powers)
    return [power / whole for power in powers]


class _Forest:
    """Trees as arrays, so that all of them are asked at once, in a third of the time."""

    def __init__(self, trees: Sequence[Tree]) -> None:
        import numpy as np

        nodes: list[tuple[int, bool, float, int, int]] = []
        """For each node: feature, whether an unknown one goes left, limit or score, right branch, left branch."""

        def add(tree: Tree) -> int:
            number = len(nodes)
            if not isinstance(tree, tuple):
                nodes.append((0, False, tree, number, number))
                return number
            place, limit, unknown_left, left, right = tree
            nodes.append((0, False, 0.0, 0, 0))
            nodes[number] = place, unknown_left, limit, add(right), add(left)
            return number

        def depth(tree: Tree) -> int:
            return 1 + max(map(depth, tree[3:])) if isinstance(tree, tuple) else 0

        self._roots = np.array([add(tree) for tree in trees])
        self._steps = max(map(depth, trees), default=0)
        places, unknown_left, self._limits, rights, lefts = map(np.array, zip(*nodes, strict=True))
        # each feature has two values, which differ where it is unknown
        self._places = 2 * places + unknown_left
        self._branches = np.stack([rights, lefts], axis=1).ravel()
        self._rights = 2 * np.arange(len(nodes))

    def leaves(self, values: Sequence[float]) -> list[float]:
        """Return the score of each tree."""
        import numpy as np

        goes_right = np.array(values, np.float64)
        goes_left = np.where(np.isnan(goes_right), -np.inf, goes_right)
        both = np.stack([goes_right, goes_left], axis=1).ravel()
        chosen = self._branches[self._rights + (both[self._places] <= self._limits)]
        at = self._roots
        for _step in range(self._steps):
            at = chosen[at]
        scores: list[float] = self._limits[at].tolist()
        return scores


def parsed(text: str) -> Weights:
    """Return the weights from their JSON document.

    Raises:
        ValueError, KeyError, TypeError: It is none.
    """
    document: dict[str, Any] = json.loads(text)
    return Weights(
        tuple(map(Kind, document["kinds"])),
        tuple(document["features"]),
        tuple(tuple(map(_tree, trees)) for trees in document["trees"]),
        {
            model: RelationWeights(
                tuple(map(b64decode, weights["rows"])),
                tuple(weights["scales"]),
                tuple(weights["biases"]),
            )
            for model, weights in document["relations"].items()
        },
    )


def _tree(node: object) -> Tree:
    if isinstance(node, (float, int)):
        return float(node)
    place, limit, unknown_left, left, right = cast("list[Any]", node)
    return int(place), float(limit), bool(unknown_left), _tree(left), _tree(right)
