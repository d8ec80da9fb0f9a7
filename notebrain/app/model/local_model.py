"""The models on this computer, for the parts that embed; they stay in memory only while they are in use."""

import threading
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar

from notebrain.app.core.resources import resource
from notebrain.domain.ports import LocalModel, Space
from notebrain.embedders.bundled import BUNDLED, ENGLISH, MULTILINGUAL, BundledModel

if TYPE_CHECKING:
    from notebrain.app.notes.text_judge import TextJudge
    from notebrain.domain.judge.judge import Judge


T = TypeVar("T")

IDLE_S = 60.0


class ModelCache:
    """An embedder that measures its idle time and frees the model's memory after a minute without use.

    It has several models, of which one is chosen for new vectors. Questions may be put to another one, whose vectors
    serve until the chosen one has read all notes.

    Args:
        embedders: The models; the first one is chosen until `choose`.
        monotonic: Returns the time in seconds.
    """

    def __init__(
        self,
        *embedders: LocalModel,
        idle_s: float = IDLE_S,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._embedders = {embedder.space: embedder for embedder in embedders}
        self._embedder = embedders[0]
        self._idle_s = idle_s
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._loaded = False
        self._used_at = 0.0
        self._when_loaded: Callable[[], None] = lambda: None
        self._when_released: Callable[[], None] = lambda: None

    @property
    def space(self) -> Space:
        """The space of the chosen model's vectors."""
        return self._embedder.space

    @property
    def spaces(self) -> Sequence[Space]:
        """The spaces of all models."""
        return [*self._embedders]

    def choose(self, space: Space) -> None:
        """Let the model of a space make the vectors from now on."""
        self._embedder = self._embedders[space]

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model reads."""
        return self._embedder.max_tokens

    @property
    def loaded(self) -> bool:
        """Whether the model is in memory now."""
        return self._loaded

    def when_loaded(self, listener: Callable[[], None]) -> None:
        """Call `listener` each time the model is loaded, on the thread that needed it."""
        self._when_loaded = listener

    def when_released(self, listener: Callable[[], None]) -> None:
        """Call `listener` before the model's memory is returned to the system, so that others can free theirs too."""
        self._when_released = listener

    def count_tokens(self, text: str) -> int:
        """Return how many tokens `text` has for the model."""
        return self._embedder.count_tokens(text)

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return one vector per note; one caller at a time, so a query waits for at most one text of the background."""
        embedder = self._embedder
        return [self._use(partial(embedder.embed, [text]))[0] for text in texts]

    def embed_question(self, text: str, space: Space | None = None) -> bytes:
        """Return the vector of a question, in a space of one of the models or else in the chosen one's."""
        embedder = self._embedder if space is None else self._embedders[space]
        return self._use(partial(embedder.embed_question, text))

    def relate(self, older: str, newer: str) -> Sequence[float]:
        """Return a score for each kind of relation between two notes, in the order of `RELATIONS`."""
        return self._use(partial(self._embedder.relate, older, newer))

    def _use(self, work: Callable[[], T]) -> T:
        with self._lock:
            was_loaded = self._loaded
            result = work()
            self._loaded, self._used_at = True, self._monotonic()
        if not was_loaded:
            self._when_loaded()
        return result

    def release(self) -> None:
        """Free the model's memory now."""
        with self._lock:
            self._release()

    def idle_left_s(self) -> float | None:
        """Return in how many seconds the model will have been idle long enough, or None if it is not loaded."""
        if not self._loaded:
            return None
        return max(0.0, self._used_at + self._idle_s - self._monotonic())

    def release_if_idle(self) -> bool:
        """Free the memory if nothing was embedded for long enough; return whether it did."""
        with self._lock:
            if self.idle_left_s() != 0:
                return False
            self._release()
        return True

    def _release(self) -> None:
        self._when_released()
        for embedder in self._embedders.values():
            embedder.release()
        self._loaded = False


def local_embedder(model: BundledModel, *, apart: bool = False) -> LocalModel:
    """Return a model that ships with NoteBrain; it is loaded on first use.

    Args:
        apart: Run it in a separate process.
    """
    folder = resource("models", model.name)
    if not apart:
        from notebrain.embedders.local import LocalEmbedder

        return LocalEmbedder(folder, model)
    from notebrain.embedders.subprocess_client import ApartEmbedder

    return ApartEmbedder(folder, model)


def bundled_models(*, apart: bool = False) -> ModelCache:
    """Return all models that ship with NoteBrain, the English one chosen.

    Args:
        apart: Run each in a separate process.
    """
    return ModelCache(*(local_embedder(model, apart=apart) for model in BUNDLED.values()))


def text_judge() -> "TextJudge":
    """Return a judge for texts outside any vault; no vault is opened for it."""
    from notebrain.app.notes.text_judge import TextJudge

    return TextJudge(learned_judge(), local_embedder(ENGLISH), local_embedder(MULTILINGUAL))


@cache
def learned_judge() -> "Judge":
    """Return the judge with the weights that ship with NoteBrain."""
    from notebrain.domain.judge.judge import Judge
    from notebrain.domain.judge.learned import parsed

    return Judge(parsed(resource("judge", "weights.json").read_text(encoding="utf-8")))
