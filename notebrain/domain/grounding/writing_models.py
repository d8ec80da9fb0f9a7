"""The models that can write answers: what they read at most, what they cost, and which of them are offered."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.domain.embedding.usage import tokens

MOST_CONTEXT: Final = 24_000
"""In tokens; a prompt never needs more, and more would only cost more."""
_LEAST_CONTEXT: Final = 6_000
"""With less, a question hardly has room for the notes that fit it."""
_LIKELY_TOKENS: Final = 160
"""The usual length of an answer: three or four sentences with their marks."""
_MILLION: Final = 1_000_000
_DEAREST: Final = 10 * _MILLION
"""Neurons for a million tokens; a price above it is a mistake of the catalog."""
_FORMS: Final = frozenset(("instruct", "it", "chat", "fast", "awq", "int8"))
"""Parts of a name that do not say which model it is."""
_PRECISION: Final = re.compile(r"fp\d+|bf\d+|int\d+|v\d+(\.\d+)?")
_SIZE: Final = re.compile(r"[a-z]?\d+(\.\d+)?[bem]")


@dataclass(frozen=True, slots=True)
class WritingModel:
    """A model that writes, as described in field guide §2.

    Only models that keep to `max_tokens` and do not think aloud first are offered: others may cost any amount.

    Attributes:
        context_tokens: What it reads and writes at most.
        neurons_in: The cost of a million tokens that it reads.
        neurons_out: The cost of a million tokens that it writes.
    """

    name: str
    context_tokens: int
    neurons_in: float
    neurons_out: float

    def neurons(self, read: float, written: float) -> float:
        """Return the cost of this many tokens."""
        return (read * self.neurons_in + written * self.neurons_out) / _MILLION

    def likely(self, size: int) -> float:
        """Return the usual cost of an answer to a prompt of this many bytes."""
        return self.neurons(tokens(size), _LIKELY_TOKENS)

    @property
    def is_usable(self) -> bool:
        """Whether its price is known and credible, and a question has room in it."""
        prices = (self.neurons_in, self.neurons_out)
        return self.context_tokens >= _LEAST_CONTEXT and all(0 < one <= _DEAREST for one in prices)


LARGE: Final = WritingModel(
    "@cf/meta/llama-3.3-70b-instruct-fp8-fast", MOST_CONTEXT, 26_668, 204_805
)
SMALL: Final = WritingModel("@cf/meta/llama-3.1-8b-instruct-fast", MOST_CONTEXT, 4_119, 34_868)
SHIPPED: Final = {model.name: model for model in (SMALL, LARGE)}
"""What is offered until the catalog of the account was read; `LARGE` is the default."""


def offered(found: Iterable[WritingModel]) -> tuple[WritingModel, ...]:
    """Return the usable ones of a catalog, the cheapest first; those that are shipped if it has none."""
    usable = {one.name: one for one in found if one.is_usable}
    if not usable:
        return tuple(SHIPPED.values())
    return tuple(sorted(usable.values(), key=lambda one: (one.likely(0), one.name)))


def chosen(name: str, models: Sequence[WritingModel]) -> WritingModel:
    """Return the model of this name; if there is none, the best one that costs no more than the default."""
    for wanted in (name, LARGE.name):
        for one in models:
            if one.name == wanted:
                return one
    affordable = [one for one in models if one.likely(0) <= LARGE.likely(0)]
    return affordable[-1] if affordable else models[0]


def titles(models: Sequence[WritingModel]) -> dict[str, str]:
    """Return what each model is called, by its name; the whole name where two would be called the same.

    Example:
        >>> titles([LARGE])
        {'@cf/meta/llama-3.3-70b-instruct-fp8-fast': 'Llama 3.3 70B'}
    """
    short = {one.name: _title(one.name) for one in models}
    named = list(short.values())
    return {
        name: title if title and named.count(title) == 1 else name.rpartition("/")[2]
        for name, title in short.items()
    }


def _title(name: str) -> str:
    parts = name.rpartition("/")[2].lower().split("-")
    kept = [part for part in parts if part not in _FORMS and not _PRECISION.fullmatch(part)]
    return " ".join(part.upper() if _SIZE.fullmatch(part) else part.capitalize() for part in kept)


def as_json(models: Sequence[WritingModel]) -> str:
    """Return models as a text to keep."""
    return json.dumps([[o.name, o.context_tokens, o.neurons_in, o.neurons_out] for o in models])


def from_json(text: str) -> tuple[WritingModel, ...]:
    """Return the models in a text that was kept; those that are shipped if it is not readable."""
    try:
        rows = json.loads(text)
        kept = [
            WritingModel(str(name), int(context), float(read), float(written))
            for name, context, read, written in rows
        ]
    except (ValueError, TypeError, OverflowError, RecursionError):
        kept = []
    return offered(kept)
