"""Vectors from the models that run in the user's account."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from notebrain.cloud import wire
from notebrain.cloud.d1 import unreadable
from notebrain.cloud.error_codes import Service
from notebrain.cloud.request import READ_S, Ask, json_body
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.errors import CloudTooLarge
from notebrain.domain.i18n import _
from notebrain.domain.ports import Embedded, Space


@dataclass(frozen=True, slots=True)
class Model:
    """A model, as described in field guide §2.

    Attributes:
        pooling: The pooling to request, "cls" for bge: vectors made with "mean", the default, cannot be compared with
            those the model makes on this computer. Empty if the model has no such option; its vectors are "cls" anyway.
        neurons_per_million: The cost of a million tokens, out of the daily allowance.
    """

    name: str
    dimensions: int
    max_tokens: int
    neurons_per_million: float
    pooling: str = "cls"

    @property
    def space(self) -> Space:
        """The space of its vectors."""
        return Space(model=self.name, pooling=self.pooling or "cls", dimensions=self.dimensions)

    def neurons(self, tokens: int) -> float:
        """Return the estimated cost of this many tokens."""
        return tokens * self.neurons_per_million / 1_000_000


SMALL = Model("@cf/baai/bge-small-en-v1.5", 384, 512, 1841.0)
BASE = Model("@cf/baai/bge-base-en-v1.5", 768, 512, 6058.0)
LARGE = Model("@cf/baai/bge-large-en-v1.5", 1024, 512, 18582.0)
# its price and maximum text length are not verified: the price is from the documentation of 2025
M3 = Model("@cf/baai/bge-m3", 1024, 8192, 1075.0, pooling="")

MODELS = {model.name: model for model in (SMALL, BASE, LARGE, M3)}

# field guide §2: maxItems; §3: 64 bytes
TEXTS_PER_REQUEST = 100
_LONGEST_NAME = 64


def index_name(space: Space) -> str:
    """Return the name of the Vectorize index for vectors of this space.

    Example:
        >>> index_name(SMALL.space)
        'notebrain-bge-small-en-v1-5-cls-384'
    """
    model = re.sub("[^a-z0-9]+", "-", space.model.lower().rpartition("/")[2]).strip("-")
    name = f"notebrain-{model}-{space.pooling}-{space.dimensions}"
    if len(name) <= _LONGEST_NAME:
        return name
    mark = sha256(space.model.encode()).hexdigest()[:12]
    return f"notebrain-{model[:24]}-{mark}-{space.pooling[:8]}-{space.dimensions}"


# a token is about four letters of English; other scripts need more tokens, so the estimate uses three bytes
_BYTES_PER_TOKEN = 3
_HARMLESS = ("a",)


class WorkersAi:
    """A `RemoteEmbedder` for one model of the account."""

    def __init__(self, cloud: Cloudflare, model: Model) -> None:
        self._cloud = cloud
        self.model = model

    @property
    def space(self) -> Space:
        """The space of the model's vectors."""
        return self.model.space

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model reads."""
        return self.model.max_tokens

    @property
    def batch(self) -> int:
        """How many texts one request may contain."""
        return TEXTS_PER_REQUEST

    def neurons(self, tokens: int) -> float:
        """Return the estimated cost of this many tokens."""
        return self.model.neurons(tokens)

    async def embed(self, texts: Sequence[str], *, timeout_s: float | None = None) -> Embedded:
        """Return one vector per text, at most `batch` of them; with a timeout, only one try is made."""
        if not texts:
            return Embedded(vectors=[], neurons=0.0, measured=True)
        if len(texts) > self.batch:
            raise CloudTooLarge(
                _(
                    "This was too much for one request to Cloudflare. It stays safe on this computer."
                ),
                service=Service.AI,
            )
        reply = await self._cloud.ask(self._asked(texts, timeout_s))
        rows = _rows(reply.result)
        packed = [wire.vector(row, self.model.dimensions, unit=True) for row in rows]
        vectors = [vector for vector in packed if vector is not None]
        if len(vectors) != len(texts) or len(packed) != len(texts):
            raise unreadable(Service.AI)
        estimate = self.neurons(
            sum(len(text.encode("utf-8", "replace")) for text in texts) // _BYTES_PER_TOKEN + 1
        )
        cost = reply.neurons
        return Embedded(vectors, estimate if cost is None else cost, measured=cost is not None)

    def _asked(self, texts: Sequence[str], timeout_s: float | None) -> Ask:
        return Ask(
            Service.AI,
            "POST",
            f"/accounts/{{account}}/ai/run/{self.model.name}",
            body=self._body(texts),
            private=tuple(texts),
            # a text costs a hundredth of a neuron, less than sending them all again
            suspect=True,
            harmless=self._asked(_HARMLESS, None) if texts is not _HARMLESS else None,
            timeout_s=READ_S if timeout_s is None else timeout_s,
            patience_s=30.0 if timeout_s is None else 0.0,
            repeatable=False,  # whatever was done is charged; the caller counts it
        )

    def _body(self, texts: Sequence[str]) -> bytes:
        # an empty text is refused (5006, minLength 1), and a blank one has no meaning either
        body: dict[str, object] = {"text": [text if text.strip() else "." for text in texts]}
        if self.model.pooling:
            body["pooling"] = self.model.pooling
        return json_body(body)


def _rows(result: object) -> list[object]:
    """Return the vectors in either answer format: `data`, or `response` for the contexts of bge-m3."""
    fields = wire.obj(result)
    return wire.items(fields.get("data")) or wire.items(fields.get("response"))
