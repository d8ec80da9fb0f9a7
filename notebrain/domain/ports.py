"""What the core needs from the outside world; adapters implement these protocols."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from notebrain.domain.credentials import Credentials
from notebrain.domain.notes.file_texts import FileText
from notebrain.domain.notes.note import NoteId


@dataclass(frozen=True, slots=True)
class Space:
    """The space that vectors belong to; only vectors of the same space can be compared."""

    model: str
    pooling: str
    dimensions: int


class Clock(Protocol):
    """Provides the time, so that rules need not read the wall clock."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""
        ...


class Ids(Protocol):
    """Generates ids for new notes."""

    def new(self, at: datetime) -> NoteId:
        """Return an unused id that sorts by `at`."""
        ...


class Embedder(Protocol):
    """Turns text into vectors."""

    @property
    def space(self) -> Space:
        """The space of the vectors it makes."""
        ...

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model reads; the rest is cut off."""
        ...

    def count_tokens(self, text: str) -> int:
        """Return how many tokens the model splits `text` into, without its two special tokens."""
        ...

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return one vector of unit length per note: `space.dimensions` little-endian float32 values.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer.
        """
        ...

    def embed_question(self, text: str) -> bytes:
        """Return the vector of a question; some models read questions otherwise than notes.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer.
        """
        ...

    def release(self) -> None:
        """Free the memory of the model; the next call loads it again."""
        ...


class LocalModel(Embedder, Protocol):
    """A model on this computer, which also reads two notes together."""

    def relate(self, older: str, newer: str) -> Sequence[float]:
        """Return a score for each kind of relation, in the order of `RELATIONS` of the judge.

        Raises:
            NoEmbedder: The network for it cannot be loaded on this computer.
        """
        ...


class Embedders(LocalModel, Protocol):
    """The models on this computer; as an embedder, the one that is chosen."""

    @property
    def spaces(self) -> Sequence[Space]:
        """The spaces of all models: the English one's first, then that of the one for all languages if there is one."""
        ...

    def choose(self, space: Space) -> None:
        """Let the model of a space make the vectors from now on."""
        ...

    def embed_question(self, text: str, space: Space | None = None) -> bytes:
        """Return the vector of a question, in a space of one of the models or else in the chosen one's.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer.
        """
        ...


class DocumentReader(Protocol):
    """Reads the text of documents."""

    def read(self, path: str, media_type: str) -> FileText:
        """Return the text of a file, or why it has none.

        Raises:
            Unavailable: It cannot be read now, and can be tried again.
        """
        ...

    def stop(self) -> None:
        """End the reading that is under way, from any thread."""
        ...

    def release(self) -> object:
        """Free what reading took; the next call takes it again."""
        ...


class Speller(Protocol):
    """Checks the spelling of words."""

    def languages(self) -> list[str]:
        """Return the languages that have a dictionary, e.g. `["de_DE", "en_GB"]`.

        Raises:
            NoSpeller: No spell checker is available on this computer.
        """
        ...

    def knows(self, word: str, languages: Sequence[str]) -> bool:
        """Return whether a word is spelled correctly in any of these languages."""
        ...

    def suggest(self, word: str, languages: Sequence[str]) -> list[str]:
        """Return the suggested corrections, the most likely first."""
        ...


@dataclass(frozen=True, slots=True)
class Embedded:
    """The vectors that a service returned for some texts.

    Attributes:
        vectors: One vector of unit length per text, as little-endian float32.
        neurons: How many neurons of the daily quota it cost.
        measured: Whether the service reported the cost; otherwise it is an estimate.
    """

    vectors: list[bytes]
    neurons: float
    measured: bool


class RemoteEmbedder(Protocol):
    """Turns text into vectors on a remote service, for a price."""

    @property
    def space(self) -> Space:
        """The space of the vectors it makes."""
        ...

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model reads; the rest is cut off."""
        ...

    @property
    def batch(self) -> int:
        """How many texts one request may carry."""
        ...

    def neurons(self, tokens: int) -> float:
        """Return the estimated cost of this many tokens."""
        ...

    async def embed(self, texts: Sequence[str], *, timeout_s: float | None = None) -> Embedded:
        """Return one vector per text, for at most `batch` texts; with a timeout, there is only one attempt.

        Raises:
            CloudError: One of its six kinds.
        """
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """One message to a model.

    Attributes:
        role: "system", "user" or "assistant".
    """

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """Everything that a model is told in its one request.

    Attributes:
        most_tokens: The maximum length of its answer.
        schema: The JSON schema of its answer, which then comes as a whole; None for plain text.
    """

    messages: tuple[Message, ...]
    most_tokens: int
    schema: Mapping[str, object] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Sent:
    """What leaves this computer for a question; made, and shown if wanted, before anything is sent.

    Attributes:
        body: The request, byte for byte.
        likely: The neurons that it will probably cost.
        most: The neurons that it cannot exceed.
    """

    model: str
    prompt: Prompt
    body: bytes = field(repr=False)
    likely: float
    most: float


@dataclass(frozen=True, slots=True)
class Written:
    """A piece of what a model writes.

    Attributes:
        neurons: The cost of the whole answer, in the piece with which the model tells it.
        cut: Whether the model had to stop because its answer reached the maximum length.
    """

    text: str = ""
    neurons: float | None = None
    cut: bool = False


class Writer(Protocol):
    """A model that answers from passages with small numbers, in one request without tools.

    It belongs to one event loop.
    """

    @property
    def name(self) -> str:
        """The model's name, for the account."""
        ...

    @property
    def context_tokens(self) -> int:
        """How many tokens the prompt and the answer may have together."""
        ...

    def prepare(self, prompt: Prompt) -> Sent:
        """Return what would be sent for a prompt; nothing is sent yet."""
        ...

    def write(self, sent: Sent) -> AsyncGenerator[Written]:
        """Send exactly `sent.body` and yield the answer as it arrives; closing the generator ends the request.

        Raises:
            CloudError: One of its six kinds, before the first piece or between two.
        """
        ...


class TokenStore(Protocol):
    """Storage for the account's credentials. It may ask the user to unlock it: never call it on the GUI thread."""

    def read(self) -> Credentials | None:
        """Return the stored credentials, or None if there are none.

        Raises:
            NoKeyStore: The storage cannot be read; `LockedKeyStore` if it is only locked.
        """
        ...

    def save(self, credentials: Credentials) -> None:
        """Store the credentials, and make sure that they can be read again.

        Raises:
            NoKeyStore: They could not be stored.
        """
        ...

    def delete(self) -> None:
        """Remove the stored credentials, if there are any.

        Raises:
            NoKeyStore: They could not be removed.
        """
        ...
