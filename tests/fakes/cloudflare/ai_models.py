"""The models of the catalogue that the product may ask for."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


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


def _embeds(name: str, dimensions: int, neurons: float, *, takes_pooling: bool = False) -> Model:
    return Model(name, Task.EMBEDDINGS, neurons, dimensions=dimensions, takes_pooling=takes_pooling)


def _writes(name: str, neurons_in: float, neurons_out: float, *, choices: bool = False) -> Model:
    return Model(name, Task.GENERATION, neurons_in, neurons_out, answers_with_choices=choices)


_ALL: Final = (
    _embeds("@cf/baai/bge-small-en-v1.5", 384, 1841, takes_pooling=True),
    _embeds("@cf/baai/bge-base-en-v1.5", 768, 6058, takes_pooling=True),
    _embeds("@cf/baai/bge-large-en-v1.5", 1024, 18582, takes_pooling=True),
    _embeds("@cf/baai/bge-m3", 1024, 1075),
    _embeds("@cf/google/embeddinggemma-300m", 768, 1075),
    _embeds("@cf/qwen/qwen3-embedding-0.6b", 1024, 1075),
    _writes("@cf/meta/llama-3.3-70b-instruct-fp8-fast", 26668, 204805),
    _writes("@cf/meta/llama-3.1-8b-instruct-fast", 4119, 34868),
    _writes("@cf/meta/llama-3.1-8b-instruct-fp8", 4119, 34868),
    _writes("@cf/meta/llama-3.2-3b-instruct", 4119, 34868),
    _writes("@cf/mistralai/mistral-small-3.1-24b-instruct", 26668, 204805),
    _writes("@cf/google/gemma-4-26b-a4b-it", 26668, 204805, choices=True),
    _writes("@cf/openai/gpt-oss-20b", 26668, 204805, choices=True),
    _writes("@cf/qwen/qwen3-30b-a3b-fp8", 26668, 204805, choices=True),
    _writes("@cf/zai-org/glm-4.7-flash", 26668, 204805, choices=True),
    Model("@cf/baai/bge-reranker-base", Task.RERANKING, 283),
)
MODELS: Final = {model.name: model for model in _ALL}
RETIRED: Final = frozenset(
    {
        "@cf/meta/llama-3-8b-instruct",
        "@cf/meta/llama-3.1-8b-instruct",
        "@hf/nousresearch/hermes-2-pro-mistral-7b",
    }
)
