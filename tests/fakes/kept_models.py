"""Models that stay in memory when they are released: to read them takes up to a second for each command."""

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType

from notebrain.embedders import encoders, local, pair_reader


@cache
def kept_models() -> Sequence[tuple[ModuleType, str, Callable[..., object]]]:
    """Return what to put where, by which name, so that each vocabulary and network is read once from each folder."""
    open_tokenizer = cache(encoders.open_tokenizer)
    return (
        (pair_reader, "open_tokenizer", open_tokenizer),
        (local, "open_tokenizer", open_tokenizer),
        (local, "Encoder", cache(encoders.Encoder)),
        (local, "PairReader", cache(pair_reader.PairReader)),
    )
