"""The embedder that ships with NoteBrain: all-MiniLM-L6-v2 in int8, run by onnxruntime.

onnxruntime has no type annotations, so its results are `Any` in this module and nowhere else.
"""

import ctypes
import gc
import os
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.i18n import _
from notebrain.domain.ports import Space
from notebrain.embedders.tokenizer import WordPiece

MODEL_FILE: Final = "all-minilm-l6-v2-int8-dynamic.onnx"
VOCABULARY_FILE: Final = "vocab.txt"
SPACE: Final = Space("all-minilm-l6-v2-int8", "mean", 384)

_POSITIONS: Final = 512
_MARKS: Final = 2  # [CLS] before and [SEP] after the text
MAX_TOKENS: Final = _POSITIONS - _MARKS


class LocalEmbedder:
    """Turns text into vectors on this computer, without a network.

    The model is read on first use and takes about 150 MB until `release`. All methods are thread-safe.
    """

    def __init__(self, folder: Path) -> None:
        """Set the folder that contains the model and its vocabulary; nothing is read yet."""
        # the port's attributes belong to instances, so they have to be set on one
        self.space: Final = SPACE
        self.max_tokens: Final = MAX_TOKENS
        self._folder = folder
        self._lock = threading.Lock()
        self._model: _Model | None = None
        self._wordpiece: WordPiece | None = None

    def count_tokens(self, text: str) -> int:
        """Return how many tokens `text` has for the model, not counting the two special tokens.

        Raises:
            NoEmbedder: The vocabulary cannot be read.
        """
        return len(self._tokenizer().ids(text))

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return one vector per text: little-endian float32 of unit length; texts that are too long are cut off.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer.
        """
        model, tokenizer = self._loaded_model(), self._tokenizer()
        vectors: list[bytes] = []
        # one by one: batches of 8 are slower on a CPU and take four times the memory (measured)
        for text in texts:
            pieces = tokenizer.ids(text)[: self.max_tokens]
            vectors.append(model.vector([tokenizer.start_id, *pieces, tokenizer.end_id]))
        return vectors

    def release(self) -> None:
        """Free the memory of the model and the vocabulary; the next call loads them again."""
        with self._lock:
            loaded = self._model is not None or self._wordpiece is not None
            self._model = None
            self._wordpiece = None
        if loaded:  # collecting garbage takes its full time even if there is none
            give_back()

    def _tokenizer(self) -> WordPiece:
        with self._lock:
            if self._wordpiece is None:
                self._wordpiece = _read_vocabulary(self._folder / VOCABULARY_FILE)
            return self._wordpiece

    def _loaded_model(self) -> "_Model":
        with self._lock:
            if self._model is None:
                self._model = _Model(self._folder / MODEL_FILE)
            return self._model


class _Model:
    """The model in memory."""

    def __init__(self, path: Path) -> None:
        # it would create an id for this computer and report each model to its vendor, starting at import
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        try:
            runtime: Any = import_module("onnxruntime")
            faults = import_module("onnxruntime.capi.onnxruntime_pybind11_state")
        except ImportError as error:
            raise _no_runtime(error) from error
        runtime.disable_telemetry_events()  # Windows' own mechanism ignores that variable
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # A memory pattern per text length keeps a block for the longest: 30 MB more, and no faster. Without the arena
        # the heap fragments instead (measured: 120 MB more).
        options.enable_mem_pattern = False
        options.log_severity_level = 3
        try:
            self._session: Any = runtime.InferenceSession(
                str(path), sess_options=options, providers=["CPUExecutionProvider"]
            )
        except _exceptions_of(faults) as error:
            raise _no_model(path) from error
        self._np: Any = import_module("numpy")

    def vector(self, ids: list[int]) -> bytes:
        """Return the mean of the model's last hidden states over all `ids`, at unit length."""
        np = self._np
        batch = np.array([ids], dtype=np.int64)
        inputs = {
            "input_ids": batch,
            "attention_mask": np.ones_like(batch),
            "token_type_ids": np.zeros_like(batch),
        }
        states = self._session.run(None, inputs)[0]
        mean = states[0].mean(axis=0, dtype=np.float64)
        vector: bytes = (mean / np.linalg.norm(mean)).astype("<f4").tobytes()
        return vector


def _read_vocabulary(path: Path) -> WordPiece:
    try:
        return WordPiece(path.read_text(encoding="utf-8").removesuffix("\n").split("\n"))
    except (OSError, UnicodeDecodeError, KeyError) as error:
        raise _no_model(path) from error


def _exceptions_of(module: ModuleType) -> tuple[type[Exception], ...]:
    """Return onnxruntime's own exceptions, which share no base class but Exception."""
    return tuple(
        item
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, Exception)
    )


def _no_runtime(error: ImportError) -> NoEmbedder:
    return NoEmbedder(
        _(
            "Search by meaning is off: onnxruntime, which runs the language model, cannot be "
            "used on this computer ({reason}). Notes are found by their words."
        ).format(reason=error)
    )


def _no_model(path: Path) -> NoEmbedder:
    return NoEmbedder(
        _(
            "Search by meaning is off: the language model file {path} is missing or damaged. "
            "Notes are found by their words; installing NoteBrain again brings the file back."
        ).format(path=path)
    )


def give_back() -> None:
    """Free unreferenced memory, and return it to the system where the C library would keep it (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
