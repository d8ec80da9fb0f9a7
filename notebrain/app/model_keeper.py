"""Keeps the model in memory only while it is used."""

import threading
import time
from collections.abc import Sequence

from notebrain.domain.ports import Embedder, Space

IDLE_S = 60.0


class ModelKeeper:
    """An embedder that counts its own idle time and gives the model's memory back after a minute of it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._lock = threading.Lock()
        self._loaded = False
        self._used_at = 0.0

    @property
    def space(self) -> Space:
        """The space of the vectors it makes."""
        return self._embedder.space

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model reads."""
        return self._embedder.max_tokens

    @property
    def loaded(self) -> bool:
        """Whether the model takes up memory now."""
        return self._loaded

    def count_tokens(self, text: str) -> int:
        """Return how many tokens the model makes of `text`."""
        return self._embedder.count_tokens(text)

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return one vector per text; one caller at a time, a query waits for one text of the background at most."""
        found: list[bytes] = []
        for text in texts:
            with self._lock:
                found += self._embedder.embed([text])
                self._loaded, self._used_at = True, time.monotonic()
        return found

    def release(self) -> None:
        """Give the model's memory back now."""
        with self._lock:
            self._embedder.release()
            self._loaded = False

    def release_if_idle(self, after_s: float = IDLE_S) -> bool:
        """Give the memory back if nothing was embedded for `after_s` seconds; tell whether it did."""
        if not self._loaded or time.monotonic() - self._used_at < after_s:
            return False
        self.release()
        return True
