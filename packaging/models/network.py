"""A BERT in numpy, as both models are: what the recipes read weights into, tune, and write as int8."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

_Array = np.ndarray[Any, Any]
_LEAST: Final = 1e-3  # a channel that is never used must not get an endless factor


class Network:
    """The network in float32, from word vectors to the vector of a text.

    Attributes:
        position: What is added to the word vector at each place.
        linear: The weights (outputs by inputs) and biases of each product, by its name: `l0.qkv`, `l0.ao`, `l0.fi`,
            `l0.fo`.
        norms: The factors and biases of each normalization: `emb`, `l0.aln`, `l0.oln`.
        largest: The largest input of each channel of each product, in all texts so far.
    """

    def __init__(self, position: _Array, *, depth: int, heads: int, epsilon: float) -> None:
        self.position = position
        self.depth, self.heads, self.epsilon = depth, heads, epsilon
        self.linear: dict[str, tuple[_Array, _Array]] = {}
        self.norms: dict[str, tuple[_Array, _Array]] = {}
        self.largest: dict[str, _Array] = {}

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return int(self.position.shape[1])

    def vector(self, words: _Array) -> _Array:
        """Return the unit vector of a text, given the vectors of its pieces."""
        length, heads = len(words), self.heads
        size = self.width // heads
        x = self._normalized(words + self.position[:length], "emb")
        for layer in (f"l{number}." for number in range(self.depth)):
            split = self._product(x, f"{layer}qkv").reshape(length, 3, heads, size)
            q, k, v = split.transpose(1, 2, 0, 3)
            scores = q @ k.transpose(0, 2, 1) / math.sqrt(size)
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            seen = scores / scores.sum(-1, keepdims=True) @ v
            context = self._product(seen.transpose(1, 0, 2).reshape(length, -1), f"{layer}ao")
            x = self._normalized(x + context, f"{layer}aln")
            inner = _gelu(self._product(x, f"{layer}fi"))
            x = self._normalized(x + self._product(inner, f"{layer}fo"), f"{layer}oln")
        mean = x.mean(0)
        vector: _Array = mean / np.linalg.norm(mean)
        return vector

    def smoothing(self, name: str, alpha: float) -> _Array:
        """Return by what to divide the inputs of a product and multiply its weights (SmoothQuant, arXiv 2211.10438).

        A few channels are 30 times larger than the others, which costs those all precision in int8.
        """
        largest, heaviest = self.largest[name], np.abs(self.linear[name][0]).max(0)
        factor = np.maximum(largest, _LEAST) ** alpha / heaviest ** (1 - alpha)
        smooth: _Array = (factor / np.exp(np.log(factor).mean())).astype(np.float32)
        return smooth

    def _product(self, x: _Array, name: str) -> _Array:
        self.largest[name] = np.maximum(self.largest.get(name, 0), np.abs(x).max(0))
        weights, bias = self.linear[name]
        product: _Array = x @ weights.T + bias
        return product

    def _normalized(self, x: _Array, name: str) -> _Array:
        factor, bias = self.norms[name]
        x = x - x.mean(-1, keepdims=True)
        deviation = np.sqrt((x * x).mean(-1, keepdims=True) + self.epsilon)
        normalized: _Array = x / deviation * factor + bias
        return normalized


def _gelu(x: _Array) -> _Array:
    gelu: _Array = (0.5 * x * (1 + _erf(x * math.sqrt(0.5)))).astype(np.float32)
    return gelu


def _erf(x: _Array) -> _Array:
    """Return the error function, right to 1.5e-7 (Abramowitz and Stegun 7.1.26)."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    series = np.zeros_like(t)
    for factor in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = (series + factor) * t
    erf: _Array = np.sign(x) * (1 - series * np.exp(-x * x))
    return erf


def means(vectors: Mapping[str, list[_Array]]) -> _Array:
    """Return the mean of all vectors, one language as heavy as another."""
    mean: _Array = np.mean([np.mean(one, 0) for one in vectors.values()], 0)
    return mean
