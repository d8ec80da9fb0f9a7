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


def open_tokenizer(model: BundledModel, folder: Path) -> Tokenizer:
    """Read a model's vocabulary.

    Raises:
        NoEmbedder: The file is missing or damaged.
    """
    return _unigram(folder) if model is MULTILINGUAL else _wordpiece(folder)


_WORDS: Final = 30_522


def _wordpiece(folder: Path) -> WordPiece:
    path = folder / "vocab.txt"
    try:
        words = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise no_model(path) from error
    if len(words) != _WORDS:
        raise no_model(path)
    return WordPiece(words)


def _unigram(folder: Path) -> Unigram:
    path = folder / "tokenizer.npz"
    try:
        return Unigram.read(path)
    except (OSError, ValueError, KeyError, EOFError, AttributeError, BadZipFile) as error:
        raise no_model(path) from error


class WordTable:
    """The vectors of a model's pieces, in 3 bits: 12 blocks a row, each a float16, the scale, and 32 codes."""

    FILE: Final = "embeddings.npy"
    LEVELS: Final = (-2.1520, -1.3439, -0.7560, -0.2451, 0.2451, 0.7560, 1.3439, 2.1520)
    """The values of the codes: the best eight for normally distributed numbers."""

    def __init__(self, folder: Path) -> None:
        """Map the file of a model; only the rows of words in use come to memory.

        Raises:
            NoEmbedder: It is missing or damaged.
        """
        import numpy as np

        self._rows = _array(folder / self.FILE, "r")
        self._levels = np.array(self.LEVELS, np.float32)

    def vectors(self, ids: list[int]) -> Any:  # noqa: ANN401 - an array of numpy
        """Return the vectors of pieces, one row each."""
        import numpy as np

        blocks = np.asarray(self._rows[ids]).reshape(len(ids), 12, 14)
        scales = np.ascontiguousarray(blocks[:, :, :2]).view("<f2").astype(np.float32)
        bits = np.unpackbits(blocks[:, :, 2:], axis=2).reshape(len(ids), 12, 32, 3)
        codes = bits[..., 0] * 4 + bits[..., 1] * 2 + bits[..., 2]
        return (self._levels[codes] * scales).reshape(len(ids), 384)


class Encoder:
    """A model in memory: the network in int8, and the vectors of its pieces.

    All vectors of a model have something in common, so the mean of notes or of questions is subtracted.
    """

    NETWORK: Final = "encoder.onnx"
    MEANS: Final = "means.npy"

    def __init__(self, folder: Path) -> None:
        """Read a model's weights.

        Raises:
            NoEmbedder: A file is missing or damaged, or onnxruntime does not work on this computer.
        """
        self._session = open_session(folder / self.NETWORK)
        self._table = WordTable(folder)
        self._mean_of_notes, self._mean_of_questions = _array(folder / self.MEANS)

    def vector(self, ids: list[int], *, question: bool) -> bytes:
        """Return the vector of a text, given with its marks: little-endian float32 of unit length, less the mean."""
        import numpy as np

        inputs = {"embeddings": self._table.vectors(ids)[None]}
        own: Any = self._session.run(None, inputs)[0][0]
        centered = own - (self._mean_of_questions if question else self._mean_of_notes)
        vector: bytes = (centered / np.linalg.norm(centered)).astype("<f4").tobytes()
        return vector


def _array(path: Path, mode: Literal["r"] | None = None) -> Any:  # noqa: ANN401 - an array of numpy
    import numpy as np

    try:
        return np.load(path, mmap_mode=mode, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise no_model(path) from error
