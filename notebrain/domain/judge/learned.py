"""What was learned about pairs of notes: decision trees over their figures, and what their vectors say.

`packaging/train_judge.py` makes the weights from labeled pairs; they ship as `resources/judge/weights.json`.
"""

import json
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, isnan, log, nan
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


@dataclass(frozen=True, slots=True)
class Weights:
    """The learned judge.

    Attributes:
        kinds: What it tells apart.
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
        values = [features.get(name, nan) for name in self.features]
        shares = _shares([sum(_score(tree, values) for tree in trees) for trees in self.trees])
        return dict(zip(self.kinds, shares, strict=True))

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


def _score(tree: Tree, values: Sequence[float]) -> float:
    while isinstance(tree, tuple):
        place, limit, unknown_left, left, right = tree
        value = values[place]
        tree = left if (unknown_left if isnan(value) else value <= limit) else right
    return tree


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
