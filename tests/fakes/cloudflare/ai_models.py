"""The models of the catalogue that the product may ask for."""

import uuid
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final


class Task(Enum):
    """What a model does, by the name in the catalogue."""

    EMBEDDINGS = "Text Embeddings"
    GENERATION = "Text Generation"
    RERANKING = "Text Classification"


@dataclass(frozen=True)
class Model:
    """One model; neurons are per million tokens of input and of output."""

    name: str
    task: Task
    neurons_in: float
    neurons_out: float = 0.0
    dimensions: int = 0
    # which of the two shapes a text comes back in
    answers_with_choices: bool = False
    takes_pooling: bool = False
    # what the catalogue tells beside the price: texts, as it writes all of them
    properties: tuple[tuple[str, str], ...] = ()
    # dollars for a million tokens of input and of output; the catalogue of some models has none
    dollars: tuple[float, float] | None = None

    def entry(self) -> dict[str, Any]:
        """Return the model as the catalogue lists it."""
        listed: list[dict[str, Any]] = [
            {"property_id": name, "value": value} for name, value in self.properties
        ]
        if self.dollars is not None:
            units = ("per M input tokens", "per M output tokens")
            prices = zip(units, self.dollars, strict=True)
            price = [{"unit": unit, "price": one, "currency": "USD"} for unit, one in prices]
            listed.append({"property_id": "price", "value": price})
        return {
            "id": str(uuid.uuid5(uuid.NAMESPACE_URL, self.name)),
            "source": 1,
            "name": self.name,
            "description": f"The model {self.name}.",
            "task": {"id": str(uuid.uuid5(uuid.NAMESPACE_URL, self.task.value))}
            | {"name": self.task.value, "description": ""},
            "created_at": "2025-01-01 00:00:00.000",
            "tags": [],
            "properties": listed,
        }


def _embeds(name: str, dimensions: int, neurons: float, *, takes_pooling: bool = False) -> Model:
    return Model(name, Task.EMBEDDINGS, neurons, dimensions=dimensions, takes_pooling=takes_pooling)


def _writes(
    name: str,
    neurons_in: float,
    neurons_out: float,
    dollars: tuple[float, float] | None,
    *,
    context: str = "",
    choices: bool = False,
    more: tuple[tuple[str, str], ...] = (),
) -> Model:
    told = (("context_window", context),) if context else ()
    return Model(
        name,
        Task.GENERATION,
        neurons_in,
        neurons_out,
        answers_with_choices=choices,
        properties=(*told, *more),
        dollars=dollars,
    )


_THINKS: Final = (("reasoning", "true"),)
_GOING: Final = (("planned_deprecation_date", "2026-05-30"),)
# dollars and properties as copies of the catalogue in the public documentation have them, of several months
_ALL: Final = (
    _embeds("@cf/baai/bge-small-en-v1.5", 384, 1841, takes_pooling=True),
    _embeds("@cf/baai/bge-base-en-v1.5", 768, 6058, takes_pooling=True),
    _embeds("@cf/baai/bge-large-en-v1.5", 1024, 18582, takes_pooling=True),
    _embeds("@cf/baai/bge-m3", 1024, 1075),
    _embeds("@cf/google/embeddinggemma-300m", 768, 1075),
    _embeds("@cf/qwen/qwen3-embedding-0.6b", 1024, 1075),
    _writes("@cf/meta/llama-3.3-70b-instruct-fp8-fast", 26668, 204805, (0.29, 2.25), context="24000"),
    _writes("@cf/meta/llama-3.1-8b-instruct-fast", 4119, 34868, None, more=(("beta", "true"),)),
    _writes("@cf/meta/llama-3.1-8b-instruct-fp8", 13778, 26128, (0.15, 0.29), context="32000"),
    _writes("@cf/meta/llama-3.2-3b-instruct", 4625, 30475, (0.051, 0.34), context="80000"),
    _writes("@cf/mistralai/mistral-small-3.1-24b-instruct", 31876, 50488, (0.35, 0.56), context="128000"),
    _writes("@cf/google/gemma-4-26b-a4b-it", 9091, 27273, (0.1, 0.3), context="256000", choices=True, more=_THINKS),
    _writes("@cf/openai/gpt-oss-20b", 18182, 27273, (0.2, 0.3), context="128000", choices=True, more=_THINKS),
    _writes("@cf/qwen/qwen3-30b-a3b-fp8", 4625, 30475, (0.051, 0.34), context="32768", choices=True, more=_THINKS),
    _writes("@cf/zai-org/glm-4.7-flash", 5500, 36400, (0.0605, 0.4), context="131072", choices=True, more=_THINKS),
    Model("@cf/baai/bge-reranker-base", Task.RERANKING, 283),
)  # fmt: skip
MODELS: Final = {model.name: model for model in _ALL}
LISTED: Final = (
    *_ALL,
    # what nobody should ask: judges of texts, and models that are about to go
    _writes("@cf/meta/llama-guard-3-8b", 44003, 2730, (0.484, 0.03), context="131072"),
    _writes("@cf/meta/llama-3-8b-instruct", 25608, 75147, (0.28, 0.83), context="7968", more=_GOING),
)  # fmt: skip
RETIRED: Final = frozenset(
    {
        "@cf/meta/llama-3-8b-instruct",
        "@cf/meta/llama-3.1-8b-instruct",
        "@hf/nousresearch/hermes-2-pro-mistral-7b",
    }
)
