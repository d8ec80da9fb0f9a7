"""An embedder that needs no model: texts that share words are close."""

import hashlib
import math
import re
import struct
from collections.abc import Sequence

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.ports import Space

_WORDS = re.compile(r"\w+|[^\w\s]")


class FakeEmbedder:
    """Hashes every word into one of `space.dimensions` places; deterministic on every machine."""

    def __init__(
        self,
        *,
        model: str = "fake",
        dimensions: int = 64,
        max_tokens: int = 510,
        relations: Sequence[float] | None = None,
    ) -> None:
        self.space = Space(model, "bag", dimensions)
        self.max_tokens = max_tokens
        self.embedded: list[str] = []
        self.released = 0
        self.failure: NoEmbedder | None = None
        self.refuses: str | None = None
        """A text at which it fails as no code foresaw."""
        self.related: list[tuple[str, str]] = []
        self.relations = relations
        """What it says of any two notes; None if it cannot read two notes together."""

    def count_tokens(self, text: str) -> int:
        return len(_WORDS.findall(text))

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        if self.failure is not None:
            raise self.failure
        if self.refuses in texts:
            raise ValueError("this text breaks the model")
        self.embedded += texts
        return [self._vector(text) for text in texts]

    @property
    def spaces(self) -> list[Space]:
        return [self.space]

    def choose(self, space: Space) -> None:
        assert space == self.space

    def embed_question(self, text: str, space: Space | None = None) -> bytes:
        assert space in (None, self.space)
        return self.embed([text])[0]

    def relate(self, older: str, newer: str) -> Sequence[float]:
        if self.relations is None:
            raise NoEmbedder("no network for two notes")
        self.related.append((older, newer))
        return self.relations

    def release(self) -> None:
        self.released += 1

    def _vector(self, text: str) -> bytes:
        values = [0.0] * self.space.dimensions
        values[0] = 0.01  # a text without words has a direction too
        for word in _WORDS.findall(text.lower())[: self.max_tokens]:
            digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
            values[int.from_bytes(digest[:4], "big") % len(values)] += 1.0
        length = math.sqrt(sum(value * value for value in values))
        return struct.pack(f"<{len(values)}f", *(value / length for value in values))
