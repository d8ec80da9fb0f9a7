"""How each of the models that ship with NoteBrain is run."""

from pathlib import Path
from typing import Any, Final, Literal, Protocol
from zipfile import BadZipFile

from notebrain.embedders.bundled import MULTILINGUAL, BundledModel
from notebrain.embedders.runtime import no_model, open_session
from notebrain.embedders.unigram import Unigram
from notebrain.embedders.wordpiece import WordPiece


class Tokenizer(Protocol):
    """Splits text into the pieces of a model's vocabulary."""

    @property
    def start_id(self) -> int:
        """The id of the mark before a text."""
        ...

    @property
    def end_id(self) -> int:
        """The id of the mark after a text."""
        ...

    def ids(self, text: str) -> list[int]:
        """Return the ids of all pieces of `text`, without the marks around them."""
        ...


class Encoder(Protocol):
    """A model in memory."""

    def vector(self, ids: list[int], *, question: bool) -> bytes:
        """Return the vector of a text, given with its marks: little-endian float32 of unit length."""
        ...


def open_tokenizer(model: BundledModel, folder: Path) -> Tokenizer:
    """Read a model's vocabulary.

    Raises:
        NoEmbedder: The file is missing or damaged.
    """
    return _E5.tokenizer(folder) if model is MULTILINGUAL else _MiniLm.tokenizer(folder)


def open_encoder(model: BundledModel, folder: Path) -> Encoder:
    """Read a model's weights.

    Raises:
        NoEmbedder: A file is missing or damaged, or onnxruntime does not work on this computer.
    """
    return _E5(folder) if model is MULTILINGUAL else _MiniLm(folder)


class _MiniLm:
    """all-MiniLM-L6-v2 in int8."""

    FILE: Final = "all-minilm-l6-v2-int8-dynamic.onnx"
    VOCABULARY: Final = "vocab.txt"
    WORDS: Final = 30_522

    def __init__(self, folder: Path) -> None:
        self._session = open_session(folder / self.FILE)

    @classmethod
    def tokenizer(cls, folder: Path) -> WordPiece:
        path = folder / cls.VOCABULARY
        try:
            words = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise no_model(path) from error
        if len(words) != cls.WORDS:
            raise no_model(path)
        return WordPiece(words)

    def vector(self, ids: list[int], *, question: bool) -> bytes:
        """Return the mean of the last hidden states over all `ids`; notes and questions are alike."""
        import numpy as np

        del question
        batch = np.array([ids], dtype=np.int64)
        inputs = {
            "input_ids": batch,
            "attention_mask": np.ones_like(batch),
            "token_type_ids": np.zeros_like(batch),
        }
        states: Any = self._session.run(None, inputs)[0]
        mean = states[0].mean(axis=0, dtype=np.float64)
        vector: bytes = (mean / np.linalg.norm(mean)).astype("<f4").tobytes()
        return vector


class _E5:
    """multilingual-e5-small: the encoder in int8, the word vectors in 3 bits.

    A row of the table has 12 blocks of a float16, which is the scale, and 32 codes of 3 bits. All vectors of this model
    have much in common, so the mean of notes or of questions is subtracted.
    """

    FILE: Final = "multilingual-e5-small-int8.onnx"
    TABLE: Final = "embeddings.npy"
    TOKENIZER: Final = "tokenizer.npz"
    MEANS: Final = "means.npy"
    LEVELS: Final = (-2.1520, -1.3439, -0.7560, -0.2451, 0.2451, 0.7560, 1.3439, 2.1520)
    """The values of the codes: the best eight for normally distributed numbers."""

    def __init__(self, folder: Path) -> None:
        import numpy as np

        self._session = open_session(folder / self.FILE)
        # mapped: only the rows of words in use come to memory
        self._table = _array(folder / self.TABLE, "r")
        self._mean_of_notes, self._mean_of_questions = _array(folder / self.MEANS)
        self._levels = np.array(self.LEVELS, np.float32)

    @classmethod
    def tokenizer(cls, folder: Path) -> Unigram:
        path = folder / cls.TOKENIZER
        try:
            return Unigram.read(path)
        except (OSError, ValueError, KeyError, EOFError, AttributeError, BadZipFile) as error:
            raise no_model(path) from error

    def vector(self, ids: list[int], *, question: bool) -> bytes:
        """Return the model's own vector less the mean of its kind."""
        import numpy as np

        inputs = {"embeddings": self._word_vectors(ids)[None]}
        own: Any = self._session.run(None, inputs)[0][0]
        centered = own - (self._mean_of_questions if question else self._mean_of_notes)
        vector: bytes = (centered / np.linalg.norm(centered)).astype("<f4").tobytes()
        return vector

    def _word_vectors(self, ids: list[int]) -> Any:  # noqa: ANN401 - an array of numpy
        import numpy as np

        blocks = np.asarray(self._table[ids]).reshape(len(ids), 12, 14)
        scales = np.ascontiguousarray(blocks[:, :, :2]).view("<f2").astype(np.float32)
        bits = np.unpackbits(blocks[:, :, 2:], axis=2).reshape(len(ids), 12, 32, 3)
        codes = bits[..., 0] * 4 + bits[..., 1] * 2 + bits[..., 2]
        return (self._levels[codes] * scales).reshape(len(ids), 384)


def _array(path: Path, mode: Literal["r"] | None = None) -> Any:  # noqa: ANN401 - an array of numpy
    import numpy as np

    try:
        return np.load(path, mmap_mode=mode, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise no_model(path) from error
