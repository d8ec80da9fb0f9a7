"""The models of Workers AI that make vectors."""

import re
from dataclasses import dataclass
from hashlib import sha256

from notebrain.domain.ports import Space


@dataclass(frozen=True, slots=True)
class Model:
    """A model, by the field guide §2.

    Attributes:
        pooling: What is asked for, "cls" for bge: vectors of "mean", the default, cannot be compared with those the
            model makes on this computer. Empty where the model takes no such wish; its vectors are "cls" all the same.
        neurons_per_million: What a million tokens cost of the day's share.
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
        """Return the estimated cost of so many tokens."""
        return tokens * self.neurons_per_million / 1_000_000


SMALL = Model("@cf/baai/bge-small-en-v1.5", 384, 512, 1841.0)
BASE = Model("@cf/baai/bge-base-en-v1.5", 768, 512, 6058.0)
LARGE = Model("@cf/baai/bge-large-en-v1.5", 1024, 512, 18582.0)
# its price and the length of its texts are not verified: the price is that of the documentation's copy of 2025
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
