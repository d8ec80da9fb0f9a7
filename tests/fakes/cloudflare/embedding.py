"""Where the vectors of the stand-in come from."""

import hashlib
import math
import random
import re
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

Vector = list[float]
Embed = Callable[[Sequence[str], str, int], list[Vector]]
"""Texts, the name of the space (model and pooling) and its dimensions give unit vectors."""

_WORDS: Final = re.compile(r"\w+|[^\w\s]")
MAX_TOKENS: Final = 512


def count_tokens(text: str) -> int:
    """Return about how many tokens a text has."""
    return len(_WORDS.findall(text)) + 2


def hashed(texts: Sequence[str], space: str, dimensions: int) -> list[Vector]:
    """Return vectors that are close where texts share words; other spaces share nothing."""
    return [_of_words(text, space, dimensions) for text in texts]


def shipped() -> Embed:
    """Return the model that ships with the app; loaded on first use.

    Its vectors are turned into another space for every model and pooling: angles stay, but vectors
    of two spaces have nothing to do with each other, like those of `cls` and `mean`.
    """
    from notebrain.app.model.local_model import local_embedder
    from notebrain.embedders.bundled import ENGLISH

    embedder = local_embedder(ENGLISH)

    def embed(texts: Sequence[str], space: str, dimensions: int) -> list[Vector]:
        vectors = [struct.unpack(f"<{len(one) // 4}f", one) for one in embedder.embed(texts)]
        return [_turned(one, space, dimensions) for one in vectors]

    return embed


def _of_words(text: str, space: str, dimensions: int) -> Vector:
    values = [0.0] * dimensions
    values[0] = 0.01  # a text without words has a direction too
    for word in _WORDS.findall(text.lower())[: MAX_TOKENS - 2]:
        values[_place(word, space) % dimensions] += 1.0
    length = math.sqrt(sum(value * value for value in values))
    return [_float32(value / length) for value in values]


@lru_cache(maxsize=100_000)
def _place(word: str, space: str) -> int:
    digest = hashlib.sha256(f"{space}\0{word}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big")


def _turned(vector: Sequence[float], space: str, dimensions: int) -> Vector:
    places, signs = _rotation(space, dimensions)
    # a larger model repeats the small vector as often as it fits: angles stay as they are
    used = dimensions // len(vector) * len(vector)
    scale = math.sqrt(len(vector) / used)
    return [
        _float32(vector[place % len(vector)] * sign * scale) if place < used else 0.0
        for place, sign in zip(places, signs, strict=True)
    ]


@lru_cache(maxsize=32)
def _rotation(space: str, dimensions: int) -> tuple[list[int], list[float]]:
    dice = random.Random(space)
    places = list(range(dimensions))
    dice.shuffle(places)
    return places, [dice.choice((-1.0, 1.0)) for _ in places]


def _float32(value: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", value))[0])
