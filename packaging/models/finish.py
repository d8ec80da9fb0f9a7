"""What both recipes end with: a network is tuned for notes, written in int8, and its means are measured.

1. `tuning`: it learns to bring questions near the notes that answer them.
2. `encoder_graph`: int8, symmetric per output channel up to `parts.TOP`, with SmoothQuant factors: without them the
   error of multilingual-e5-small (1 - cosine to float32, centered) is .0156, with them .003.
3. The means of notes and of questions, measured on `calibration.tsv` with the finished encoder. What is subtracted from
   questions lies half way between both; which of the two is better differs between sets. The English one is better
   without (SciFact .879 against .875, questions to two vaults .67 against .65 in three), so its means are zero.

Sums of float32 differ in their last digits between processors, so tuned weights differ from one computer to another.
The recipe prints how near its vectors are to those of the files that ship.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from models.encoder_graph import write_encoder
from models.parts import RESOURCES
from models.tuning import Course, tune
from models.word_table import word_vectors
from notebrain.embedders.bundled import ENGLISH, BundledModel
from notebrain.embedders.runtime import open_session

if TYPE_CHECKING:
    from models.network import Network
    from notebrain.embedders.encoders import Tokenizer

_Array = np.ndarray[Any, Any]
CALIBRATION: Final = Path(__file__).resolve().parent / "calibration.tsv"
ENCODER: Final = "encoder.onnx"
TABLE: Final = "embeddings.npy"
MEANS: Final = "means.npy"
_FIRST_WORD: Final = 1000  # marks and pieces that are in no text come before


@dataclass(frozen=True)
class Sentence:
    """A sentence of `calibration.tsv` as ids, with its marks and the prefix of its kind."""

    is_question: bool
    language: str
    ids: list[int]


def finish(
    model: BundledModel, network: Network, tokenizer: Tokenizer, work: Path, course: Course
) -> None:
    """Tune a network whose table lies in `work`, and write its encoder and its means there."""
    rows = np.load(work / TABLE)
    languages = "en" if model is ENGLISH else "*"
    sentences = read_sentences(model, tokenizer, languages)
    untuned = np.array([network.vector(word_vectors(rows[one.ids])) for one in sentences])

    def words_of(text: str, is_question: bool) -> _Array:
        return word_vectors(rows[marked_ids(model, tokenizer, text, is_question=is_question)])

    def any_words(numbers: _Array) -> _Array:
        places = _FIRST_WORD + numbers * (len(rows) - _FIRST_WORD)
        return word_vectors(rows[places.astype(int)])

    tune(network, course, means_of(untuned, sentences), words_of, any_words)
    network.largest.clear()
    tuned = np.array([network.vector(word_vectors(rows[one.ids])) for one in sentences])
    write_encoder(network, work / ENCODER)
    vectors = embed(work, sentences)
    np.save(work / MEANS, means_of(vectors, sentences) * np.float32(course.centered))
    report("the tuned weights in float32", tuned, vectors)
    report("the files that ship", embed(RESOURCES / model.name, sentences), vectors)


def read_sentences(model: BundledModel, tokenizer: Tokenizer, languages: str) -> list[Sentence]:
    """Return the sentences that were written for calibration: 172 in 18 languages, or those in one."""
    found: list[Sentence] = []
    for line in CALIBRATION.read_text(encoding="utf-8").splitlines():
        kind, language, text = line.split("\t")
        if languages in {"*", language}:
            ids = marked_ids(model, tokenizer, text, is_question=kind == "q")
            found.append(Sentence(kind == "q", language, ids))
    return found


def marked_ids(
    model: BundledModel, tokenizer: Tokenizer, text: str, *, is_question: bool
) -> list[int]:
    """Return the pieces of a text with the prefix of its kind and the marks around them."""
    before = model.before_question if is_question else model.before_note
    return [tokenizer.start_id, *tokenizer.ids(before + text), tokenizer.end_id]


def embed(folder: Path, sentences: list[Sentence]) -> _Array:
    """Return the vectors of the files in a folder, nothing subtracted."""
    rows, session = np.load(folder / TABLE), open_session(folder / ENCODER)
    inputs = ({"embeddings": word_vectors(rows[one.ids])[None]} for one in sentences)
    return np.array([session.run(None, one)[0][0] for one in inputs])


def means_of(vectors: _Array, sentences: list[Sentence]) -> _Array:
    """Return what is subtracted from notes and from questions, one language as heavy as another."""
    by_language: dict[bool, dict[str, list[_Array]]] = {False: {}, True: {}}
    for sentence, vector in zip(sentences, vectors, strict=True):
        by_language[sentence.is_question].setdefault(sentence.language, []).append(vector)
    notes, questions = (
        np.mean([np.mean(one, 0) for one in by_language[kind].values()], 0)
        for kind in (False, True)
    )
    return np.stack([notes, (notes + questions) / 2]).astype(np.float32)


def report(name: str, wanted: _Array, found: _Array) -> None:
    """Print how near two sets of unit vectors are to each other."""
    cosines = (wanted * found).sum(1)
    print(f"cosine to {name}: {cosines.mean():.5f}, least {cosines.min():.5f}")
