"""A model that ships with NoteBrain, run in this process."""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from notebrain.domain.errors import NoEmbedder
from notebrain.embedders.bundled import MULTILINGUAL, BundledModel
from notebrain.embedders.encoders import Encoder, Tokenizer, open_tokenizer
from notebrain.embedders.pair_reader import PairReader
from notebrain.embedders.runtime import give_back


class LocalEmbedder:
    """Turns text into vectors on this computer, without a network.

    The model is read on first use and takes 110 to 150 MB until `release`. All methods are thread-safe.
    """

    def __init__(self, folder: Path, model: BundledModel) -> None:
        """Set the model and the folder that contains its files; nothing is read yet."""
        # the port's attributes belong to instances, so they have to be set on one
        self.space: Final = model.space
        self.max_tokens: Final = model.max_tokens
        self._kind = model
        self._folder = folder
        self._lock = threading.Lock()
        self._encoder: Encoder | None = None
        self._tokenizer: Tokenizer | None = None
        self._pairs: PairReader | None = None
        self._no_pairs: NoEmbedder | None = None

    def count_tokens(self, text: str) -> int:
        """Return how many tokens `text` has for the model, not counting the two marks around it.

        Raises:
            NoEmbedder: The vocabulary cannot be read.
        """
        return len(self._loaded_tokenizer().ids(text))

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return one vector per note: little-endian float32 of unit length; texts that are too long are cut off.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer.
        """
        # one by one: batches of 8 are slower on a CPU and take four times the memory (measured)
        return [self._vector(self._kind.before_note, text, question=False) for text in texts]

    def embed_question(self, text: str) -> bytes:
        """Return the vector of a question, to be compared with those of notes.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer.
        """
        return self._vector(self._kind.before_question, text, question=True)

    def relate(self, older: str, newer: str) -> Sequence[float]:
        """Return a score for each kind of relation between two notes, in the order of `RELATIONS`.

        Raises:
            NoEmbedder: The network for it cannot be loaded on this computer.
        """
        return self._loaded_pairs().scores(older, newer)

    def release(self) -> None:
        """Free the memory of the model and the vocabulary; the next call loads them again."""
        with self._lock:
            loaded = any((self._encoder, self._tokenizer, self._pairs))
            self._encoder = None
            self._tokenizer = None
            self._pairs = self._no_pairs = None
        if loaded:  # collecting garbage takes its full time even if there is none
            give_back()

    def _vector(self, before: str, text: str, *, question: bool) -> bytes:
        encoder, tokenizer = self._loaded_encoder(), self._loaded_tokenizer()
        most = self.max_tokens + len(tokenizer.ids(before.rstrip()))
        pieces = tokenizer.ids(before + text)[:most]
        return encoder.vector([tokenizer.start_id, *pieces, tokenizer.end_id], question=question)

    def _loaded_tokenizer(self) -> Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = open_tokenizer(self._kind, self._folder)
            return self._tokenizer

    def _loaded_pairs(self) -> PairReader:
        own = self._loaded_tokenizer() if self._kind is MULTILINGUAL else None
        with self._lock:
            if self._no_pairs is not None:
                raise self._no_pairs
            if self._pairs is None:
                try:
                    self._pairs = PairReader(self._folder.parent, own)
                except NoEmbedder as error:
                    self._no_pairs = error  # or each pair would look for it again
                    raise
            return self._pairs

    def _loaded_encoder(self) -> Encoder:
        with self._lock:
            if self._encoder is None:
                self._encoder = Encoder(self._folder)
            return self._encoder
