"""Reads two notes together and tells how they relate, with a network that ships with NoteBrain.

Vectors are made of each note alone, so they cannot tell "closed on Mondays" from "open every day". This network sees
both texts at once (a cross-encoder). It has no table of its own: it reads the word vectors of the multilingual model.
"""

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Final

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.i18n import _
from notebrain.embedders.bundled import MULTILINGUAL
from notebrain.embedders.encoders import Tokenizer, WordTable, open_tokenizer
from notebrain.embedders.runtime import open_session

FOLDER: Final = "pairs"
NETWORK: Final = "encoder.onnx"
LONGEST: Final = 200
"""How many pieces of each text are read: 800 to 1,000 characters."""
_CUT: Final = 12_000
"""Only so many characters of a text are split into pieces."""


class PairReader:
    """The network in memory.

    Args:
        models: The folder with a folder for each model.
        tokenizer: The multilingual model's, if it is loaded already.

    Raises:
        NoEmbedder: A file is missing or damaged, or onnxruntime does not work on this computer.
    """

    def __init__(self, models: Path, tokenizer: Tokenizer | None = None) -> None:
        from notebrain.domain.judge.verdict import (
            RELATIONS,
        )  # a search that loads a model needs none of it

        path = models / FOLDER / NETWORK
        try:
            self._session = open_session(path)
        except NoEmbedder as error:
            raise _no_reader(path) from error
        if self._session.get_outputs()[0].shape[-1] != len(RELATIONS):
            raise _no_reader(path)
        folder = models / MULTILINGUAL.name
        self._tokenizer = tokenizer or open_tokenizer(MULTILINGUAL, folder)
        self._table = WordTable(folder)
        self._path = path

    def scores(self, older: str, newer: str) -> Sequence[float]:
        """Return a score for each kind of relation, in the order of `RELATIONS`; their softmax is how likely it is."""
        vectors = self._table.vectors(pair_ids(self._tokenizer, older, newer, LONGEST))
        scores: list[float] = self._session.run(None, {"embeddings": vectors[None]})[0][0].tolist()
        if not all(map(isfinite, scores)):  # a damaged table
            raise _no_reader(self._path)
        return scores


def _no_reader(path: Path) -> NoEmbedder:
    return NoEmbedder(
        _(
            "Review knows less: {path} is missing or damaged. Notes are still compared by their words and "
            "vectors; installing NoteBrain again brings the file back."
        ).format(path=path)
    )


def pair_ids(tokenizer: Tokenizer, older: str, newer: str, longest: int) -> list[int]:
    """Return the pieces of two texts with the marks around and between them."""
    one, other = (tokenizer.ids(text[:_CUT])[:longest] for text in (older, newer))
    start, end = tokenizer.start_id, tokenizer.end_id
    return [start, *one, end, end, *other, end]
