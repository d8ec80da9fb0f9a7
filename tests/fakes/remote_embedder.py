"""A `RemoteEmbedder` that needs no account, and can be told to refuse."""

from collections.abc import Callable, Sequence

from notebrain.domain.errors import CloudBadRequest, CloudError
from notebrain.domain.ports import Embedded, Space
from tests.fakes.embedder import FakeEmbedder


class FakeRemoteEmbedder:
    """Embeds as `FakeEmbedder` does, a hundred texts at most, for a neuron each unless told otherwise.

    Attributes:
        answers: What the next calls do: raise this, or answer (None); when it is used up, all are answered.
        refused: A text with this in it is not taken.
        before: Called with "embed" before anything is done.
    """

    batch = 100

    def __init__(self, *, dimensions: int = 32, cost: float = 1.0, model: str = "far") -> None:
        self._embedder = FakeEmbedder(dimensions=dimensions)
        self.space = Space(model, "cls", dimensions)
        self.max_tokens = 512
        self.cost = cost
        self.calls: list[Sequence[str]] = []
        self.answers: list[CloudError | None] = []
        self.refused = ""
        self.before: Callable[[str], None] | None = None

    @property
    def embedded(self) -> list[str]:
        """Every text that was embedded, in order."""
        return [text for call in self.calls for text in call]

    def neurons(self, tokens: int) -> float:
        return self.cost

    async def embed(self, texts: Sequence[str], *, timeout_s: float | None = None) -> Embedded:
        assert 0 < len(texts) <= self.batch
        if self.before is not None:
            self.before("embed")
        trouble = self.answers.pop(0) if self.answers else None
        if trouble is not None:
            raise trouble
        if self.refused and any(self.refused in text for text in texts):
            raise CloudBadRequest("not this text")
        self.calls.append(list(texts))
        return Embedded(self._embedder.embed(texts), self.cost * len(texts), measured=True)
